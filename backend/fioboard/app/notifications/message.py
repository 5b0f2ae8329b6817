"""Messages: what is told of changes and events, and sending it within the limit of time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from fioboard.app.notifications import sentences
from fioboard.app.notifications.address import Refused
from fioboard.app.notifications.chat import chat
from fioboard.app.notifications.mail import mail
from fioboard.core.config import settings
from fioboard.core.secret_box import Destination, Unreadable, opened
from fioboard.engine.answers.notification import NotificationMessage, ToldChange, ToldEvent
from fioboard.engine.watch.descriptions import describe_change, describe_event, event_path
from fioboard.engine.words.events import EVENTS
from fioboard.engine.words.metrics import METRICS
from fioboard.engine.words.notifications import DestinationKind
from fioboard.store.queries.changes import ChangeRow
from fioboard.store.queries.events import EventRow
from fioboard.store.queries.notifications import RuleRow

PATIENCE_S = 10.0
Sender = Callable[[Destination, NotificationMessage], Awaitable[None]]


class Reported(NamedTuple):
    """The changes and events that a message reports."""

    changes: Sequence[ChangeRow] = ()
    events: Sequence[EventRow] = ()


def build_message(message_id: str, rule: RuleRow, reported: Reported | None) -> NotificationMessage:
    """Build the message; `reported` None: a test."""
    return NotificationMessage(
        version=1,
        id=message_id,
        rule=rule["name"],
        is_test=reported is None,
        changes=[_build_change(row) for row in (reported or Reported()).changes],
        events=[_build_event(row) for row in (reported or Reported()).events],
    )


async def send(rule: RuleRow, message: NotificationMessage) -> str | None:
    """Why it was not taken, None when it was. Names no secret."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            await _sender(rule["kind"])(opened(rule["secret"]), message)
    except Refused as refused:
        return str(refused)
    except TimeoutError:
        return sentences.NO_RECEIPT(seconds=f"{PATIENCE_S:.0f}")
    except Unreadable:
        return "The destination was encrypted with another key; enter it again."
    except Exception as error:  # what a hostile receiver makes a library raise stops no other message
        return sentences.NOT_SENT(kind=type(error).__name__)
    return None


def _sender(kind: DestinationKind) -> Sender:
    if kind == "mail":
        return mail
    if kind == "chat":
        return chat
    # Its client is loaded for the first webhook: a worker is ready without it.
    from fioboard.app.notifications.webhook import post  # noqa: PLC0415 -- only for webhooks

    return post


def _build_change(row: ChangeRow) -> ToldChange:
    words = describe_change(row)
    return ToldChange(
        id=str(row["id"]),
        url=f"{settings().public_url}/changes/{row['id']}",
        sentence=words.sentence,
        host=row["host_name"],
        workload=words.workload,
        metric=row["metric"],
        unit=METRICS[row["metric"]].unit,
        direction=row["direction"],
        before=row["before"],
        after=row["after"],
        ratio=row["ratio"],
        n_before=row["n_before"],
        n_after=row["n_after"],
        is_worse=row["is_worse"],
        first_run_at=row["after_at"],
        suspects=[one["key"] for one in words.suspects if one["is_likely"]],
    )


def _build_event(row: EventRow) -> ToldEvent:
    return ToldEvent(
        id=str(row["id"]),
        url=f"{settings().public_url}/{event_path(row)}",
        sentence=describe_event(row),
        host=row["host_name"],
        kind=row["kind"],
        title=EVENTS[row["kind"]],
        name=row["name"],
        detail=row["detail"],
        began_at=row["began_at"],
        gone_at=row["gone_at"],
    )
