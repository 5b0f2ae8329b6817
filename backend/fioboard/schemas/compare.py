"""Comparisons: base against one or more new sides. Ratios are new/base; values in base units."""

from typing import Any, Literal

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out
from fioboard.schemas.difference import DifferenceOut
from fioboard.schemas.path import PathOut
from fioboard.schemas.result import Direction

Verdict = Literal["better", "worse", "no_difference_shown", "not_enough_runs"]
IntervalMethod = Literal["max_rank", "rank", "log_t"]
Value = str | int | float | bool | list[str | int | float | bool | None] | None


class RunValue(Out):
    """One run's value."""

    run_id: str
    value: float = Field(description="In the metric's unit")


class SideFigures(Out):
    """One metric on one side: every run, and their summary."""

    n: int = Field(description="Number of runs with this metric")
    mean: float | None = Field(description="Arithmetic mean in the metric's unit; null without a run")
    median: float | None = Field(description="In the metric's unit; null without a run")
    min: float | None = Field(description="Smallest, in the metric's unit; null without a run")
    max: float | None = Field(description="Largest, in the metric's unit; null without a run")
    stddev: float | None = Field(
        description="Standard deviation between runs, in the metric's unit; null below two"
    )
    cv_ratio: float | None = Field(description="stddev / mean, 0..1; null below two runs")
    modes: list[float] | None = Field(
        description="Means of two clusters in the metric's unit, when the runs clearly fall into two (a hint)"
    )
    odd_run_ids: list[str] = Field(description="Runs far from the others; named, never removed")
    values: list[RunValue]


class RankTestOut(Out):
    """Two-sided Mann–Whitney test."""

    u: float = Field(description="Number of pairs with new larger, ties one half")
    p_value: float = Field(description="Probability, 0..1")
    method: Literal["exact", "normal_approximation"]
    cliffs_delta: float = Field(
        description="Share of pairs with new larger (0..1) less share with new smaller"
    )
    effect: Literal["negligible", "small", "medium", "large"]


class BootstrapOut(Out):
    """The bootstrap interval of a ratio: beside the one that decides, never in its place."""

    ratio: float | None = Field(
        description="new/base, no unit: ratio of geometric means over the runs, which is what is resampled"
    )
    ci95: list[float] | None = Field(description="[low, high] of that ratio, no unit; BCa limits")
    resamples: int = Field(description="Number of resamples")
    seed: int = Field(
        description="Number that the draws follow from; made of run ids, metric and workload: the same for everybody"
    )
    levels: list[Literal["run", "block"]] = Field(
        description="What is resampled: runs, and ten blocks of time within each run whose log of the metric is stored"
    )
    runs_with_blocks: int = Field(description="Number of runs with such a log")
    holds_percent: int | None = Field(
        description="How often such an interval was measured to hold the truth with about so many runs, percent; "
        "it should be 95 (docs/statistics.md). Null without an interval; and with blocks, where it depends on the "
        "noise inside the runs"
    )
    reason: str | None = Field(description="Why there is no interval; null when there is one")


class MetricOut(Out):
    """One metric of one workload on both sides, and what the repeats carry."""

    unit: Literal["IOPS", "bytes/s", "ns", "%"]
    lower_is_better: bool | None
    base: SideFigures
    new: SideFigures
    ratio: float | None = Field(
        description="new/base, no unit: median over all pairs of runs (Hodges–Lehmann), not quotient of means"
    )
    ratio_ci95: list[float] | None = Field(
        description="[low, high] of the ratio, no unit; null with fewer than 3 runs on a side"
    )
    ratio_method: IntervalMethod | None = Field(
        description="max_rank (few runs) and rank: no assumption on noise; log_t: Student's t"
    )
    ratio_reason: str | None = Field(description="Why there is no interval; null when there is one")
    bootstrap: BootstrapOut | None = Field(
        description="Second interval, which decides nothing; null unless asked for with bootstrap=true"
    )
    p_value: float | None = Field(description="Of the test that decides, before correction, 0..1")
    p_method: IntervalMethod | None
    p_holm: float | None = Field(
        description="Corrected for all workloads and sides compared at once (Holm), 0..1"
    )
    mann_whitney: RankTestOut | None
    verdict: Verdict
    noise_ratio: float | None = Field(
        description="Standard deviation between repeats, both sides, 0..1; 0.03 = 3 %"
    )
    runs_to_show: int | None = Field(
        description="Runs on each side that would show a difference like this one nine times of ten, at the level that "
        "the number of workloads asks for; null when shown or beyond 1,000"
    )
    smallest_shown_ratio: float | None = Field(
        description="Smallest difference, no unit, that these repeats find nine times of ten; 0.05 = 5 %"
    )


class WorkloadOut(Out):
    """One workload in one direction, measured on both sides."""

    key: str = Field(description="Short name of the row for addresses; the same for the same workload")
    workload: str = Field(description="Job options in fio's words")
    workload_options: dict[str, Any] = Field(description="Job options that were made equal; null = unknown")
    direction: Direction
    metrics: dict[str, MetricOut]


class HeadlineOut(Out):
    """One metric over all workloads."""

    metric: str
    unit: Literal["IOPS", "bytes/s", "ns", "%"]
    lower_is_better: bool | None
    workloads: int = Field(description="Number of workloads that the mean is taken over")
    ratio: float = Field(description="Geometric mean of new/base, no unit")
    ratio_ci95: list[float] | None = Field(
        description="[low, high] of the ratio, no unit; null when a workload has too few runs"
    )
    better: int = Field(description="Number of workloads with this verdict")
    worse: int = Field(description="Number of workloads with this verdict")
    no_difference_shown: int = Field(description="Number of workloads with this verdict")
    not_enough_runs: int = Field(description="Number of workloads with this verdict")


class RunRef(Out):
    """A run of a side."""

    id: str
    title: str | None
    host_name: str
    started_at: AwareDatetime | None


class SideOut(Out):
    """One side: which runs it is."""

    filter: str = Field(description="The side's filter, canonical: what makes the same address")
    run_ids: list[str]
    runs: list[RunRef]


class FactorChangeOut(Out):
    """One factor that differs, or cannot be compared."""

    key: str
    title: str
    unit: str | None
    state: Literal["changed", "mixed", "cannot_tell", "one_side"] = Field(
        description="mixed: values in common, or a side whose runs differ among themselves; "
        "one_side: a label that only one side carries, which decides nothing"
    )
    base: Value = Field(description="Value in `unit`, list of values, or null: none or unknown (see state)")
    new: Value = Field(description="Value in `unit`, list of values, or null: none or unknown (see state)")
    follows_from: str | None = Field(description="Changed factor that this one follows from")


class SeparatingRun(Out):
    """A run that would tell two changes apart."""

    change: dict[str, Value] = Field(
        description="The one factor to set as on the new side; unit as in factors_changed"
    )
    keep: dict[str, Value] = Field(
        description="Factors to set as on the base side; unit as in factors_changed"
    )
    text: str
    fio_command: str | None = Field(
        description="Base's job, ready to copy; null when its options are unknown"
    )
    fio_command_reason: str | None


class AttributionOut(Out):
    """Whether the difference may be put down to one factor."""

    kind: Literal["nothing_changed", "only", "confounded", "cannot_tell"]
    keys: list[str] = Field(description="Factors that changed by themselves")
    text: str
    separating_runs: list[SeparatingRun]


class Unmatched(Out):
    """A workload that one side alone measured."""

    key: str
    workload: str
    workload_options: dict[str, Any]
    direction: Direction
    run_ids: list[str]


class UnmatchedOut(Out):
    """Workloads without a partner."""

    base: list[Unmatched]
    new: list[Unmatched]


class InventoryDifference(DifferenceOut):
    """What differs between the machines of the two sides: of the newest compared run on each."""

    base_count: int = Field(description="Number of distinct inventories among the compared base runs")
    new_count: int = Field(description="Number of distinct inventories among the compared new runs")
    rows_left_out: int = Field(description="Number of differing fields beyond the first 2,000")


class PathsOut(Out):
    """The ways of the data: of the newest compared run on each side; null when its targets are unknown."""

    base: PathOut | None
    new: PathOut | None
    state: Literal["same", "different", "cannot_tell"] = Field(description="Of the facet path")


class NoteOut(Out):
    """Something to know before believing the figures."""

    side: Literal["base", "new", "both"]
    text: str
    run_ids: list[str]


class PartOut(Out):
    """Base against one new side."""

    new: SideOut
    sentence: str = Field(description="The result in plain words")
    headlines: dict[str, HeadlineOut] = Field(description="By metric: all workloads together")
    workloads: list[WorkloadOut]
    factors_changed: list[FactorChangeOut]
    factors_unknown: list[FactorChangeOut] = Field(
        description="Unknown on a side: cannot tell; and labels that only one side carries"
    )
    confounded: bool = Field(description="True when several factors changed independently")
    attribution: AttributionOut
    inventory_difference: InventoryDifference | None = Field(description="null when a side sent no inventory")
    paths: PathsOut
    unmatched: UnmatchedOut
    notes: list[NoteOut]


class CompareOut(PartOut):
    """A comparison. Further new sides stand in `more`, in the order of the address."""

    base: SideOut
    more: list[PartOut]
    metrics: list[str] = Field(description="Metrics asked for, in order")


class BootstrapsOut(Out):
    """Bootstrap intervals of one workload."""

    key: str
    workload: str
    direction: Direction
    parts: list[dict[str, BootstrapOut]] = Field(description="By metric, per new side")


class PercentileOut(Out):
    """A percentile of merged bins; the true value lies between low and high."""

    percentile: float = Field(description="In percent of the I/Os, e.g. 99.9")
    ns: int = Field(description="As fio would print it, ns")
    low_ns: int = Field(description="Lower edge of its bucket, ns")
    high_ns: int | None = Field(
        description="Upper edge of its bucket, ns; null in fio's last bucket: `ns` is a lower bound"
    )


class CdfPointOut(Out):
    """One step of a cumulative distribution."""

    ns: int = Field(description="Upper end of the latency bucket, ns")
    share: float = Field(description="Share of I/Os at or below it, 0..1")


class SideDistribution(Out):
    """Bins of all runs of a side, added."""

    runs: int = Field(description="Number of runs with bins")
    runs_without_bins: int = Field(description="Number of runs without: not in the curve")
    n: int = Field(description="Number of I/Os")
    resolution_ns: int = Field(description="Coarsest unit anything in it was measured in, ns")
    cdf: list[CdfPointOut]
    percentiles: list[PercentileOut]


class ShiftOut(Out):
    """How far a percentile moved: over the runs' own percentiles."""

    percentile: float = Field(description="In percent of the I/Os, e.g. 99.9")
    base_runs: int = Field(description="Number of runs with enough I/Os to reach it")
    new_runs: int = Field(description="Number of runs with enough I/Os to reach it")
    ratio: float | None = Field(description="new/base, no unit")
    ratio_ci95: list[float] | None = Field(description="[low, high] of the ratio, no unit")
    ratio_method: IntervalMethod | None


class DistributionOut(Out):
    """Latency distributions of one workload, base first."""

    key: str
    workload: str
    direction: Direction
    kind: Literal["slat", "clat", "lat"]
    sides: list[SideDistribution]
    shifts: list[list[ShiftOut]] = Field(description="Per new side")


class SeriesPointOut(Out):
    """A bucket of time; buckets without a point are left out."""

    t_ms: int = Field(description="Start of the bucket, ms from the start of the run")
    mean: float = Field(description="In the metric's unit")
    min: float = Field(description="Smallest, in the metric's unit")
    max: float = Field(description="Largest, in the metric's unit")
    n: int = Field(description="Number of points in the bucket")


class RunTimeSeries(Out):
    """One recorded series of a run."""

    run_id: str
    name: str
    source: str
    points: list[SeriesPointOut]


class TimeSeriesCompareOut(Out):
    """Series of one metric, every run from its own start, base first."""

    key: str
    workload: str
    direction: Direction
    metric: str
    bucket_ms: int = Field(description="Length of a bucket, ms")
    sides: list[list[RunTimeSeries]]
    left_out: int = Field(description="Number of series beyond the limit, oldest runs first")


class ChoiceOut(Out):
    """Something a run can be compared with."""

    kind: Literal["previous_configuration", "before_inventory_change", "other_host"]
    title: str
    base: str = Field(description="Filter of the base side")
    new: str = Field(description="Filter of the new side: this run and its repeats")
    base_runs: int = Field(description="Number of runs")
    new_runs: int = Field(description="Number of runs")


class ChoicesOut(Out):
    """What a run can be compared with."""

    items: list[ChoiceOut]
