"""Steady state by SNIA SSS PTS 2.0.2, definition 2.1.24: five rounds, their range and the line through them.

Agent and service each have this file, word for word: one decides by it when to stop, the other what the page says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

WINDOW = 5
RANGE_LIMIT = 0.20
SLOPE_LIMIT = 0.10
# Limits are met inclusively; what binary fractions add beyond them is no excursion.
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Fit:
    """One tracked figure in five rounds: `range_share` is max - min, `slope_share` what the fitted line climbs from
    the first round to the last, both over the average."""

    average: float
    slope: float
    intercept: float
    range_share: float
    slope_share: float

    @property
    def is_steady(self) -> bool:
        """Whether the range is at most 20 % and the line climbs or falls by at most 10 % of the average."""
        return self.range_share <= RANGE_LIMIT + _TOLERANCE and self.slope_share <= SLOPE_LIMIT + _TOLERANCE


@dataclass(frozen=True)
class SteadyWindow:
    """Five rounds, the last of them `last`, and the fit of each tracked figure in them."""

    first: int
    last: int
    fits: Mapping[str, Fit]
    is_steady: bool


def fit_rounds(first: int, values: list[float]) -> Fit | None:
    """Fit a line by least squares to the values of consecutive rounds; None where their average is not positive."""
    count = len(values)
    average = sum(values) / count
    if not average > 0:
        return None
    middle = first + (count - 1) / 2
    spread = sum((first + place - middle) ** 2 for place in range(count))
    slope = 0.0
    for place, value in enumerate(values):
        slope += (first + place - middle) * (value - average) / spread
    climb = abs(slope) * (count - 1)
    range_share = (max(values) - min(values)) / average
    return Fit(average, slope, average - slope * middle, range_share, climb / average)


def find_window(tracked: Mapping[str, Mapping[int, float]]) -> SteadyWindow | None:
    """Find the first five rounds in which every tracked figure is steady, else the last five; None before five are
    complete. `tracked`: figures by name and round, from 1; a round counts when all of them have one."""
    if not tracked:
        return None
    complete = sorted(set.intersection(*(set(figures) for figures in tracked.values())))
    newest: SteadyWindow | None = None
    for last in complete:
        first = last - WINDOW + 1
        if not set(range(first, last + 1)) <= set(complete):
            continue
        fits: dict[str, Fit] = {}
        for name, figures in tracked.items():
            fit = fit_rounds(first, [figures[number] for number in range(first, last + 1)])
            if fit is not None:
                fits[name] = fit
        is_known = len(fits) == len(tracked)
        is_steady = is_known and all(fit.is_steady for fit in fits.values())
        newest = SteadyWindow(first, last, fits, is_steady)
        if is_steady:
            return newest
    return newest
