"""Notes on time: what people write at a moment or a span of a host, or of all hosts."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.words.limits import MAX_TIME_NOTE_CHARACTERS

Words = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_TIME_NOTE_CHARACTERS,
        description="Kept as one line: line ends and tabs become spaces",
    ),
]
HostId = Annotated[UUID | None, Field(strict=False, description="null = of all hosts")]
At = Annotated[
    AwareDatetime, Field(strict=False, description="When it was so, or began; from the year 2000 to 2099")
]
Until = Annotated[
    AwareDatetime | None, Field(strict=False, description="End of the span, after `at`; null = a moment")
]


@answer
class TimeNoteOut(TypedDict):
    """A note. What it says is a person's word: no cause is found in it."""

    id: str
    host: Annotated[HostRef | None, Field(description="null = of all hosts")]
    at: Annotated[AwareDatetime, Field(description="When it was so, or began")]
    until: Annotated[AwareDatetime | None, Field(description="End of the span; null = a moment")]
    text: str
    created_at: AwareDatetime
    created_by: Annotated[str, Field(description="Name of who wrote it")]
    changed_at: Annotated[
        AwareDatetime | None, Field(description="When it was changed last; null = it never was")
    ]
    changed_by: Annotated[str | None, Field(description="Name of who changed it last")]


@answer
class TimeNoteList(TypedDict):
    """The newest first."""

    items: list[TimeNoteOut]
    total: Annotated[int, Field(description="Notes that match, a count; more than `items` holds: the newest")]


class TimeNoteIn(In):
    """A note to keep."""

    host_id: HostId = None
    at: At
    until: Until = None
    text: Words


class TimeNotePatch(In):
    """What may change of a note; absent fields stay."""

    host_id: HostId = None
    at: At | None = None
    until: Until = None
    text: Words | None = None
