"""Runs that are expected of hosts, how that stands, and what the past suggests."""

from datetime import time
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.words.expectations import MAX_GRACE_MINUTES, MAX_ZONE_CHARACTERS, Refusal, State


@answer
class ExpectationOut(TypedDict):
    """A run that is expected, and how that stands now."""

    id: str
    host: HostRef
    workload_id: Annotated[str | None, Field(description="null = a run of any workload")]
    workload: Annotated[str | None, Field(description="In fio's own words")]
    schedule_id: Annotated[
        UUID | None, Field(description="Whose runs are expected; null = a person expects it")
    ]
    scheduled: Annotated[
        str | None,
        Field(description="What that schedule measures, as `quick on /srv/bench`; null = no schedule"),
    ]
    cron_words: Annotated[
        str | None, Field(description="When that schedule is due, in words; null = no schedule")
    ]
    weekdays: Annotated[
        list[int] | None,
        Field(description="Numbers of days, 0 = Monday to 6 = Sunday; ascending; null = by a schedule"),
    ]
    by: Annotated[
        str | None,
        Field(description="Local time in `zone`, HH:MM: the run has started by then; null = by a schedule"),
    ]
    zone: Annotated[str, Field(description="Name of the IANA time zone database")]
    grace_minutes: Annotated[
        int, Field(description="A count of minutes after it was due that are not yet missing")
    ]
    state: Annotated[
        State,
        Field(
            description="waiting: nothing was due yet; met; late: it came after the grace; missing: it did not come"
        ),
    ]
    due_at: Annotated[AwareDatetime, Field(description="The next deadline")]
    met_at: Annotated[
        AwareDatetime | None,
        Field(description="Start of the run that met the last deadline; null = none did, or none was due"),
    ]
    missing_since: Annotated[
        AwareDatetime | None,
        Field(description="First deadline of the row that no run met; null = none is missing"),
    ]
    missed: Annotated[
        int, Field(description="Deadlines in that row, a count; of 60 days at most, and 1,440 at most")
    ]
    created_at: AwareDatetime
    created_by: str


@answer
class ExpectationList(TypedDict):
    """By host and time of day."""

    items: list[ExpectationOut]


@answer
class SuggestionOut(TypedDict):
    """What the past of a workload on a host would have met, or why nothing is suggested."""

    workload_id: Annotated[str | None, Field(description="null = a run of any workload")]
    workload: Annotated[str | None, Field(description="In fio's own words")]
    weekdays: Annotated[
        list[int] | None,
        Field(description="0 = Monday to 6 = Sunday, numbers of days; null = none is suggested"),
    ]
    by: Annotated[str | None, Field(description="Local time, HH:MM; null = none is suggested")]
    n: Annotated[int, Field(description="Runs that it was read from, a count")]
    days: Annotated[int, Field(description="Different days of those, a count")]
    reason: Annotated[
        Refusal | None,
        Field(
            description="Why nothing is suggested: too_few: fewer than five runs on five days; times_differ: at no "
            "one time of day; days_differ: on no set of weekdays; null = one is"
        ),
    ]


@answer
class SuggestionList(TypedDict):
    """The workload with the most runs first, after any workload."""

    items: list[SuggestionOut]
    zone: str
    days: Annotated[int, Field(description="Days that were looked at, a count")]


class ExpectationIn(In):
    """A run that is expected from now on."""

    host_id: Annotated[UUID, Field(strict=False)]
    workload_id: Annotated[UUID | None, Field(strict=False)] = Field(
        default=None, description="null = a run of any workload"
    )
    weekdays: list[Literal[0, 1, 2, 3, 4, 5, 6]] = Field(
        min_length=1, max_length=7, description="Numbers of days, 0 = Monday to 6 = Sunday"
    )
    by: Annotated[time, Field(strict=False)] = Field(
        description="Local time in `zone` without an offset, HH:MM: the run has started by then"
    )
    zone: str = Field(max_length=MAX_ZONE_CHARACTERS, description="Name of the IANA time zone database")
    grace_minutes: int = Field(
        default=0,
        ge=0,
        le=MAX_GRACE_MINUTES,
        description="A count of minutes after `by` that are not yet missing",
    )
