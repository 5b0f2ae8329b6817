"""The test between few repeats: against every deal counted by hand, and its interval against the test itself."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.stats.max_rank import (
    MAX_DEALS,
    _deals,
    _null,
    _scores,
    max_rank_interval,
    max_rank_p,
    reaches,
)
from fioboard.engine.stats.rank import mann_whitney

small_sides = st.lists(st.integers(1, 9), min_size=3, max_size=5)


def by_enumeration(base: list[float], new: list[float]) -> float:
    """p in plain words: score the places, share scores among equals, deal the values every way."""
    pool = sorted([*base, *new])
    n = len(pool)
    savage = [sum(1 / k for k in range(n - i, n + 1)) for i in range(n)]
    tables = [list(range(n)), savage, [-s for s in reversed(savage)]]
    statistic = np.zeros((3, comb(n, len(new))))
    seen = []
    for row, table in enumerate(tables):
        centred = np.array(table) - np.mean(table)
        scores = centred / np.sqrt((centred**2).sum())
        shared = {v: np.mean([s for s, w in zip(scores, pool, strict=True) if w == v]) for v in pool}
        statistic[row] = [abs(sum(shared[v] for v in deal)) for deal in combinations(pool, len(new))]
        seen.append(abs(sum(shared[v] for v in new)))
    return float((statistic.max(0) >= max(seen) - 1e-9).mean())


@pytest.mark.nightly
@given(small_sides, small_sides)
def test_p_counts_every_deal_even_with_ties(base: list[int], new: list[int]) -> None:
    found = max_rank_p(np.array(base, float), np.array(new, float))
    assert found == pytest.approx(by_enumeration(base, new), abs=1e-12)


def test_complete_separation_is_the_smallest_p_and_equal_values_say_nothing() -> None:
    assert max_rank_p(np.arange(4.0), np.arange(4.0, 8)) == pytest.approx(2 / 70)
    assert max_rank_p(np.arange(4.0, 8), np.arange(4.0)) == pytest.approx(2 / 70)
    assert max_rank_p(np.ones(5), np.ones(5)) == 1.0


def test_a_shift_of_the_crowded_end_is_seen_although_runs_hiccuped() -> None:
    """Skewed noise, on each side one run far slower: what Mann–Whitney alone cannot call."""
    base = np.array([100.0, 100.2, 100.4, 100.6, 100.8, 80.0])
    new = np.array([101.0, 101.2, 101.4, 101.6, 101.7, 79.0])
    assert max_rank_p(base, new) == pytest.approx(42 / 924)
    assert mann_whitney(base, new).p_value > 0.05
    assert max_rank_p(-base, -new) == max_rank_p(new, base) == max_rank_p(base, new)


@given(st.integers(4, 7), st.integers(4, 7), st.integers(0, 2**32 - 1))
def test_interval_is_where_the_test_stops_rejecting(n_base: int, n_new: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    base, new = random.exponential(1, n_base), 0.5 + random.exponential(1, n_new)
    low, high = max_rank_interval(base, new, 0.05)
    assert max_rank_p(base + low - 1e-6, new) <= 0.05
    assert max_rank_p(base + low + 1e-6, new) > 0.05
    assert max_rank_p(base + high - 1e-6, new) > 0.05
    assert max_rank_p(base + high + 1e-6, new) <= 0.05


def test_interval_of_sides_without_noise_is_a_point() -> None:
    assert max_rank_interval(np.ones(8), np.full(8, 3.0), 0.05) == (2.0, 2.0)
    assert max_rank_interval(np.ones(8), np.array([1.0, *[3.0] * 7]), 0.05) == (2.0, 2.0)


@pytest.mark.parametrize(("n_base", "n_new"), [(4, 4), (5, 5), (8, 8), (3, 5), (4, 30), (9, 9), (3, 64)])
def test_no_deal_is_rejected_towards_both_sides_or_at_the_estimate(n_base: int, n_new: int) -> None:
    """Else the interval could be empty, or leave out the median of the pairs, which stands where Wilcoxon's sum is 0."""
    assert reaches(n_base, n_new, 0.05)
    n = n_base + n_new
    sums = _deals(n, n_new) @ _scores(n)
    largest, null = np.abs(sums).max(1), _null((1,) * n, n_new)
    critical = null[int(np.ceil(0.95 * len(null)))]
    assert not ((sums.max(1) >= critical) & (sums.min(1) <= -critical)).any()
    one_place = 2 * (_scores(n)[1, 0] - _scores(n)[0, 0])
    assert largest[np.abs(sums[:, 0]) <= one_place].max() < critical


def test_how_many_runs_are_counted() -> None:
    assert not reaches(3, 3, 0.05)
    assert reaches(9, 9, 0.05 / 30)
    assert not reaches(5, 5, 0.05 / 30)
    assert not reaches(10, 10, 0.05)
    assert comb(18, 9) <= MAX_DEALS < comb(20, 10)
