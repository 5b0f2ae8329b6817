"""Batches: the runs of one sweep or suite as one thing."""

from typing import Annotated, get_args
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.answer import VerdictOut
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.batch_fold import SweptOption
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.parameters import ParametersOut
from fioboard.engine.answers.run import BatchRef, RunSummary
from fioboard.engine.answers.search import SearchGoal
from fioboard.engine.answers.share_mark import COMPOSED, Count, Number, share_label, share_word
from fioboard.engine.answers.workload import Verdict
from fioboard.engine.words import limits


@answer
class RepeatFigures(TypedDict):
    """What the repeats of one workload and direction within a batch say."""

    workload: Annotated[str, COMPOSED, Field(description='e.g. "randread 4k, depth 32, 4 jobs, libaio"')]
    direction: Annotated[str, share_word("mixed", get_args(Direction))]
    rw: Annotated[str | None, COMPOSED, Field(description="fio's rw option; null when unknown")]
    bs_bytes: Annotated[
        Count | None, Field(description="Block size, bytes; null when a range, a list or unknown")
    ]
    bs: Annotated[
        str | None, COMPOSED, Field(description="Block size as typed when it is a range, list or split")
    ]
    iodepth: Annotated[Count | None, Field(description="I/Os in flight per job, a count; null when unknown")]
    numjobs: Annotated[Count | None, Field(description="Clones of the job, a count; null when unknown")]
    ioengine: Annotated[str | None, COMPOSED, Field(description="fio's ioengine; null when unknown")]
    setting: Annotated[
        str | None,
        share_label("setting"),
        Field(
            description="What sets its runs apart from others of the batch beside job options: host, target, labels, "
            "recorded factors; null where nothing does"
        ),
    ]
    varied: Annotated[
        dict[str, str],
        COMPOSED,
        Field(description="Further job options that the sweep varies, by name; empty where there are none"),
    ]
    n: Annotated[Count, Field(description="Number of results of it")]
    iops_mean: Annotated[Number | None, Field(description="Mean of the runs' I/O operations per second")]
    iops_min: Annotated[Number | None, Field(description="Smallest, I/O operations per second")]
    iops_max: Annotated[Number | None, Field(description="Largest, I/O operations per second")]
    iops_ci95: Annotated[
        list[Number] | None,
        Field(
            description="[low, high] of the mean by Student's t, I/O operations per second; null below 3 runs"
        ),
    ]
    bw_mean_bytes_per_s: Annotated[
        Number | None, Field(description="Mean of the runs' bandwidths, bytes per second")
    ]
    bw_ci95_bytes_per_s: Annotated[
        list[Number] | None,
        Field(description="[low, high] of the mean by Student's t, bytes per second; null below 3 runs"),
    ]
    clat_p99_ns: Annotated[
        Number | None,
        Field(description="Median of the runs' p99 completion latencies, ns; null = not measured"),
    ]
    clat_p99_min_ns: Annotated[Number | None, Field(description="Smallest, ns")]
    clat_p99_max_ns: Annotated[Number | None, Field(description="Largest, ns")]


@answer
class RepeatsOut(RepeatFigures):
    """The repeats of one workload and direction within a batch."""

    workload_id: UUID
    run_ids: Annotated[list[UUID], Field(description="The runs, in order of their step")]


@answer
class KneePoint(TypedDict):
    """Where a sweep stops gaining."""

    direction: str
    in_flight: Annotated[int, Field(description="I/Os asked for at a time, of all jobs together, a count")]
    p99_ns: Annotated[
        float | None,
        Field(description="Median of its runs' p99 completion latencies, ns; null = not measured"),
    ]


@answer
class KneeOut(KneePoint):
    """Where a sweep stops gaining."""

    run_ids: Annotated[list[UUID], Field(description="The runs of that point")]


@answer
class BatchFigure(TypedDict):
    """One figure that the answer of a batch rests on."""

    name: str
    value: Annotated[float, Field(description="In `unit`")]
    unit: Annotated[str, Field(description="IOPS, bytes/s or ns")]
    detail: Annotated[str, Field(description='Which point: "4 KiB random reads, QD 16"')]
    p99_limit_ns: Annotated[
        float | None,
        Field(description="The p99 limit that it is the best under, ns; null where there is none"),
    ]


@answer
class BatchNext(TypedDict):
    """What to do next."""

    title: str
    detail: str
    options: Annotated[
        list[str],
        Field(description="Of the agent's sweep; empty where it cannot be said or would overwrite data"),
    ]
    command: Annotated[
        str | None,
        Field(description="The whole command line; null where the batch was not the agent's sweep"),
    ]


@answer
class ToldOfBatch(TypedDict):
    """What a batch tells as a whole."""

    verdict: Annotated[
        VerdictOut, Field(description="The knee of what was swept, else what all steps have in common")
    ]
    findings: Annotated[
        list[FindingOut], Field(description="Those that every measuring step has, in the words of the last")
    ]
    sure: Annotated[
        str | None, Field(description="How many runs each step has, in words; null where nothing was swept")
    ]
    figures: Annotated[
        list[BatchFigure],
        Field(description="The best points under two latency limits, the most bandwidth: at most three"),
    ]
    p99_limit_ns: Annotated[
        float | None, Field(description="The p99 limit that a sweep was given, ns; null without one")
    ]
    goal: Annotated[SearchGoal | None, Field(description="What was searched for; null where nothing was")]


@answer
class BatchAnswer(ToldOfBatch):
    """What a batch tells as a whole. Judged when it is read."""

    knee: Annotated[
        KneeOut | None,
        Field(
            description="The best step of a search; null where more still pays, or nothing was swept or found"
        ),
    ]
    next: Annotated[BatchNext | None, Field(description="null when no test is needed")]


@answer
class AgainstStep(TypedDict):
    """One workload that this batch and the previous one measured."""

    workload: str
    workload_id: UUID
    direction: str
    unit: Annotated[
        str, Field(description="Of the figures: bytes/s for blocks of 64 KiB and above, else IOPS")
    ]
    before: Annotated[float | None, Field(description="Mean of the previous batch, in `unit`")]
    before_n: Annotated[int, Field(description="Number of results behind it")]
    now: Annotated[float | None, Field(description="Mean of this batch, in `unit`")]
    now_n: Annotated[int, Field(description="Number of results behind it")]
    ratio: Annotated[
        float | None, Field(description="now/before, no unit, above zero; null when either is missing")
    ]
    ratio_ci95: Annotated[
        list[float] | None,
        Field(description="[low, high] of the ratio, no unit; null below 3 runs on a side"),
    ]
    ratio_decimals: Annotated[
        int | None, Field(description="Number of decimals of the ratio that mean something")
    ]
    verdict: Annotated[Verdict, Field(description="After Holm's correction over all matched steps")]
    p99_before_ns: Annotated[float | None, Field(description="Median p99 completion latency, ns")]
    p99_now_ns: Annotated[float | None, Field(description="Median p99 completion latency, ns")]


@answer
class AgainstOut(TypedDict):
    """A batch against the one before it."""

    steps: Annotated[list[AgainstStep], Field(description="Matched, in the order of this batch")]
    only_before: Annotated[
        list[str], Field(description="Workloads without a partner here, or measured in several settings")
    ]
    only_now: Annotated[list[str], Field(description="Workloads without a partner in the previous batch")]
    changed: Annotated[list[str], Field(description="Factors that differ and follow from no other, by key")]
    difference: Annotated[str, Field(description="What differs between the two, in words")]


@answer
class PreviousBatch(TypedDict):
    """The batch before: the newest of its host with a workload in common, of the same name where there is one. Or the
    one that was asked for."""

    id: UUID
    name: str
    started_at: AwareDatetime | None
    repeats: Annotated[list[RepeatsOut], Field(description="Preconditioning left out")]
    against: AgainstOut


class SuiteAgain(TypedDict):
    """A suite that a host can be asked for to measure a batch again. It chooses test file and order of steps anew."""

    name: Annotated[str, Field(description="As a request names it")]
    target: Annotated[str, Field(description="Folder or device that the batch measured")]
    parameters: ParametersOut


@answer
class BatchOut(TypedDict):
    """One sweep or suite."""

    id: UUID
    name: Annotated[str, Field(description="Its title where a person gave it one, else the agent's word")]
    agent_name: Annotated[str, Field(description='As the agent called it, e.g. "sweep"')]
    title: Annotated[str | None, Field(description="As a person calls it; null = nobody gave it one")]
    note: Annotated[str | None, Field(description="What people say of it")]
    steps: Annotated[int, Field(description="Number of runs it was to have")]
    run_count: Annotated[int, Field(description="Number of runs that are here, deleted ones left out")]
    started_at: AwareDatetime | None
    ended_at: AwareDatetime | None
    hosts: list[HostRef]
    swept: Annotated[
        list[SweptOption], Field(description="Job options with more than one value, best axis first")
    ]
    results_total: Annotated[int, Field(description="Number of results of its runs, at most 1,000 of these")]
    results_judged: Annotated[
        int,
        Field(
            description="Number of results that `repeats`, `swept` and `previous` are made of: the first of each run, "
            f"at most {limits.MAX_TESTS_OF_RUN} of it and {limits.MAX_BATCH_RESULTS:,} in all"
        ),
    ]
    runs: Annotated[
        list[RunSummary],
        Field(
            description="In order of their step, the first that fit into an answer, each with its first results; "
            "`run_count` counts all, /runs?batch=ID lists them"
        ),
    ]
    result_names: Annotated[
        dict[str, str],
        Field(description="By result id: its workload, and what tells it apart from the others of the batch"),
    ]
    repeats: Annotated[list[RepeatsOut], Field(description="Preconditioning left out")]
    answer: Annotated[
        BatchAnswer | None, Field(description="null when its steps have nothing in common that can be told")
    ]
    previous: Annotated[PreviousBatch | None, Field(description="null where no earlier batch is like it")]
    command: Annotated[
        str | None,
        Field(description="The agent's command that measures it again; null where no single command does"),
    ]
    command_remark: Annotated[
        str | None, Field(description="Why there is no command, or what to know before it is started")
    ]
    suite_again: Annotated[
        SuiteAgain | None,
        Field(description="For POST /requests; null where a request cannot say it: docs/measuring.md"),
    ]


@answer
class BatchResultOut(TypedDict):
    """What a batch showed, ready to be printed on a terminal."""

    url: Annotated[str, Field(description="Address of the batch's page")]
    sentence: Annotated[str | None, Field(description="Its answer; null when no run has a figure")]
    text: Annotated[list[str], Field(description="Sentences behind it")]
    lines: Annotated[
        list[str],
        Field(description="A table in fixed columns: its head, then a line per result; empty without one"),
    ]
    results_total: Annotated[
        int, Field(description=f"Number of results; `lines` has at most {limits.MAX_PRINTED_RESULTS} of them")
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
    repeat_runs_total: Annotated[
        int, Field(description="Number of such runs; at most 200 stand in `repeat_runs`")
    ]
    repeats: Annotated[
        list[RepeatsOut],
        Field(description="Their spread, per workload and direction, of the first results of each run"),
    ]
