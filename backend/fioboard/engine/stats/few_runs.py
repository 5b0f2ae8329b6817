"""What fewer runs than an interval needs still show: how far apart the sides are, and how often chance does as much.

If nothing differs, every way to deal the values to the two sides is as likely as any other. So the ways are counted
that set the sides as far apart, in the direction seen (one-sided): an exact figure, whatever the noise looks like.
Source: R. A. Fisher, The Design of Experiments, 1935, II; the count is that of Mann and Whitney's U (rank.py).
"""

from dataclasses import dataclass
from math import comb

import numpy as np

from fioboard.engine.stats.rank import Floats, doubled_ranks, subset_sums


@dataclass(frozen=True, slots=True)
class Separation:
    """Pairs of a new and a base run by which is larger (the rest are equal), and deals of the values."""

    above: int
    below: int
    pairs: int
    as_far: int
    """Deals that set new as far above base as it is (or below, where more pairs are below)."""
    deals: int


def separation(base: Floats, new: Floats) -> Separation:
    """How far apart two sides are. Both need at least one value; up to two values on one side are counted exactly."""
    differences = np.subtract.outer(new, base)
    above, below = int((differences > 0).sum()), int((differences < 0).sum())
    doubled = doubled_ranks(np.concatenate((base, new)))
    # Dealing the smaller side is dealing both.
    is_new = len(new) <= len(base)
    mine = doubled[len(base) :] if is_new else doubled[: len(base)]
    ways = subset_sums(tuple(sorted(doubled.tolist())), len(mine))
    total = int(mine.sum())
    as_far = ways[total:] if (above >= below) == is_new else ways[: total + 1]
    return Separation(
        above, below, differences.size, int(as_far.sum()), comb(len(base) + len(new), len(mine))
    )
