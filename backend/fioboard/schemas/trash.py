"""Runs that were deleted and can be restored."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer


@answer
class DeletedRun(TypedDict):
    """A deleted run, by what it is recognised by."""

    id: UUID
    title: str | None
    target: Annotated[str | None, Field(description="Path or device the job was pointed at")]
    host_name: str
    started_at: Annotated[AwareDatetime | None, Field(description="null when unknown")]
    uploaded_at: AwareDatetime
    deleted_at: AwareDatetime
    deleted_by: Annotated[str | None, Field(description="Name of who did it; null where it was not noted")]


@answer
class Trash(TypedDict):
    """Deleted runs, the last deletion first."""

    items: list[DeletedRun]
    has_more: Annotated[bool, Field(description="There are more than were asked for")]
