"""Tables drawn with characters: Markdown, frames of ASCII or lines, tabs, CSV, columns held apart by blanks."""

import re
from collections.abc import Callable, Iterator, Sequence

from fioboard.engine.formats.claims.table import MAX_COLUMNS, MAX_LINE_CHARS, MAX_ROWS, MIN_ROWS, Cell, Table

_BARS = "|│┃║"
_BAR = re.compile(rf"[{_BARS}]")
# Frames and the line below a Markdown heading.
_RULE = re.compile(r"[\s|│┃║+:=\-_─━═┄┈┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯]+")
_GAP = re.compile(r" {2,}")
_QUOTE = re.compile(r"(?:\s*>)+\s?")
_HEADING = re.compile(r"\s*(?:#{1,6}\s+\S|\*\*\S|\[b\]|__\S|<h\d|<b>|[^.!?]{1,78}:\s*$)", re.IGNORECASE)
_MARK = re.compile(r"\[/?b\]|</?[bh]\d?>|[#*_`]|:\s*$", re.IGNORECASE)
Split = Callable[[str], list[tuple[int, str]] | None]


def find_grids(lines: Sequence[str], is_taken: Callable[[int], bool]) -> Iterator[Table]:
    """Every grid, top to bottom. `is_taken`: lines (from 1) that a result was read from, which are no claims."""
    first = 0
    # What was looked at and is no table is not looked at again from its second line on.
    seen = [0] * len(FORMS)
    while first < len(lines):
        line = lines[first]
        if is_taken(first + 1):
            first += 1
            continue
        for number, (form, marks, split, needs) in enumerate(FORMS):
            if first < seen[number] or not any(mark in line for mark in marks):
                continue
            end, rows, is_ruled = _run(lines, first, split, is_taken)
            seen[number] = end
            if len(rows) >= needs and len({len(row) for row in rows}) <= 2 and len(rows[0]) >= 2:
                named = "markdown" if form == "ascii" and is_ruled else form
                yield Table(named, tuple(rows), find_caption(lines, first))
                first = end - 1
                break
        first += 1


def find_caption(lines: Sequence[str], first: int) -> str:
    """Find the heading in the last line with text before `first` (from 0); prose is no heading."""
    for number in range(first - 1, max(-1, first - 4), -1):
        line = _QUOTE.sub("", lines[number][:MAX_LINE_CHARS], count=1)
        if _RULE.fullmatch(line) or not line.strip():
            continue
        return _MARK.sub(" ", line).strip() if len(line) <= 120 and _HEADING.match(line) else ""
    return ""


def _run(
    lines: Sequence[str], first: int, split: Split, is_taken: Callable[[int], bool]
) -> tuple[int, list[tuple[Cell, ...]], bool]:
    """The rows that follow each other from `first` on, the line behind them, and whether Markdown's line is there."""
    rows: list[tuple[Cell, ...]] = []
    is_markdown = False
    at = first
    while at < len(lines) and len(rows) < MAX_ROWS:
        line = lines[at]
        if len(line) > MAX_LINE_CHARS or is_taken(at + 1):
            break
        if rows and line.strip() and _RULE.fullmatch(line):
            is_markdown = is_markdown or ("|" in line and "-" in line and "+" not in line)
            at += 1
            continue
        cells = split(line)
        if cells is None or len(cells) > MAX_COLUMNS or (rows and len(cells) > len(rows[0]) + 1):
            break
        rows.append(tuple(Cell(text, at + 1, column + 1) for column, text in cells))
        at += 1
    return at, rows, is_markdown


def _bars(line: str) -> list[tuple[int, str]] | None:
    if _BAR.search(line) is None or _RULE.fullmatch(line):
        return None
    quote = _QUOTE.match(line)
    start = quote.end() if quote else 0
    cells, begin = [], start
    for bar in _BAR.finditer(line, start):
        cells.append(_cell(line, begin, bar.start()))
        begin = bar.end()
    cells.append(_cell(line, begin, len(line)))
    # The frame's own bars are no cells.
    if not cells[0][1] and line[start:].lstrip()[:1] in _BARS:
        cells = cells[1:]
    if cells and not cells[-1][1] and line.rstrip()[-1:] in _BARS:
        cells = cells[:-1]
    return cells if len(cells) >= 2 else None


def _tabs(line: str) -> list[tuple[int, str]] | None:
    if "\t" not in line.strip():
        return None
    return _split_cells(line, "\t")


def _split_cells(line: str, mark: str) -> list[tuple[int, str]]:
    cells, begin = [], 0
    for part in line.split(mark):
        cells.append(_cell(line, begin, begin + len(part)))
        begin += len(part) + 1
    return cells


def _split_semicolons(line: str) -> list[tuple[int, str]] | None:
    return _split_cells(line, ";") if line.count(";") > 1 else None


def _split_commas(line: str) -> list[tuple[int, str]] | None:
    """Without a blank behind them, as programs write them; people write one."""
    return _split_cells(line, ",") if line.count(",") > 1 and ", " not in line else None


def _gaps(line: str) -> list[tuple[int, str]] | None:
    body = line.rstrip()
    cells, begin = [], len(body) - len(body.lstrip())
    for gap in _GAP.finditer(body, begin):
        cells.append(_cell(body, begin, gap.start()))
        begin = gap.end()
    cells.append(_cell(body, begin, len(body)))
    return cells if len(cells) >= 3 else None


def _cell(line: str, begin: int, end: int) -> tuple[int, str]:
    text = line[begin:end]
    return begin + len(text) - len(text.lstrip()), text.strip()


# What stands between the cells of a form, how it parts a line into them, and how many rows make it a table: two words
# with blanks between are often prose.
FORMS: tuple[tuple[str, Sequence[str], Split, int], ...] = (
    ("ascii", _BARS, _bars, MIN_ROWS),
    ("tsv", "\t", _tabs, MIN_ROWS),
    ("csv", ";", _split_semicolons, MIN_ROWS),
    ("csv", ",", _split_commas, MIN_ROWS),
    ("ascii", ("  ",), _gaps, 3),
)
