"""What people note of changes and events."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.words.changes import ChangeState
from fioboard.engine.words.limits import MAX_CAUSE_CHARACTERS, MAX_NOTE_CHARACTERS, MAX_TRIAGED_CHANGES


@answer
class AssigneeOut(TypedDict):
    """The assignee."""

    id: str
    name: str


@answer
class TriagedOut(TypedDict):
    """What a person noted."""

    state: ChangeState
    cause: str | None
    note: str | None
    assignee: AssigneeOut | None
    state_at: Annotated[AwareDatetime | None, Field(description="When a person changed it last")]
    state_by: str | None


class TriagePatch(In):
    """What a person notes of several at once; absent fields stay."""

    ids: list[Annotated[UUID, Field(strict=False)]] = Field(min_length=1, max_length=MAX_TRIAGED_CHANGES)
    state: ChangeState | None = None
    cause: str | None = Field(
        default=None, max_length=MAX_CAUSE_CHARACTERS, description="Why; what is expected must have one"
    )
    note: str | None = Field(default=None, max_length=MAX_NOTE_CHARACTERS)
    assignee: str | None = Field(
        default=None, max_length=100, description="Name of a person; empty = no assignee"
    )
