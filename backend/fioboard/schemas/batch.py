"""Batches: the runs of one sweep or suite as one thing."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.answer import VerdictOut
from fioboard.schemas.base import answer
from fioboard.schemas.batch_fold import SweptOption
from fioboard.schemas.finding import FindingOut
from fioboard.schemas.host_ref import HostRef
from fioboard.schemas.run import BatchRef, RunSummary


@answer
class RepeatsOut(TypedDict):
    """The repeats of one workload and direction within a batch."""

    workload: Annotated[str, Field(description='e.g. "randread 4k, depth 32, 4 jobs, libaio"')]
    workload_id: UUID
    direction: str
    setting: Annotated[
        str | None,
        Field(description="Host, target and labels, where the workload was measured with several; else null"),
    ]
    n: Annotated[int, Field(description="Number of runs of it")]
    iops_mean: Annotated[float | None, Field(description="Mean of the runs' I/O operations per second")]
    iops_min: Annotated[float | None, Field(description="Smallest, I/O operations per second")]
    iops_max: Annotated[float | None, Field(description="Largest, I/O operations per second")]
    iops_ci95: Annotated[
        list[float] | None,
        Field(
            description="[low, high] of the mean by Student's t, I/O operations per second; null below 3 runs"
        ),
    ]
    bw_mean_bytes_per_s: Annotated[
        float | None, Field(description="Mean of the runs' bandwidths, bytes per second")
    ]


@answer
class BatchAnswer(TypedDict):
    """What a batch tells as a whole. Judged when it is read."""

    verdict: Annotated[
        VerdictOut, Field(description="The knee of what was swept, else what all steps have in common")
    ]
    findings: Annotated[
        list[FindingOut], Field(description="Those that every measuring step has, in the words of the last")
    ]


@answer
class BatchOut(TypedDict):
    """One sweep or suite."""

    id: UUID
    name: str
    steps: Annotated[int, Field(description="Number of runs it was to have")]
    run_count: Annotated[int, Field(description="Number of runs that are here, deleted ones left out")]
    started_at: AwareDatetime | None
    ended_at: AwareDatetime | None
    hosts: list[HostRef]
    swept: Annotated[
        list[SweptOption], Field(description="Job options with more than one value, best axis first")
    ]
    runs: Annotated[list[RunSummary], Field(description="In order of their step, at most 1,000")]
    repeats: Annotated[list[RepeatsOut], Field(description="Preconditioning left out")]
    answer: Annotated[
        BatchAnswer | None, Field(description="null when its steps have nothing in common that can be told")
    ]


@answer
class StepRef(TypedDict):
    """One step of a batch."""

    id: Annotated[UUID, Field(description="The run's id")]
    title: str | None
    started_at: AwareDatetime | None
    step: Annotated[int, Field(description="Which run of the batch it is, from 1")]


@answer
class RunInBatch(TypedDict):
    """A run's place in its batch."""

    batch: BatchRef
    run_count: Annotated[
        int, Field(description="Number of runs of the batch that are here, deleted ones left out")
    ]
    previous: StepRef | None
    next: StepRef | None
    repeat_runs: Annotated[
        list[StepRef],
        Field(
            description="The runs of the same workloads in this batch, this one among them; empty for preconditioning"
        ),
    ]
    repeats: Annotated[list[RepeatsOut], Field(description="Their spread, per workload and direction")]
