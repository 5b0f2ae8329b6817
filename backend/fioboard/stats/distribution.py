"""Percentiles of each run from its latency bins, for comparing distributions run by run.

A run is the unit that repeats: its I/Os share one state of drive and host, so that a million of them are no million
repeats. Hence the interval of a percentile's shift comes from the runs' own percentiles, never from counting I/Os.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fioboard.stats.rank import Floats


def percentiles_of_runs(
    lower: Floats, upper: Floats, counts: npt.NDArray[np.floating], percentiles: Sequence[float]
) -> Floats:
    """One row per run, one column per percentile; NaN where the run has too few I/Os to reach beyond it.

    `lower` and `upper` are the edges of the buckets in ns, `counts` one row of I/Os per run. Inside its bucket a
    percentile is placed in proportion, so that equal buckets of two runs are no ties: the error is below one bucket
    (1/64 of the value), and it is the same on both sides of a comparison.
    """
    cumulative = np.cumsum(counts, axis=1)
    totals = cumulative[:, -1:]
    wanted = totals * np.asarray(percentiles) / 100
    found = np.full(wanted.shape, np.nan)
    for row, needs in enumerate(wanted):
        at = np.minimum(np.searchsorted(cumulative[row], needs), counts.shape[1] - 1)
        inside = (needs - (cumulative[row, at] - counts[row, at])) / np.maximum(counts[row, at], 1)
        found[row] = lower[at] + inside * (upper[at] - lower[at])
    # Fewer than one I/O beyond the percentile: the run never got there.
    found[totals - wanted < 1] = np.nan
    return found
