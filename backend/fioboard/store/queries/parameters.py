"""Parameters of statements, by number or by name: no value is ever text of SQL."""

import re
from collections.abc import Mapping


class Parameters:
    """The values of a statement that is put together from pieces, in order."""

    def __init__(self) -> None:
        self.values: list[object] = []

    def add(self, value: object, kind: str) -> str:
        """The placeholder of a value, with its PostgreSQL type."""
        self.values.append(value)
        return f"${len(self.values)}::{kind}"


class Statement:
    """SQL with named parameters, `:name`, as PostgreSQL takes it: `$1`, `$2`, … by first appearance."""

    def __init__(self, text: str) -> None:
        numbers: dict[str, int] = {}
        # `::` is a cast.
        self.sql = re.sub(
            r"(?<!:):([a-z][a-z0-9_]*)",
            lambda name: f"${numbers.setdefault(name[1], len(numbers) + 1)}",
            text,
        )
        self.names = tuple(numbers)

    def values(self, given: Mapping[str, object]) -> list[object]:
        """The values in the statement's order. Raises KeyError for one that is not given."""
        return [given[name] for name in self.names]
