"""Text → claims: every cell of a hand-made table that tells a figure, with its unit, its place and what it is about."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from fioboard.core.run_state import Direction
from fioboard.engine.formats.claims.figures import Figure, Unit, read_figure
from fioboard.engine.formats.claims.grids import find_grids
from fioboard.engine.formats.claims.lists import find_lists
from fioboard.engine.formats.claims.markup import find_bbcode, find_html
from fioboard.engine.formats.claims.table import MAX_CHARS, Cell, Table
from fioboard.engine.formats.claims.words import Pattern, Words, may_name_figures, read_role_cell, read_words

MAX_CLAIMS = 1_000
# What a unit of that kind counts, when no word says more.
METRICS = {"iops": "iops", "bw": "bw_bytes_per_s", "lat": "lat_mean_ns"}
PREFIXES = ("", "k", "M", "G", "T")
MIN_TURNED = 3
"""Columns that a table turned by a quarter needs; and one row less that names a metric and a direction."""
TIMES = {0: "ns", 3: "us", 6: "ms", 9: "s"}
_IOPS = Unit("iops", "", Decimal(1))


@dataclass(frozen=True, slots=True)
class Claim:
    """One figure that somebody put into a table. Base units; None is not said."""

    table: int
    """Which table of the text, from 0."""
    row: int
    line: int
    column: int
    text: str
    metric: str
    """iops, bw_bytes_per_s, or a latency: lat_mean_ns, clat_p99_ns, …"""
    direction: Direction | None
    value: float
    """In the metric's base unit: IOPS, bytes/s or ns."""
    step: float
    """What one unit of the last digit is worth; the true value lies within it."""
    rounded_step: float
    """The same, when zeros at the end of a whole number stand for digits left out."""
    digits: int
    """Digits that say something, 2 or more of them."""
    unit: Unit
    number: str
    """Its digits as they were typed, without commas."""
    pattern: Pattern | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None

    @property
    def quantity(self) -> str:
        """The figure as a typed result takes it, with its own digits: `12.9k`, `106 MB/s`, `7.75 ms`."""
        if self.unit.power % 3:
            return f"{self.value:.0f}"
        prefix = PREFIXES[self.unit.power // 3]
        match self.unit.kind:
            case "bw" if self.unit.is_bits:
                return f"{self.value:.0f} bytes/s"
            case "bw":
                return f"{self.number} {prefix}{'i' if self.unit.is_binary and prefix else ''}B/s"
            case "lat":
                return f"{self.number} {TIMES[self.unit.power]}"
        return f"{self.number}{prefix}"


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a text, the lines of its tables as rising ranges, and what was left out."""

    items: tuple[Claim, ...]
    lines: tuple[tuple[int, int], ...]
    unread: tuple[Cell, ...] = ()
    """Cells beside them that hold a figure of which nothing tells what it counts."""
    is_cut: bool = False
    not_compared: tuple[tuple[int, int], ...] = ()
    """Lines of tables that hold figures, and no claim: merged cells, headings over several rows."""
    tables: tuple[Table, ...] = ()
    """Those that the claims are of, by Claim.table."""


def read_claims(text: str, taken: Sequence[tuple[int, int]] = ()) -> Claims:
    """Every claim, in order of its place. `taken`: rising ranges of lines from which results were read: no claims.

    Only the first million characters and MAX_CLAIMS claims are looked at; `is_cut` says that there was more.
    """
    shown = text[:MAX_CHARS]
    # As the readers count them: str.splitlines also ends a line at characters that are none.
    lines = [line.removesuffix("\r") for line in shown.split("\n")]
    starts = [first for first, _ in taken]

    def is_taken(line: int) -> bool:
        at = bisect_right(starts, line) - 1
        return at >= 0 and taken[at][1] >= line

    by_table: list[tuple[Claim, ...]] = []
    tables: list[Table] = []
    unread: list[Cell] = []
    covered: set[int] = set()
    not_compared: set[int] = set()
    is_cut = len(text) > MAX_CHARS
    for written in _tables(shown, lines, is_taken):
        table = _turn(written)
        inside = {cell.line for row in table.rows for cell in row}
        if inside & covered or any(is_taken(line) for line in inside):
            continue
        if not table.is_plain:
            not_compared |= {cell.line for row in table.rows for cell in row if read_figure(cell.text)}
            covered |= inside
            continue
        cells = tuple(_claims(table, len(by_table)))
        claims = tuple(one for one in cells if isinstance(one, Claim))
        if not claims:
            continue
        unread += (one for one in cells if isinstance(one, Cell))
        covered |= set(range(table.lines[0], table.lines[1] + 1))
        room = MAX_CLAIMS - sum(map(len, by_table))
        is_cut = is_cut or len(claims) > room
        by_table.append(claims[:room])
        tables.append(table)
        if room <= len(claims):
            break
    items = sorted(chain.from_iterable(by_table), key=lambda claim: (claim.line, claim.column))
    return Claims(
        tuple(items),
        _ranges(covered - not_compared),
        tuple(unread),
        is_cut,
        _ranges(not_compared),
        tuple(tables),
    )


def _tables(text: str, lines: Sequence[str], is_taken: Callable[[int], bool]) -> Iterator[Table]:
    """Markup before drawings before lists: what one of them took, the next does not take again."""
    yield from find_html(text)
    yield from find_bbcode(text)
    yield from find_grids(lines, is_taken)
    yield from find_lists(lines, is_taken)


def _turn(table: Table) -> Table:
    """Turn a table whose first column says what is measured, and its heading which workloads."""
    heading, *rows = table.rows
    if table.form == "list" or len(heading) < MIN_TURNED or any(len(row) != len(heading) for row in rows):
        return table
    tells = [read_words(row[0].text) for row in rows]
    if sum(bool(one.metric and one.direction) for one in tells) < MIN_TURNED - 1:
        return table
    if any(one.metric or one.direction or one.unit for one in (read_words(cell.text) for cell in heading)):
        return table
    return replace(table, rows=tuple(zip(*table.rows, strict=True)))


def _claims(table: Table, number: int) -> Iterator[Claim | Cell]:
    """Its claims, and the cells that hold a figure and are none."""
    if table.form == "list":
        caption = read_words(table.caption)
        for index, row in enumerate(table.rows):
            about = read_words(row[0].text).merge(_context(caption))
            for cell in row[1:]:
                yield from _claim(cell, Words(), about, (number, index))
        return
    heading, *rows = table.rows
    if not may_name_figures(" | ".join(cell.text for cell in heading)):
        return
    columns = [read_words(cell.text) for cell in heading]
    if not any(one.metric or one.direction or one.unit for one in columns):
        return
    caption = read_words(table.caption)
    for index, row in enumerate(rows):
        about = _read_row_words(columns, row).merge(_context(caption))
        for column, cell in zip(columns, row, strict=False):
            if column.role is None:
                yield from _claim(cell, column, about, (number, index))


def _context(caption: Words) -> Words:
    """What a heading before a table may say of all its cells; a metric or a unit stands nearer to them."""
    direction = caption.direction if caption.pattern else None
    return Words(
        direction=direction,
        pattern=caption.pattern,
        bs_bytes=caption.bs_bytes,
        iodepth=caption.iodepth,
        numjobs=caption.numjobs,
    )


def _read_row_words(columns: Sequence[Words], row: Sequence[Cell]) -> Words:
    """Read what the cells of a row that are no figures say about the others."""
    about = Words()
    for column, cell in zip(columns, row, strict=False):
        if column.role is not None:
            about = read_role_cell(column.role, cell.text).merge(read_words(cell.text)).merge(about)
        elif column.metric is None and _is_no_figure(column, cell.text):
            about = about.merge(read_words(cell.text))
    return about


def _is_no_figure(column: Words, text: str) -> bool:
    """A word; or, below a heading that promises no figure, a block size: 4k."""
    if read_figure(text) is None:
        return column.unit is None
    return column.direction is None and re.fullmatch(r"\d{1,4}\s?[kKmM](?:i?[bB])?", text) is not None


def _claim(cell: Cell, column: Words, about: Words, place: tuple[int, int]) -> Iterator[Claim | Cell]:
    figure = read_figure(cell.text)
    if figure is None or figure.value == 0:
        return
    words = column.merge(about)
    unit, metric = _unit_and_metric(figure, column, about)
    if metric == "other":
        return
    if unit is None or metric is None:
        # A bare number below a heading that tells nothing of a measurement is a count of something else.
        is_measured = figure.unit is not None or column.direction or column.pattern
        if is_measured and not _is_no_figure(column, cell.text):
            yield cell
        return
    yield Claim(
        table=place[0],
        row=place[1],
        line=cell.line,
        column=cell.column,
        text=cell.text,
        metric=metric,
        direction=words.direction,
        value=float(figure.value * unit.scale),
        step=float(figure.step * unit.scale),
        rounded_step=float(figure.rounded_step * unit.scale),
        digits=max(2, len(str(int(figure.value / figure.rounded_step)))),
        unit=unit,
        number=str(figure.value),
        pattern=words.pattern,
        bs_bytes=words.bs_bytes,
        iodepth=words.iodepth,
        numjobs=words.numjobs,
    )


def _unit_and_metric(figure: Figure, column: Words, about: Words) -> tuple[Unit | None, str | None]:
    """What the cell itself says comes first, then its column, then its row. Nothing is guessed."""
    metric = column.metric or about.metric
    headed = column.unit or about.unit
    own = figure.unit
    if own is None:
        return _find_heading_unit(metric, headed)
    if own.kind == "prefix":
        return _find_prefixed_unit(own, metric, headed)
    if own.kind == "lat":
        return own, metric if metric and "lat" in metric else METRICS["lat"]
    if own.kind == "bw" and column.is_amount and not own.is_per_second:
        return own, "other"
    return own, METRICS[own.kind]


def _find_prefixed_unit(own: Unit, metric: str | None, headed: Unit | None) -> tuple[Unit | None, str | None]:
    """Find the unit of a number with a prefix: 12.9k below IOPS are IOPS, 885M below MB/s is 885 MB/s; below "BW"
    alone it could be MiB.
    """
    if metric == "iops" or (headed is not None and headed.kind == "iops"):
        return Unit("iops", own.text, own.scale, own.power), "iops"
    if headed is not None and headed.kind == "bw" and headed.power == own.power:
        return headed, METRICS["bw"]
    return None, None


def _find_heading_unit(metric: str | None, headed: Unit | None) -> tuple[Unit | None, str | None]:
    """Find the unit of a bare number: it is what its heading counts; IOPS alone need no unit."""
    if metric is None and headed is not None:
        metric = METRICS.get(headed.kind)
    if metric == "iops":
        return (headed if headed is not None and headed.kind in {"iops", "prefix"} else _IOPS), metric
    if metric is None or headed is None or METRICS.get(headed.kind, "")[:2] != metric.removeprefix("c")[:2]:
        return None, None
    return headed, metric


def _ranges(lines: set[int]) -> tuple[tuple[int, int], ...]:
    ranges: list[tuple[int, int]] = []
    for line in sorted(lines):
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1] = ranges[-1][0], line
        else:
            ranges.append((line, line))
    return tuple(ranges)
