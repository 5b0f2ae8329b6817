"""Kendall's τ against scipy.stats, and against a published table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from fioboard.engine.stats.trend import trend


@given(st.permutations(range(8)))
def test_without_ties_it_is_scipys_exact_test(values: list[int]) -> None:
    found = trend(values)
    expected = scipy_stats.kendalltau(range(8), values, method="exact")
    assert found is not None
    assert (found.tau, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))


@given(st.lists(st.integers(1, 4), min_size=6, max_size=40).filter(lambda values: len(set(values)) > 1))
def test_with_ties_it_is_scipys_approximation(values: list[int]) -> None:
    found = trend(values)
    expected = scipy_stats.kendalltau(range(len(values)), values, method="asymptotic")
    if len(set(values)) == len(values):
        return
    assert found is not None
    assert (found.tau, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))


def test_six_that_only_rise_happen_by_chance_twice_in_720() -> None:
    found = trend([1, 2, 3, 4, 5, 6])
    assert found is not None
    assert (found.tau, found.p_value) == (1.0, pytest.approx(2 / 720))


def test_long_rows_are_approximated() -> None:
    values = [float((i * 37) % 101) for i in range(101)]
    found = trend(values)
    expected = scipy_stats.kendalltau(range(101), values, method="asymptotic")
    assert found is not None
    assert found.p_value == pytest.approx(expected.pvalue)


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0], [5.0, 5.0, 5.0, 5.0]])
def test_nothing_is_said_of_too_few_or_equal_values(values: list[float]) -> None:
    assert trend(values) is None
