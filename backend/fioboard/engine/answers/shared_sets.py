"""A shared run beside the reference sets that its sender chose."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class SharedSetFigure(TypedDict):
    """What one reference set says of a result's drive and test."""

    lab: Annotated[str, Field(description="Name of its maker, as the set says")]
    drives: Annotated[
        int | None,
        Field(description="Number of drives, or of arrays; null: a source states it, nobody measured"),
    ]
    firmware: Annotated[str | None, Field(description="Of those drives; null = unknown or stated")]
    place: Annotated[str, Field(description='In words: "8th percentile of 41 drives"')]
    percentile: Annotated[float | None, Field(description="0 to 100 percent; null = none can be given")]
    low: Annotated[
        float | None, Field(description="Lowest value, in the unit that `unit` says; null = not stated")
    ]
    high: Annotated[
        float | None, Field(description="Highest value, in the unit that `unit` says; null = not stated")
    ]
    stated: Annotated[
        str | None, Field(description="What a source states, in words: up to 16.0k IOPS; null = measured")
    ]
    by: Annotated[str | None, Field(description="Who states it; null = measured")]


@answer
class SharedPlaced(TypedDict):
    """A result of the run beside the sets that its sender chose."""

    position: Annotated[int, Field(description="Of the result within its run, from 0")]
    measured: Annotated[float, Field(description="In the unit that `unit` says")]
    unit: Annotated[Literal["IOPS", "bytes/s", "ns"], Field(description="Of every value")]
    sets: list[SharedSetFigure]
