"""Why a body cannot be read: the only exceptions that leave this room.

    FioFormatError
    ├── NotUnderstood   no result of any known tool in it
    ├── TooDeep         nested deeper than any tool writes
    └── TooMany         more values or entries than the limits allow

Everything less than that (a value that is not a number, text around the result, …) is a Problem
on what was read, see reading.py.
"""


class FioFormatError(ValueError):
    """A body that is refused as a whole. `detail` says what was seen, `where` points at it or is None."""

    def __init__(self, detail: str, where: str | None = None, lines: tuple[int, ...] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.where = where
        self.lines = lines
        """Lines that look like figures, of which none became a result."""


class NotUnderstood(FioFormatError):
    """Nothing in the body is a result; the sentence says what it looked like instead."""


class TooDeep(FioFormatError):
    """Nested beyond Limits.max_depth."""


class TooMany(FioFormatError):
    """More bytes, values, entries or lines than Limits allow."""
