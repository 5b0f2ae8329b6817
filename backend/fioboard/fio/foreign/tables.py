"""CSV tables that another tool wrote: header and rows, with their lines."""

import csv
import io
from collections.abc import Iterator

from fioboard.fio.model.errors import NotUnderstood, TooMany
from fioboard.fio.model.limits import Limits

_MAX_COLUMNS = 512


def read_table(content: bytes, limits: Limits) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, cells by column) of every row that holds anything. Raises NotUnderstood, TooMany.

    A header that comes again, as tools that append to a file write it, is no row.
    """
    if content.count(b"\n") > limits.max_jobs + 1:
        raise TooMany(f"More than {limits.max_jobs} rows in one table.")
    text = content.decode("utf-8", "replace").replace("\x00", "\ufffd")
    reader = csv.reader(io.StringIO(text))
    header: list[str] | None = None
    try:
        for cells in reader:
            if header is None:
                header = [cell.strip() for cell in cells]
                if len(header) > _MAX_COLUMNS:
                    raise TooMany(f"More than {_MAX_COLUMNS} columns in one table.")
                header = header if any(header) else None
            elif any(cells) and [cell.strip() for cell in cells] != header:
                yield reader.line_num, {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
    except csv.Error as error:
        raise NotUnderstood(f"A CSV table that cannot be read: {error}.") from None
