"""Kendall's τ of values against their order: whether they rise or fall, whatever the steps look like.

Sources: M. G. Kendall, Biometrika 30 (1938) 81; the exact distribution counts permutations by their inversions, the
normal approximation is corrected for ties (Kendall, Rank Correlation Methods, 4th ed., 3.4).
Own code for the reason that rank.py names; the tests hold it against scipy.stats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, sqrt

import numpy as np

from fioboard.engine.stats.tails import compute_normal_cdf

# Up to here permutations are counted, in whole numbers; beyond it, or with ties, the normal approximation.
MAX_EXACT = 30


@dataclass(frozen=True, slots=True)
class Trend:
    """`tau`: -1 (falls at every step) to 1 (rises). `p_value`: two-sided, 0 to 1."""

    tau: float
    p_value: float


def trend(values: Sequence[float]) -> Trend | None:
    """The trend of values in their order; None below three, or where all are equal."""
    ordered = np.asarray(values, np.float64)
    n = len(ordered)
    if n < 3 or (ordered == ordered[0]).all():
        return None
    score = int(np.triu(np.sign(np.subtract.outer(ordered, ordered)).T, 1).sum())
    pairs = n * (n - 1) // 2
    _, ties = np.unique(ordered, return_counts=True)
    tied = int((ties * (ties - 1) // 2).sum())
    tau = score / sqrt(pairs * (pairs - tied))
    if tied == 0 and n <= MAX_EXACT:
        ways = _inversions(n)
        rarer = (pairs - abs(score)) // 2
        return Trend(tau, min(1.0, 2 * sum(ways[: rarer + 1]) / factorial(n)))
    spread = (n * (n - 1) * (2 * n + 5) - int((ties * (ties - 1) * (2 * ties + 5)).sum())) / 18
    return Trend(tau, min(1.0, 2 * compute_normal_cdf(-abs(score) / sqrt(spread))))


def _inversions(n: int) -> list[int]:
    """How many permutations of n have 0, 1, 2, … pairs in the wrong order."""
    ways = [1]
    for size in range(2, n + 1):
        longer = [0] * (len(ways) + size - 1)
        for number, count in enumerate(ways):
            for more in range(size):
                longer[number + more] += count
        ways = longer
    return ways
