"""Changing a batch as one thing, and what deleting it would touch."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.words import limits


class BatchPatch(In):
    """What a person may say of a batch; absent fields stay."""

    title: str | None = Field(
        default=None,
        max_length=limits.MAX_TITLE_CHARACTERS,
        description="Shown in place of the agent's name of it, in one line; null or blank: that name is shown",
    )
    note: str | None = Field(default=None, max_length=limits.MAX_NOTE_CHARACTERS)


@answer
class EndingLink(TypedDict):
    """A link that still opens and was made from a run of the batch."""

    id: UUID
    title: str
    label: Annotated[str | None, Field(description="For whom; null = no recipient")]


@answer
class TouchedReference(TypedDict):
    """A pinned reference with runs of the batch."""

    id: UUID
    name: str
    runs: Annotated[int, Field(description="Number of its runs that belong to the batch")]
    run_count: Annotated[int, Field(description="Number of runs it was pinned with")]


@answer
class BatchDeletion(TypedDict):
    """What deleting a batch would touch. Its runs can be restored for 30 days."""

    runs: Annotated[int, Field(description="Number of runs that would go into the trash, all at once")]
    max_runs: Annotated[int, Field(description="Number of runs that one step deletes at most")]
    links: Annotated[list[EndingLink], Field(description="Links to frozen copies: ended or kept, by choice")]
    changes: Annotated[
        int,
        Field(
            description="Number of found changes that a run of it shows first; judged anew without these runs"
        ),
    ]
    references: Annotated[list[TouchedReference], Field(description="In force; they lose these runs")]
