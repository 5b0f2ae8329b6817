"""Regular expressions that are compiled when they are first used.

Readers of pasted text have hundreds, of which one text needs a few: compiled at import they cost more than all reading.
"""

import re
from typing import cast


class _Later:
    """Behaves as a compiled pattern; the methods of that one are its own once it was asked for any."""

    def __init__(self, expression: str, flags: int) -> None:
        self._expression = expression
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self._expression, self._flags)
        for one in (
            "match",
            "search",
            "fullmatch",
            "finditer",
            "findall",
            "sub",
            "split",
            "pattern",
            "groupindex",
        ):
            setattr(self, one, getattr(compiled, one))
        return getattr(compiled, name)


def compile_later(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled at its first use: a wrong one is found then, so that tests use each."""
    return cast(re.Pattern[str], _Later(expression, flags))
