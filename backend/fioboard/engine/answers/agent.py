"""What agents say of themselves."""

from typing import Annotated

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer

MAX_COUNT = 1_000_000_000


class AgentReportIn(In):
    """What an agent says of itself: sent with each attempt to deliver, and never with a result."""

    agent_host_id: str = Field(min_length=1, max_length=64, description="The agent's own id of its host")
    agent_version: str = Field(min_length=1, max_length=64)
    waiting: int = Field(ge=0, le=MAX_COUNT, description="Uploads in its spool, a count")
    waiting_since: Annotated[AwareDatetime | None, Field(strict=False)] = Field(
        default=None, description="When the oldest of them was made; null = none waits"
    )
    refused: int = Field(
        ge=0, le=MAX_COUNT, description="Uploads it keeps that the service refused for good, a count"
    )
    error: str | None = Field(
        default=None, max_length=500, description="Why its last delivery failed; null = it did not"
    )
    error_at: Annotated[AwareDatetime | None, Field(strict=False)] = Field(
        default=None, description="When that was, by the host's clock"
    )


@answer
class AgentReportStored(TypedDict):
    """That it was taken."""

    reported_at: AwareDatetime


@answer
class AgentOut(TypedDict):
    """When a host's agent last reported or polled, and its last report."""

    reported_at: AwareDatetime
    agent_version: str
    waiting: Annotated[
        int | None, Field(description="Uploads in its spool, a count; null = it polls and reported none")
    ]
    waiting_since: Annotated[AwareDatetime | None, Field(description="When the oldest of them was made")]
    refused: Annotated[
        int | None,
        Field(description="Uploads it keeps that were refused for good, a count; null as in `waiting`"),
    ]
    error: Annotated[str | None, Field(description="Why its last delivery failed; null = none is known")]
    error_at: Annotated[AwareDatetime | None, Field(description="When that was, by the host's clock")]
