"""The difference of two inventories, field by field. What changes by itself is never listed."""

from typing import Any, Literal

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out


class InventoryRef(Out):
    """One side of a difference."""

    id: str
    created_at: AwareDatetime


class FacetState(Out):
    """Whether one facet of two inventories is the same."""

    facet: Literal["hw", "fw", "os"]
    state: Literal["same", "different", "cannot_tell"]
    text: str


class UnitsState(Out):
    """Whether two inventories speak of the very same drives and memory modules."""

    state: Literal["same", "different", "cannot_tell"]
    text: str


class DifferenceRow(Out):
    """One field that differs."""

    path: str = Field(description='e.g. "cpu.numa.nodes_per_socket", "disks[S4EVNX0R1].firmware"')
    title: str
    facet: Literal["hw", "fw", "os", "other"]
    change: Literal["changed", "added", "removed", "became_known", "became_unknown"]
    base: Any = Field(description="Value on the base side; null when absent or unknown")
    new: Any = Field(description="Value on the new side; null when absent or unknown")
    unit: str | None = Field(description='"bytes", "GT/s", "MT/s", …; null for text and plain counts')


class DifferenceOut(Out):
    """What differs between two inventories."""

    base: InventoryRef
    new: InventoryRef
    facets: list[FacetState]
    units: UnitsState
    rows: list[DifferenceRow]
