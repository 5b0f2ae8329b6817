"""What a column of a stored row is, and the lists that follow from a declaration of columns."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

SqlType = Literal[
    "uuid", "smallint", "int", "bigint", "float8", "bool", "text", "text[]", "jsonb", "timestamptz"
]
Share = Literal["figure", "list", "own"]
"""What a share shows of it: a number or truth value as it is; a list of numbers; or a form of its own (redaction/)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a derived row: its name and type in SQL, its name elsewhere, what it means, and who shows it."""

    name: str
    sql: SqlType
    description: str
    """One sentence with the unit: OpenAPI's description."""
    unit: str | None = None
    """None for counts, texts, flags and documents."""
    field: str = ""
    """Name in the API; the column's own where it is the same."""
    attribute: str = ""
    """Name of the reader's attribute (fio.reading.Result); the column's own where it is the same."""
    fio: str = ""
    """Key in fio's own JSON, where a figure is written as fio prints it."""
    counts: str | None = None
    """Of a rate: the column that counts what it is a rate of, over the runtime."""
    share: Share = "own"
    is_listed: bool = False
    """A list of runs shows it, and so does everything that shows more than a list."""
    is_fact: bool = True
    """Two readings of one output that differ in it are different readings."""

    @property
    def api(self) -> str:
        """Its name in answers."""
        return self.field or self.name

    @property
    def read_from(self) -> str:
        """The reader's attribute that holds it."""
        return self.attribute or self.name


def names(columns: Iterable[Column], alias: str = "") -> str:
    """Their names as a list of SQL, behind `alias` where one is given."""
    prefix = f"{alias}." if alias else ""
    return ", ".join(f"{prefix}{column.name}" for column in columns)


def record(columns: Iterable[Column]) -> str:
    """Their names and types, as `jsonb_to_recordset(…) as r (…)` wants them."""
    return ", ".join(f"{c.name} {'jsonb' if c.sql == 'text[]' else c.sql}" for c in columns)


def values(columns: Iterable[Column], alias: str) -> str:
    """What such a record holds of them, in the columns' own types."""
    return ", ".join(
        f"array(select jsonb_array_elements_text({alias}.{c.name}))"
        if c.sql == "text[]"
        else f"{alias}.{c.name}"
        for c in columns
    )


def selected(columns: Iterable[Column], alias: str = "") -> str:
    """Their names as a select list; documents as text, which answers pass on without decoding it."""
    prefix = f"{alias}." if alias else ""
    return ", ".join(
        f"{prefix}{c.name}::text as {c.name}" if c.sql == "jsonb" else f"{prefix}{c.name}" for c in columns
    )
