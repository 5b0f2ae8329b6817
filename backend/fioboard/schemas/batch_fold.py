"""A batch as one row of a list."""

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out
from fioboard.schemas.host_ref import HostRef
from fioboard.schemas.result import Direction


class BatchHead(Out):
    """What a batch is, by the runs that the filter means."""

    id: str
    name: str
    steps: int = Field(description="Number of runs it was to have")
    runs: int = Field(description="Number of its runs that the filter means")
    host: HostRef
    started_at: AwareDatetime | None = Field(description="Start of the first of these runs")
    ended_at: AwareDatetime | None = Field(description="End of the last of these runs")


class SweptOption(Out):
    """A job option that a batch varies."""

    key: str = Field(description="bs, iodepth, numjobs, rw or ioengine")
    count: int = Field(description="Number of its values")
    values: list[int | str] = Field(
        description="Its values in order, sizes in bytes; of more than 12 the first 11 and the last"
    )


class DirectionSpan(Out):
    """From the least to the most that a batch's results show in one direction."""

    direction: Direction
    workloads: int = Field(
        description="Number of workloads: above 1 the span is what the sweep made of it, not noise"
    )
    results: int = Field(description="Number of results")
    iops: list[float] | None = Field(
        description="[least, most], I/O operations per second; null = not measured"
    )
    bw_bytes_per_s: list[float] | None = Field(description="[least, most], bytes/s; null = not measured")
    clat_p99_ns: list[float] | None = Field(description="[least, most], ns; null = not measured")


class BatchFold(BatchHead):
    """A batch in the place of its runs."""

    preconditions: int = Field(
        description="Number of these runs that only prepared the drive; in no figure below"
    )
    unfinished: int = Field(
        description="Number of these runs that were cut short, failed or are not understood"
    )
    repeats_min: int = Field(description="Runs of the workload with the fewest; 0 without results")
    repeats_max: int = Field(description="Runs of the workload with the most; 0 without results")
    swept: list[SweptOption] = Field(description="Job options with more than one value, best axis first")
    spans: list[DirectionSpan]


class BatchList(Out):
    """Batches, the newest first."""

    items: list[BatchHead]
    has_more: bool = Field(description="There are older ones that match")
