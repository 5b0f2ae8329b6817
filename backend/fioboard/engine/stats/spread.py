"""One side of a comparison: its repeats summed up, odd runs named (never removed), several modes hinted at."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from fioboard.engine.stats.rank import Floats

# B. Iglewicz and D. Hoaglin, How to Detect and Handle Outliers (1993): modified z-score above 3.5.
ODD_SCORE = 3.5
# Fewer values always fall into two heaps somewhere.
MIN_FOR_MODES = 12
# K. M. Ashman et al., Astronomical Journal 108 (1994) 2348 ask for 2 of a fitted mixture; a split of the sorted values
# always finds some: at 6, one heap is taken for two in at most 5 % of draws of 12 or more values (`make bench-stats`).
CLEAR_SEPARATION = 6.0


@dataclass(frozen=True, slots=True)
class Spread:
    """Summary of one side in the metric's unit. `cv` is standard deviation / mean; None below two values."""

    n: int
    mean: float
    median: float
    min: float
    max: float
    stddev: float | None
    cv: float | None
    odd: tuple[int, ...]
    """Positions of values far from the others."""
    modes: tuple[float, float] | None
    """Means of two clearly separated clusters of values, else None."""


def spread(values: Floats) -> Spread | None:
    """None when there is no value."""
    if not len(values):
        return None
    mean = float(values.mean())
    stddev = float(values.std(ddof=1)) if len(values) > 1 else None
    ordered = np.sort(values)
    return Spread(
        n=len(values),
        mean=mean,
        median=_middle(ordered),
        min=float(ordered[0]),
        max=float(ordered[-1]),
        stddev=stddev,
        cv=stddev / abs(mean) if stddev is not None and mean else None,
        odd=odd_ones(values),
        modes=two_modes(values),
    )


def _middle(ordered: Floats) -> float:
    """The median of ascending values: np.median takes 14 µs for so few, this 1."""
    half = len(ordered) // 2
    return float(ordered[half]) if len(ordered) % 2 else float((ordered[half - 1] + ordered[half]) / 2)


def odd_ones(values: Floats) -> tuple[int, ...]:
    """Positions whose modified z-score (distance from the median by 1.4826 · MAD) is above 3.5; none of less than 4."""
    if len(values) < 4:
        return ()
    distance = np.abs(values - _middle(np.sort(values)))
    scale = 1.4826 * _middle(np.sort(distance))
    if scale == 0:
        return ()
    return tuple(int(i) for i in np.flatnonzero(distance / scale > ODD_SCORE))


def two_modes(values: Floats) -> tuple[float, float] | None:
    """Means of two clearly separated clusters, each of at least a quarter of the values; else None. A hint, no test.

    The split with the least sum of squares (J. A. Hartigan, Clustering Algorithms, 1975, ch. 4), judged by Ashman's D:
    distance of the means over the root mean square of the standard deviations.
    """
    n = len(values)
    if n < MIN_FOR_MODES:
        return None
    ordered = np.sort(values)
    least = n // 4
    at = np.arange(least, n - least + 1)
    sums, squares = np.cumsum(ordered), np.cumsum((ordered - ordered.mean()) ** 2)
    means = sums[at - 1] / at, (sums[-1] - sums[at - 1]) / (n - at)
    # Around the mean of all, so that no precision is lost: squares of a part less what its mean lies off.
    offs = means[0] - ordered.mean(), means[1] - ordered.mean()
    within = squares[at - 1] - at * offs[0] ** 2, squares[-1] - squares[at - 1] - (n - at) * offs[1] ** 2
    best = int(np.argmin(within[0] + within[1]))
    left, right = ordered[: at[best]], ordered[at[best] :]
    apart = float(right.mean() - left.mean())
    spread_within = sqrt((left.var(ddof=1) + right.var(ddof=1)) / 2)
    if apart <= CLEAR_SEPARATION * spread_within or apart == 0:
        return None
    return float(left.mean()), float(right.mean())
