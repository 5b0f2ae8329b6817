"""Under which circumstances the two sides of a comparison were measured: what the path can carry, heat, and CPU."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import COMPOSED, PLACE, Count, Number, share_sentence, share_word
from fioboard.engine.words.circumstances import CircumstanceKey, CircumstanceSource, CircumstanceUnit
from fioboard.engine.words.sentences import OF_CIRCUMSTANCES


@answer
class CircumstanceFigure(TypedDict):
    """One side's figure: the range over its compared runs."""

    low: Annotated[
        Number | None, Field(description="Smallest, in the row's unit; null when no run tells, see `reason`")
    ]
    high: Annotated[Number | None, Field(description="Largest, in the row's unit; null when no run tells")]
    n: Annotated[Count, Field(description="Number of runs that tell")]
    of: Annotated[
        Count,
        Field(
            description="Number of runs that were asked: all compared ones; of samples at most the newest 50"
        ),
    ]
    source: Annotated[CircumstanceSource, share_word("result")]
    limited_by: Annotated[
        str | None,
        PLACE,
        Field(
            description="Of ceilings: the slowest link, a PCIe address or an interface, as found for reads; null "
            "when that is no single one, or the runs' paths differ in it"
        ),
    ]
    reason: Annotated[
        str | None,
        share_sentence(OF_CIRCUMSTANCES),
        Field(description="Why no run tells; null when one does"),
    ]


@answer
class CircumstanceOut(TypedDict):
    """One circumstance on both sides."""

    key: Annotated[
        CircumstanceKey,
        share_word(),
        Field(
            description="ceiling_read, ceiling_write: most that the whole path carries in a direction that was "
            "compared, a range where the payload size is unknown; drive_temperature: the measured drives during the "
            "runs; fio_cpu: user and system, percent of one processor; host_cpu: busy, mean of a NUMA node, or of a "
            "socket where no node is known"
        ),
    ]
    title: Annotated[str, COMPOSED]
    unit: Annotated[CircumstanceUnit, share_word()]
    base: Annotated[CircumstanceFigure, COMPOSED]
    new: Annotated[CircumstanceFigure, COMPOSED]
