"""The bootstrap interval of a ratio: shown beside the one that decides, which comes from ranks (ratio.py).

Runs are resampled within their side; where a run's log of the metric is stored, ten blocks of its time are resampled
within the run as well. The limits are bias-corrected and accelerated (BCa). They hold the truth less often than they
say; by how much is measured: docs/statistics.md and docs/decisions/0006-intervals-from-ranks.md.
Sources: B. Efron, Better Bootstrap Confidence Intervals, JASA 82 (1987) 171; two samples: A. C. Davison and D. V.
Hinkley, Bootstrap Methods and their Application (1997), 3.8 (levels) and 5.4 (acceleration). scipy.stats.bootstrap
knows no levels and takes 50 MB in every worker; the tests hold this against it where there is one level.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np
import numpy.typing as npt

from fioboard.engine.stats.rank import Floats
from fioboard.engine.stats.ratio import ALPHA
from fioboard.engine.stats.tails import compute_normal_cdf, normal_quantile
from fioboard.engine.words import sentences
from fioboard.engine.words.limits import MIN_REPEATS

RESAMPLES = 2_000
# Long enough to keep what neighbouring seconds have in common, many enough to differ.
BLOCKS = 10
# Sums of the same logarithms in another order.
ROUNDING = 1e-12

# How often the interval holds the truth, in percent, from so many runs on each side on: the lowest of the three shapes
# of noise in docs/statistics.md. `make bench-stats` prints the rates that these are taken from. For runs alone: with
# blocks it depends on the noise inside the runs, which a run's figure carries already and the blocks count once more.
HOLDS_PERCENT = {3: 80, 5: 84, 8: 83, 10: 84, 20: 86, 30: 87}


@dataclass(frozen=True, slots=True)
class Sample:
    """The repeats of one side: a value per run and, where its log is stored, the BLOCKS means over its time."""

    values: Floats
    blocks: Sequence[Floats | None]


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """`value` is the ratio of the geometric means, new/base: the one that can be resampled quickly. Not ratio.Ratio's
    median of all pairs, from which one odd run moves it away."""

    value: float | None
    low: float | None
    high: float | None
    runs_with_blocks: int
    reason: str | None
    """Why there is no interval; None when there is one."""


def holds_percent(n_base: int, n_new: int) -> int | None:
    """Of the interval over runs, for as many as both sides have; None below MIN_REPEATS."""
    return max(
        ((n, held) for n, held in HOLDS_PERCENT.items() if n <= min(n_base, n_new)), default=(0, None)
    )[1]


def bootstrap(base: Sample, new: Sample, seed: int) -> Bootstrap:
    """95 % interval of the ratio of geometric means.

    The same seed and values give the same limits whatever the order of the runs, on every machine, and the reciprocal
    when the sides are swapped.
    """
    if not len(base.values) or not len(new.values):
        side = "new" if len(base.values) else "base"
        return Bootstrap(None, None, None, 0, sentences.NOT_MEASURED(side=side))
    if min(base.values.min(), new.values.min()) <= 0:
        return Bootstrap(None, None, None, 0, sentences.NO_RATIO())
    # Sums in one order: rounding must not decide whether a resample lies above what was seen.
    base, new = _ordered(base), _ordered(new)
    logs = np.log(base.values), np.log(new.values)
    difference = float(logs[1].mean() - logs[0].mean())
    if min(len(base.values), len(new.values)) < MIN_REPEATS:
        return Bootstrap(exp(difference), None, None, 0, sentences.FEW_RUNS(least=MIN_REPEATS))
    stream = np.random.PCG64(seed)
    # Drawn in the order of what they hold, so that swapping them swaps nothing else.
    means = {id(side): _means(side, stream) for side in sorted((base, new), key=lambda s: s.values.tolist())}
    resampled = np.sort(means[id(new)] - means[id(base)])
    if resampled[-1] - resampled[0] <= ROUNDING:
        return Bootstrap(exp(difference), None, None, 0, sentences.EQUAL_RESAMPLES())
    low, high = _bca(resampled, difference, _acceleration(*logs))
    blocks = sum(b is not None for side in (base, new) for b in side.blocks)
    return Bootstrap(exp(difference), exp(low), exp(high), blocks, None)


def _means(side: Sample, stream: np.random.PCG64) -> Floats:
    """The mean logarithm of each resample of one side."""
    n = len(side.values)
    chosen = _draw(stream, n, (RESAMPLES, n))
    means: Floats = np.log(side.values)[chosen].mean(axis=1)
    with_blocks = [place for place, blocks in enumerate(side.blocks) if blocks is not None]
    if with_blocks:
        # What resampling a run's time does to its figure, as a logarithm: RESAMPLES draws for each run, of which every
        # place in every resample takes one.
        counts = np.zeros((RESAMPLES, BLOCKS))
        drawn = _draw(stream, BLOCKS, (RESAMPLES, BLOCKS))
        np.add.at(counts, (np.arange(RESAMPLES)[:, None], drawn), 1 / BLOCKS)
        factors = np.zeros((n, RESAMPLES))
        blocks = np.array([side.blocks[place] for place in with_blocks])
        factors[with_blocks] = np.log(counts @ (blocks / blocks.mean(axis=1, keepdims=True)).T).T
        means += factors[chosen, _draw(stream, RESAMPLES, (RESAMPLES, n))].mean(axis=1)
    return means


def _ordered(side: Sample) -> Sample:
    order = np.argsort(side.values, kind="stable")
    return Sample(side.values[order], [side.blocks[i] for i in order])


def _draw(stream: np.random.PCG64, below: int, shape: tuple[int, int]) -> npt.NDArray[np.intp]:
    """Whole numbers from 0 to `below` − 1. From the bit generator itself, whose numbers NumPy promises never to change
    (NEP 19), unlike those of Generator; the remainder favours none by more than 2⁻⁵⁰."""
    raw = stream.random_raw(shape[0] * shape[1])
    return (raw % np.uint64(below)).astype(np.intp).reshape(shape)


def _acceleration(base: Floats, new: Floats) -> float:
    """From the jackknife over runs: leaving out one run moves a mean by its distance from it / (n − 1)."""
    cubes = squares = 0.0
    for logs, sign in ((base, -1), (new, 1)):
        moves = sign * (logs - logs.mean()) / len(logs)
        cubes += float((moves**3).sum())
        squares += float((moves**2).sum())
    return cubes / (6 * squares**1.5) if squares else 0.0


def _bca(resampled: Floats, seen: float, acceleration: float) -> tuple[float, float]:
    """The limits among the rising resamples."""
    share = float(np.searchsorted(resampled, (seen - ROUNDING, seen + ROUNDING)).mean()) / len(resampled)
    edge = 1 / (len(resampled) + 1)
    bias = normal_quantile(min(max(share, edge), 1 - edge))
    shares = []
    for tail in (ALPHA / 2, 1 - ALPHA / 2):
        moved = bias + normal_quantile(tail)
        shares.append(compute_normal_cdf(bias + moved / (1 - acceleration * moved)))
    low, high = np.quantile(resampled, shares)
    return float(low), float(high)
