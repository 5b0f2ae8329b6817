"""Comparisons: base against one or more new sides. Ratios are new/base; values in base units."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.circumstances import CircumstanceOut
from fioboard.engine.answers.compare_answer import ComparedAnswer
from fioboard.engine.answers.compared_sides import ComparedHeld, LeftOutOut, MissingRunsPart
from fioboard.engine.answers.difference import DifferenceOut
from fioboard.engine.answers.path import PathOut
from fioboard.engine.answers.separation import SeparationOut
from fioboard.engine.answers.share_mark import (
    ANSWER,
    COMPOSED,
    EMPTY,
    FACTOR_KEY,
    METRIC,
    MOMENT,
    Count,
    Flag,
    share_label,
    share_revealed,
    share_sentence,
    share_word,
)
from fioboard.engine.answers.what_differs import DiffersOut
from fioboard.engine.answers.workload import HeadlineOut, WorkloadOut
from fioboard.engine.words import limits, sentences

SideName = Literal["base", "new", "both"]
Value = str | int | float | bool | list[str | int | float | bool | None] | None


@answer
class RunRef(TypedDict):
    """A run of a side."""

    id: Annotated[str, share_label("run")]
    title: Annotated[str | None, share_revealed("run.title")]
    host_name: Annotated[str, COMPOSED]
    started_at: Annotated[AwareDatetime | None, MOMENT]


@answer
class SideOut(TypedDict):
    """One side: which runs it is."""

    filter: Annotated[
        str, EMPTY, Field(description="The side's filter, canonical: what makes the same address")
    ]
    batch: Annotated[
        str | None, EMPTY, Field(description="The one batch of all its runs; null: none, or shared")
    ]
    run_ids: Annotated[list[str], share_label("run")]
    runs: Annotated[list[RunRef], ANSWER]
    left_out: Annotated[
        list[LeftOutOut] | None, EMPTY, Field(description="Runs in no figure; null in a share")
    ]


@answer
class FactorChangeOut(TypedDict):
    """One factor that differs, or cannot be compared."""

    key: Annotated[str, FACTOR_KEY]
    title: Annotated[str, COMPOSED]
    unit: Annotated[str | None, COMPOSED]
    state: Annotated[
        Literal["changed", "mixed", "cannot_tell"],
        share_word("cannot_tell"),
        Field(
            description="mixed: values in common, or a side whose runs differ among themselves; "
            "cannot_tell: some run did not record it, or only one side has the label, so it may have changed"
        ),
    ]
    base: Annotated[
        Value,
        COMPOSED,
        Field(description="Value in `unit`, list of values, or null: none or unknown (see state)"),
    ]
    new: Annotated[
        Value,
        COMPOSED,
        Field(description="Value in `unit`, list of values, or null: none or unknown (see state)"),
    ]
    follows_from: Annotated[
        str | None, FACTOR_KEY, Field(description="Changed factor that this one follows from")
    ]
    is_partly_unknown: Annotated[
        Flag,
        Field(
            description="True when it changed as far as known and some run of a side does not tell its own value"
        ),
    ]


@answer
class SeparatingRun(TypedDict):
    """A run that would tell two changes apart."""

    change: Annotated[
        dict[str, Value],
        COMPOSED,
        Field(description="The one factor to set as on the new side; unit as in factors_changed"),
    ]
    keep: Annotated[
        dict[str, Value],
        COMPOSED,
        Field(description="Factors to set as on the base side; unit as in factors_changed"),
    ]
    text: Annotated[str, COMPOSED]
    fio_command: Annotated[
        str | None, EMPTY, Field(description="Base's job, ready to copy; null when its options are unknown")
    ]
    fio_command_reason: Annotated[str | None, COMPOSED]


@answer
class AttributionOut(TypedDict):
    """Whether the difference may be put down to one factor."""

    kind: Annotated[
        Literal["nothing_changed", "only", "confounded", "cannot_tell", "mixed"],
        share_word("cannot_tell"),
        Field(description="mixed: one side mixes different configurations, so nothing can be attributed"),
    ]
    keys: Annotated[list[str], FACTOR_KEY, Field(description="Factors that changed by themselves")]
    text: Annotated[str, COMPOSED]
    doubts: Annotated[
        list[str],
        COMPOSED,
        Field(description="Unreliable runs of one side; with any, nothing is attributed to one factor"),
    ]
    separating_runs: Annotated[list[SeparatingRun], COMPOSED]


@answer
class Unmatched(TypedDict):
    """A workload that one side alone measured."""

    key: Annotated[str, COMPOSED]
    workload: Annotated[str, COMPOSED]
    workload_options: Annotated[Mapping[str, object], COMPOSED]
    setting: Annotated[
        list[str],
        EMPTY,
        Field(
            description="Where runs of one workload were not alike: in which setting these were made, in words; empty "
            "in a share"
        ),
    ]
    direction: Annotated[Direction, share_word("mixed")]
    run_ids: Annotated[list[str], share_label("run")]


@answer
class UnmatchedOut(TypedDict):
    """Workloads without a partner."""

    base: Annotated[list[Unmatched], ANSWER, Field(description=f"At most {limits.MAX_UNMATCHED_WORKLOADS}")]
    new: Annotated[list[Unmatched], ANSWER, Field(description=f"At most {limits.MAX_UNMATCHED_WORKLOADS}")]


@answer
class InventoryDifference(DifferenceOut):
    """What differs between the machines of the two sides: of the newest compared run on each."""

    base_count: Annotated[
        Count, Field(description="Number of distinct inventories among the compared base runs")
    ]
    new_count: Annotated[
        Count, Field(description="Number of distinct inventories among the compared new runs")
    ]


@answer
class PathsOut(TypedDict):
    """The ways of the data: of the newest compared run on each side; null when its targets are unknown."""

    base: Annotated[PathOut | None, COMPOSED]
    new: Annotated[PathOut | None, COMPOSED]
    state: Annotated[
        Literal["same", "different", "cannot_tell"],
        share_word("cannot_tell"),
        Field(description="Of the facet path"),
    ]


@answer
class NoteOut(TypedDict):
    """Something to know before believing the figures."""

    side: Annotated[SideName, share_word("both")]
    text: Annotated[str, share_sentence(sentences.NOTES)]
    run_ids: Annotated[list[str], share_label("run")]


@answer
class PartOut(TypedDict):
    """Base against one new side."""

    new: Annotated[SideOut, ANSWER]
    answer: Annotated[
        ComparedAnswer | None, COMPOSED, Field(description="null in a share of a version before 0.3")
    ]
    sentence: Annotated[str, COMPOSED, Field(description="The whole answer as one paragraph")]
    limits: Annotated[
        str | None,
        EMPTY,
        Field(
            description="What held each side back, and what follows for the difference; null where no side's runs have "
            "one limit in common"
        ),
    ]
    headline_metric: Annotated[
        str | None,
        COMPOSED,
        Field(
            description="Metric that the sentence speaks of: the one asked for if a workload has it, else by the kind "
            "of most workloads; null when none measured anything above zero on both sides"
        ),
    ]
    headlines: Annotated[
        dict[str, HeadlineOut], ANSWER, Field(description="By metric: all workloads together")
    ]
    workloads: Annotated[
        list[WorkloadOut],
        ANSWER,
        Field(
            description="As many as fit into an answer; the others by `skip`. The sentence speaks of all of them"
        ),
    ]
    workloads_total: Annotated[Count, Field(description="Number of compared workloads")]
    workloads_skipped: Annotated[Count, Field(description="Number of those before the first of `workloads`")]
    held: Annotated[
        ComparedHeld | None,
        EMPTY,
        Field(description="What held each side back; null in a share, which holds no answers of runs"),
    ]
    differs: Annotated[
        DiffersOut | None,
        EMPTY,
        Field(
            description="What differs, in the order in which it matters; null without runs, and in a share"
        ),
    ]
    separation: Annotated[
        SeparationOut | None,
        EMPTY,
        Field(
            description="The job files that tell several changes apart; null unless confounded, and in a share"
        ),
    ]
    missing_runs: Annotated[
        MissingRunsPart | None, EMPTY, Field(description="null in a share, which holds no commands")
    ]
    factors_changed: Annotated[list[FactorChangeOut], ANSWER]
    factors_unknown: Annotated[
        list[FactorChangeOut],
        ANSWER,
        Field(
            description="Unknown in a run of a side, or labels that only one side has: they may have changed"
        ),
    ]
    confounded: Annotated[
        Flag,
        Field(
            description="True when several factors changed independently, or one may have changed that a side did not "
            "record"
        ),
    ]
    attribution: Annotated[AttributionOut, COMPOSED]
    inventory_difference: Annotated[
        InventoryDifference | None, COMPOSED, Field(description="null when a side sent no inventory")
    ]
    paths: Annotated[PathsOut, COMPOSED]
    unmatched: Annotated[UnmatchedOut, ANSWER]
    unmatched_base_total: Annotated[Count, Field(description="Number of workloads that base alone measured")]
    unmatched_new_total: Annotated[Count, Field(description="Number of workloads that new alone measured")]
    notes: Annotated[list[NoteOut], ANSWER]
    circumstances: Annotated[
        list[CircumstanceOut],
        ANSWER,
        Field(
            description="What limits each side, how hot its drives were, and CPU; empty without a workload"
        ),
    ]


@answer
class CompareOut(PartOut):
    """A comparison. Further new sides stand in `more`, in the order of the address."""

    base: Annotated[SideOut, ANSWER]
    more: Annotated[list[PartOut], ANSWER]
    metrics: Annotated[list[str], METRIC, Field(description="Metrics asked for, in order")]
