"""How hosts of one request group start together: what an agent and the service say of their clocks and the start."""

from typing import Annotated
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.words.requests import MAX_GROUP_STEPS, MAX_TARGET_CHARACTERS

# A line of text, as in `request`, and Unix times of years that a clock can show.
_LINE = r"^[^\x00-\x1f\x7f]+$"
UnixMicroseconds = Annotated[int, Field(ge=0, le=2**53)]


class GroupHost(In):
    """One of the hosts that start together."""

    host_id: Annotated[UUID, Field(strict=False, description="A host that measures")]
    target: Annotated[str, Field(pattern=_LINE, max_length=MAX_TARGET_CHARACTERS)] | None = Field(
        default=None, description="Folder or device of this host; null = the request's own"
    )


class FioStartIn(In):
    """When a host of a group started fio, and how its clock was measured."""

    at_us: UnixMicroseconds = Field(description="fio's start by the service's clock, Unix µs")
    clock_ahead_us: int = Field(
        ge=-(2**53), le=2**53, description="The host's clock less the service's, µs, measured over the poll"
    )
    clock_uncertainty_us: int = Field(
        ge=0, le=2**53, description="Most that both can be off, µs: half the time of the fastest poll"
    )
    step: int | None = Field(
        default=None,
        ge=1,
        le=MAX_GROUP_STEPS,
        description="Number of the step that started, as the service named it; null of an older agent",
    )


@answer
class ClockOut(TypedDict):
    """The service's clock around one poll, from which the agent measures how far its own is off."""

    received_at_us: Annotated[int, Field(description="When the poll arrived, Unix µs")]
    answered_at_us: Annotated[int, Field(description="When it was answered, Unix µs")]


@answer
class StartOut(TypedDict):
    """When the hosts of a group start fio."""

    request_id: UUID
    step: Annotated[int, Field(description="Number of the step that starts, from 1")]
    at_us: Annotated[int, Field(description="By the service's clock, Unix µs")]


@answer
class TogetherOut(TypedDict):
    """Hosts that start at one moment."""

    host_count: Annotated[int, Field(description="Number of hosts")]
    host_names: Annotated[list[str], Field(description="Of the first five, by name")]
