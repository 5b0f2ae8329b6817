"""Events of hosts: what got worse or is missing."""

from typing import Annotated

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.triage import TriagedOut, TriagePatch
from fioboard.engine.words.changes import ChangeState
from fioboard.engine.words.events import EventKind


@answer
class EventOut(TriagedOut):
    """Something of a host that got worse or is missing, for as long as it is so."""

    id: str
    host: HostRef
    kind: EventKind
    title: Annotated[str, Field(description="What events of this kind are")]
    name: Annotated[
        str | None, Field(description="Of the drive or workload; null where it is about the host itself")
    ]
    detail: Annotated[str, Field(description="What is so, with figures and their units")]
    began_at: Annotated[
        AwareDatetime,
        Field(
            description="Since when it is known to be so: the inventory, deadline or refusal that told it first"
        ),
    ]
    seen_at: Annotated[AwareDatetime, Field(description="When it was last seen to be so")]
    detected_at: AwareDatetime
    gone_at: Annotated[AwareDatetime | None, Field(description="Since when it is so no more; null = it is")]


@answer
class EventCount(TypedDict):
    """How many events are of a kind and in a state."""

    kind: EventKind
    title: str
    state: ChangeState
    events: Annotated[int, Field(description="A count")]


@answer
class EventList(TypedDict):
    """Events, those that began last first."""

    items: list[EventOut]
    next_cursor: Annotated[str | None, Field(description="null on the last page")]
    counts: Annotated[
        list[EventCount],
        Field(description="Of all that host and days mean, whatever kind and state; the gravest kind first"),
    ]


class EventsPatch(TriagePatch):
    """What a person notes of events; absent fields stay."""


@answer
class EventsTriaged(TypedDict):
    """What one call changed."""

    events: Annotated[int, Field(description="A count")]
