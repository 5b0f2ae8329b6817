"""One figure for a whole comparison: the geometric mean of the workloads' ratios, with its interval.

It is the mean of the very ratios that the rows show, so a reader can compute it again. The geometric mean is the only
mean of ratios that does not depend on which side is called base (P. J. Fleming and J. J. Wallace, CACM 29 (1986) 218).
Its noise is what it moves by when a run is left out (jackknife: R. G. Miller, Biometrika 61 (1974) 1). Workloads
measured by the same runs share those runs' luck, so a run is left out of all its workloads at once (cluster-robust
variance: K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986) 13); degrees of freedom after F. E. Satterthwaite
(Biometrics Bulletin 2 (1946) 110).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

import numpy as np

from fioboard.engine.stats.jackknife import moves
from fioboard.engine.stats.rank import Floats
from fioboard.engine.stats.ratio import ALPHA, Ratio
from fioboard.engine.stats.tails import t_quantile
from fioboard.engine.words.limits import MIN_REPEATS


@dataclass(frozen=True, slots=True)
class Repeats:
    """The repeats of one workload on both sides, which run each came from, and their ratio (ratio.ratio)."""

    ratio: Ratio | None
    base: Floats
    new: Floats
    base_runs: Sequence[Hashable]
    new_runs: Sequence[Hashable]


@dataclass(frozen=True, slots=True)
class GeometricMean:
    """Over `workloads` ratios. No interval when a workload has too few runs."""

    workloads: int
    value: float
    low: float | None
    high: float | None


def geometric_mean(workloads: Sequence[Repeats]) -> GeometricMean | None:
    """Geometric mean of the ratios that the workloads have, None when none has one.

    One workload gives its own ratio and interval; several give the mean logarithm and Student's t.
    """
    used = [(w, w.ratio) for w in workloads if w.ratio is not None]
    if not used:
        return None
    if len(used) == 1:
        only = used[0][1]
        return GeometricMean(1, only.value, only.low, only.high)
    centre = sum(log(shown.value) for _, shown in used) / len(used)
    if any(min(len(w.base), len(w.new)) < MIN_REPEATS for w, _ in used):
        return GeometricMean(len(used), exp(centre), None, None)
    variance, freedom = _variance(used)
    half = t_quantile(freedom, 1 - ALPHA / 2) * sqrt(variance) if variance > 0 else 0.0
    return GeometricMean(len(used), exp(centre), exp(centre - half), exp(centre + half))


def _variance(workloads: Sequence[tuple[Repeats, Ratio]]) -> tuple[float, float]:
    """Variance of the mean log ratio and its degrees of freedom."""
    moved = [moves(w.base, w.new, shown) for w, shown in workloads]
    variance = over_freedom = 0.0
    for side, runs in enumerate(([w.base_runs for w, _ in workloads], [w.new_runs for w, _ in workloads])):
        for group in _sharing_runs(runs):
            place: dict[Hashable, int] = {}
            places = [place.setdefault(run, len(place)) for i in group for run in runs[i]]
            by_run = np.bincount(places, np.concatenate([moved[i][side] for i in group])) / len(workloads)
            part_variance = float((by_run**2).sum())
            variance += part_variance
            over_freedom += part_variance**2 / (min(len(runs[i]) for i in group) - 1)
    return variance, variance**2 / over_freedom if over_freedom else 1.0


def _sharing_runs(runs: Sequence[Sequence[Hashable]]) -> list[list[int]]:
    """Positions grouped so that workloads which share a run, directly or through others, stand together."""
    groups: list[tuple[set[Hashable], list[int]]] = []
    for i, mine in enumerate(runs):
        joined: tuple[set[Hashable], list[int]] = (set(mine), [i])
        apart = []
        for group in groups:
            if group[0].isdisjoint(joined[0]):
                apart.append(group)
            else:
                joined = (joined[0] | group[0], group[1] + joined[1])
        groups = [*apart, joined]
    return [sorted(positions) for _, positions in groups]
