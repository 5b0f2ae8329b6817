"""The geometric mean over workloads, and percentiles of runs from bins."""

from math import exp, log

import numpy as np
import pytest
from scipy import stats as scipy_stats

from fioboard.stats import Repeats, floats, geometric_mean, percentiles_of_run, ratio


def repeats(base: list[float], new: list[float], name: str = "") -> Repeats:
    return Repeats(
        floats(base),
        floats(new),
        [f"{name}b{i}" for i in range(len(base))],
        [f"{name}n{i}" for i in range(len(new))],
    )


BASE, NEW = [100.0, 103, 98, 101], [110.0, 107, 109, 112]


def test_one_workload_is_its_own_headline() -> None:
    found, own = geometric_mean([repeats(BASE, NEW)]), ratio(floats(BASE), floats(NEW))
    assert found is not None
    assert own is not None
    assert (found.value, found.low, found.high) == (own.value, own.low, own.high)


def test_workloads_of_the_same_runs_count_once() -> None:
    """The same figures twice are no more evidence than once: the interval is that of one workload by Welch's t."""
    found = geometric_mean([repeats(BASE, NEW), repeats([v * 10 for v in BASE], [v * 10 for v in NEW])])
    welch = scipy_stats.ttest_ind(np.log(NEW), np.log(BASE), equal_var=False).confidence_interval(0.95)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(exp(welch.low)), pytest.approx(exp(welch.high)))


def test_workloads_of_runs_of_their_own_narrow_the_interval() -> None:
    shared = geometric_mean([repeats(BASE, NEW), repeats(BASE, NEW)])
    apart = geometric_mean([repeats(BASE, NEW), repeats(BASE, NEW, "other ")])
    assert shared is not None
    assert apart is not None
    assert apart.value == shared.value
    assert log(apart.high or 0) - log(apart.low or 0) < 0.75 * (log(shared.high or 0) - log(shared.low or 0))


def test_doubled_and_halved_cancel() -> None:
    found = geometric_mean([repeats([1, 1, 1], [2, 2, 2]), repeats([1, 1, 1], [0.5, 0.5, 0.5])])
    assert found is not None
    assert (found.value, found.workloads) == (pytest.approx(1), 2)


def test_a_workload_with_one_run_takes_the_interval_away_not_the_figure() -> None:
    found = geometric_mean([repeats(BASE, NEW), repeats([100], [121])])
    assert found is not None
    assert (found.workloads, found.low, found.high) == (2, None, None)
    assert geometric_mean([]) is None
    assert geometric_mean([repeats([0], [1])]) is None


def test_percentiles_of_a_run_are_placed_inside_their_bucket() -> None:
    lower, upper = np.array([0, 10, 20]), np.array([10, 20, 30])
    found = percentiles_of_run(lower, upper, np.array([10.0, 80, 10]), (5, 50, 90, 99.9))
    assert found[:3] == pytest.approx([5, 15, 20])
    assert np.isnan(found[3])  # a hundred I/Os never reach one in a thousand
    assert percentiles_of_run(lower[1:2], upper[1:2], np.array([100.0]), (5, 50, 90)) == pytest.approx(
        [10.5, 15, 19]
    )
    assert np.isnan(percentiles_of_run(lower[:1], upper[:1], np.array([1.0]), (50,))[0])
