"""The table of signs and its limits against the exact counts of engine/stats/rank.py."""

from math import comb

import numpy as np
import pytest

from fioboard.engine.stats.rank import mann_whitney, subset_sums
from fioboard.engine.watch.ranks import leaning, limits
from tests.loops import check_each

LONGEST = 40


@pytest.mark.parametrize("decimals", [0, 8])
def test_every_split_leans_as_u_says(decimals: int) -> None:
    window = np.random.default_rng(3).standard_normal(LONGEST).round(decimals)
    found = leaning(window)
    for k in range(1, LONGEST):
        u = mann_whitney(window[:k], window[k:]).u
        assert found[k] == 2 * u - k * (LONGEST - k)


@check_each("before, after", [(20, 5), (5, 20), (12, 12), (35, 5), (8, 30)])
@check_each("alpha", [1e-2, 1e-3, 1e-5])
def test_a_limit_is_the_least_leaning_that_is_rare_enough(before: int, after: int, alpha: float) -> None:
    n = before + after
    ways = subset_sums(tuple(range(2, 2 * n + 1, 2)), after)[after * (after + 1) :: 2]
    below = 2 * np.cumsum(ways) / comb(n, after)
    limit = int(limits(LONGEST, alpha)[before, after])
    u = (before * after - limit) // 2
    if limit > before * after:
        assert below[0] > alpha
    else:
        assert below[u] <= alpha < below[u + 1]


def test_what_cannot_be_rare_enough_has_no_limit() -> None:
    assert limits(LONGEST, 1e-5)[5, 5] > 25
