"""How far the ranks of the last runs must lie from those of the runs before to be more than luck.

Mann–Whitney's U for every place that a window can be split at, from each run's place among all; the limits are
exact counts (H. B. Mann and D. R. Whitney, Ann. Math. Statist. 18 (1947) 50), so that they hold whatever the noise
looks like.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fioboard.engine.stats.rank import Floats


def leaning(window: Floats) -> npt.NDArray[np.int64]:
    """For each k in 1 … n-1: pairs in which one of the runs from k on is larger than one before, less those in which it
    is smaller (2 · U - k · (n - k)). At 0 nothing is split."""
    ordered = np.sort(window)
    # Pairs on one side of a split count once each way, and so not at all.
    larger = len(window) - np.searchsorted(ordered, window, "right")
    smaller = np.searchsorted(ordered, window, "left")
    sums = np.zeros(len(window), np.int64)
    sums[1:] = np.cumsum(larger - smaller)[:-1]
    return sums


@lru_cache(maxsize=4)
def limits(longest: int, alpha: float) -> npt.NDArray[np.int64]:
    """[n before, n after]: the least |leaning| whose two-sided p is ≤ alpha where nothing differs; where none is, more
    than any leaning. For up to `longest` runs together."""
    never = longest * longest
    table = np.full((longest + 1, longest + 1), never, np.int64)
    # ways[m]: of `m` and `n` runs, the share of all deals by U, grown from n - 1 to n (Mann and Whitney's recurrence).
    ways = [np.ones(1) for _ in range(longest + 1)]
    for n in range(1, longest):
        grown = [np.ones(1)]
        for m in range(1, longest - n + 1):
            share = np.zeros(m * n + 1)
            # The largest of all is one of the n, which then adds m, or one of the m.
            share[m:] += n / (m + n) * ways[m]
            share[: (m - 1) * n + 1] += m / (m + n) * grown[m - 1]
            grown.append(share)
            below = np.cumsum(share)
            u = int(np.searchsorted(below, alpha / 2, side="right")) - 1
            if u >= 0:
                table[m, n] = m * n - 2 * u
        ways = grown
    return table
