"""Under which circumstances the two sides of a comparison were measured: what the path can carry, heat, and CPU."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer
from fioboard.vocabulary.circumstances import CircumstanceKey, CircumstanceSource, CircumstanceUnit


@answer
class CircumstanceFigure(TypedDict):
    """One side's figure: the range over its compared runs."""

    low: Annotated[
        float | None, Field(description="Smallest, in the row's unit; null when no run tells, see `reason`")
    ]
    high: Annotated[float | None, Field(description="Largest, in the row's unit; null when no run tells")]
    n: Annotated[int, Field(description="Number of runs that tell")]
    of: Annotated[
        int,
        Field(
            description="Number of runs that were asked: all compared ones; of samples at most the newest 50"
        ),
    ]
    source: CircumstanceSource
    limited_by: Annotated[
        str | None,
        Field(
            description="Of ceilings: the slowest link, a PCIe address or an interface, as found for reads; null "
            "when that is no single one, or the runs' paths differ in it"
        ),
    ]
    reason: Annotated[str | None, Field(description="Why no run tells; null when one does")]


@answer
class CircumstanceOut(TypedDict):
    """One circumstance on both sides."""

    key: Annotated[
        CircumstanceKey,
        Field(
            description="ceiling_read, ceiling_write: most that the whole path carries in a direction that was "
            "compared, a range where the payload size is unknown; drive_temperature: the measured drives during the "
            "runs; fio_cpu: user and system, percent of one processor; host_cpu: busy, mean of a NUMA node, or of a "
            "socket where no node is known"
        ),
    ]
    title: str
    unit: CircumstanceUnit
    base: CircumstanceFigure
    new: CircumstanceFigure
