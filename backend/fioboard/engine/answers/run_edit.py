"""Changing many runs at once, undoing it, and what was changed."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.words import limits

OfShares = Literal["revoke", "keep"]
"""What becomes of the links that were made from a run when it is deleted."""


class RunsPatch(In):
    """A change of many runs: those with these ids, or those that a filter means."""

    run_ids: list[str] | None = Field(default=None, max_length=1_000, description="Ids of runs")
    filter: str | None = Field(default=None, max_length=8_000, description="A filter, as in a page's address")
    add_tags: list[str] = Field(default_factory=list, max_length=limits.MAX_TAGS)
    remove_tags: list[str] = Field(default_factory=list, max_length=limits.MAX_TAGS)
    set_labels: dict[str, str] = Field(default_factory=dict, max_length=limits.MAX_LABELS)
    remove_labels: list[str] = Field(default_factory=list, max_length=limits.MAX_LABELS)
    is_deleted: bool | None = Field(
        default=None, description="True deletes, false restores; restorable for 30 days"
    )
    shares: OfShares = Field(
        default="revoke",
        description="Links made from runs that are deleted: end them, or keep their frozen copies",
    )


@answer
class RunsEdited(TypedDict):
    """What one call changed."""

    edit_id: Annotated[str, Field(description="Undo token: POST /edits/{edit_id}/undo")]
    runs: Annotated[int, Field(description="Number of runs that were changed")]


@answer
class NotUndone(TypedDict):
    """A run that stayed as it is."""

    run_id: str
    reason: str


@answer
class Undone(TypedDict):
    """What an undo restored."""

    edit_id: Annotated[str, Field(description="Undo token of the undo itself")]
    runs: Annotated[int, Field(description="Number of runs restored")]
    skipped: list[NotUndone]


@answer
class RunEditOut(TypedDict):
    """One edit of a run: who, when, before and after. Only what changed."""

    edit_id: str
    edited_at: AwareDatetime
    by: str
    before: Annotated[
        dict[str, object], Field(description="title, note, labels, tags, is_deleted as they were")
    ]
    after: Annotated[dict[str, object], Field(description="The same, as they became")]


@answer
class RunEditsOut(TypedDict):
    """A run's edits, newest first."""

    items: list[RunEditOut]
