"""The odd one out: among units of one kind under one workload, those whose figure lies far from the others'.

A unit is named when three things agree: it falls outside at a family-wise level of 0.3 % (generalised extreme
Studentized deviate, B. Rosner, Technometrics 25 (1983) 165: several odd ones do not hide each other), its modified
z-score is above 3.5 (`spread.odd_ones`), and it lies at least 5 % off. No scale is taken for less than the noise of
repeats: units that happen to lie close together must not make an ordinary one look odd.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from fioboard.engine.stats import sentences
from fioboard.engine.stats.rank import Floats
from fioboard.engine.stats.spread import ODD_SCORE
from fioboard.engine.stats.tails import t_quantile

FAMILY_LEVEL = 0.003
"""Of groups without an odd one, this share names one where figures are normal. Runs have heavier tails: with Student's
t of 5 degrees it becomes about 1 % (docs/fleet.md)."""
MIN_UNITS = 5
# Below these the noise of repeats is a guess: runs beyond the first, over all units.
MIN_REPEATS = 4
# Who was measured once may have had one bad run.
MIN_RUNS = 2
# Less is no reason to open a machine, and drives of one model do differ by a few percent.
MIN_DISTANCE = log(1 / 0.95)
# If more stand apart, these are two kinds, none of them odd.
MAX_ODD = 0.25


@dataclass(frozen=True, slots=True)
class Unit:
    """The runs of one unit, as sums over the natural logarithms of its figures (all above zero)."""

    n: int
    mean: float
    squares: float
    """Sum of squares about the mean; 0 of one run."""

    @staticmethod
    def build(values: Sequence[float]) -> "Unit":
        """Build a unit from figures in any scale; at least one."""
        logs = np.log(np.asarray(values, np.float64))
        return Unit(len(logs), float(logs.mean()), float(((logs - logs.mean()) ** 2).sum()))


@dataclass(frozen=True, slots=True)
class Odd:
    """One that stands out."""

    position: int
    """In the units as given."""
    ratio: float
    """Its figure over the median unit's: 0.8 = 20 % below."""
    score: float
    """Modified z-score: distance over 1.4826 · MAD, or over the noise where that is larger."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What can be said of one group."""

    n: int
    """Units."""
    runs: int
    typical: float | None
    """The median unit's figure, in the figures' unit; None of no unit."""
    noise: float | None
    """Standard deviation of the repeats of one unit, as a share 0..1; None when too few units have repeats."""
    odd: tuple[Odd, ...]
    why_not: str | None
    """Why nothing can be named; None when it was looked."""


def standing(units: Sequence[Unit], groups: int = 1) -> Standing:
    """Who stands out among units; see `find_standing`."""
    return find_standing(
        [unit.n for unit in units], [unit.mean for unit in units], [unit.squares for unit in units], groups
    )


def find_standing(
    n_runs: Sequence[int], log_means: Sequence[float], log_squares: Sequence[float], groups: int = 1
) -> Standing:
    """Find who stands out: one entry for each unit, as `Unit` tells them. `groups`: how many such groups are
    looked at together (the workloads of one model), so that all of them together stay within the level
    (Bonferroni).
    """
    n, runs = len(n_runs), sum(n_runs)
    means = np.array(log_means, np.float64)
    typical = exp(float(np.median(means))) if n else None
    freedom = runs - n
    noise = sqrt(sum(log_squares) / freedom) if freedom >= MIN_REPEATS else None

    def report_none(why: str) -> Standing:
        return Standing(n, runs, typical, noise, (), why)

    if n < MIN_UNITS:
        return report_none(sentences.NEEDS_DRIVES(least=MIN_UNITS, measured=n))
    if noise is None:
        return report_none(sentences.NEEDS_REPEATS(least=MIN_REPEATS, measured=freedom))
    counts = np.array(n_runs, np.float64)
    distance = means - np.median(means)
    scale = np.maximum(1.4826 * float(np.median(np.abs(distance))), noise / np.sqrt(counts))
    # Repeats that are equal to the last digit have no noise: then any distance counts, and the least one decides.
    score = np.abs(distance) / np.maximum(scale, 1e-9)
    far = int(((score > ODD_SCORE) & (np.abs(distance) >= MIN_DISTANCE)).sum())
    if far > MAX_ODD * n:
        return report_none("found several kinds: more than a quarter of the drives stand apart")
    # No more steps than there are units that could be named, and one: each step looks at all that is left.
    outside = (
        _outside(means, noise / np.sqrt(counts), FAMILY_LEVEL / max(1, groups), far + 1) if far else set()
    )
    named = [
        Odd(i, exp(float(distance[i])), float(score[i]))
        for i in sorted(outside, key=lambda i: -abs(distance[i]))
        if score[i] > ODD_SCORE and abs(distance[i]) >= MIN_DISTANCE
    ]
    return Standing(
        n, runs, typical, noise, tuple(odd for odd in named if n_runs[odd.position] >= MIN_RUNS), None
    )


def _outside(means: Floats, floor: Floats, level: float, steps: int) -> set[int]:
    """Positions that Rosner's procedure takes out in so many steps."""
    left = np.arange(len(means))
    taken: list[int] = []
    outside = 0
    while len(left) > 3 and len(taken) < steps:
        now = means[left]
        spread = np.maximum(float(now.std(ddof=1)), floor[left])
        far = np.abs(now - now.mean()) / np.maximum(spread, 1e-12)
        worst = int(np.argmax(far))
        m = len(left)
        t = t_quantile(m - 2, 1 - level / (2 * m))
        critical = (m - 1) * t / sqrt((m - 2 + t * t) * m)
        taken.append(int(left[worst]))
        left = np.delete(left, worst)
        # The furthest of all steps that lie outside: a pair hides each other until the first is gone.
        if float(far[worst]) > critical:
            outside = len(taken)
    return set(taken[:outside])
