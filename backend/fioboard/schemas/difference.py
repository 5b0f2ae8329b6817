"""The difference of two inventories, field by field. What changes by itself is never listed."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer
from fioboard.vocabulary import limits

MachineFacet = Literal["hw", "fw", "os"]
AnyFacet = Literal["hw", "fw", "os", "other"]
Sameness = Literal["same", "different", "cannot_tell"]
Change = Literal["changed", "added", "removed", "became_known", "became_unknown"]


@answer
class InventoryRef(TypedDict):
    """One side of a difference."""

    id: str
    created_at: AwareDatetime


@answer
class FacetState(TypedDict):
    """Whether one facet of two inventories is the same."""

    facet: MachineFacet
    state: Sameness
    text: str


@answer
class UnitsState(TypedDict):
    """Whether two inventories speak of the very same drives and memory modules."""

    state: Sameness
    text: str


@answer
class DifferenceRow(TypedDict):
    """One field that differs."""

    path: Annotated[str, Field(description='e.g. "cpu.numa.nodes_per_socket", "disks[S4EVNX0R1].firmware"')]
    title: str
    facet: AnyFacet
    change: Change
    base: Annotated[object, Field(description="Value on the base side; null when absent or unknown")]
    new: Annotated[object, Field(description="Value on the new side; null when absent or unknown")]
    unit: Annotated[
        str | None, Field(description='"bytes", "GT/s", "MT/s", …; null for text and plain counts')
    ]
    follows_from: Annotated[
        str | None, Field(description="Path of the row that this one follows from; null when from none")
    ]


@answer
class DifferenceOut(TypedDict):
    """What differs between two inventories."""

    base: InventoryRef
    new: InventoryRef
    facets: list[FacetState]
    units: UnitsState
    rows: Annotated[
        list[DifferenceRow], Field(description=f"At most {limits.MAX_DIFFERENCE_ROWS:,}; long values are cut")
    ]
    rows_left_out: Annotated[
        int,
        Field(description="Number of further fields that differ, a count; 5,000 differences are looked at"),
    ]
