"""What a factor is, and the ways to declare one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fioboard.vocabulary.factors.subject import Scalar, Subject, at, of_jobs

ValueType = Literal["text", "number", "bytes", "flag"]
Found = Scalar | list[Scalar] | None


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor: its key in addresses and API, its title, what kind of value in which unit, and where it is read."""

    key: str
    title: str
    type: ValueType
    description: str
    group: str
    source: str
    read: Callable[[Subject], Found]
    unit: str | None = None
    """None for text, flags and plain counts; bytes for every factor of type bytes."""

    @property
    def is_stateable(self) -> bool:
        """Whether a label of the same key overrides it. What the tool or the upload itself said is no detection."""
        return self.source not in {"upload", "output", "job options"}


def option(key: str, title: str, kind: ValueType, description: str) -> Factor:
    """A job option; several values when the jobs of a run differ."""
    unit = "bytes" if kind == "bytes" else None
    return Factor(key, title, kind, description, "Job", "job options", lambda s: list(of_jobs(s, key)), unit)


def field(  # noqa: PLR0917 -- declarations read as the rows of a table
    key: str, title: str, kind: ValueType, group: str, path: str, description: str, unit: str | None = None
) -> Factor:
    """A field of the inventory document, at a path with dots."""
    unit = "bytes" if kind == "bytes" else unit
    keys = path.split(".")
    return Factor(key, title, kind, description, group, "inventory", lambda s: at(s.inventory, *keys), unit)


def fact(  # noqa: PLR0917 -- as above
    key: str,
    title: str,
    kind: ValueType,
    group: str,
    description: str,
    unit: str | None = None,
    source: str = "inventory and targets",
) -> Factor:
    """Something that the room `inventory` concluded: it stands in the subject's facts under the factor's key."""
    unit = "bytes" if kind == "bytes" else unit
    return Factor(key, title, kind, description, group, source, lambda s: s.facts.get(key), unit)
