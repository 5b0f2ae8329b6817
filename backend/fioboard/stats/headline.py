"""One figure for a whole comparison: the geometric mean of the workloads' ratios, with its interval.

The geometric mean is the only mean of ratios that does not depend on which side is called base (P. J. Fleming and
J. J. Wallace, CACM 29 (1986) 218), over the runs as over the workloads. Workloads measured by the same runs share those
runs' luck, so noise is summed over the workloads of a run before it is squared (cluster-robust variance: K.-Y. Liang
and S. L. Zeger, Biometrika 73 (1986) 13), with degrees of freedom after F. E. Satterthwaite (Biometrics Bulletin 2
(1946) 110).
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np

from fioboard.stats.rank import Floats
from fioboard.stats.ratio import ALPHA, ratio
from fioboard.stats.tails import t_quantile
from fioboard.vocabulary.limits import MIN_REPEATS


@dataclass(frozen=True, slots=True)
class Repeats:
    """The repeats of one workload on both sides, and which run each came from."""

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
    """Geometric mean over the workloads that have a ratio, None when there is none.

    One workload gives its own ratio and interval; several give the mean logarithm and Student's t.
    """
    used = [w for w in workloads if len(w.base) and len(w.new) and min(w.base.min(), w.new.min()) > 0]
    if not used:
        return None
    if len(used) == 1:
        only = ratio(used[0].base, used[0].new)
        return None if only is None else GeometricMean(1, only.value, only.low, only.high)
    centre = sum(float(np.log(w.new).mean() - np.log(w.base).mean()) for w in used) / len(used)
    if any(min(len(w.base), len(w.new)) < MIN_REPEATS for w in used):
        return GeometricMean(len(used), exp(centre), None, None)
    variance, freedom = _variance(used)
    half = t_quantile(freedom, 1 - ALPHA / 2) * sqrt(variance) if variance > 0 else 0.0
    return GeometricMean(len(used), exp(centre), exp(centre - half), exp(centre + half))


def _variance(workloads: Sequence[Repeats]) -> tuple[float, float]:
    """Variance of the mean log ratio and its degrees of freedom."""
    variance = over_freedom = 0.0
    for side in ("base", "new"):
        for group in _sharing_runs([getattr(w, f"{side}_runs") for w in workloads]):
            place: dict[Hashable, int] = {}
            places: list[int] = []
            parts: list[Floats] = []
            for i in group:
                values = np.log(getattr(workloads[i], side))
                n = len(values)
                places += [place.setdefault(run, len(place)) for run in getattr(workloads[i], f"{side}_runs")]
                parts.append((values - values.mean()) / n * sqrt(n / (n - 1)) / len(workloads))
            by_run = np.bincount(places, weights=np.concatenate(parts))
            part_variance = float((by_run**2).sum())
            variance += part_variance
            over_freedom += part_variance**2 / (min(len(getattr(workloads[i], side)) for i in group) - 1)
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
