"""What a vendor's support asks for beside a run: the kernel's log about storage and the drives' own pages of health."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from fioboard.engine.answers.base import Out, answer
from fioboard.engine.answers.confirmation import DriveIdentityOut
from fioboard.engine.answers.share_mark import (
    ANSWER,
    COMPOSED,
    EMPTY,
    MOMENT,
    Count,
    Flag,
    Number,
    share_word,
)

AttachmentKind = Literal["kernel_log", "smart_page"]
ReadStatus = Literal["ok", "absent", "denied", "error", "timeout", "unparsed"]
PageSource = Literal["smartctl", "nvme", "sysfs"]
MAX_LOG_LINES = 2_000
MAX_LOG_LINE_CHARACTERS = 1_000
MAX_WORDS = 300


def _text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("a moment is text: 2026-11-21T09:00:00Z")
    return value


Moment = Annotated[AwareDatetime, Field(strict=False), BeforeValidator(_text)]
"""As the agent writes it. A bare number would be taken for seconds."""


class _Collected(BaseModel):
    """Fields of newer agents are kept with the document, not refused."""

    model_config = ConfigDict(extra="allow", strict=True)

    schema_: Annotated[Literal[1], Field(alias="schema", description="Version number of this shape")]
    host_id: str = Field(
        pattern=r"^[A-Za-z0-9-]{8,64}$", description="The agent's own id of its host, as in an upload"
    )
    collected_at: Moment = Field(description="The host's clock")
    status: ReadStatus = Field(description="How reading went; `ok`, or why there is nothing or little")
    detail: str | None = Field(default=None, max_length=MAX_WORDS, description="The reason; null when `ok`")
    command: str | None = Field(
        default=None,
        max_length=MAX_WORDS,
        description="What a person could run to have it read; null: nothing",
    )


class LogLineIn(BaseModel):
    """One line of the kernel's log."""

    model_config = ConfigDict(extra="allow", strict=True)

    at: Moment | None = Field(description="The host's clock; null: the kernel kept no time")
    text: str = Field(max_length=MAX_LOG_LINE_CHARACTERS)


class KernelLogIn(_Collected):
    """An extract of the kernel's log: the lines about storage, oldest first."""

    kind: Literal["kernel_log"]
    source: Literal["dmesg", "journalctl"] | None = None
    covers_from: Moment | None = Field(
        default=None, description="From then on no line about storage is missing; null: unknown"
    )
    lines_left_out: int = Field(
        default=0, ge=0, le=2**31, description="Number of older lines beyond the agent's limits"
    )
    lines: list[LogLineIn] = Field(max_length=MAX_LOG_LINES)


class SmartPageIn(_Collected):
    """What one drive says of itself."""

    kind: Literal["smart_page"]
    drive: str = Field(min_length=1, max_length=255, description="The kernel's name of it")
    source: PageSource | None = None
    page: dict[str, object] | None = Field(
        default=None,
        description="smartctl: its JSON; nvme: {smart_log, error_log}; sysfs: {model, firmware, state, temperature_c}",
    )


AttachmentIn = Annotated[KernelLogIn | SmartPageIn, Field(discriminator="kind")]
ATTACHMENT: TypeAdapter[KernelLogIn | SmartPageIn] = TypeAdapter(AttachmentIn)


class AttachmentStored(Out):
    """The answer to an attachment that is committed, now (201) or before (200)."""

    run_id: str
    kind: AttachmentKind
    sha256: str = Field(description="Hex digest of the document as it was sent")
    status: Literal["created", "duplicate"]


@answer
class AttachableOut(TypedDict):
    """What an agent needs to collect for a run that was uploaded before."""

    run_id: str
    url: Annotated[str, Field(description="Address of the run's page")]
    started_at: Annotated[AwareDatetime | None, Field(description="The host's clock; null: unknown")]
    drives: Annotated[
        list[DriveIdentityOut], Field(description="Those below the run's targets, as it knew them")
    ]


@answer
class LogLineOut(TypedDict):
    """One line of the kernel's log."""

    at: Annotated[
        AwareDatetime | None, MOMENT, Field(description="The host's clock; null: the kernel kept no time")
    ]
    text: Annotated[str, COMPOSED]
    topic: Annotated[
        str, COMPOSED, Field(description='What it is about, e.g. "pcie_error", "reset"; "other"')
    ]
    is_during: Annotated[
        Flag | None, Field(description="Whether it is of the run's time; null: one of the two is unknown")
    ]


@answer
class LogCountOut(TypedDict):
    """How many lines there are of one topic."""

    topic: Annotated[str, COMPOSED]
    title: Annotated[str, COMPOSED, Field(description='"PCIe errors"')]
    lines: Annotated[Count, Field(description="Number of lines, at any time")]
    during: Annotated[Count | None, Field(description="Number of lines of the run's time; null: unknown")]


@answer
class KernelLogOut(TypedDict):
    """An extract of the kernel's log about storage."""

    collected_at: Annotated[
        AwareDatetime | None, MOMENT, Field(description="The host's clock; null: a share hides times")
    ]
    status: Annotated[ReadStatus, share_word("error")]
    detail: Annotated[
        str | None, EMPTY, Field(description="Why there is nothing; null when `ok`, and in shares")
    ]
    command: Annotated[
        str | None,
        EMPTY,
        Field(description="What a person could run to have it read; null: nothing, and in shares"),
    ]
    source: Annotated[Literal["dmesg", "journalctl"] | None, share_word()]
    covers_from: Annotated[
        AwareDatetime | None,
        MOMENT,
        Field(description="From then on no line about storage is missing; null: unknown"),
    ]
    covers_run: Annotated[
        Flag | None, Field(description="Whether it covers all of the run's time; null: that is unknown")
    ]
    lines: Annotated[list[LogLineOut], ANSWER, Field(description="Oldest first")]
    counts: Annotated[
        list[LogCountOut],
        ANSWER,
        Field(description="Per topic that has lines, the worst first; of all lines, shown or not"),
    ]
    line_count: Annotated[Count, Field(description="Number of lines about storage, shown or not")]
    lines_left_out: Annotated[Count, Field(description="Number of older lines beyond the agent's limits")]
    lines_hidden: Annotated[
        int,
        COMPOSED,
        Field(description="Number of lines that a share leaves out, as they have no listed form; else 0"),
    ]


@answer
class HealthFigureOut(TypedDict):
    """One counter or reading of a drive's page."""

    key: Annotated[str, COMPOSED, Field(description='Stable name, e.g. "media_errors"')]
    title: Annotated[str, COMPOSED]
    value: Annotated[Number, Field(description="In `unit`")]
    unit: Annotated[str | None, COMPOSED, Field(description='"°C", "%", "bytes", "min", "h"; null: a count')]


@answer
class SmartPageOut(TypedDict):
    """What one drive says of its health."""

    drive: Annotated[str, COMPOSED, Field(description="The kernel's name of it; in shares its label")]
    collected_at: Annotated[
        AwareDatetime | None, MOMENT, Field(description="The host's clock; null: a share hides times")
    ]
    status: Annotated[ReadStatus, share_word("error")]
    detail: Annotated[
        str | None, EMPTY, Field(description="Why there is little; null when `ok`, and in shares")
    ]
    command: Annotated[
        str | None,
        EMPTY,
        Field(description="What a person could run to have it read; null: nothing, and in shares"),
    ]
    source: Annotated[PageSource | None, share_word()]
    figures: Annotated[
        list[HealthFigureOut], ANSWER, Field(description="Those that the page tells, of a closed list")
    ]


@answer
class SupportOut(TypedDict):
    """What was collected for support and goes with a run."""

    kernel_log: Annotated[
        KernelLogOut | None,
        ANSWER,
        Field(description="The newest that covers the run, else the newest; null: none was collected"),
    ]
    smart_pages: Annotated[list[SmartPageOut], ANSWER, Field(description="The newest of each drive")]
