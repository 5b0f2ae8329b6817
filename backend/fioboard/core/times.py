"""Times that hosts claim: believed only when they are possible (threat-model B28)."""

from datetime import UTC, datetime, timedelta

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
MAX_DEVIATION = timedelta(seconds=60)
"""Clocks that differ by less are taken for equal."""


def now() -> datetime:
    """The server's clock, in UTC."""
    return datetime.now(UTC)


def read_moment(claimed: object) -> datetime | None:
    """Read RFC 3339 text or Unix milliseconds; None for anything else."""
    try:
        if isinstance(claimed, datetime):
            return claimed
        if isinstance(claimed, int) and not isinstance(claimed, bool):
            return datetime.fromtimestamp(claimed / 1000, UTC)
        return datetime.fromisoformat(claimed) if isinstance(claimed, str) else None
    except (ValueError, OverflowError, OSError):
        return None


def plausible(claimed: object, received_at: datetime) -> tuple[datetime | None, str | None]:
    """A host's time and None, or None and the reason why it is not believed.

    Takes RFC 3339 text, Unix milliseconds, or None. Believed from 2000-01-01 to one minute after it was received.
    """
    if claimed is None:
        return None, "not stated"
    moment = read_moment(claimed)
    if moment is None:
        return None, "not a time"
    if moment.tzinfo is None:
        return None, "without a time zone"
    if moment < EARLIEST:
        return None, "before the year 2000"
    if moment > received_at + MAX_DEVIATION:
        return None, "in the future"
    return moment.astimezone(UTC), None
