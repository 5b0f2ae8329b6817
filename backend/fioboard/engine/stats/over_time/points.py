"""One thing that was recorded over time: its points on the run's clock, and for how long each of them holds."""

from dataclasses import dataclass
from typing import Literal, TypedDict

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Times = npt.NDArray[np.int64]

SEVERAL_JOBS = "The log holds lines of several jobs or loops that cannot be told apart (per_job_logs=0)."
# Threads that write one log pass each other by so much.
MAX_BACK_MS = 1000
# More than so many intervals between two points are a gap.
CUT = 1.5


class Recorded(TypedDict):
    """What is known of a series beside its points."""

    source: Literal["fio_log", "status_interval", "samples"]
    name: str
    """File, job or subject."""
    metric: str
    direction: str | None
    position: int
    is_per_io: bool


@dataclass(frozen=True, slots=True)
class Points:
    """One series with times in ms on the clock; `weights`: for how long each value holds, ms."""

    row: Recorded
    times: Times
    values: Floats
    weights: Floats
    starts_again: bool
    """Its times went back: lines of several jobs or loops behind each other."""

    @property
    def reason(self) -> str | None:
        """Why its values at one time are no value of the run; None when they are."""
        return SEVERAL_JOBS if self.starts_again else None


def starts_again(times: Times) -> bool:
    """Whether times, as they stand in a log, go back: lines of several jobs or loops behind each other."""
    return bool((np.diff(times) < -MAX_BACK_MS).any())


def build_points(row: Recorded, times: Times, values: Floats, offset_ms: int) -> Points:
    """Build a series as it was recorded, on the clock and in order of time."""
    order = np.argsort(times, kind="stable")
    placed = times[order] + offset_ms
    weights = _weights(placed, is_per_io=row["is_per_io"])
    return Points(row, placed, values[order], weights, starts_again=starts_again(times))


def _weights(times: Times, *, is_per_io: bool) -> Floats:
    """A windowed value holds since the one before it; one per I/O counts once."""
    if is_per_io or len(times) < 2:
        return np.ones(len(times))
    steps = np.diff(times).astype(np.float64)
    # The first has none before it; after a gap a value holds for its own window only, not for the gap.
    usual = float(np.median(steps[steps > 0])) if (steps > 0).any() else 1.0
    held = np.concatenate(([usual], np.where(steps > 0, steps, usual)))
    clipped: Floats = np.minimum(held, CUT * usual)
    return clipped
