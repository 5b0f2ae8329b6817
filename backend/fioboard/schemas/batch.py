"""Batches: the runs of one sweep or suite as one thing."""

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out
from fioboard.schemas.run import HostRef, RunSummary


class RepeatsOut(Out):
    """The repeats of one workload and direction within a batch."""

    workload: str = Field(description='e.g. "randread 4k, depth 32, 4 jobs, libaio"')
    workload_id: str
    direction: str
    n: int = Field(description="Number of runs of it")
    iops_mean: float | None = Field(description="Mean of the runs' I/O operations per second")
    iops_min: float | None = Field(description="Smallest, I/O operations per second")
    iops_max: float | None = Field(description="Largest, I/O operations per second")
    iops_ci95: list[float] | None = Field(
        description="[low, high] of the mean by Student's t, I/O operations per second; null below 3 runs"
    )
    bw_mean_bytes_per_s: float | None = Field(description="Mean of the runs' bandwidths, bytes per second")


class BatchOut(Out):
    """One sweep or suite."""

    id: str
    name: str
    steps: int = Field(description="Number of runs it was to have")
    run_count: int = Field(description="Number of runs that are here, deleted ones left out")
    started_at: AwareDatetime | None
    ended_at: AwareDatetime | None
    hosts: list[HostRef]
    runs: list[RunSummary] = Field(description="In order of their step, at most 1,000")
    repeats: list[RepeatsOut]
