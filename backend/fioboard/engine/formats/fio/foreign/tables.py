"""CSV tables that another tool wrote: header and rows, with their lines."""

import csv
import io
from collections.abc import Iterator

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.model.errors import NotUnderstood, TooMany
from fioboard.engine.formats.fio.model.limits import Limits

_MAX_COLUMNS = 512


def read_table(content: bytes, limits: Limits) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, cells by column) of every row that holds anything. Raises NotUnderstood, TooMany.

    A header that comes again, as tools that append to a file write it, is no row.
    """
    if content.count(b"\n") > limits.max_jobs + 1:
        raise TooMany(sentences.TOO_MANY_ROWS(most=limits.max_jobs))
    text = content.decode("utf-8", "replace").replace("\x00", "\ufffd")
    reader = csv.reader(io.StringIO(text))
    header: list[str] | None = None
    try:
        for cells in reader:
            if header is None:
                header = [cell.strip() for cell in cells]
                if len(header) > _MAX_COLUMNS:
                    raise TooMany(sentences.TOO_MANY_COLUMNS(most=_MAX_COLUMNS))
                header = header if any(header) else None
            elif any(cells) and [cell.strip() for cell in cells] != header:
                yield reader.line_num, {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
    except csv.Error as error:
        raise NotUnderstood(sentences.CSV_UNREAD(error=str(error))) from None
