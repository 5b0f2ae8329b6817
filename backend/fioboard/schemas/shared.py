"""What a share shows its recipient: one frozen document. Names, serial numbers, paths and free text are not in it;
hosts, runs, drives, arrays, targets and jobs are called by labels numbered within the share ("host 1", "drive A")."""

from typing import Annotated, Literal, NotRequired

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import LatencyKind, Outcome
from fioboard.schemas.base import Out, answer
from fioboard.schemas.compare import CompareOut
from fioboard.schemas.compare_curves import DistributionOut
from fioboard.schemas.factor import FactorOut
from fioboard.schemas.finding import FindingOut
from fioboard.schemas.inventory import SettingOut
from fioboard.schemas.machine import MachineOut
from fioboard.schemas.path import PathOut
from fioboard.schemas.problem import ErrorOut
from fioboard.schemas.result import CdfPoint, ResultFigures
from fioboard.schemas.run import FactorValueOut, ToolRef
from fioboard.schemas.series import SeriesOut
from fioboard.schemas.time_series import RunSeries

ShareKind = Literal["run", "compare", "series"]
ShareState = Literal["active", "paused", "expired", "revoked"]


@answer
class SharedSeries(SeriesOut):
    """A chart as its maker saw it. Copies made by older versions do not tell: their axes are linear."""

    is_log_x: NotRequired[Annotated[bool, Field(description="Whether the x axis is logarithmic")]]
    is_log_y: NotRequired[Annotated[bool, Field(description="Whether the value axis is logarithmic")]]


class QuestionOut(Out):
    """One question of a storage vendor's support, answered from the uploads."""

    key: str = Field(description='Stable name, e.g. "slot-width", "numa-pinning", "driver"')
    title: str = Field(description="The question as support asks it")
    answer: Literal["yes", "no", "value", "unknown"]
    value: str | None = Field(
        description='The fact, with its unit: "Gen4 x16, trained Gen4 x16"; null: unknown'
    )
    text: str = Field(description="One sentence; for unknown: why")
    source: str | None = Field(
        description='Where it was read: "inventory: PCIe link under load"; null: unknown'
    )
    evidence: list[str] = Field(description="Facts it rests on, each with its unit, of every host concerned")
    command: str | None = Field(description="For unknown: the one command on the host that would fill it")


@answer
class SharedLatencyCurve(TypedDict):
    """The distribution of one result, from json+ bins."""

    position: Annotated[int, Field(description="Of the result within its run, from 0")]
    kind: LatencyKind
    n: Annotated[int, Field(description="Number of I/Os in the bins")]
    points: list[CdfPoint]


class SharedHost(Out):
    """One machine as the share shows it."""

    label: str = Field(
        description='"host 1", numbered by first appearance; its name when that was revealed. A host with several '
        'inventories stands once for each: "host 1, configuration 2"'
    )
    inventory: dict[str, object] | None = Field(
        description="Kept fields of the inventory, in the shape of its published schema; null when none was sent"
    )
    firmware: list[SettingOut] = Field(description="BIOS settings under vendor-neutral names")
    findings: list[FindingOut]


class SharedRun(Out):
    """One run as the share shows it."""

    label: str = Field(description='"run 1", numbered by first appearance')
    host: str = Field(description="Label of its host")
    title: str | None = Field(description="null unless revealed")
    note: str | None = Field(description="null unless revealed")
    tags: list[str] = Field(description="Empty unless revealed")
    started_at: AwareDatetime | None = Field(description="To the minute; null when unknown or hidden")
    tool: ToolRef
    outcome: Outcome
    factor_values: list[FactorValueOut] = Field(description="Those that may be shown")
    results: list[ResultFigures] = Field(description="`job_name` is a label such as `randread 4k QD32 x4`")
    job_options: list[dict[str, str]] = Field(description="Per result, in order: options that may be shown")
    options_left_out: int = Field(description="Number of job options that are not shown")
    command: str | None = Field(
        description="fio's command line rebuilt from the shown options; null when unknown"
    )
    path: PathOut | None
    machine: MachineOut | None = Field(
        description="Picture of the host with this run's bandwidth; null: unknown"
    )
    curves: list[SharedLatencyCurve]
    time_series: RunSeries | None = Field(description="null when nothing was recorded")


class LeftOut(Out):
    """One kind of thing that was in the uploads and is not in the share."""

    field: str = Field(description='Name that `reveal` knows it by, e.g. "drive.serial", "job.name"')
    title: str
    count: int = Field(description="Number of distinct values left out")
    replaced_by: str | None = Field(
        description='Label shown in their place, e.g. "drive A"; null: nothing is'
    )
    can_reveal: bool


class SharedDocument(Out):
    """Everything a share shows. Made once, when the link is made; later edits do not reach it."""

    version: Literal[1] = Field(description="Version of this shape")
    kind: ShareKind
    title: str = Field(description="Made from what is shown, never from a person's words")
    note: str | None = Field(description="Written by the sender for this share")
    created_at: AwareDatetime = Field(description="To the minute")
    fioboard_version: str
    questions: list[QuestionOut] = Field(description="The support questionnaire, in the order support asks")
    hosts: list[SharedHost]
    runs: list[SharedRun]
    compare: CompareOut | None = Field(
        description="Run ids are labels, filters are left empty; null: another kind"
    )
    distributions: list[DistributionOut] = Field(description="Of a comparison's workloads, where bins exist")
    series: SharedSeries | None = Field(description="Run ids are labels; null: another kind")
    factors: list[FactorOut] = Field(description="Of every factor key in the document: title and unit")
    method: list[str] = Field(description="How it was measured and computed, sentences for the report")
    revealed: list[str] = Field(description="Fields the sender chose to show")
    hidden: list[str] = Field(description="Fields the sender chose to hide beyond the default")


class SharedOut(Out):
    """Answer of the share's own endpoint."""

    label: str | None = Field(
        description="For whom it was made, as the sender wrote it for them to see; may be null"
    )
    expires_at: AwareDatetime
    document: SharedDocument


class LeakPlace(Out):
    """Where a share would show what it is to leave out."""

    where: str = Field(description="JSON pointer into the document")
    title: str = Field(description='What stands there: "Maker and product of system and board"')
    hide: str | None = Field(description="Name that `hide` knows it by; null: it cannot be left out")


class ShareLeak(Out):
    """A value that is to be left out and stands in what is shown all the same, as a host's name that is its product's.

    Nothing is published before one of the two is chosen: `reveal` the field, or `hide` every place.
    """

    field: str = Field(description="Name that `reveal` knows it by")
    title: str
    can_reveal: bool
    places: list[LeakPlace]


class ShareRefusal(ErrorOut):
    """Why no link was made. Of an IdentifierFound it names fields and places, never the value."""

    leaks: list[ShareLeak] = Field(
        default_factory=list, description="Of IdentifierFound: what would be shown"
    )


class SharePreview(Out):
    """The page before it exists, and what it leaves out."""

    document: SharedDocument
    left_out: list[LeftOut]
    can_hide: list[str] = Field(
        description="Names that `hide` knows, e.g. drive.model, bios.settings, time_series"
    )
    leaks: list[ShareLeak] = Field(description="While there are any no link can be made of this")


class ShareOut(Out):
    """A share in the list of its makers. Its token is not kept and cannot be shown again."""

    id: str
    kind: ShareKind
    title: str
    label: str | None = Field(description="For whom")
    created_by: str
    created_at: AwareDatetime
    expires_at: AwareDatetime
    state: ShareState
    has_passphrase: bool
    revealed: list[str]
    hidden: list[str]
    run_ids: list[str] = Field(description="Runs it was made from that still exist")
    view_count: int = Field(description="Number of times it was opened")
    last_viewed_at: AwareDatetime | None


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
