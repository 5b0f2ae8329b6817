"""Making, changing and listing shares. What a share shows stands in shared.py."""

from typing import Annotated, Self
from uuid import UUID

from pydantic import AwareDatetime, BeforeValidator, Field, model_validator

from fioboard.engine.answers.base import In, Out
from fioboard.engine.answers.shared import ShareKind, ShareViewOut
from fioboard.engine.words import limits
from fioboard.engine.words.limits import MAX_PASSPHRASE_CHARACTERS, MIN_PASSPHRASE_CHARACTERS


def _text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("a text is expected")
    return value


# Strict models take no text for a time or an id, and JSON has no other way to say one.
Moment = Annotated[AwareDatetime, BeforeValidator(_text), Field(strict=False)]
Id = Annotated[UUID, BeforeValidator(_text), Field(strict=False)]
FieldName = Annotated[str, Field(min_length=1, max_length=80)]


class ShareSpec(In):
    """What is to be shown: a run or a batch by its id, a comparison or a chart by its page's address."""

    run_id: Id | None = Field(default=None, description="For kind run")
    batch_id: Id | None = Field(
        default=None, description="For kind batch: its runs of this moment, none that comes later"
    )
    address: str | None = Field(
        default=None,
        max_length=16_000,
        description="For the kinds compare and series: the page's query string, e.g. `base=…&new=…&metric=iops`",
    )


class ShareContent(In):
    """What a share would show and leave out."""

    kind: ShareKind
    spec: ShareSpec
    note: str | None = Field(
        default=None,
        max_length=limits.MAX_SHARE_NOTE_CHARACTERS,
        description="Written for this share; its recipient sees it",
    )
    expectation: str | None = Field(
        default=None,
        min_length=1,
        max_length=limits.MAX_SHARE_EXPECTATION_CHARACTERS,
        description="What its sender expected of the result and why, in own words; its recipient sees it",
    )
    questions: list[FieldName] = Field(
        default_factory=list,
        max_length=100,
        description="Keys of the questions that its recipient asked: they stand first. Default: what every vendor asks",
    )
    reference_sets: list[Id] = Field(
        default_factory=list,
        max_length=limits.MAX_SHARED_SETS,
        description="Reference sets that the run is shown beside, by their ids: of kind run, and only sets that are in "
        "use and name their maker. Default: none",
    )
    hide: list[FieldName] = Field(
        default_factory=list, max_length=100, description="Kept fields to leave out, see `can_hide`"
    )
    reveal: list[FieldName] = Field(
        default_factory=list, max_length=100, description="Left out fields to show, see `left_out`"
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        wanted = {"run": "run_id", "batch": "batch_id"}.get(self.kind, "address")
        if [name for name, value in self.spec if value is not None] != [wanted]:
            raise ValueError(
                "spec has `run_id` for kind run, `batch_id` for kind batch, else `address`, and nothing else"
            )
        if self.reference_sets and self.kind != "run":
            raise ValueError("reference_sets are shown beside a run, and of no other kind")
        return self


class ShareIn(ShareContent):
    """A new share."""

    label: str | None = Field(
        default=None,
        min_length=1,
        max_length=limits.MAX_RECIPIENT_CHARACTERS,
        description="For whom; its recipient sees it",
    )
    expires_at: Moment | None = Field(default=None, description="Default: in 30 days; at most in 366 days")
    passphrase: str | None = Field(
        default=None,
        min_length=MIN_PASSPHRASE_CHARACTERS,
        max_length=MAX_PASSPHRASE_CHARACTERS,
        description="Asked of everyone who opens the link; 8 to 128 characters",
    )
    takes_replies: bool = Field(
        default=False,
        description="Let recipients send a run measured like this one. Of kind run, without a passphrase, with its job "
        "options shown",
    )


class SharePatch(In):
    """What may change of a share; absent fields stay. What it shows never does."""

    label: str | None = Field(
        default=None,
        min_length=1,
        max_length=limits.MAX_RECIPIENT_CHARACTERS,
        description="null: no recipient",
    )
    expires_at: Moment | None = Field(
        default=None, description="At most in 366 days; an expired link works again"
    )
    is_paused: bool | None = Field(default=None, description="True: the link answers 410 until false")
    takes_replies: bool | None = Field(
        default=None, description="False: open codes end, and the page takes no more replies"
    )


class ShareViewList(Out):
    """Openings and downloads of one share, newest first."""

    items: list[ShareViewOut]
    next_cursor: str | None
