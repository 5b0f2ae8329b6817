"""Replies to shares: the one-time code, the answer to who sends a run with it, and what the share's sender sees."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, Out, answer
from fioboard.engine.answers.share import FieldName
from fioboard.engine.answers.shared import SharedDocument, ShareLeak

ReplyState = Literal["waiting", "accepted", "rejected"]


class ReplyCode(Out):
    """A code that sends one run as a reply to a share. Shown once."""

    code: str
    expires_at: AwareDatetime


class ReplyReceived(Out):
    """The answer to a reply, the same each time that it is sent. It never says what became of it."""

    upload_key: UUID
    digest: str = Field(description="SHA-256 of the files, as of an upload (docs/upload.md)")
    status: Literal["received"]


class ReplyOut(Out):
    """A reply as those see it who may decide about it."""

    id: UUID
    state: ReplyState
    received_at: AwareDatetime
    host_name: str = Field(description="As its own agent calls it; the page never shows it")
    network: str | None = Field(description="Of its sender, cut to /24 or /48; null when unknown")
    decided_at: AwareDatetime | None
    decided_by: str | None


class ReplyList(Out):
    """Replies to a share, newest first."""

    items: list[ReplyOut] = Field(description="At most 20")


@answer
class ReplyPreview(TypedDict):
    """What the page would show of a reply: a comparison of kind `compare`, the shared run first."""

    document: SharedDocument
    leaks: Annotated[
        list[ShareLeak],
        Field(description="While there are any it cannot be accepted: `hide` each of their places"),
    ]


class ReplyPatch(In):
    """What becomes of a reply. It may change at any time."""

    state: Literal["accepted", "rejected"]
    hide: list[FieldName] = Field(
        default_factory=list,
        max_length=100,
        description="Beyond what the share hides: facts that the page leaves out of both runs",
    )


@answer
class SharedReply(TypedDict):
    """A run that somebody else measured and sent, beside the shared one."""

    received_at: Annotated[AwareDatetime, Field(description="To the minute")]
    document: Annotated[
        SharedDocument, Field(description="Of kind `compare`: base is the shared run, new the external one")
    ]


@answer
class SharedReplyList(TypedDict):
    """Replies that the share's sender accepted."""

    items: Annotated[list[SharedReply], Field(description="The oldest first; at most 20")]
