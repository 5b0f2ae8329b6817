"""What a watched series is made of, and what is told of a step in it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from fioboard.engine.stats.ratio import Ratio


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One run of a watched series: its figure of the watched metric."""

    run_id: UUID
    started_at: datetime
    value: float
    """In the metric's base unit, above zero: what is zero or below has no ratio and is passed over."""
    lower_is_better: bool | None = None
    """As the metric says; None = neither way is better. The same in every point of a series."""
    is_trusted: bool = True
    """False where a finding doubts the run: it stays in the history and decides nothing."""
    noise: float | None = None
    """Standard error of the value by what the run measured within itself, as a share 0..1 of it; None = not known. The
    scatter between runs is taken to be no less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePoint:
    """One step: the runs on both sides up to the next step, and how much larger the figure is after it."""

    last_before: UUID
    """The last run before the step that counts, and the first after it."""
    first_after: UUID
    found_with: UUID
    """The run whose arrival was enough to tell."""
    effect: Ratio
    """Level after over level before, with its 95 % interval; 0.86 is 14 % less."""
    level_before: float
    """Median of the runs between the step before and this one, in the metric's base unit."""
    level_after: float
    """Median of the runs between this step and the next, in the metric's base unit."""
    n_before: int
    """Runs that interval and p rest on: all between the steps, of more than 200 those nearest to this one."""
    n_after: int
    p_value: float
    """Two-sided rank test of both sides, 0..1. The place was chosen by looking: for ordering, not for a claim."""
    is_better: bool | None
    """Whether it changed for the better; None where the metric has no better side."""
    is_settled: bool
    """Whether enough runs followed that its place moves no more; until then the next run may move or withdraw it."""
