"""Jobs made from the figures of a datasheet."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class SpecJobOut(TypedDict):
    """What fio has to do so that its figure may be held against one of a datasheet."""

    figure: Annotated[int, Field(description="Its place on the card, from 1")]
    metric: Annotated[str, Field(description="What is rated: iops, bw_bytes_per_s or lat_ns")]
    rated: Annotated[float, Field(description="In `unit`")]
    unit: Annotated[str, Field(description="IOPS, bytes/s or ns")]
    claim: Annotated[str, Field(description='How the source words it: "up to", "typical"')]
    name: Annotated[str, Field(description="Of the job, unique on the card")]
    rw: Annotated[str, Field(description="fio's rw option")]
    bs: Annotated[str, Field(description='As fio writes it: "4k"')]
    iodepth: Annotated[int, Field(description="I/Os kept in flight per job, a count")]
    numjobs: Annotated[int, Field(description="Clones of the job, a count")]
    rwmixread: Annotated[
        int | None, Field(description="Reads of all I/Os in percent; null where nothing is mixed")
    ]
    is_destructive: Annotated[bool, Field(description="Whether it, or what has to come before it, writes")]
    before: Annotated[
        list[Literal["fill", "overwrite", "past_cache"]],
        Field(description="What has to be written first, in this order"),
    ]
    by_hand: Annotated[list[str], Field(description="What no job can do, in words")]
    assumed: Annotated[list[str], Field(description="Options that the datasheet does not state")]
    job_file: Annotated[str, Field(description="The whole as a job file; TARGET stands for the drive")]


@answer
class SpecJobsOut(TypedDict):
    """The jobs of one drive's card."""

    card_id: Annotated[str | None, Field(description="null where no card is of this drive")]
    title: str | None
    jobs: list[SpecJobOut]
    left_out: Annotated[list[str], Field(description="Figures that no job measures, each with the reason")]
