"""One workload on both sides of a comparison, and all workloads together. Ratios are new/base; values in base units."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.compare_evidence import BootstrapOut, Decimals, FewRunsOut, RankTestOut
from fioboard.engine.answers.share_mark import (
    ANSWER,
    COMPOSED,
    EMPTY,
    METRIC,
    Count,
    Flag,
    Number,
    share_label,
    share_sentence,
    share_word,
)
from fioboard.engine.words import sentences
from fioboard.engine.words.metrics import Unit

SHOWN_UNIT = share_word()
Verdict = Literal["better", "worse", "no_difference_shown", "not_enough_runs"]


IntervalMethod = Literal["max_rank", "rank", "log_t"]


@answer
class RunValue(TypedDict):
    """One run's value."""

    run_id: Annotated[str, share_label("run")]
    value: Annotated[Number, Field(description="In the metric's unit")]


@answer
class SideFigures(TypedDict):
    """One metric on one side: every run, and their summary."""

    n: Annotated[Count, Field(description="Number of runs with this metric")]
    mean: Annotated[
        Number | None, Field(description="Arithmetic mean in the metric's unit; null without a run")
    ]
    median: Annotated[Number | None, Field(description="In the metric's unit; null without a run")]
    min: Annotated[Number | None, Field(description="Smallest, in the metric's unit; null without a run")]
    max: Annotated[Number | None, Field(description="Largest, in the metric's unit; null without a run")]
    stddev: Annotated[
        Number | None,
        Field(description="Standard deviation between runs, in the metric's unit; null below two"),
    ]
    cv_ratio: Annotated[Number | None, Field(description="stddev / mean, 0..1; null below two runs")]
    modes: Annotated[
        list[Number] | None,
        Field(
            description="Means of two clusters in the metric's unit, when the runs clearly fall into two (a hint)"
        ),
    ]
    odd_run_ids: Annotated[
        list[str], share_label("run"), Field(description="Runs far from the others; named, never removed")
    ]
    values: Annotated[list[RunValue], ANSWER]


@answer
class MetricOut(TypedDict):
    """One metric of one workload on both sides, and what the repeats carry."""

    unit: Annotated[Unit, SHOWN_UNIT, Field(description="Base unit of its figures; share: 0..1 or above")]
    lower_is_better: Flag | None
    base: Annotated[SideFigures, ANSWER]
    new: Annotated[SideFigures, ANSWER]
    ratio: Annotated[
        Number | None,
        Field(
            description="new/base, no unit: median over all pairs of runs (Hodges–Lehmann), not quotient of means"
        ),
    ]
    ratio_ci95: Annotated[
        list[Number] | None,
        Field(description="[low, high] of the ratio, no unit; null with fewer than 3 runs on a side"),
    ]
    ratio_decimals: Decimals
    ratio_method: Annotated[
        IntervalMethod | None,
        share_word(),
        Field(description="max_rank (few runs) and rank: no assumption on noise; log_t: Student's t"),
    ]
    ratio_reason: Annotated[
        str | None,
        share_sentence(sentences.OF_RATIOS),
        Field(description="Why there is no interval; null when there is one"),
    ]
    few_runs: Annotated[
        FewRunsOut | None,
        ANSWER,
        Field(
            description="null with three runs on each side, where the interval tells more, and with none on one"
        ),
    ]
    bootstrap: Annotated[
        BootstrapOut | None,
        ANSWER,
        Field(
            description="Second interval, which decides nothing; null unless asked for with bootstrap=true"
        ),
    ]
    p_value: Annotated[Number | None, Field(description="Of the test that decides, before correction, 0..1")]
    p_method: Annotated[IntervalMethod | None, share_word()]
    p_holm: Annotated[
        Number | None,
        Field(description="Corrected for all workloads and sides compared at once (Holm), 0..1"),
    ]
    mann_whitney: Annotated[RankTestOut | None, ANSWER]
    verdict: Annotated[Verdict, share_word()]
    noise_ratio: Annotated[
        Number | None, Field(description="Standard deviation between repeats, both sides, 0..1; 0.03 = 3 %")
    ]
    runs_to_show: Annotated[
        Count | None,
        Field(
            description="Runs on each side that would show a difference like this one nine times of ten, "
            "at the level that "
            "the number of workloads asks for; null when shown or beyond 1,000"
        ),
    ]
    smallest_shown_ratio: Annotated[
        Number | None,
        Field(
            description="Smallest difference, no unit, that these repeats find nine times of ten; 0.05 = 5 %"
        ),
    ]


@answer
class WorkloadOut(TypedDict):
    """One workload in one direction, measured on both sides."""

    key: Annotated[
        str,
        COMPOSED,
        Field(description="Short name of the row for addresses; the same for the same workload"),
    ]
    workload: Annotated[str, COMPOSED, Field(description="Job options in fio's words")]
    workload_options: Annotated[
        Mapping[str, object], COMPOSED, Field(description="Job options that were made equal; null = unknown")
    ]
    setting: Annotated[
        list[str],
        EMPTY,
        Field(
            description="Where runs of one workload were not alike: in which setting these were made, in words; empty "
            "in a share"
        ),
    ]
    direction: Annotated[Direction, share_word("mixed")]
    metrics: Annotated[dict[str, MetricOut], ANSWER]


@answer
class HeadlineOut(TypedDict):
    """One metric over all workloads."""

    metric: Annotated[str, METRIC]
    unit: Annotated[Unit, SHOWN_UNIT, Field(description="Base unit of its figures; share: 0..1 or above")]
    lower_is_better: Flag | None
    workloads: Annotated[Count, Field(description="Number of workloads that the mean is taken over")]
    ratio: Annotated[Number, Field(description="Geometric mean of new/base, no unit")]
    ratio_ci95: Annotated[
        list[Number] | None,
        Field(description="[low, high] of the ratio, no unit; null when a workload has too few runs"),
    ]
    ratio_decimals: Decimals
    better: Annotated[Count, Field(description="Number of workloads with this verdict")]
    worse: Annotated[Count, Field(description="Number of workloads with this verdict")]
    no_difference_shown: Annotated[Count, Field(description="Number of workloads with this verdict")]
    not_enough_runs: Annotated[Count, Field(description="Number of workloads with this verdict")]
