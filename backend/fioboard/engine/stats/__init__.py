"""How "faster" and "noise" are decided. Pure: numbers in, numbers out; no database, no clock, draws only from a seed.

The method and how often it is right: docs/statistics.md.
"""

from fioboard.engine.stats.bootstrap import Bootstrap, Sample, bootstrap
from fioboard.engine.stats.distribution import percentiles_of_run
from fioboard.engine.stats.headline import GeometricMean, Repeats, geometric_mean
from fioboard.engine.stats.rank import RankTest, mann_whitney
from fioboard.engine.stats.ratio import ALPHA, Ratio, ratio
from fioboard.engine.stats.spread import Spread, spread
from fioboard.engine.stats.verdict import Judgement, Pair, Verdict, floats, holm, judge

__all__ = [
    "ALPHA",
    "Bootstrap",
    "GeometricMean",
    "Judgement",
    "Pair",
    "RankTest",
    "Ratio",
    "Repeats",
    "Sample",
    "Spread",
    "Verdict",
    "bootstrap",
    "floats",
    "geometric_mean",
    "holm",
    "judge",
    "mann_whitney",
    "percentiles_of_run",
    "ratio",
    "spread",
]
