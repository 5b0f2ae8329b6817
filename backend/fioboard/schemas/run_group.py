"""Runs counted by a factor, by batch or by tag, and one workload's history."""

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out
from fioboard.schemas.batch_fold import BatchHead
from fioboard.schemas.result import Direction

FactorOut = str | int | float | bool


class RunGroup(Out):
    """The runs that share one value of a factor."""

    value: FactorOut | list[FactorOut] | None = Field(
        description="The factor's value, several when the runs' jobs differ, a batch's id or a tag; "
        "null = unknown, of no batch, without tag"
    )
    batch: BatchHead | None = Field(description="Of groups by batch: which batch it is; else null")
    runs: int = Field(description="Number of runs; of the newest only when `runs_of_newest` says so")
    results: int | None = Field(
        description="Number of results with a value of the metric among the runs that were read; null = not asked"
    )
    workloads: int | None = Field(
        description="Number of different workloads among them: above 1 the median mixes what cannot be compared"
    )
    median: float | None = Field(description="Of the metric, in its unit; null = unknown")
    min: float | None = Field(description="Smallest, in the metric's unit")
    max: float | None = Field(description="Largest, in the metric's unit")


class RunGroups(Out):
    """Groups, the largest first."""

    by: str
    metric: str | None
    unit: str | None = Field(description="Unit of the metric: IOPS, bytes/s, ns or %")
    groups: list[RunGroup]
    total_groups: int = Field(description="Number of groups before the limit")
    runs_of_newest: int | None = Field(
        description="Groups and `runs` count only this many of the newest runs that match; null = all of them"
    )
    figures_of_newest: int | None = Field(
        description="The metric is summarised over only this many of the newest runs that match; null = all of them"
    )
    reason: str | None = Field(
        description="What was left out, as a sentence: the newest of how many runs; null when nothing was"
    )


class HistoryPoint(Out):
    """One result of a workload."""

    run_id: str
    started_at: AwareDatetime = Field(description="Start of the run, or its upload when the start is unknown")
    direction: Direction
    value: float | None = Field(description="In the metric's unit; null = not measured")


class WorkloadHistory(Out):
    """One workload over time, oldest first."""

    workload_id: str
    metric: str
    unit: str = Field(description="IOPS, bytes/s, ns or %")
    points: list[HistoryPoint]
