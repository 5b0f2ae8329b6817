"""Ratios and their intervals: hand-made tables, symmetry, and what too few runs may not say."""

from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from fioboard.engine.stats.ratio import p_value, ratio

values = st.lists(st.floats(1e-3, 1e12), min_size=3, max_size=12).map(np.array)


def test_one_run_against_one_is_two_numbers_and_no_interval() -> None:
    found = ratio(np.array([35_544.9]), np.array([23_837.8]))
    assert found is not None
    assert found.value == pytest.approx(23_837.8 / 35_544.9, rel=1e-12)
    assert (found.low, found.high, found.method) == (None, None, None)


def test_two_runs_give_no_interval() -> None:
    found = ratio(np.array([1.0, 1.0]), np.array([2.0, 2.0, 2.0]))
    assert found is not None
    assert (found.value, found.low) == (pytest.approx(2), None)


def test_ratio_is_the_median_of_all_pairs() -> None:
    base, new = np.array([1.0, 2, 4, 8]), np.array([3.0, 9, 27, 81])
    pairs = sorted(n / b for n in new for b in base)
    found = ratio(base, new)
    assert found is not None
    assert found.value == pytest.approx((pairs[7] * pairs[8]) ** 0.5)
    # Four against four: the widest interval ranks can give, from the smallest pair to the largest.
    assert (found.method, found.low, found.high) == ("max_rank", pytest.approx(3 / 8), pytest.approx(81))


@pytest.mark.parametrize(("n_base", "n_new", "method"), [(9, 7, "max_rank"), (11, 10, "rank")])
def test_rank_interval_is_where_the_test_stops_rejecting(n_base: int, n_new: int, method: str) -> None:
    random = np.random.default_rng(3)
    base, new = random.lognormal(0, 0.1, n_base), random.lognormal(0.1, 0.1, n_new)
    found = ratio(base, new)
    assert found is not None
    assert found.method == method
    assert found.low is not None
    assert found.high is not None
    for shift, rejected in (
        (found.low * 0.9999, True),
        (found.low * 1.0001, False),
        (found.high * 1.0001, True),
    ):
        assert (p_value(base * shift, new, 0.05)[0] <= 0.05) is rejected


def test_three_against_three_take_students_t_on_logarithms() -> None:
    base, new = np.array([100.0, 103, 98]), np.array([110.0, 107, 109])
    expected = scipy_stats.ttest_ind(np.log(new), np.log(base))
    interval = expected.confidence_interval(0.95)
    found = ratio(base, new)
    assert found is not None
    assert found.method == "log_t"
    assert (found.low, found.high) == (pytest.approx(exp(interval.low)), pytest.approx(exp(interval.high)))
    assert p_value(base, new, 0.05) == (pytest.approx(expected.pvalue), "log_t")


@given(values, values)
def test_swapped_sides_give_the_reciprocal(base: np.ndarray, new: np.ndarray) -> None:
    there, back = ratio(base, new), ratio(new, base)
    assert there is not None
    assert back is not None
    assert log(there.value) == pytest.approx(-log(back.value), abs=1e-9)
    assert (there.low is None) is (back.high is None)
    if there.low is not None and back.high is not None:
        assert log(there.low) == pytest.approx(-log(back.high), abs=1e-9)


@given(values, values, st.floats(1e-3, 1e3))
def test_a_change_of_unit_changes_nothing(base: np.ndarray, new: np.ndarray, unit: float) -> None:
    one, other = ratio(base, new), ratio(base * unit, new * unit)
    assert one is not None
    assert other is not None
    assert log(one.value) == pytest.approx(log(other.value), abs=1e-9)


@pytest.mark.parametrize(("base", "new"), [([], [1.0]), ([1.0], []), ([0.0, 1], [1.0]), ([1.0], [-1.0])])
def test_no_ratio_of_nothing_or_of_zero(base: list[float], new: list[float]) -> None:
    assert ratio(np.array(base), np.array(new)) is None


def test_repeats_equal_to_the_last_digit_prove_nothing_by_themselves() -> None:
    base, new = np.full(3, 306_176.0), np.full(3, 309_248.0)  # neighbouring buckets of fio's histogram
    assert p_value(base, new, 0.05) == (0.1, "rank")
    found = ratio(base, new)
    assert found is not None
    assert (found.low, found.high) == (None, None)


def test_level_that_ranks_cannot_reach_is_left_to_students_t() -> None:
    base, new = np.array([100.0, 101, 99, 100.5, 99.5]), np.array([130.0, 131, 129, 130.5, 129.5])
    assert p_value(base, new, 0.05) == (pytest.approx(2 / 252), "max_rank")
    p, method = p_value(base, new, 0.05 / 30)
    assert method == "log_t"
    assert p < 1e-6
