"""How many times larger: the ratio new/base of repeated runs with its 95 % interval.

The ratio is the Hodges–Lehmann estimate on logarithms: the median of all pairs new/base. One run that hiccuped moves
it little, swapping the sides gives exactly the reciprocal, and it assumes nothing about the shape of the noise but that
both sides share it. It is not the quotient of the two means.

Intervals are a test turned round, the ratios that it does not reject (J. L. Hodges and E. L. Lehmann, Ann. Math.
Statist. 34 (1963) 598; M. Hollander et al., Nonparametric Statistical Methods, 3rd ed., 4.3). Up to 9 against 9 runs
the largest of three rank statistics (max_rank.py), beyond that Mann–Whitney. With too few repeats for 95 % (3 against 3
or 4) Student's t on logarithms, both sides' noise taken together. Why, and how often they hold: docs/statistics.md.
"""

from dataclasses import dataclass
from math import exp, sqrt
from typing import Literal

import numpy as np

from fioboard.engine.stats import max_rank
from fioboard.engine.stats.rank import Floats, critical_u, mann_whitney
from fioboard.engine.stats.tails import compute_t_cdf, t_quantile
from fioboard.engine.words.limits import MIN_REPEATS

ALPHA = 0.05

IntervalMethod = Literal["max_rank", "rank", "log_t"]


@dataclass(frozen=True, slots=True)
class Ratio:
    """new/base. `low` and `high` are the 95 % interval, None below MIN_REPEATS runs on a side,
    and when three or four repeats are all equal."""

    value: float
    low: float | None
    high: float | None
    method: IntervalMethod | None


def ratio(base: Floats, new: Floats) -> Ratio | None:
    """The ratio of two sides; None when a side is empty or a value is not above zero (it has no logarithm)."""
    if not len(base) or not len(new) or min(base.min(), new.min()) <= 0:
        return None
    n_base, n_new = len(base), len(new)
    logs = np.log(base), np.log(new)
    pairs = (logs[1][:, None] - logs[0][None, :]).ravel()
    middle = ((len(pairs) - 1) // 2, len(pairs) // 2)
    if min(n_base, n_new) < MIN_REPEATS:
        pairs.partition(sorted(set(middle)))
        return Ratio(_mean(pairs, middle), None, None, None)
    method = _method(n_base, n_new, ALPHA)
    u = critical_u(n_base, n_new, ALPHA) if method == "rank" else 0
    ends = (u, len(pairs) - 1 - u)
    pairs.partition(sorted({*middle, *ends}))
    value = _mean(pairs, middle)
    if method == "rank":
        return Ratio(value, exp(pairs[ends[0]]), exp(pairs[ends[1]]), method)
    if method == "max_rank":
        low, high = max_rank.max_rank_interval(*logs, ALPHA)
        return Ratio(value, exp(low), exp(high), method)
    if _show_no_noise(base, new):
        return Ratio(value, None, None, None)
    difference, error, freedom = _log_means(base, new)
    half = t_quantile(freedom, 1 - ALPHA / 2) * error
    return Ratio(value, exp(difference - half), exp(difference + half), method)


def p_value(
    base: Floats, new: Floats, alpha: float, least_noise: float = 0.0
) -> tuple[float, IntervalMethod]:
    """Two-sided p that nothing differs; `alpha` is the level it must be able to reach.

    The t test takes the noise (as log_noise gives it) to be at least `least_noise`.

    A rank test where its smallest p reaches `alpha`, else log-t: with 5 against 5 runs ranks end at p = 0.008, and
    thirty workloads compared at once ask for 0.0017, however large the difference.
    Both sides need MIN_REPEATS values above zero.
    """
    method = _method(len(base), len(new), alpha)
    if method == "max_rank":
        return max_rank.max_rank_p(base, new), method
    if method == "rank":
        return mann_whitney(base, new).p_value, method
    if _show_no_noise(base, new):
        return mann_whitney(base, new).p_value, "rank"
    difference, error, freedom = _log_means(base, new, least_noise)
    return 2 * compute_t_cdf(freedom, -abs(difference) / error), "log_t"


def _method(n_base: int, n_new: int, alpha: float) -> IntervalMethod:
    if max_rank.reaches(n_base, n_new, alpha):
        return "max_rank"
    return "rank" if critical_u(n_base, n_new, alpha) >= 0 else "log_t"


def _mean(pairs: Floats, middle: tuple[int, int]) -> float:
    return exp((float(pairs[middle[0]]) + float(pairs[middle[1]])) / 2)


def _show_no_noise(base: Floats, new: Floats) -> bool:
    """Repeats equal to the last digit (a bucket, a rate limit) are nothing that a difference could be measured by."""
    return bool(np.ptp(base) == 0 and np.ptp(new) == 0)


def _log_means(base: Floats, new: Floats, least_noise: float = 0.0) -> tuple[float, float, int]:
    """Difference of the mean logarithms, its standard error with pooled variance, degrees of freedom."""
    freedom = len(base) + len(new) - 2
    error = max(log_noise(base, new), least_noise) * sqrt(1 / len(base) + 1 / len(new))
    return float(np.log(new).mean() - np.log(base).mean()), error, freedom


def log_noise(base: Floats, new: Floats) -> float:
    """Standard deviation of the logarithms between repeats, both sides together: 0.03 is about 3 %."""
    x, y = np.log(base), np.log(new)
    squares = float(((x - x.mean()) ** 2).sum() + ((y - y.mean()) ** 2).sum())
    return sqrt(squares / (len(x) + len(y) - 2))
