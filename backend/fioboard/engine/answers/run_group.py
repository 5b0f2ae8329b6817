"""Runs counted by a factor, by batch, by tag or by finding, and one workload's history."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.batch_fold import BatchHead

GroupValue = str | int | float | bool | list[str | int | float | bool] | None


@answer
class RunGroup(TypedDict):
    """The runs that share one value of a factor."""

    value: Annotated[
        GroupValue,
        Field(
            description="The factor's value, several when the runs' jobs differ, a batch's id, a tag or a rule; "
            "null = unknown, of no batch, without tag, nothing found"
        ),
    ]
    batch: Annotated[BatchHead | None, Field(description="Of groups by batch: which batch it is; else null")]
    runs: Annotated[
        int, Field(description="Number of runs; of the newest only when `runs_of_newest` says so")
    ]
    results: Annotated[
        int | None,
        Field(
            description="Number of results with a value of the metric among the runs that were read; null = not asked"
        ),
    ]
    workloads: Annotated[
        int | None,
        Field(
            description="Number of different workloads among them: above 1 the median mixes what cannot be compared"
        ),
    ]
    kinds: Annotated[
        int | None,
        Field(
            description="Number of different kinds of runs among them, each of one workload and one configuration: "
            "above 1 the median pools runs that are not alike"
        ),
    ]
    median: Annotated[float | None, Field(description="Of the metric, in its unit; null = unknown")]
    min: Annotated[float | None, Field(description="Smallest, in the metric's unit")]
    max: Annotated[float | None, Field(description="Largest, in the metric's unit")]


@answer
class RunGroups(TypedDict):
    """Groups, the largest first."""

    by: str
    metric: str | None
    unit: Annotated[str | None, Field(description="Unit of the metric: IOPS, bytes/s, ns or %")]
    groups: list[RunGroup]
    total_groups: Annotated[int, Field(description="Number of groups before the limit")]
    runs_of_newest: Annotated[
        int | None,
        Field(
            description="Groups and `runs` count only this many of the newest runs that match; null = all of them"
        ),
    ]
    figures_of_newest: Annotated[
        int | None,
        Field(
            description="The metric is summarised over only this many of the newest runs that match; null = all of them"
        ),
    ]
    reason: Annotated[
        str | None,
        Field(
            description="What was left out, as a sentence: the newest of how many runs; null when nothing was"
        ),
    ]


@answer
class HistoryPoint(TypedDict):
    """One result of a workload."""

    run_id: UUID
    started_at: Annotated[
        AwareDatetime, Field(description="Start of the run, or its upload when the start is unknown")
    ]
    direction: Direction
    value: Annotated[float | None, Field(description="In the metric's unit; null = not measured")]


@answer
class WorkloadHistory(TypedDict):
    """One workload over time, oldest first."""

    workload_id: UUID
    metric: str
    unit: Annotated[str, Field(description="IOPS, bytes/s, ns or %")]
    points: list[HistoryPoint]
