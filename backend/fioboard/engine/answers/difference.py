"""The difference of two inventories, field by field. What changes by itself is never listed."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, share_label, share_sentence, share_word
from fioboard.engine.words import limits, sentences

MachineFacet = Literal["hw", "fw", "os"]
AnyFacet = Literal["hw", "fw", "os", "other"]
Sameness = Literal["same", "different", "cannot_tell"]
Change = Literal["changed", "added", "removed", "became_known", "became_unknown"]


@answer
class InventoryRef(TypedDict):
    """One side of a difference."""

    id: Annotated[str, share_label("inventory")]
    created_at: Annotated[AwareDatetime, COMPOSED]


@answer
class FacetState(TypedDict):
    """Whether one facet of two inventories is the same."""

    facet: Annotated[MachineFacet, share_word("hw")]
    state: Annotated[Sameness, share_word("cannot_tell")]
    text: Annotated[str, share_sentence(sentences.OF_FACETS)]


@answer
class UnitsState(TypedDict):
    """Whether two inventories speak of the very same drives and memory modules."""

    state: Annotated[Sameness, share_word("cannot_tell")]
    text: Annotated[str, share_sentence(sentences.OF_UNITS)]


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

    base: Annotated[InventoryRef, ANSWER]
    new: Annotated[InventoryRef, ANSWER]
    facets: Annotated[list[FacetState], ANSWER]
    units: Annotated[UnitsState, ANSWER]
    rows: Annotated[
        list[DifferenceRow],
        COMPOSED,
        Field(description=f"At most {limits.MAX_DIFFERENCE_ROWS:,}; long values are cut"),
    ]
    rows_left_out: Annotated[
        int,
        COMPOSED,
        Field(description="Number of further fields that differ, a count; 5,000 differences are looked at"),
    ]
