"""Correct the times of a host whose clock is wrong, by comparing its clock with the service's at the upload."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fioboard.core.times import MAX_DEVIATION, plausible, read_moment
from fioboard.store.derive import sentences

SLOWEST_BYTES_PER_S = 100_000
"""A proxy may hold a body back until it is whole, which makes the sender's clock look late by as much."""
_NONE = timedelta(0)


@dataclass(frozen=True, slots=True)
class HostClock:
    """How far a host's clock was ahead of the service's when it sent an upload; zero when it was right or unknown."""

    ahead: timedelta = _NONE

    @property
    def ahead_ms(self) -> int | None:
        """The correction in milliseconds, or None when none is made."""
        return round(self.ahead / timedelta(milliseconds=1)) if self.ahead else None

    def correct(self, claimed: object, received_at: datetime) -> tuple[datetime | None, str | None]:
        """Return the corrected time and how it was corrected, or None and the reason why there is no time."""
        moment = read_moment(claimed) if self.ahead else None
        if moment is None or moment.tzinfo is None:
            return plausible(claimed, received_at)
        try:
            corrected, reason = plausible(moment.astimezone(UTC) - self.ahead, received_at)
        except OverflowError:
            return None, "not a time"
        if corrected is None:
            return None, reason
        direction = "ahead" if self.ahead > _NONE else "behind"
        return corrected, (
            sentences.CLOCK_CORRECTED(
                ahead=_describe(abs(self.ahead)),
                direction=direction,
                moment=f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
            )
        )

    def correct_ms(self, claimed_ms: int | None) -> int | None:
        """Correct Unix milliseconds."""
        return None if claimed_ms is None else claimed_ms - (self.ahead_ms or 0)


def compare_clocks(sent_at: object, received_at: datetime, size_bytes: int) -> HostClock:
    """Compare the clock that an agent sent along with the service's clock at the receipt.

    A deviation below a minute is none. Transport takes time and makes the sender's clock look late: by
    `size_bytes` the upload gets the time that a slow link needs.
    """
    sent = read_moment(sent_at)
    if sent is None or sent.tzinfo is None:
        return HostClock()
    ahead = sent.astimezone(UTC) - received_at
    transport = timedelta(seconds=size_bytes / SLOWEST_BYTES_PER_S)
    return HostClock(ahead) if ahead >= MAX_DEVIATION or -ahead >= MAX_DEVIATION + transport else HostClock()


def _describe(span: timedelta) -> str:
    """Return a span in its two largest units: `2 h 5 min`."""
    seconds = round(span.total_seconds())
    days, hours, minutes = seconds // 86_400, seconds // 3_600 % 24, seconds // 60 % 60
    parts = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds % 60, "s")]
    first = next(place for place, (number, _) in enumerate(parts) if number)
    return " ".join(f"{number} {unit}" for number, unit in parts[first : first + 2] if number)
