"""The fleet as it was enrolled."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.host_ref import HostRef


@answer
class EnrolledHostState(TypedDict):
    """A host whose agents have a token of their own."""

    host: HostRef
    state: Annotated[
        Literal["enrolled", "pending", "stale"],
        Field(description="stale: its agent is silent; pending: it has sent no run yet; enrolled: neither"),
    ]
    enrolled_at: Annotated[AwareDatetime, Field(description="When its oldest valid token was made")]
    last_seen_at: Annotated[
        AwareDatetime | None,
        Field(description="When an agent of it was heard last; null: never since it enrolled"),
    ]
    agent_version: Annotated[str | None, Field(description="Of its agent, as it said last; null: it did not")]
    waiting: Annotated[
        int | None, Field(description="Uploads that wait on it, as its agent said last; a count")
    ]
    run_count: Annotated[int, Field(description="Number of its runs, deleted ones left out")]


@answer
class OpenCode(TypedDict):
    """A code that hosts may still use; the code itself was shown once."""

    id: Annotated[UUID, Field(description="The enrolment's id")]
    expires_at: Annotated[AwareDatetime, Field(description="When it ends")]
    hosts: Annotated[int, Field(description="Number of agents that may use it")]
    hosts_enrolled: Annotated[int, Field(description="Number of agents that did")]
    host_pattern: Annotated[str | None, Field(description="Names that may use it, such as lab-*; null: any")]


@answer
class EnrolledFleet(TypedDict):
    """Enrolled hosts and open codes."""

    items: Annotated[
        list[EnrolledHostState],
        Field(description="Stale ones first, then pending ones, each by name; at most 1,000"),
    ]
    codes: Annotated[list[OpenCode], Field(description="The first to expire first; at most 100")]
