"""A table for people (Markdown, BBCode, plain text) and for programs (CSV): cells in, text out.

For people, quantities are spelled with the unit in the heading, one unit per column. For programs, base units.
"""

import csv
import io
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from fioboard.core.block_size import block_size
from fioboard.core.quantity import format_figures
from fioboard.core.spreadsheet import csv_cell

Cell = str | int | float | bool | None
HumanFormat = Literal["markdown", "bbcode", "text"]
UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Heading:
    """A column: its key (heading of programs), its title (of people), and what kind of quantity it holds."""

    key: str
    title: str
    kind: Literal["text", "number", "bytes", "IOPS", "bytes/s", "ns", "%", "share", "J/byte", "IOPS/W"]


def csv_lines(rows: Sequence[Sequence[Cell]]) -> str:
    """Write rows as CSV (RFC 4180). Unknown is empty. A text that a spreadsheet would run gets an apostrophe."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([csv_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def format_table(headings: Sequence[Heading], rows: Sequence[Sequence[Cell]], form: HumanFormat) -> str:
    """Format the whole table in one of the forms that forums, tickets and mails take."""
    columns = [_spelled(heading, [row[n] for row in rows]) for n, heading in enumerate(headings)]
    titles = [title for title, _ in columns]
    lines = [list(line) for line in zip(*(cells for _, cells in columns), strict=True)]
    right = [heading.kind != "text" for heading in headings]
    return {"markdown": _markdown, "bbcode": _bbcode, "text": _text}[form](titles, lines, right)


def _spelled(heading: Heading, cells: Sequence[Cell]) -> tuple[str, list[str]]:
    """A column's title with its unit, and its cells as people read them."""
    spell: Callable[[float], str]
    numbers = [abs(c) for c in cells if isinstance(c, int | float) and not isinstance(c, bool)]
    unit = ""
    match heading.kind:
        case "IOPS":
            spell = _grouped
        case "bytes/s":
            unit, spell = " (MB/s)", _scaled(1e6, 1)
        case "ns" if max(numbers, default=0) >= 1e7:
            unit, spell = " (ms)", _scaled(1e6, 2)
        case "ns":
            unit, spell = " (µs)", _scaled(1e3, 1)
        case "%":
            unit, spell = " (%)", _scaled(1, 1)
        case "share":
            unit, spell = " (%)", _scaled(0.01, 1)
        case "J/byte":
            unit, spell = " (J/GB)", _scaled(1e-9, 2)
        case "IOPS/W":
            spell = _grouped
        case "bytes":
            spell = _size
        case _:
            spell = _plain
    return heading.title + unit, [_one(cell, spell) for cell in cells]


def _one(cell: Cell, spell: Callable[[float], str]) -> str:
    if cell is None:
        return UNKNOWN
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return " ".join(cell.split()) if isinstance(cell, str) else spell(cell)


def _scaled(factor: float, digits: int) -> Callable[[float], str]:
    return lambda value: f"{value / factor:,.{digits}f}"


def _plain(value: float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _grouped(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else format_figures(value)


def _size(value: float) -> str:
    return block_size(int(value))  # bytes come in whole numbers


def _markdown(titles: list[str], lines: list[list[str]], right: list[bool]) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cells) + " |\n"

    def safe(text: str) -> str:
        # What Markdown would take for a table, a link or a tag.
        for mark in "\\|[]<>`*_":
            text = text.replace(mark, f"\\{mark}")
        return text

    rule = line(["---:" if r else "---" for r in right])
    return line([safe(t) for t in titles]) + rule + "".join(line([safe(c) for c in cells]) for cells in lines)


def _bbcode(titles: list[str], lines: list[list[str]], right: list[bool]) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        # BBCode has no escape for brackets.
        inner = "".join(f"[{tag}]{c.replace('[', '(').replace(']', ')')}[/{tag}]" for c in cells)
        return f"[tr]{inner}[/tr]\n"

    return "[table]\n" + row(titles, "th") + "".join(row(cells, "td") for cells in lines) + "[/table]\n"


def _text(titles: list[str], lines: list[list[str]], right: list[bool]) -> str:
    widths = [max(_width(row[n]) for row in (titles, *lines)) for n in range(len(titles))]

    def line(cells: Sequence[str]) -> str:
        padded = [
            " " * (width - _width(c)) + c if r else c + " " * (width - _width(c))
            for c, width, r in zip(cells, widths, right, strict=True)
        ]
        return "  ".join(padded).rstrip() + "\n"

    return line(titles) + line(["-" * width for width in widths]) + "".join(line(cells) for cells in lines)


def _width(text: str) -> int:
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text
    )
