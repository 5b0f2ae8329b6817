"""Batches: the runs of one sweep or suite as one thing."""

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out
from fioboard.schemas.batch_fold import SweptOption
from fioboard.schemas.host_ref import HostRef
from fioboard.schemas.run import BatchRef, RunSummary


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
    swept: list[SweptOption] = Field(description="Job options with more than one value, best axis first")
    runs: list[RunSummary] = Field(description="In order of their step, at most 1,000")
    repeats: list[RepeatsOut] = Field(description="Preconditioning left out")


class StepRef(Out):
    """One step of a batch."""

    id: str = Field(description="The run's id")
    title: str | None
    started_at: AwareDatetime | None
    step: int = Field(description="Which run of the batch it is, from 1")


class RunInBatch(Out):
    """A run's place in its batch."""

    batch: BatchRef
    run_count: int = Field(description="Number of runs of the batch that are here, deleted ones left out")
    previous: StepRef | None
    next: StepRef | None
    repeat_runs: list[StepRef] = Field(
        description="The runs of the same workloads in this batch, this one among them; empty for preconditioning"
    )
    repeats: list[RepeatsOut] = Field(description="Their spread, per workload and direction")
