"""What is so now: rows of drives, arrays, refusals, spools and expectations to the conditions that make events."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import orjson

from fioboard.app.watch.events import sentences
from fioboard.core.figures import format_things
from fioboard.core.ids import uuid7
from fioboard.engine.expect import Standing
from fioboard.engine.expect.cron import describe_cron
from fioboard.engine.factors.workload import workload_in_words
from fioboard.engine.hardware.inventory.link import format_link
from fioboard.engine.words.events import REFUSED_DAYS, DriveEventKind
from fioboard.engine.words.fleet import HOT_C
from fioboard.store.queries.events import ArrayRow, Condition, DriveRow, RefusedRow, WaitingRow
from fioboard.store.queries.expectations import ExpectationRow

UNKNOWN = "unknown"
NOT_DECODED = "cause not reported"
# Of an NVMe drive's critical warning, bit by bit (NVM Express 2.0, SMART log).
WARNINGS = (
    "spare blocks are below their threshold",
    "temperature is above or below a threshold",
    "reliability is degraded",
    "media is read-only",
    "backup of volatile memory failed",
    "persistent memory region is read-only",
)


def list_drive_conditions(row: DriveRow) -> Iterator[Condition]:
    """Yield one condition for each thing that is wrong with a drive."""
    name = row["name"] if row["model"] is None else f"{row['name']}, {row['model']}"
    for kind in row["kinds"]:
        seen_at = row["host_seen_at"] if kind == "missing" else row["seen_at"]
        yield Condition(
            id=uuid7(),
            host_id=row["host_id"],
            kind=kind,
            subject=row["unit"].hex(),
            name=name,
            detail=_DETAILS[kind](row),
            began_at=seen_at,
            seen_at=seen_at,
        )


def build_array_condition(row: ArrayRow) -> Condition:
    """Build one condition for all arrays of a host: which they are may change while one is rebuilt."""
    return Condition(
        id=uuid7(),
        host_id=row["host_id"],
        kind="array",
        subject="",
        name=None,
        detail=f"degraded: {', '.join(row['degraded_arrays'])}",
        began_at=row["seen_at"],
        seen_at=row["seen_at"],
    )


def build_refusal_condition(row: RefusedRow) -> Condition:
    """Build the condition for uploads of the last days that were refused for good."""
    uploads = format_things(row["refused"], "upload")
    return Condition(
        id=uuid7(),
        host_id=row["host_id"],
        kind="refused",
        subject="",
        name=None,
        detail=sentences.REFUSED_UPLOADS(uploads=uploads, days=REFUSED_DAYS, error=row["error"]),
        began_at=row["first_at"],
        seen_at=row["last_at"],
    )


def build_waiting_condition(row: WaitingRow) -> Condition:
    """Build the condition for uploads that the agent cannot deliver."""
    uploads = format_things(row["waiting"], "upload waits", "uploads wait")
    why = "" if row["error"] is None else f": {row['error'].rstrip('.')}"
    return Condition(
        id=uuid7(),
        host_id=row["host_id"],
        kind="waiting",
        subject="",
        name=None,
        detail=f"{uploads} since {_format_moment(row['waiting_since'])}{why}",
        began_at=row["waiting_since"],
        seen_at=row["reported_at"],
    )


def build_overdue_condition(row: ExpectationRow, stands: Standing, now: datetime) -> Condition | None:
    """Build the condition for an expectation; None unless its run is missing."""
    if stands.missing_since is None:
        return None
    runs = format_things(stands.missed, "run")
    return Condition(
        id=uuid7(),
        host_id=row["host_id"],
        kind="overdue",
        subject=str(row["id"]),
        name=row["scheduled"] if row["options"] is None else workload_in_words(orjson.loads(row["options"])),
        detail=sentences.RUNS_MISSING(runs=runs, time=f"{row['by']:%H:%M}", zone=row["zone"])
        if row["cron"] is None
        else sentences.SCHEDULED_MISSING(runs=runs, words=describe_cron(row["cron"]), zone=row["zone"]),
        began_at=stands.missing_since,
        # By the hour: what goes on is not to be written anew with each look.
        seen_at=now.replace(minute=0, second=0, microsecond=0),
    )


def _warning(row: DriveRow) -> str:
    bits = row["critical_warning"] or 0
    named = [word for place, word in enumerate(WARNINGS) if bits >> place & 1]
    return "; ".join(named) or NOT_DECODED


def _missing(row: DriveRow) -> str:
    return f"seen last {_format_moment(row['seen_at'])}"


def _link(row: DriveRow) -> str:
    now = format_link(row["link_gts"], row["link_lanes"]) or UNKNOWN
    return sentences.LINK_BELOW(
        now=now, capable=format_link(row["capable_gts"], row["capable_lanes"]) or UNKNOWN
    )


def _worn(row: DriveRow) -> str:
    return sentences.ENDURANCE_USED(percent=row["used_pct"])


def _hot(row: DriveRow) -> str:
    own = row["temperature_limit_c"]
    limit = sentences.OWN_WARNING(limit=own) if own is not None else sentences.NO_OWN_LIMIT(limit=HOT_C)
    return f"{row['temperature_c']:g} °C, {limit}"


_DETAILS: dict[DriveEventKind, Callable[[DriveRow], str]] = {
    "warning": _warning,
    "missing": _missing,
    "link": _link,
    "worn": _worn,
    "hot": _hot,
}


def _format_moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
