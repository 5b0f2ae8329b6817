"""What a table is, whatever it is written in: cells with their place. Its forms are in grids, markup and lists."""

from dataclasses import dataclass

# Nobody types more by hand. What lies beyond is not looked at, and the answer says so.
MAX_CHARS = 1_000_000
MAX_LINE_CHARS = 4_000
MAX_ROWS = 2_000
MAX_COLUMNS = 64
MIN_ROWS = 2


@dataclass(frozen=True, slots=True)
class Cell:
    """Text of one cell, and where it begins: line and column of the whole text, both from 1."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Table:
    """A heading row and the rows below it; or rows without a heading, each telling what it is itself."""

    form: str
    """markdown, ascii, tsv, csv, html, bbcode or list."""
    rows: tuple[tuple[Cell, ...], ...]
    """The heading is the first one, unless it is a list."""
    caption: str
    """The heading line before it; empty when there is none."""
    is_plain: bool = True
    """Whether each cell has its own place below one heading; else it is told from prose, and nothing is read of it."""

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line that hold a cell."""
        numbers = [cell.line for row in self.rows for cell in row]
        return min(numbers), max(numbers)
