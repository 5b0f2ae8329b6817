"""Tables in HTML and BBCode. Markup is taken as it comes: unclosed cells end where the next one begins.

A table with merged cells, or with headings below its first row, is not plain: what stands under which heading would be
a guess.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from fioboard.engine.formats.claims.table import MAX_COLUMNS, MAX_ROWS, Cell, Table

_BBCODE = re.compile(r"\[(/?)(table|tr|td|th)(?:=[^\]\n]{0,40})?\]", re.IGNORECASE)
_INNER = re.compile(r"\[/?[a-z]{1,8}(?:=[^\]\n]{0,80})?\]", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")


class _Grid:
    """Rows as they are opened and closed, for both markups."""

    def __init__(self, form: str) -> None:
        self.tables: list[Table] = []
        self.caption = ""
        self._form = form
        self._rows: list[list[Cell]] | None = None
        self._headings: list[int] = []
        self._text: list[str] | None = None
        self._place = (1, 1)
        self._has_merged = False

    def open(self, tag: str, line: int, column: int, is_merged: bool = False) -> None:
        self._end_cell()
        if tag == "table":
            self._rows, self._headings, self.caption, self._has_merged = [], [], "", False
        elif self._rows is None:
            return
        elif tag == "tr" or not self._rows:
            self._rows.append([])
            self._headings.append(0)
        if tag in {"td", "th"}:
            self._has_merged = self._has_merged or is_merged
            self._headings[-1] += tag == "th"
            self._text, self._place = [], (line, column)

    def text(self, text: str, line: int, column: int) -> None:
        if self._text is not None:
            if not self._text and text.strip():
                before = text[: len(text) - len(text.lstrip())]
                newlines = before.count("\n")
                self._place = (
                    line + newlines,
                    len(before) - before.rfind("\n") if newlines else column + len(before),
                )
            if text.strip() or self._text:
                self._text.append(text)

    def close(self, tag: str) -> None:
        self._end_cell()
        if tag == "table" and self._rows is not None:
            rows = tuple(tuple(row[:MAX_COLUMNS]) for row in self._rows[:MAX_ROWS] if row)
            is_plain = not self._has_merged and not self._has_heading_row()
            if len(rows) >= 2 and max(map(len, rows)) >= 2:
                self.tables.append(Table(self._form, rows, self.caption, is_plain))
            self._rows = None

    def _has_heading_row(self) -> bool:
        """Tell whether a row below the first one that holds cells is all headings; a row may begin with one."""
        filled = [
            (headings, len(row))
            for headings, row in zip(self._headings, self._rows or [], strict=True)
            if row
        ]
        return any(headings == cells for headings, cells in filled[1:])

    def _end_cell(self) -> None:
        if self._text is not None and self._rows:
            self._rows[-1].append(Cell(_BLANKS.sub(" ", "".join(self._text)).strip(), *self._place))
        self._text = None


class _Html(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.grid = _Grid("html")
        self._caption: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, column = self.getpos()
        if tag in {"table", "tr", "td", "th"}:
            shown = self.get_starttag_text() or ""
            self.grid.open(tag, line, column + 1 + len(shown), _is_merged(attrs))
        elif tag == "caption":
            self._caption = []

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption" and self._caption is not None:
            self.grid.caption, self._caption = " ".join(self._caption).strip()[:120], None
        elif tag in {"table", "tr", "td", "th"}:
            self.grid.close(tag)

    def handle_data(self, data: str) -> None:
        line, column = self.getpos()
        if self._caption is not None:
            self._caption.append(data)
        else:
            self.grid.text(data, line, column + 1)


def _is_merged(attrs: list[tuple[str, str | None]]) -> bool:
    """Whether a cell takes more than its own place; what is no number takes one, as browsers read it."""
    spans = [value or "" for name, value in attrs if name in {"colspan", "rowspan"}]
    return any(re.match(r"\s*\d", span) and span.strip() != "1" for span in spans)


def find_html(text: str) -> Iterator[Table]:
    """Every `<table>`."""
    if "<table" not in text.lower():
        return
    parser = _Html()
    parser.feed(text)
    parser.grid.close("table")
    yield from parser.grid.tables


def find_bbcode(text: str) -> Iterator[Table]:
    """Every `[table]`."""
    grid = _Grid("bbcode")
    end, line, column = 0, 1, 1
    for tag in _BBCODE.finditer(text):
        between = text[end : tag.start()]
        grid.text(_INNER.sub("", between), line, column)
        line, column = _moved(line, column, between)
        end = tag.end()
        line, column = _moved(line, column, tag[0])
        if tag[1]:
            grid.close(tag[2].lower())
        else:
            grid.open(tag[2].lower(), line, column)
    grid.close("table")
    yield from grid.tables


def _moved(line: int, column: int, over: str) -> tuple[int, int]:
    newlines = over.count("\n")
    return line + newlines, len(over) - over.rfind("\n") if newlines else column + len(over)
