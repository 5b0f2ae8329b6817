"""Runs as lists and pages show them."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Outcome, RunState
from fioboard.engine.answers.answer import AnswerOut, VerdictBrief
from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.batch_fold import BatchFold
from fioboard.engine.answers.change import ChangeMark
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.path import PathOut
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.answers.result import JobResultOut, ListedResult, ResultOut
from fioboard.engine.words import limits


@answer
class ToolRef(TypedDict):
    """The program that measured."""

    name: Annotated[
        str, Field(description='"fio", or the tool the output came from; "unknown" when not understood')
    ]
    version: Annotated[str | None, Field(description='As printed, e.g. "fio-3.36"')]


@answer
class BatchRef(TypedDict):
    """The suite or sweep a run belongs to."""

    id: UUID
    name: Annotated[str, Field(description="Its title where a person gave it one, else the agent's word")]
    step: Annotated[int, Field(description="Which run of it this is, from 1")]
    steps: Annotated[int, Field(description="Number of runs it was to have")]
    role: Annotated[
        Literal["measure", "precondition"] | None,
        Field(description="A precondition only prepared the drive; null: the agent did not say"),
    ]


CellValue = str | int | float | bool | Sequence[str | int | float | bool | None] | None
"""What stands in a chosen column."""
Factors = dict[str, str | int | float | bool | list[str | int | float | bool]]


@answer
class RunHead(TypedDict):
    """One run without its factors and results."""

    id: UUID
    started_at: Annotated[
        AwareDatetime | None, Field(description="The host's clock; null when unknown or impossible")
    ]
    uploaded_at: Annotated[AwareDatetime, Field(description="The server's clock")]
    title: str | None
    host: HostRef
    tool: ToolRef
    state: RunState
    outcome: Outcome
    target: Annotated[str | None, Field(description="Path or device the job was pointed at")]
    batch: Annotated[BatchRef | None, Field(description="null for a run that was made alone")]
    labels: dict[str, str]
    tags: list[str]
    verdict: Annotated[
        VerdictBrief | None,
        Field(description="What holds the run back; null when it was read by a version that did not judge"),
    ]
    finding_ids: Annotated[
        list[str], Field(description="Rules that found something, warnings first; what `finding=` finds")
    ]


ORDER = "in the file's order; where a run has more, the headline result (the largest bandwidth) stands first"
Results = Annotated[list[ResultOut], Field(description=f"At most {limits.MAX_RUN_RESULTS}: {ORDER}")]
ResultsTotal = Annotated[
    int, Field(description="Number of results of the run; /runs/{id}/results sends those that are not here")
]


@answer
class RunSummary(RunHead):
    """One run with its results."""

    factors: Annotated[
        Factors, Field(description="Factor key to value, sizes in bytes; unknown ones are absent")
    ]
    results: Results
    results_total: ResultsTotal


@answer
class DistinctionOut(TypedDict):
    """One thing that tells a run apart, or that all runs of a list have in common."""

    key: Annotated[
        str, Field(description="A factor, `label.NAME`, or `option.NAME` of a job option that is no factor")
    ]
    title: Annotated[str, Field(description="What people call it")]
    type: Annotated[Literal["text", "number", "bytes", "flag"], Field(description="As /factors has it")]
    unit: Annotated[str | None, Field(description="null for text, flags and plain counts")]
    value: Annotated[CellValue, Field(description="In this unit")]
    is_stated: Annotated[
        bool, Field(description="A person said it, by a label or as the hardware of a run that came without")
    ]


@answer
class RunItem(RunHead):
    """One run in a list, with chosen columns."""

    factors: NotRequired[
        Annotated[
            Factors,
            Field(
                description="Factor key to value, sizes in bytes; unknown ones are absent. Absent itself with `brief`"
            ),
        ]
    ]
    results: Annotated[
        list[ListedResult],
        Field(
            description=f"At most {limits.MAX_ROW_RESULTS}, and fewer where many runs of a page have many: {ORDER}"
        ),
    ]
    results_total: ResultsTotal
    cells: NotRequired[
        Annotated[
            dict[str, CellValue],
            Field(
                description="Chosen column to a factor's value, or a metric's per result in its base unit; "
                "null = unknown. "
                "Absent when no columns were asked for"
            ),
        ]
    ]
    fold: NotRequired[
        Annotated[
            BatchFold | None,
            Field(
                description="With `fold=batch`: the batch that this run stands for, where more than one of "
                "its runs match. "
                "Absent otherwise"
            ),
        ]
    ]
    distinctions: NotRequired[
        Annotated[
            list[DistinctionOut],
            Field(
                description="With `distinctions`: what tells this run apart among the listed runs of its host, labels "
                "first, the first 6; of a batch what is the same in all of its runs. Absent otherwise"
            ),
        ]
    ]
    distinctions_left_out: NotRequired[
        Annotated[int, Field(description="Number of further ones. Absent without `distinctions`")]
    ]
    needs_start: NotRequired[
        Annotated[
            bool,
            Field(
                description="With `distinctions`: whether another row of the page has its name, host and distinctions, "
                "so that only the start tells them apart. Absent otherwise"
            ),
        ]
    ]
    change: NotRequired[
        Annotated[
            ChangeMark,
            Field(
                description="Where a watched series changed its level with this run, or in the batch it stands for. "
                "Absent otherwise"
            ),
        ]
    ]


@answer
class UndatedOut(TypedDict):
    """Runs whose start is not stated: in the order of time they stand below those that state it."""

    count: Annotated[int, Field(description="Runs that match, counted up to 1,000")]
    is_exact: Annotated[bool, Field(description="False: there are more")]


@answer
class RunPage(TypedDict):
    """A page of runs."""

    items: list[RunItem]
    next_cursor: Annotated[
        str | None, Field(description="Pass as `cursor` for the next page; null at the end")
    ]
    total: Annotated[int, Field(description="Runs that match")]
    total_is_exact: Annotated[
        bool, Field(description="False: an estimate, because counting would read too many runs")
    ]
    row_count: NotRequired[
        Annotated[
            int | None,
            Field(
                description="With `fold=batch`, on the first page: rows of the whole list; null where more "
                "than 2,000 runs "
                "match. Absent otherwise"
            ),
        ]
    ]
    in_common: NotRequired[
        Annotated[
            list[DistinctionOut] | None,
            Field(
                description="With `distinctions`, on the first page: labels and what rows show that all listed runs "
                "have in common; null where that would read too many runs. Absent otherwise"
            ),
        ]
    ]
    undated: NotRequired[
        Annotated[
            UndatedOut,
            Field(
                description="Sorted by started_at, on the page where the runs begin whose start is not stated, in the "
                "order received. Absent otherwise"
            ),
        ]
    ]


@answer
class DocumentRef(TypedDict):
    """One original file of a run, byte for byte as it came."""

    name: str
    kind: str
    sha256: Annotated[str, Field(description="Hex digest of the original bytes")]
    bytes: Annotated[int, Field(description="Size of the original in bytes")]


@answer
class DiskUtilOut(TypedDict):
    """What fio saw of a block device during the run."""

    name: str
    util_pct: Annotated[
        float | None, Field(description="Percent of the time it was busy; null when not printed")
    ]
    read_ios: Annotated[int | None, Field(description="Number of reads it was sent; null when not printed")]
    write_ios: Annotated[int | None, Field(description="Number of writes it was sent; null when not printed")]
    is_aggregate: Annotated[
        bool, Field(description="An array whose members follow as rows of their own: do not add both")
    ]
    member_of: str | None


@answer
class FactorValueOut(TypedDict):
    """One factor of a run: the value that counts, and what was detected where a person stated another."""

    key: str
    value: Annotated[
        str | int | float | bool | list[str | int | float | bool],
        Field(description="In the factor's unit (see /factors)"),
    ]
    source: Annotated[
        str,
        Field(
            description='"stated" when a person set it, by a label or as the hardware of a run that came without; '
            "else where it was read"
        ),
    ]
    detected: Annotated[
        str | int | float | bool | list[str | int | float | bool] | None,
        Field(
            description="What was detected, in the factor's unit; equals `value` unless stated; null: nothing was"
        ),
    ]


@answer
class RunDetail(RunSummary):
    """One run whole."""

    note: str | None
    state_reason: Annotated[
        str | None, Field(description="Why the output was not understood; null when it was")
    ]
    started_at_reason: Annotated[
        str | None,
        Field(description="Why there is no start time, or how it was computed; null when it was stated"),
    ]
    clock_ahead_ms: Annotated[
        int | None,
        Field(
            description="How far the host's clock was ahead of the service's at the upload, ms (negative: behind); the "
            "run's times are corrected by it. Null: no correction, since it was within a minute or is unknown"
        ),
    ]
    ended_at: AwareDatetime | None
    argv: Annotated[
        list[str] | None,
        Field(
            description="fio's arguments as run; null when unknown, or longer than an answer may be (100 kB)"
        ),
    ]
    agent_program: Annotated[
        str,
        Field(
            description="What starts the agent on this host, quoted for a shell: `fioboard-agent`, or its path where "
            "the agent said that it is not on the PATH"
        ),
    ]
    job_options: Annotated[
        list[dict[str, str]], Field(description="Per result, in order: effective options as typed")
    ]
    global_options: Annotated[dict[str, str], Field(description="The [global] section as typed")]
    job_results: Annotated[
        dict[str, list[JobResultOut]],
        Field(
            description=f"Result id to its unmerged clones, where any, at most {limits.MAX_RUN_CLONES} in all"
        ),
    ]
    results_next_cursor: Annotated[
        str | None,
        Field(
            description="The `cursor` with which /runs/{id}/results goes on behind `results`; null: all are here"
        ),
    ]
    job_results_total: Annotated[
        int, Field(description="Number of unmerged clones of the results shown here")
    ]
    disk_util: Annotated[
        list[DiskUtilOut] | None,
        Field(description="null when fio printed no disk statistics, or more than 100 kB of them"),
    ]
    inventory_id: UUID | None
    hardware_stated_at: Annotated[
        AwareDatetime | None,
        Field(
            description="When a person stated the inventory of this run; null: its agent sent it, or none is known"
        ),
    ]
    inventory: Annotated[
        dict[str, object] | None,
        Field(
            description="The whole inventory document; null when none was sent, or when it is longer than an "
            "answer may be: /inventories/{id} has it"
        ),
    ]
    path: Annotated[PathOut | None, Field(description="null when the sender said nothing of its targets")]
    answer: Annotated[
        AnswerOut | None,
        Field(
            description="Verdict, findings, checks, ceilings; null when it was read by a version that did not judge"
        ),
    ]
    factor_values: Annotated[
        list[FactorValueOut], Field(description="Each of `factors` with where it comes from")
    ]
    documents: list[DocumentRef]
    problems: Annotated[list[RemarkOut], Field(description="Remarks about the whole output")]
    reader_version: Annotated[int, Field(description="Version of the reader that made these rows")]


@answer
class ResultPage(TypedDict):
    """A page of one run's results."""

    results: Annotated[
        list[ResultOut], Field(description=f"On the first page {ORDER}; then in the file's order")
    ]
    job_options: Annotated[
        list[dict[str, str]], Field(description="Per result, in order: effective options as typed")
    ]
    results_total: Annotated[int, Field(description="Number of results of the run")]
    next_cursor: Annotated[
        str | None, Field(description="Pass as `cursor` for the next page; null at the end")
    ]


class RunPatch(In):
    """What a person may change; absent fields stay."""

    title: str | None = Field(default=None, max_length=limits.MAX_TITLE_CHARACTERS)
    note: str | None = Field(default=None, max_length=limits.MAX_NOTE_CHARACTERS)
    labels: dict[str, str] | None = None
    tags: list[str] | None = None
