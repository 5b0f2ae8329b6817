"""A host as others name it."""

from uuid import UUID

from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class HostRef(TypedDict):
    """A host as a run or a batch names it."""

    id: UUID
    name: str
