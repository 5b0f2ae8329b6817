"""How many seconds a standby is behind, from where the primary's log stood when; no database, no clock.

Not from the time of the last replayed transaction: that grows without end while nobody writes, and compares two clocks.
"""

from collections import deque
from itertools import islice

from fioboard.store.queries.replication import PositionRow

MAX_SAMPLES = 2_400


class Log:
    """Where the primary's log stood at the newest moments it was asked, by the clock of this process alone."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, PositionRow]] = deque(maxlen=MAX_SAMPLES)

    def note(self, asked_at: float, written: PositionRow) -> None:
        """`asked_at`: a moment before the primary was asked. A log with another history begins anew."""
        if self._samples and not _is_one_history(self._samples[-1][1], written):
            self._samples.clear()
        self._samples.append((asked_at, written))

    def compute_lag_s(self, replayed: PositionRow, at: float) -> float | None:
        """Compute at most how many seconds before `at` lies the moment up to which the standby has everything.

        None where nobody can say: another history, or more than is remembered.
        """
        for asked_at, written in islice(reversed(self._samples), MAX_SAMPLES):
            if not _is_one_history(written, replayed):
                return None
            if written["position"] <= replayed["position"]:
                return at - asked_at
        return None

    def compute_lag_bytes(self, replayed: PositionRow) -> int | None:
        """Compute how many bytes of the log the standby has not replayed, as the primary was asked last."""
        if not self._samples or not _is_one_history(self._samples[-1][1], replayed):
            return None
        return max(0, self._samples[-1][1]["position"] - replayed["position"])


def _is_one_history(one: PositionRow, other: PositionRow) -> bool:
    return (one["cluster"], one["timeline"]) == (other["cluster"], other["timeline"])
