"""Parameters of a statement that is put together from pieces: every value is numbered, none is ever text of SQL."""

from typing import Any


class Parameters:
    """The values of one statement, in order."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def add(self, value: Any, kind: str) -> str:
        """The placeholder of a value, with its PostgreSQL type."""
        self.values.append(value)
        return f"${len(self.values)}::{kind}"
