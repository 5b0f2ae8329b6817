"""The test between few repeats: exact, and strong where noise is skewed, as noise of benchmarks is.

The same ranks are scored three ways, each in units of its own standard deviation: Wilcoxon's score counts every place
alike, Savage's the places at the upper end most, and its mirror image those at the lower end. The largest of the three
sizes is the statistic; p is the share of all ways to deal the values to the two sides that give one as large. Most runs
stand close together and a few are far slower: there one of Savage's scores sees the crowded end move.
Sources: M. Neuhäuser, H. Büning and L. Hothorn, Maximum test versus adaptive tests for the two-sample location problem,
Journal of Applied Statistics 31 (2004) 215; I. R. Savage, Ann. Math. Statist. 27 (1956) 590.
"""

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from fioboard.engine.stats.rank import Floats, smallest_p

# All deals are counted: 9 against 9 runs have 48,620. With more runs Mann–Whitney alone finds as much as is asked.
MAX_DEALS = 50_000
# Sums of the same scores in another order differ by rounding.
ROUNDING = 1e-9


def reaches(n_base: int, n_new: int, alpha: float) -> bool:
    """Whether so many runs can be counted, and so few can say anything at this level."""
    return comb(n_base + n_new, n_new) <= MAX_DEALS and smallest_p(n_base, n_new) <= alpha


def max_rank_p(base: Floats, new: Floats) -> float:
    """Two-sided p that nothing differs, exact with ties (which share the mean of their scores)."""
    _, inverse, counts = np.unique(np.concatenate((base, new)), return_inverse=True, return_counts=True)
    groups = tuple(counts.tolist())
    seen = np.abs(_tied(groups)[inverse[len(base) :]].sum(0)).max()
    return float(_p(_null(groups, len(new)), seen))


def max_rank_interval(base: Floats, new: Floats, alpha: float) -> tuple[float, float]:
    """Smallest and largest shift of `new` against `base` that the test does not reject at `alpha`.

    Each score's sum falls as `new` is shifted down, so that what is not rejected is one interval. Its ends are
    differences between a value of `new` and one of `base`: in between no rank changes.
    """
    ends = np.unique(np.subtract.outer(new, base))
    between = (ends[1:] + ends[:-1]) / 2
    shifted = np.concatenate(
        (np.broadcast_to(base, (len(between), len(base))), new - between[:, None]), axis=1
    )
    places = shifted.argsort(axis=1).argsort(axis=1)[:, len(base) :]
    sums = _scores(len(base) + len(new))[places].sum(axis=1)
    untied = (1,) * (len(base) + len(new))
    is_rejected = _p(_null(untied, len(new)), np.abs(sums).max(axis=1)) <= alpha
    below = int((is_rejected & (sums[:, 0] > 0)).sum())
    above = int((is_rejected & (sums[:, 0] < 0)).sum())
    return float(ends[below]), float(ends[len(ends) - 1 - above])


@lru_cache(maxsize=64)
def _scores(n: int) -> Floats:
    """Wilcoxon's, Savage's and mirrored Savage's score of each place, mean 0 and length 1: n × 3.

    With one length, the sums over a side's places have one standard deviation, whatever the side's size.
    """
    savage = np.cumsum(1 / np.arange(n, 0, -1))
    scores: Floats = np.stack((np.arange(1.0, n + 1), savage, -savage[::-1]), axis=1)
    scores -= scores.mean(0)
    scores /= np.sqrt((scores**2).sum(0))
    return scores


def _tied(groups: tuple[int, ...]) -> Floats:
    """The score of each group of equal values, from the lowest: the mean over the places it takes."""
    starts = np.cumsum((0, *groups[:-1]))
    means: Floats = np.add.reduceat(_scores(sum(groups)), starts) / np.array(groups)[:, None]
    return means


@lru_cache(maxsize=128)
def _null(groups: tuple[int, ...], n_new: int) -> Floats:
    """The statistic of every deal of values with these ties, rising."""
    scores = np.repeat(_tied(groups), groups, axis=0)
    largest: Floats = np.abs(_deals(len(scores), n_new) @ scores).max(axis=1)
    largest.sort()
    return largest


@lru_cache(maxsize=4)
def _deals(n: int, n_new: int) -> npt.NDArray[np.float64]:
    """Every way to give `n_new` of `n` values to one side, as a row of ones and zeros."""
    chosen = np.fromiter((i for deal in combinations(range(n), n_new) for i in deal), np.intp)
    deals = np.zeros((len(chosen) // n_new, n))
    np.put_along_axis(deals, chosen.reshape(-1, n_new), 1.0, axis=1)
    return deals


def _p(null: Floats, seen: "Floats | np.float64") -> Floats:
    """Share of the deals that give as much as was seen."""
    p: Floats = 1 - np.searchsorted(null, seen - ROUNDING) / len(null)
    return p
