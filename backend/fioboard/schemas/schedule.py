"""Schedules: requests that are made again and again."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import In, answer
from fioboard.schemas.request import Id, Wanted, WantedOut
from fioboard.vocabulary.expectations import MAX_ZONE_CHARACTERS
from fioboard.vocabulary.requests import MAX_CRON_CHARACTERS, MAX_JITTER_S, RequestState

Cron = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_CRON_CHARACTERS,
        description="Five fields as in Debian's cron, as `30 2 * * 1-5`; or hourly, daily, weekly, monthly",
    ),
]
Zone = Annotated[
    str, Field(max_length=MAX_ZONE_CHARACTERS, description="Name of the IANA time zone database")
]
Jitter = Annotated[
    int, Field(ge=0, le=MAX_JITTER_S, description="Number of seconds that each start may be later, by chance")
]
OnlyWhenIdle = Annotated[bool, Field(description="Skip while the host has another request")]


class ScheduleIn(Wanted):
    """A schedule to add."""

    host_id: Id = Field(description="The host that measures")
    cron: Cron
    zone: Zone = "UTC"
    jitter_s: Jitter = 0
    only_when_idle: OnlyWhenIdle = True
    is_paused: bool = False


class SchedulePatch(In):
    """What may change of a schedule; absent fields stay."""

    cron: Cron | None = None
    zone: Zone | None = None
    jitter_s: Jitter | None = Field(
        default=None, description="Number of seconds that each start may be later, by chance"
    )
    only_when_idle: OnlyWhenIdle | None = None
    is_paused: bool | None = None


@answer
class ScheduleOut(WantedOut):
    """A schedule, when it is due, and what became of the last time."""

    cron: Annotated[str, Field(description="Five fields as in Debian's cron")]
    zone: Annotated[str, Field(description="Name of the IANA time zone database")]
    jitter_s: Annotated[int, Field(description="Number of seconds that each start may be later, by chance")]
    only_when_idle: Annotated[bool, Field(description="Skip while the host has another request")]
    paused_at: Annotated[AwareDatetime | None, Field(description="Since when it is paused; null = it is not")]
    next_times: Annotated[
        list[AwareDatetime], Field(description="The next five, the first with its jitter; empty while paused")
    ]
    last_request_id: Annotated[UUID | None, Field(description="null = none was made yet")]
    last_state: Annotated[RequestState | None, Field(description="`expired`: the last time was skipped")]
    last_reason: Annotated[str | None, Field(description="Why it was skipped or ended so")]
    created_at: AwareDatetime
    created_by: Annotated[str, Field(description="Name of who made it")]


@answer
class ScheduleList(TypedDict):
    """The next one due first, paused ones last; at most 500."""

    items: list[ScheduleOut]
