"""Percentiles of a run from its latency bins, for comparing distributions run by run.

A run is the unit that repeats: its I/Os share one state of drive and host, so that a million of them are no million
repeats. Hence the interval of a percentile's shift comes from the runs' own percentiles, never from counting I/Os.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fioboard.engine.stats.rank import Floats


def percentiles_of_run(
    lower: npt.NDArray[np.number], upper: npt.NDArray[np.number], counts: Floats, percentiles: Sequence[float]
) -> Floats:
    """One value per percentile, ns; NaN where the run has too few I/Os to reach beyond it.

    `lower` and `upper` are the edges of the non-empty buckets in ns, `counts` their I/Os. Inside its bucket a
    percentile is placed in proportion, so that equal buckets of two runs are no ties: the error is below one bucket
    (1/64 of the value), and it is the same on both sides of a comparison.
    """
    cumulative = np.cumsum(counts)
    total = cumulative[-1]
    needs = total * np.asarray(percentiles) / 100
    at = np.minimum(np.searchsorted(cumulative, needs), len(counts) - 1)
    inside = (needs - (cumulative[at] - counts[at])) / counts[at]
    values: Floats = lower[at] + inside * (upper[at] - lower[at])
    values[total - needs < 1] = np.nan  # fewer than one I/O beyond it: the run never got there
    return values
