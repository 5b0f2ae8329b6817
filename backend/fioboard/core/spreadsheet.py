"""What a spreadsheet does to a text it opens: some it takes for a formula, and runs (W3)."""

# The full-width forms are what some spreadsheets read as the plain signs.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def harmless_cell(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would run it; NUL, which some stop at, is out."""
    plain = text.replace("\x00", "")
    return f"'{plain}" if plain.startswith(_FORMULA) or plain.lstrip(" ").startswith(_FORMULA) else plain
