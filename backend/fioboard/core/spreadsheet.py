"""What a spreadsheet does to a text it opens: some it takes for a formula, and runs (W3).

frontend/src/lib/csv-cell.ts does the same for what the browser writes; backend/tests/data/csv-cells.json holds both to
the same cases.
"""

import unicodedata

# The signs a formula begins with; ⁼, ＝, ﹦ and their like become one of them when a program normalises the text.
_SIGNS = frozenset("=+-@\N{MINUS SIGN}")
# These alone move what follows into a cell of its own.
_BREAKS = ("\t", "\r", "\n")


def csv_cell(value: str | float | bool | None) -> str | int | float:
    """A value as one cell of CSV: unknown is empty, numbers stay numbers, text is made plain."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return int(value)
    return plain_text(value) if isinstance(value, str) else value


def plain_text(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would run it; NUL, which some stop at, is out."""
    shown = text.replace("\x00", "")
    return f"'{shown}" if _is_run(shown) else shown


def _is_run(text: str) -> bool:
    if text.startswith(_BREAKS):
        return True
    # Some skip whatever cannot be seen in front: spaces of every width, control and format characters.
    first = next((c for c in text if unicodedata.category(c)[0] not in "ZC"), "")
    return unicodedata.normalize("NFKC", first)[:1] in _SIGNS if first else False
