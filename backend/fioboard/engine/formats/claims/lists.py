"""Lists as forums have them: `- 4k random read: 12.9k IOPS, 106 MB/s`. Every line says itself what it is about."""

import re
from collections.abc import Callable, Iterator, Sequence

from fioboard.engine.formats.claims.figures import read_figure
from fioboard.engine.formats.claims.grids import find_caption
from fioboard.engine.formats.claims.table import MAX_LINE_CHARS, MAX_ROWS, Cell, Table

_ITEM = re.compile(
    r"[\s>]*(?:[-*•·–]\s+|\d{1,2}[.)]\s+|\[\*\]\s*)?(?P<label>[^:=|\t]{2,80}?)\s*(?::|=|->|→)\s+(?P<figures>\S.*)"
)
_PART = re.compile(r"[^,;()/]+(?:/\s?s(?:ec)?)?")


def find_lists(lines: Sequence[str], is_taken: Callable[[int], bool]) -> Iterator[Table]:
    """Every run of such lines as one table without a heading: a label, then its figures, each with a unit."""
    rows: list[tuple[Cell, ...]] = []
    first = 0
    for number, line in enumerate(lines):
        row = None if is_taken(number + 1) or len(line) > MAX_LINE_CHARS else _row(line, number + 1)
        if row is not None and len(rows) < MAX_ROWS:
            first = first if rows else number
            rows.append(row)
        elif rows and line.strip():
            yield Table("list", tuple(rows), find_caption(lines, first))
            rows = []
    if rows:
        yield Table("list", tuple(rows), find_caption(lines, first))


def _row(line: str, number: int) -> tuple[Cell, ...] | None:
    if ":" not in line and "=" not in line and "→" not in line and "->" not in line:
        return None
    item = _ITEM.fullmatch(line.rstrip())
    if item is None:
        return None
    cells = [Cell(item["label"].strip(), number, item.start("label") + 1)]
    for part in _PART.finditer(item["figures"]):
        if text := part[0].strip():
            figure = read_figure(text)
            # A line of prose holds a colon, too: a list's figures have units, all of them.
            if figure is None or figure.unit is None:
                return None
            cells.append(Cell(text, number, item.start("figures") + part.start() + 1 + _blanks(part[0])))
    return tuple(cells) if len(cells) > 1 else None


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())
