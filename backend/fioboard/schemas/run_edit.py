"""Changing many runs at once, undoing it, and what was changed."""

from typing import Any, Literal

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import In, Out

OfShares = Literal["revoke", "keep"]
"""What becomes of the links that were made from a run when it is deleted."""


class RunsPatch(In):
    """A change of many runs: those with these ids, or those that a filter means."""

    run_ids: list[str] | None = Field(default=None, max_length=1_000, description="Ids of runs")
    filter: str | None = Field(default=None, max_length=8_000, description="A filter, as in a page's address")
    add_tags: list[str] = Field(default_factory=list, max_length=64)
    remove_tags: list[str] = Field(default_factory=list, max_length=64)
    set_labels: dict[str, str] = Field(default_factory=dict, max_length=64)
    remove_labels: list[str] = Field(default_factory=list, max_length=64)
    is_deleted: bool | None = Field(
        default=None, description="True deletes, false restores; restorable for 30 days"
    )
    shares: OfShares = Field(
        default="revoke",
        description="Links made from runs that are deleted: end them, or keep their frozen copies",
    )


class RunsEdited(Out):
    """What one call changed."""

    edit_id: str = Field(description="Undo token: POST /edits/{edit_id}/undo")
    runs: int = Field(description="Number of runs that were changed")


class NotUndone(Out):
    """A run that stayed as it is."""

    run_id: str
    reason: str


class Undone(Out):
    """What an undo restored."""

    edit_id: str = Field(description="Undo token of the undo itself")
    runs: int = Field(description="Number of runs restored")
    skipped: list[NotUndone]


class RunEditOut(Out):
    """One edit of a run: who, when, before and after. Only what changed."""

    edit_id: str
    edited_at: AwareDatetime
    by: str
    before: dict[str, Any] = Field(description="title, note, labels, tags, is_deleted as they were")
    after: dict[str, Any] = Field(description="The same, as they became")


class RunEditsOut(Out):
    """A run's edits, newest first."""

    items: list[RunEditOut]
