"""A batch as one row of a list."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.share_mark import COMPOSED, Count


@answer
class BatchHead(TypedDict):
    """What a batch is, by the runs that the filter means."""

    id: UUID
    name: Annotated[str, Field(description="Its title where a person gave it one, else the agent's word")]
    steps: Annotated[int, Field(description="Number of runs it was to have")]
    runs: Annotated[int, Field(description="Number of its runs that the filter means")]
    host: HostRef
    started_at: Annotated[AwareDatetime | None, Field(description="Start of the first of these runs")]
    ended_at: Annotated[AwareDatetime | None, Field(description="End of the last of these runs")]


@answer
class SweptOption(TypedDict):
    """A job option that a batch varies."""

    key: Annotated[
        str,
        COMPOSED,
        Field(description="bs, iodepth, numjobs, rw, ioengine or a further option that was varied"),
    ]
    count: Annotated[Count, Field(description="Number of its values")]
    values: Annotated[
        list[int | str],
        COMPOSED,
        Field(description="Its values in order, sizes in bytes; of more than 12 the first 11 and the last"),
    ]


@answer
class FastestWorkload(TypedDict):
    """The workload that moved most in one direction, with its best result."""

    rw: str | None
    bs_bytes: Annotated[int | None, Field(description="bytes; null = unknown, or a range")]
    bs: Annotated[str | None, Field(description="As typed, where it is a range, a list or a split")]
    iodepth: Annotated[int | None, Field(description="I/Os in flight of one job, a count; null = unknown")]
    numjobs: Annotated[int | None, Field(description="Jobs side by side, a count; null = unknown")]
    iops: Annotated[float | None, Field(description="I/O operations per second; null = not measured")]
    bw_bytes_per_s: Annotated[int | None, Field(description="bytes/s; null = not measured")]
    clat_p99_ns: Annotated[
        list[float] | None,
        Field(description="[least, most] over its repeats, ns: their spread; null = not measured"),
    ]


@answer
class DirectionSpan(TypedDict):
    """From the least to the most that a batch's results show in one direction."""

    direction: Direction
    workloads: Annotated[
        int,
        Field(description="Number of workloads: above 1 the span is what the sweep made of it, not noise"),
    ]
    results: Annotated[int, Field(description="Number of results")]
    iops: Annotated[
        list[float] | None, Field(description="[least, most], I/O operations per second; null = not measured")
    ]
    bw_bytes_per_s: Annotated[
        list[float] | None, Field(description="[least, most], bytes/s; null = not measured")
    ]
    clat_p99_ns: Annotated[list[float] | None, Field(description="[least, most], ns; null = not measured")]
    fastest: FastestWorkload


@answer
class BatchFold(BatchHead):
    """A batch in the place of its runs."""

    preconditions: Annotated[
        int, Field(description="Number of these runs that only prepared the drive; in no figure below")
    ]
    unfinished: Annotated[
        int, Field(description="Number of these runs that were cut short, failed or are not understood")
    ]
    limit_shares: Annotated[
        list[float] | None,
        Field(
            description="[least, most] share of their limit, 1 = all of it, of the runs that are at one; null = none is"
        ),
    ]
    repeats_min: Annotated[int, Field(description="Runs of the workload with the fewest; 0 without results")]
    repeats_max: Annotated[int, Field(description="Runs of the workload with the most; 0 without results")]
    swept: Annotated[
        list[SweptOption], Field(description="Job options with more than one value, best axis first")
    ]
    spans: list[DirectionSpan]


@answer
class BatchList(TypedDict):
    """Batches, the newest first."""

    items: list[BatchHead]
    has_more: Annotated[bool, Field(description="There are older ones that match")]
