"""Runs that were deleted and can be restored."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class DeletedRun(TypedDict):
    """A deleted run, or the runs of a batch that were deleted in one step, by what is recognised of the first."""

    id: UUID
    title: str | None
    target: Annotated[str | None, Field(description="Path or device the job was pointed at")]
    host_name: str
    started_at: Annotated[AwareDatetime | None, Field(description="null when unknown")]
    uploaded_at: AwareDatetime
    deleted_at: AwareDatetime
    deleted_by: Annotated[str | None, Field(description="Name of who did it; null where it was not noted")]
    edit_id: Annotated[
        UUID | None,
        Field(
            description="Undo token: brings back everything that was deleted in this step; null: not noted"
        ),
    ]
    batch_name: Annotated[str | None, Field(description="The batch it is a step of; null = made alone")]
    runs: Annotated[int, Field(description="Number of runs: above 1 those of one batch, deleted in one step")]


@answer
class Trash(TypedDict):
    """Deletions, the last one first."""

    items: list[DeletedRun]
    has_more: Annotated[bool, Field(description="There are more than were asked for")]
