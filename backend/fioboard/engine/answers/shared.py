"""What a share shows its recipient: one frozen document. Names, serial numbers, paths and free text are not in it;
hosts, runs, drives, arrays, targets and jobs are called by labels numbered within the share ("host 1", "drive A")."""

from typing import Annotated, Literal, NotRequired

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Outcome
from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.answers.base import Out, answer
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.compare_curves import DistributionOut
from fioboard.engine.answers.difference import DifferenceRow
from fioboard.engine.answers.factor import FactorOut
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.answers.inventory import SettingOut
from fioboard.engine.answers.machine import MachineOut
from fioboard.engine.answers.path import PathOut
from fioboard.engine.answers.problem import ErrorOut
from fioboard.engine.answers.purpose import RunPurposesOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.answers.result import ResultFigures, SharedLatencyCurve
from fioboard.engine.answers.run import FactorValueOut, ToolRef
from fioboard.engine.answers.series import SeriesOut
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, MOMENT, Flag, share_revealed, share_word
from fioboard.engine.answers.shared_batch import SharedBatch
from fioboard.engine.answers.shared_sets import SharedPlaced
from fioboard.engine.answers.support import SupportOut
from fioboard.engine.answers.time_series import Timeline

Reach = Literal["this_machine", "this_network", "anywhere"]
ShareKind = Literal["run", "compare", "series", "batch"]
ShareState = Literal["active", "paused", "expired", "revoked"]


@answer
class SharedSeries(SeriesOut):
    """A chart as its maker saw it. Copies made by older versions do not tell: their axes are linear."""

    is_log_x: NotRequired[Annotated[Flag, Field(description="Whether the x axis is logarithmic")]]
    is_log_y: NotRequired[Annotated[Flag, Field(description="Whether the value axis is logarithmic")]]


@answer
class QuestionOut(TypedDict):
    """One question of a storage vendor's support, answered from the uploads."""

    key: Annotated[str, Field(description='Stable name, e.g. "slot-width", "numa-pinning", "driver"')]
    title: Annotated[str, Field(description="The question as support asks it")]
    answer: Literal["yes", "no", "value", "unknown"]
    value: Annotated[
        str | None, Field(description='The fact, with its unit: "Gen4 x16, trained Gen4 x16"; null: unknown')
    ]
    text: Annotated[
        str, Field(description="For unknown: why, and what to look for where no command is given")
    ]
    source: Annotated[
        str | None, Field(description='Where it was read: "inventory: PCIe link under load"; null: unknown')
    ]
    evidence: Annotated[
        list[str], Field(description="Facts it rests on, each with its unit, of every host concerned")
    ]
    command: Annotated[
        str | None,
        Field(
            description="For unknown, and for the part of an answer that is: the command of the host's system "
            "that would tell; null where none would"
        ),
    ]
    is_partial: NotRequired[Annotated[bool, Field(description="A part is still open. Not in old shares")]]


@answer
class QuestionList(TypedDict):
    """What support asks first, answered for those who may see everything."""

    run_id: Annotated[
        str | None, Field(description="The run that was asked of; null for a host without runs")
    ]
    items: Annotated[list[QuestionOut], Field(description="In the order support asks; empty without a run")]


@answer
class SharedHost(TypedDict):
    """One machine as the share shows it."""

    label: Annotated[
        str,
        Field(
            description='"host 1", numbered by first appearance; its name when that was revealed. A host with several '
            'inventories stands once for each: "host 1, configuration 2"'
        ),
    ]
    inventory: Annotated[
        dict[str, object] | None,
        Field(
            description="Kept fields of the inventory, in the shape of its published schema; null when none was sent"
        ),
    ]
    is_stated: NotRequired[
        Annotated[
            bool,
            Field(
                description="A person stated this inventory for runs that came without: no agent read it with them. "
                "Absent where an agent sent it, and in old shares"
            ),
        ]
    ]
    firmware: Annotated[list[SettingOut], Field(description="BIOS settings under vendor-neutral names")]
    findings: list[FindingOut]
    differences: NotRequired[
        Annotated[
            list[DifferenceRow],
            Field(
                description="Kept fields that differ from those of the share's first machine. Absent for the first, "
                "where one of the two sent no inventory, and in old shares"
            ),
        ]
    ]


@answer
class SharedRun(TypedDict):
    """One run as the share shows it."""

    label: Annotated[str, COMPOSED, Field(description='"run 1", numbered by first appearance')]
    host: Annotated[str, COMPOSED, Field(description="Label of its host")]
    title: Annotated[str | None, share_revealed("run.title"), Field(description="null unless revealed")]
    note: Annotated[str | None, share_revealed("run.note"), Field(description="null unless revealed")]
    tags: Annotated[list[str], share_revealed("run.tags"), Field(description="Empty unless revealed")]
    started_at: Annotated[
        AwareDatetime | None, MOMENT, Field(description="To the minute; null when unknown or hidden")
    ]
    tool: Annotated[ToolRef, COMPOSED]
    outcome: Annotated[Outcome, share_word("failed")]
    factor_values: Annotated[list[FactorValueOut], COMPOSED, Field(description="Those that may be shown")]
    results: Annotated[
        list[ResultFigures],
        COMPOSED,
        Field(description="`job_name` is a label such as `randread 4k QD32 x4`"),
    ]
    results_total: NotRequired[
        Annotated[
            int,
            COMPOSED,
            Field(description="Number of results of the run; `results` holds the first. Not in old shares"),
        ]
    ]
    job_options: Annotated[
        list[dict[str, str]], COMPOSED, Field(description="Per result, in order: options that may be shown")
    ]
    options_left_out: Annotated[int, COMPOSED, Field(description="Number of job options that are not shown")]
    command: Annotated[
        str | None,
        COMPOSED,
        Field(description="fio's command line rebuilt from the shown options; null when unknown"),
    ]
    path: Annotated[PathOut | None, COMPOSED]
    answer: Annotated[
        AnswerOut | None,
        COMPOSED,
        Field(description="By its evidence, names by their labels; null when the path is not shared"),
    ]
    rating: NotRequired[
        Annotated[
            RatingOut | None,
            COMPOSED,
            Field(
                description="Beside the datasheets; null: nothing is rated, or that is hidden. Not in old shares"
            ),
        ]
    ]
    reference_sets: NotRequired[
        Annotated[
            list[SharedPlaced],
            COMPOSED,
            Field(
                description="Beside the reference sets that its sender chose; empty: none was, none has its drives and "
                "tests, or what decides is hidden. Not in old shares"
            ),
        ]
    ]
    purposes: NotRequired[
        Annotated[
            RunPurposesOut | None,
            COMPOSED,
            Field(
                description="For what it is fast enough, by the built-in purposes; null: its sender hid what decides. "
                "Of a run that is shared alone; not in old shares"
            ),
        ]
    ]
    machine: Annotated[
        MachineOut | None,
        COMPOSED,
        Field(description="Picture of the host with this run's bandwidth; null: unknown"),
    ]
    curves: Annotated[list[SharedLatencyCurve], ANSWER]
    time_series: Annotated[
        Timeline | None,
        COMPOSED,
        Field(description="null when nothing was recorded; `clock` and `off_clock` are not in old shares"),
    ]
    support: NotRequired[
        Annotated[
            SupportOut | None,
            COMPOSED,
            Field(
                description="Kernel log and health of the drives, in listed forms; null: none was collected, or its "
                "sender does not show it. Not in old shares"
            ),
        ]
    ]


@answer
class LeftOut(TypedDict):
    """One kind of thing that was in the uploads and is not in the share."""

    field: Annotated[
        str, Field(description='Name that `reveal` knows it by, e.g. "drive.serial", "job.name"')
    ]
    title: str
    count: Annotated[int, Field(description="Number of distinct values left out")]
    replaced_by: Annotated[
        str | None, Field(description='Label shown in their place, e.g. "drive A"; null: nothing is')
    ]
    can_reveal: bool
    suggestion: Annotated[
        str | None,
        Field(description="Why its recipient may ask for it, a sentence; null: no reason is known"),
    ]


@answer
class SharedDocument(TypedDict):
    """Everything a share shows. Made once, when the link is made; later edits do not reach it."""

    version: Annotated[Literal[1], Field(description="Version of this shape")]
    kind: ShareKind
    title: Annotated[str, Field(description="Made from what is shown, never from a person's words")]
    note: Annotated[str | None, Field(description="Written by the sender for this share")]
    expectation: NotRequired[
        Annotated[
            str | None,
            Field(description="What the sender expected of the result, in own words. Not in old shares"),
        ]
    ]
    created_at: Annotated[AwareDatetime, Field(description="To the minute")]
    fioboard_version: str
    questions: Annotated[
        list[QuestionOut], Field(description="The support questionnaire, in the order support asks")
    ]
    asked: NotRequired[
        Annotated[
            list[str],
            Field(
                description="Keys of the questions that its recipient asked, as the sender chose; empty: what every "
                "vendor asks stands first. Not in old shares"
            ),
        ]
    ]
    hosts: list[SharedHost]
    runs: list[SharedRun]
    compare: Annotated[
        CompareOut | None, Field(description="Run ids are labels, filters are left empty; null: another kind")
    ]
    distributions: Annotated[
        list[DistributionOut], Field(description="Of a comparison's workloads, where bins exist")
    ]
    series: Annotated[SharedSeries | None, Field(description="Run ids are labels; null: another kind")]
    batch: NotRequired[
        Annotated[SharedBatch | None, Field(description="null: another kind. Not in old shares")]
    ]
    factors: Annotated[
        list[FactorOut], Field(description="Of every factor key in the document: title and unit")
    ]
    method: Annotated[
        list[str], Field(description="How it was measured and computed, sentences for the report")
    ]
    revealed: Annotated[list[str], Field(description="Fields the sender chose to show")]
    hidden: Annotated[list[str], Field(description="Fields the sender chose to hide beyond the default")]


@answer
class SharedOut(TypedDict):
    """Answer of the share's own endpoint."""

    label: Annotated[
        str | None,
        Field(description="For whom it was made, as the sender wrote it for them to see; may be null"),
    ]
    expires_at: AwareDatetime
    takes_replies: Annotated[
        bool, Field(description="Whether a recipient may send a run measured like this one")
    ]
    replies: Annotated[int, Field(description="Number of external runs that its sender accepted")]
    document: SharedDocument


@answer
class LeakPlace(TypedDict):
    """Where a share would show what it is to leave out."""

    where: Annotated[str, Field(description="JSON pointer into the document")]
    title: Annotated[str, Field(description='What stands there: "System and board manufacturer and product"')]
    hide: Annotated[
        str | None, Field(description="Name that `hide` knows it by; null: it cannot be left out")
    ]


@answer
class ShareLeak(TypedDict):
    """A value that is to be left out and stands in what is shown all the same, as a host's name that is its product's.

    Nothing is published before one of the two is chosen: `reveal` the field, or `hide` every place.
    """

    field: Annotated[str, Field(description="Name that `reveal` knows it by")]
    title: str
    can_reveal: bool
    places: list[LeakPlace]


class ShareRefusal(ErrorOut):
    """Why no link was made. Of an IdentifierFound it names fields and places, never the value."""

    leaks: list[ShareLeak] = Field(
        default_factory=list, description="Of IdentifierFound: what would be shown"
    )


@answer
class SharePreview(TypedDict):
    """The page before it exists, and what it leaves out."""

    document: SharedDocument
    left_out: list[LeftOut]
    can_hide: Annotated[
        list[str], Field(description="Names that `hide` knows, e.g. drive.model, bios.settings, time_series")
    ]
    address: Annotated[
        str, Field(description="Where links of this service lead to, without a path of their own")
    ]
    reach: Annotated[
        Reach,
        Field(
            description="From where that address can be opened, as far as it tells: this_machine (localhost), "
            "this_network (a private address or name), anywhere"
        ),
    ]
    leaks: Annotated[list[ShareLeak], Field(description="While there are any no link can be made of this")]


class ShareOut(Out):
    """A share in the list of its makers. Its token is not kept and cannot be shown again."""

    id: str
    kind: ShareKind
    title: str
    label: str | None = Field(description="For whom")
    expectation: str | None = Field(description="What its sender expected of the result; null: not said")
    created_by: str
    created_at: AwareDatetime
    expires_at: AwareDatetime
    state: ShareState
    has_passphrase: bool
    revealed: list[str]
    hidden: list[str]
    run_ids: list[str] = Field(description="Runs it was made from that still exist")
    host_names: list[str] = Field(description="Names of the hosts of these runs, for its makers")
    view_count: int = Field(description="Number of times it was opened")
    last_viewed_at: AwareDatetime | None
    takes_replies: bool = Field(description="Whether recipients may each send a run measured like this one")
    replies_waiting: int = Field(description="Number of replies that nobody has accepted or rejected yet")


class ShareList(Out):
    """All shares, newest first."""

    items: list[ShareOut]
    next_cursor: str | None


class ShareCreated(Out):
    """A new share. The only answer that names its address."""

    id: str
    url: str = Field(description="Absolute: BASE_URL/s/<token>")
    expires_at: AwareDatetime


class ShareViewOut(Out):
    """One opening of a share."""

    at: AwareDatetime
    what: Literal["page", "json", "csv", "raw"]
    network: str | None = Field(description="Caller's network, cut to /24 or /48; null when unknown")
    browser: str | None = Field(description='Family and system, e.g. "Firefox on Windows"; null when unknown')
