"""Times that hosts claim: believed only when they are possible (threat-model B28)."""

from datetime import UTC, datetime, timedelta

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


def now() -> datetime:
    """The server's clock, in UTC."""
    return datetime.now(UTC)


def believable(claimed: object, received_at: datetime) -> tuple[datetime | None, str | None]:
    """A host's time and None, or None and the reason why it is not believed.

    Takes RFC 3339 text, Unix milliseconds, or None. Believed from 2000-01-01 to one day after it was received.
    """
    if claimed is None:
        return None, "not stated"
    try:
        if isinstance(claimed, datetime):
            moment = claimed
        elif isinstance(claimed, bool):
            return None, "not a time"
        elif isinstance(claimed, int):
            moment = datetime.fromtimestamp(claimed / 1000, UTC)
        elif isinstance(claimed, str):
            moment = datetime.fromisoformat(claimed)
        else:
            return None, "not a time"
    except (ValueError, OverflowError, OSError):
        return None, "not a time"
    if moment.tzinfo is None:
        return None, "without a time zone"
    if moment < EARLIEST:
        return None, "before the year 2000"
    if moment > received_at + timedelta(days=1):
        return None, "in the future"
    return moment.astimezone(UTC), None
