"""Schedules: requests that are made again and again."""

from typing import Annotated, Self
from uuid import UUID

from pydantic import AwareDatetime, Field, model_validator
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.parameters import Parameters
from fioboard.engine.answers.request import Id, Name, Target, WantedOfHosts, WantedOut
from fioboard.engine.answers.request_start import GroupHost
from fioboard.engine.words.expectations import MAX_ZONE_CHARACTERS
from fioboard.engine.words.requests import (
    MAX_CRON_CHARACTERS,
    MAX_GROUP_HOSTS,
    MAX_JITTER_S,
    RequestKind,
    RequestState,
)

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
OnlyWhenIdle = Annotated[bool, Field(description="Skip while a host of it has another request")]
IsExpected = Annotated[
    bool,
    Field(
        description="Alert when its run is missing, 30 min after its latest start; not with a random delay that "
        "reaches the next time"
    ),
]


class ScheduleIn(WantedOfHosts):
    """A schedule to add."""

    cron: Cron
    zone: Zone = "UTC"
    jitter_s: Jitter = 0
    only_when_idle: OnlyWhenIdle = True
    is_expected: IsExpected = False
    is_paused: bool = False


class SchedulePatch(In):
    """What may change of a schedule; absent fields stay."""

    kind: RequestKind | None = Field(default=None, description="Comes with a name, or of a repeat with a run")
    name: Name | None = Field(default=None, description="Of the suite or job file")
    run_id: Id | None = Field(default=None, description="The run to repeat")
    target: Target | None = None
    hosts: list[GroupHost] | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_GROUP_HOSTS,
        description="Hosts that start together from now on; one measures alone",
    )
    parameters: Parameters | None = None
    cron: Cron | None = None
    zone: Zone | None = None
    jitter_s: Jitter | None = Field(
        default=None, description="Number of seconds that each start may be later, by chance"
    )
    only_when_idle: OnlyWhenIdle | None = None
    is_expected: IsExpected | None = None
    is_paused: bool | None = None

    @model_validator(mode="after")
    def _require_kind_with_name(self) -> Self:
        if (self.kind in {"suite", "job"}) != (self.name is not None):
            raise ValueError("kind and name come together")
        if (self.kind == "repeat") != (self.run_id is not None):
            raise ValueError("kind `repeat` and run_id come together")
        return self


@answer
class ScheduleHost(TypedDict):
    """One of the hosts that start together."""

    host: HostRef
    target: Annotated[str, Field(description="Folder or device on this host")]


@answer
class ScheduleOut(WantedOut):
    """A schedule, when it is due, and what became of the last time."""

    hosts: Annotated[
        list[ScheduleHost] | None,
        Field(
            description="Hosts that start together, `host` first, then by name; null = `host` measures alone"
        ),
    ]
    cron: Annotated[str, Field(description="Five fields as in Debian's cron")]
    cron_words: Annotated[str, Field(description="The same in words, as `At 02:30 every day`")]
    zone: Annotated[str, Field(description="Name of the IANA time zone database")]
    jitter_s: Annotated[int, Field(description="Number of seconds that each start may be later, by chance")]
    only_when_idle: Annotated[bool, Field(description="Skip while a host of it has another request")]
    is_expected: Annotated[bool, Field(description="A missing run is an event")]
    paused_at: Annotated[AwareDatetime | None, Field(description="Since when it is paused; null = it is not")]
    next_times: Annotated[
        list[AwareDatetime], Field(description="The next five, the first with its jitter; empty while paused")
    ]
    last_request_id: Annotated[
        UUID | None,
        Field(
            description="Of several hosts, that of one that did not end as `done`; null = none was made yet"
        ),
    ]
    last_group_id: Annotated[
        UUID | None, Field(description="The hosts that started together then; null = one alone, or none yet")
    ]
    last_state: Annotated[RequestState | None, Field(description="`expired`: the last time was skipped")]
    last_reason: Annotated[str | None, Field(description="Why it was skipped or ended so")]
    last_host_names: Annotated[
        list[str] | None, Field(description="Those that ended so, by name; null = all hosts, or one alone")
    ]
    created_at: AwareDatetime
    created_by: Annotated[str, Field(description="Name of who made it")]


@answer
class ScheduleList(TypedDict):
    """The next one due first, paused ones last; at most 500."""

    items: list[ScheduleOut]


@answer
class ScheduleTimes(TypedDict):
    """When a cron expression is due."""

    cron: Annotated[str, Field(description="Five fields as in Debian's cron")]
    cron_words: Annotated[str, Field(description="The same in words, as `At 02:30 every day`")]
    next_times: Annotated[list[AwareDatetime], Field(description="The next five, without jitter")]
