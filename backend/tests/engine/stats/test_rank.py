"""Ranks against scipy.stats, and against numbers worked out by hand."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from fioboard.engine.stats.rank import critical_u, mann_whitney, smallest_p

small_sides = st.lists(st.integers(1, 9), min_size=1, max_size=6)


def by_enumeration(base: list[float], new: list[float]) -> float:
    """Two-sided p from every way of dealing the values to the two sides."""
    pool = [*base, *new]
    ranks = scipy_stats.rankdata(pool)
    seen = sum(ranks[len(base) :])
    sums = [sum(ranks[i] for i in chosen) for chosen in combinations(range(len(pool)), len(new))]
    below = sum(s <= seen + 1e-9 for s in sums)
    above = sum(s >= seen - 1e-9 for s in sums)
    return min(1.0, 2 * min(below, above) / len(sums))


@given(small_sides, small_sides)
def test_exact_p_counts_every_deal_even_with_ties(base: list[int], new: list[int]) -> None:
    found = mann_whitney(np.array(base, float), np.array(new, float))
    assert found.method == "exact"
    assert found.p_value == pytest.approx(by_enumeration(base, new), abs=1e-12)
    u = scipy_stats.mannwhitneyu(new, base, method="asymptotic").statistic
    assert found.u == u


@given(st.integers(3, 12), st.integers(3, 12), st.integers(0, 2**32 - 1))
def test_without_ties_it_is_scipys_exact_test(n_base: int, n_new: int, seed: int) -> None:
    values = np.random.default_rng(seed).permutation(n_base + n_new).astype(float)
    base, new = values[:n_base], values[n_base:]
    expected = scipy_stats.mannwhitneyu(new, base, method="exact")
    found = mann_whitney(base, new)
    assert (found.u, found.p_value) == (expected.statistic, pytest.approx(expected.pvalue, abs=1e-12))


@pytest.mark.parametrize("ties", [False, True])
def test_many_values_take_scipys_normal_approximation(ties: bool) -> None:
    random = np.random.default_rng(5)
    base, new = random.normal(0, 1, 40), random.normal(0.4, 1, 35)
    if ties:
        base, new = base.round(1), new.round(1)
    expected = scipy_stats.mannwhitneyu(new, base, method="asymptotic")
    found = mann_whitney(base, new)
    assert found.method == "normal_approximation"
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-9)


def test_all_values_equal_say_nothing() -> None:
    for n in (3, 40):
        found = mann_whitney(np.ones(n), np.ones(n))
        assert (found.p_value, found.cliffs_delta) == (1.0, 0.0)


def test_three_against_three_cannot_go_below_one_in_ten() -> None:
    found = mann_whitney(np.array([1.0, 2, 3]), np.array([7.0, 8, 9]))
    assert (found.u, found.p_value, found.cliffs_delta) == (9, 0.1, 1.0)
    assert smallest_p(3, 3) == 0.1
    assert critical_u(3, 3, 0.05) == -1


def test_cliffs_delta_counts_pairs() -> None:
    found = mann_whitney(np.array([1.0, 2, 3]), np.array([2.0, 3, 4]))  # 6 larger, 1 smaller, 2 equal
    assert found.cliffs_delta == pytest.approx(5 / 9)
    assert found.effect == "large"


@pytest.mark.parametrize(
    ("n_base", "n_new", "u"),
    # The printed table of critical values for two-sided 5 %, e.g. Hollander et al., table A.6.
    [
        (4, 4, 0),
        (5, 5, 2),
        (6, 6, 5),
        (7, 7, 8),
        (8, 8, 13),
        (10, 10, 23),
        (3, 5, 0),
        (3, 10, 3),
        (20, 20, 127),
    ],
)
def test_critical_values_are_the_printed_ones(n_base: int, n_new: int, u: int) -> None:
    assert critical_u(n_base, n_new, 0.05) == u


def test_critical_values_of_many_runs_continue_the_exact_ones() -> None:
    assert abs(critical_u(25, 25, 0.05) - critical_u(25, 26, 0.05)) <= 14
    assert comb(50, 25) < 2**53
