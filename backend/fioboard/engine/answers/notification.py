"""Notification rules, and the message that a webhook gets."""

from typing import Literal

from pydantic import AwareDatetime, Field, SecretStr

from fioboard.engine.answers.base import In, Out
from fioboard.engine.words import limits
from fioboard.engine.words.events import EventKind
from fioboard.engine.words.expectations import MAX_ZONE_CHARACTERS
from fioboard.engine.words.notifications import (
    CHAT_SCHEMES,
    MAX_FILTER_CHARACTERS,
    TOLD_KINDS,
    DestinationKind,
    ToldKind,
)

HOUR = "an hour of the day, counted from 0, in `zone`"
KINDS = "What it tells: `change`, and kinds of events as `GET /events` has them"
ABOUT = (
    "Runs that it is about, in the filter language; null = all. A change is of the first run after it, an event of a "
    "host that has such a run"
)
ZONE = "Name of the IANA time zone database, that its hours are of"


class DestinationIn(In):
    """Where messages go. Stored encrypted, never shown again."""

    kind: DestinationKind
    address: SecretStr = Field(
        min_length=8,
        max_length=2_000,
        description="webhook: `https://…`; mail: `smtps://USER:PASSWORD@SERVER[:PORT]/?from=ADDRESS&to=ADDRESS`, "
        "`smtp://` for STARTTLS where the server offers it (a password is sent over TLS alone); chat: an address of "
        f"Apprise, one of {', '.join(f'`{one}://`' for one in CHAT_SCHEMES)}",
    )
    signing_secret: SecretStr | None = Field(
        default=None,
        min_length=16,
        max_length=256,
        description="Webhooks need one: `X-Fioboard-Signature: sha256=HEX` is the HMAC-SHA256 of the body with it",
    )


class FilterIn(In):
    """Which changes and events are told, and when; null asks for all.

    `metric`, `is_worse`, `least` and `suspect` are about changes alone.
    """

    kinds: list[ToldKind] = Field(
        default=["change"], min_length=1, max_length=len(TOLD_KINDS), description=KINDS
    )
    filter: str | None = Field(default=None, max_length=MAX_FILTER_CHARACTERS, description=ABOUT)
    host: str | None = Field(default=None, max_length=256, description="Only of this host, by name")
    metric: str | None = Field(default=None, max_length=64, description="Only of this metric")
    is_worse: bool | None = Field(default=None, description="true = only for the worse, false = only better")
    least: float = Field(
        default=0.0, ge=0, le=10, description="Least distance of `ratio` from 1, a share 0..1 or above"
    )
    suspect: str | None = Field(
        default=None, max_length=256, description="Only where this factor changed, too"
    )
    digest_hour: int | None = Field(
        default=None, ge=0, le=23, description=f"One message a day at {HOUR}; null = at once"
    )
    quiet_from: int | None = Field(default=None, ge=0, le=23, description=f"Nothing is sent from {HOUR}")
    quiet_to: int | None = Field(default=None, ge=0, le=23, description=f"…until {HOUR}; both or neither")
    zone: str = Field(default="UTC", max_length=MAX_ZONE_CHARACTERS, description=ZONE)
    is_active: bool = Field(default=True, description="false = nothing is told until it is true again")


class NotificationRuleIn(FilterIn):
    """A rule to add."""

    name: str = Field(min_length=1, max_length=limits.MAX_NAME_CHARACTERS)
    destination: DestinationIn


class NotificationRulePatch(FilterIn):
    """What may change of a rule; absent fields stay."""

    name: str | None = Field(default=None, min_length=1, max_length=limits.MAX_NAME_CHARACTERS)
    destination: DestinationIn | None = None


class NotificationRuleOut(Out):
    """A rule, without its secret, and how its messages fare."""

    id: str
    person: str = Field(description="Whose it is")
    name: str
    kind: DestinationKind
    destination: str = Field(description="Scheme and server, of chat the service; the rest is a secret")
    kinds: list[ToldKind] = Field(description=KINDS)
    filter: str | None = Field(description=ABOUT)
    host: str | None
    metric: str | None
    is_worse: bool | None
    least: float = Field(description="Least distance of `ratio` from 1, a share 0..1 or above")
    suspect: str | None
    digest_hour: int | None = Field(description=f"{HOUR}; null = at once")
    quiet_from: int | None = Field(description=HOUR)
    quiet_to: int | None = Field(description=HOUR)
    zone: str = Field(description=ZONE)
    is_active: bool
    waiting: int = Field(description="Changes and events that wait to be told, a count")
    delivered: int = Field(description="Changes and events told, a count")
    failed: int = Field(description="Changes and events given up after ten attempts, a count")
    last_error: str | None = Field(
        description="Of what waits or was given up, or of a filter that is understood no more; null = nothing failed"
    )
    last_delivered_at: AwareDatetime | None = Field(description="null = nothing told yet")
    created_at: AwareDatetime


class NotificationRuleList(Out):
    """The caller's rules, or everybody's for an admin, by person and name."""

    items: list[NotificationRuleOut]


class ToldChange(Out):
    """A change in a message."""

    id: str
    url: str = Field(description="The page that shows it")
    sentence: str = Field(description="The change in words")
    host: str
    workload: str = Field(description="Title of the workload")
    metric: str
    unit: str = Field(description="Base unit of `before` and `after`")
    direction: str
    before: float = Field(description="Level before, in `unit`")
    after: float = Field(description="Level after, in `unit`")
    ratio: float = Field(description="after / before, a share 0..1 or above")
    n_before: int = Field(description="Runs at the level before, a count")
    n_after: int = Field(description="Runs at the level after, a count")
    is_worse: bool | None = Field(description="null = the metric has no better direction")
    first_run_at: AwareDatetime = Field(description="Start of the first run after it")
    suspects: list[str] = Field(
        description="Factors that were recorded to change there, likeliest first; no proof"
    )


class ToldEvent(Out):
    """An event of a host in a message."""

    id: str
    url: str = Field(description="The page that shows it")
    sentence: str = Field(description="The event in words")
    host: str
    kind: EventKind
    title: str = Field(description="What events of this kind are")
    name: str | None = Field(description="Of the drive or workload; null where it is about the host itself")
    detail: str = Field(description="What is so, with figures and their units")
    began_at: AwareDatetime = Field(description="Since when it is known to be so; it may be so for longer")
    gone_at: AwareDatetime | None = Field(
        description="Since when it is so no more; null = it was so when the message was sent. "
        "An end is not told by itself"
    )


class NotificationMessage(Out):
    """The JSON body of a webhook. The headers `Idempotency-Key` and `X-Fioboard-Signature` come with it.

    Fields may be added; `version` counts up where one changes what it means or goes.
    """

    version: Literal[1] = Field(description="Of this form; without unit")
    id: str = Field(description="The idempotency key: the same for every attempt to deliver this message")
    rule: str = Field(description="The rule's name")
    is_test: bool
    changes: list[ToldChange]
    events: list[ToldEvent] = Field(description="Of hosts: what got worse or is missing")


class NotificationTested(Out):
    """What became of a test message, and the message."""

    error: str | None = Field(description="null = the receiver took it")
    message: NotificationMessage
