"""Comparisons: base against one or more new sides. Ratios are new/base; values in base units."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.schemas.base import answer
from fioboard.schemas.circumstances import CircumstanceOut
from fioboard.schemas.compare_answer import ComparedAnswer
from fioboard.schemas.compare_evidence import BootstrapOut, Decimals, FewRunsOut, RankTestOut
from fioboard.schemas.compared_sides import ComparedHeld, LeftOutOut, MissingRunsPart
from fioboard.schemas.difference import DifferenceOut
from fioboard.schemas.path import PathOut
from fioboard.schemas.separation import SeparationOut
from fioboard.schemas.what_differs import DiffersOut
from fioboard.vocabulary import limits
from fioboard.vocabulary.metrics import Unit

Verdict = Literal["better", "worse", "no_difference_shown", "not_enough_runs"]
IntervalMethod = Literal["max_rank", "rank", "log_t"]
SideName = Literal["base", "new", "both"]
Value = str | int | float | bool | list[str | int | float | bool | None] | None


@answer
class RunValue(TypedDict):
    """One run's value."""

    run_id: str
    value: Annotated[float, Field(description="In the metric's unit")]


@answer
class SideFigures(TypedDict):
    """One metric on one side: every run, and their summary."""

    n: Annotated[int, Field(description="Number of runs with this metric")]
    mean: Annotated[
        float | None, Field(description="Arithmetic mean in the metric's unit; null without a run")
    ]
    median: Annotated[float | None, Field(description="In the metric's unit; null without a run")]
    min: Annotated[float | None, Field(description="Smallest, in the metric's unit; null without a run")]
    max: Annotated[float | None, Field(description="Largest, in the metric's unit; null without a run")]
    stddev: Annotated[
        float | None,
        Field(description="Standard deviation between runs, in the metric's unit; null below two"),
    ]
    cv_ratio: Annotated[float | None, Field(description="stddev / mean, 0..1; null below two runs")]
    modes: Annotated[
        list[float] | None,
        Field(
            description="Means of two clusters in the metric's unit, when the runs clearly fall into two (a hint)"
        ),
    ]
    odd_run_ids: Annotated[list[str], Field(description="Runs far from the others; named, never removed")]
    values: list[RunValue]


@answer
class MetricOut(TypedDict):
    """One metric of one workload on both sides, and what the repeats carry."""

    unit: Annotated[Unit, Field(description="Base unit of its figures; share: 0..1 or above")]
    lower_is_better: bool | None
    base: SideFigures
    new: SideFigures
    ratio: Annotated[
        float | None,
        Field(
            description="new/base, no unit: median over all pairs of runs (Hodges–Lehmann), not quotient of means"
        ),
    ]
    ratio_ci95: Annotated[
        list[float] | None,
        Field(description="[low, high] of the ratio, no unit; null with fewer than 3 runs on a side"),
    ]
    ratio_decimals: Decimals
    ratio_method: Annotated[
        IntervalMethod | None,
        Field(description="max_rank (few runs) and rank: no assumption on noise; log_t: Student's t"),
    ]
    ratio_reason: Annotated[str | None, Field(description="Why there is no interval; null when there is one")]
    few_runs: Annotated[
        FewRunsOut | None,
        Field(
            description="null with three runs on each side, where the interval tells more, and with none on one"
        ),
    ]
    bootstrap: Annotated[
        BootstrapOut | None,
        Field(
            description="Second interval, which decides nothing; null unless asked for with bootstrap=true"
        ),
    ]
    p_value: Annotated[float | None, Field(description="Of the test that decides, before correction, 0..1")]
    p_method: IntervalMethod | None
    p_holm: Annotated[
        float | None, Field(description="Corrected for all workloads and sides compared at once (Holm), 0..1")
    ]
    mann_whitney: RankTestOut | None
    verdict: Verdict
    noise_ratio: Annotated[
        float | None, Field(description="Standard deviation between repeats, both sides, 0..1; 0.03 = 3 %")
    ]
    runs_to_show: Annotated[
        int | None,
        Field(
            description="Runs on each side that would show a difference like this one nine times of ten, "
            "at the level that "
            "the number of workloads asks for; null when shown or beyond 1,000"
        ),
    ]
    smallest_shown_ratio: Annotated[
        float | None,
        Field(
            description="Smallest difference, no unit, that these repeats find nine times of ten; 0.05 = 5 %"
        ),
    ]


@answer
class WorkloadOut(TypedDict):
    """One workload in one direction, measured on both sides."""

    key: Annotated[
        str, Field(description="Short name of the row for addresses; the same for the same workload")
    ]
    workload: Annotated[str, Field(description="Job options in fio's words")]
    workload_options: Annotated[
        Mapping[str, object], Field(description="Job options that were made equal; null = unknown")
    ]
    setting: Annotated[
        list[str],
        Field(
            description="Where runs of one workload were not alike: in which setting these were made, in words; empty "
            "in a share"
        ),
    ]
    direction: Direction
    metrics: dict[str, MetricOut]


@answer
class HeadlineOut(TypedDict):
    """One metric over all workloads."""

    metric: str
    unit: Annotated[Unit, Field(description="Base unit of its figures; share: 0..1 or above")]
    lower_is_better: bool | None
    workloads: Annotated[int, Field(description="Number of workloads that the mean is taken over")]
    ratio: Annotated[float, Field(description="Geometric mean of new/base, no unit")]
    ratio_ci95: Annotated[
        list[float] | None,
        Field(description="[low, high] of the ratio, no unit; null when a workload has too few runs"),
    ]
    ratio_decimals: Decimals
    better: Annotated[int, Field(description="Number of workloads with this verdict")]
    worse: Annotated[int, Field(description="Number of workloads with this verdict")]
    no_difference_shown: Annotated[int, Field(description="Number of workloads with this verdict")]
    not_enough_runs: Annotated[int, Field(description="Number of workloads with this verdict")]


@answer
class RunRef(TypedDict):
    """A run of a side."""

    id: str
    title: str | None
    host_name: str
    started_at: AwareDatetime | None


@answer
class SideOut(TypedDict):
    """One side: which runs it is."""

    filter: Annotated[str, Field(description="The side's filter, canonical: what makes the same address")]
    batch: Annotated[str | None, Field(description="The one batch of all its runs; null: none, or shared")]
    run_ids: list[str]
    runs: list[RunRef]
    left_out: Annotated[list[LeftOutOut] | None, Field(description="Runs in no figure; null in a share")]


@answer
class FactorChangeOut(TypedDict):
    """One factor that differs, or cannot be compared."""

    key: str
    title: str
    unit: str | None
    state: Annotated[
        Literal["changed", "mixed", "cannot_tell"],
        Field(
            description="mixed: values in common, or a side whose runs differ among themselves; "
            "cannot_tell: some run did not record it, or only one side has the label, so it may have changed"
        ),
    ]
    base: Annotated[
        Value, Field(description="Value in `unit`, list of values, or null: none or unknown (see state)")
    ]
    new: Annotated[
        Value, Field(description="Value in `unit`, list of values, or null: none or unknown (see state)")
    ]
    follows_from: Annotated[str | None, Field(description="Changed factor that this one follows from")]
    is_partly_unknown: Annotated[
        bool,
        Field(
            description="True when it changed as far as known and some run of a side does not tell its own value"
        ),
    ]


@answer
class SeparatingRun(TypedDict):
    """A run that would tell two changes apart."""

    change: Annotated[
        dict[str, Value],
        Field(description="The one factor to set as on the new side; unit as in factors_changed"),
    ]
    keep: Annotated[
        dict[str, Value], Field(description="Factors to set as on the base side; unit as in factors_changed")
    ]
    text: str
    fio_command: Annotated[
        str | None, Field(description="Base's job, ready to copy; null when its options are unknown")
    ]
    fio_command_reason: str | None


@answer
class AttributionOut(TypedDict):
    """Whether the difference may be put down to one factor."""

    kind: Annotated[
        Literal["nothing_changed", "only", "confounded", "cannot_tell", "mixed"],
        Field(description="mixed: one side mixes different configurations, so nothing can be attributed"),
    ]
    keys: Annotated[list[str], Field(description="Factors that changed by themselves")]
    text: str
    doubts: Annotated[
        list[str],
        Field(description="Unreliable runs of one side; with any, nothing is attributed to one factor"),
    ]
    separating_runs: list[SeparatingRun]


@answer
class Unmatched(TypedDict):
    """A workload that one side alone measured."""

    key: str
    workload: str
    workload_options: Mapping[str, object]
    setting: Annotated[
        list[str],
        Field(
            description="Where runs of one workload were not alike: in which setting these were made, in words; empty "
            "in a share"
        ),
    ]
    direction: Direction
    run_ids: list[str]


@answer
class UnmatchedOut(TypedDict):
    """Workloads without a partner."""

    base: Annotated[list[Unmatched], Field(description=f"At most {limits.MAX_UNMATCHED_WORKLOADS}")]
    new: Annotated[list[Unmatched], Field(description=f"At most {limits.MAX_UNMATCHED_WORKLOADS}")]


@answer
class InventoryDifference(DifferenceOut):
    """What differs between the machines of the two sides: of the newest compared run on each."""

    base_count: Annotated[
        int, Field(description="Number of distinct inventories among the compared base runs")
    ]
    new_count: Annotated[int, Field(description="Number of distinct inventories among the compared new runs")]


@answer
class PathsOut(TypedDict):
    """The ways of the data: of the newest compared run on each side; null when its targets are unknown."""

    base: PathOut | None
    new: PathOut | None
    state: Annotated[Literal["same", "different", "cannot_tell"], Field(description="Of the facet path")]


@answer
class NoteOut(TypedDict):
    """Something to know before believing the figures."""

    side: SideName
    text: str
    run_ids: list[str]


@answer
class PartOut(TypedDict):
    """Base against one new side."""

    new: SideOut
    answer: Annotated[ComparedAnswer | None, Field(description="null in a share of a version before 0.3")]
    sentence: Annotated[str, Field(description="The whole answer as one paragraph")]
    limits: Annotated[
        str | None,
        Field(
            description="What held each side back, and what follows for the difference; null where no side's runs have "
            "one limit in common"
        ),
    ]
    headline_metric: Annotated[
        str | None,
        Field(
            description="Metric that the sentence speaks of: the one asked for if a workload has it, else by the kind "
            "of most workloads; null when none measured anything above zero on both sides"
        ),
    ]
    headlines: Annotated[dict[str, HeadlineOut], Field(description="By metric: all workloads together")]
    workloads: Annotated[
        list[WorkloadOut],
        Field(
            description="As many as fit into an answer; the others by `skip`. The sentence speaks of all of them"
        ),
    ]
    workloads_total: Annotated[int, Field(description="Number of compared workloads")]
    workloads_skipped: Annotated[int, Field(description="Number of those before the first of `workloads`")]
    held: Annotated[
        ComparedHeld | None,
        Field(description="What held each side back; null in a share, which holds no answers of runs"),
    ]
    differs: Annotated[
        DiffersOut | None,
        Field(
            description="What differs, in the order in which it matters; null without runs, and in a share"
        ),
    ]
    separation: Annotated[
        SeparationOut | None,
        Field(
            description="The job files that tell several changes apart; null unless confounded, and in a share"
        ),
    ]
    missing_runs: Annotated[
        MissingRunsPart | None, Field(description="null in a share, which holds no commands")
    ]
    factors_changed: list[FactorChangeOut]
    factors_unknown: Annotated[
        list[FactorChangeOut],
        Field(
            description="Unknown in a run of a side, or labels that only one side has: they may have changed"
        ),
    ]
    confounded: Annotated[
        bool,
        Field(
            description="True when several factors changed independently, or one may have changed that a side did not "
            "record"
        ),
    ]
    attribution: AttributionOut
    inventory_difference: Annotated[
        InventoryDifference | None, Field(description="null when a side sent no inventory")
    ]
    paths: PathsOut
    unmatched: UnmatchedOut
    unmatched_base_total: Annotated[int, Field(description="Number of workloads that base alone measured")]
    unmatched_new_total: Annotated[int, Field(description="Number of workloads that new alone measured")]
    notes: list[NoteOut]
    circumstances: Annotated[
        list[CircumstanceOut],
        Field(
            description="What limits each side, how hot its drives were, and CPU; empty without a workload"
        ),
    ]


@answer
class CompareOut(PartOut):
    """A comparison. Further new sides stand in `more`, in the order of the address."""

    base: SideOut
    more: list[PartOut]
    metrics: Annotated[list[str], Field(description="Metrics asked for, in order")]
