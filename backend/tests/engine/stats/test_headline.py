"""The geometric mean over workloads, and percentiles of runs from bins."""

from math import exp, log, sqrt

import numpy as np
import pytest
from scipy import stats as scipy_stats

from fioboard.engine.stats import Repeats, floats, geometric_mean, percentiles_of_run, ratio
from tests.loops import check_each


def repeats(base: list[float], new: list[float], name: str = "") -> Repeats:
    return Repeats(
        ratio(floats(base), floats(new)),
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


def test_the_headline_is_the_geometric_mean_of_the_ratios_that_the_rows_show() -> None:
    rows = [repeats(BASE, NEW), repeats([10, 11, 14], [20, 19, 25], "other "), repeats(NEW, BASE, "third ")]
    shown = [row.ratio.value for row in rows if row.ratio is not None]
    found = geometric_mean(rows)
    assert found is not None
    assert found.value == pytest.approx(scipy_stats.gmean(shown))


@pytest.mark.nightly
@check_each("seed", range(40))
def test_the_headline_lies_between_the_smallest_and_the_largest_row(seed: int) -> None:
    """Whatever the noise: with the mean of logarithms rows of × 1.110 and × 1.133 had stood below a × 1.102."""
    random = np.random.default_rng(seed)
    sizes = random.integers(1, 12, (random.integers(2, 6), 2))
    sides = [[np.exp(random.standard_t(2, n)).tolist() for n in of_row] for of_row in sizes]
    rows = [repeats(base, new, f"{i} ") for i, (base, new) in enumerate(sides)]
    shown = [row.ratio.value for row in rows if row.ratio is not None]
    found = geometric_mean(rows)
    assert found is not None
    assert min(shown) * (1 - 1e-12) <= found.value <= max(shown) * (1 + 1e-12)


def test_one_hiccup_of_a_run_moves_the_headline_as_little_as_the_rows() -> None:
    steady = [100.0, 101, 99, 100.5, 99.5]
    hiccup = [*steady[:4], 20.0]
    found = geometric_mean([repeats(steady, steady), repeats(steady, hiccup, "other ")])
    assert found is not None
    assert 0.99 < found.value <= 1


def test_workloads_of_the_same_runs_count_once() -> None:
    """The same figures twice are no more evidence than once: the jackknife of one workload, by scipy's medians."""
    found = geometric_mean([repeats(BASE, NEW), repeats([v * 10 for v in BASE], [v * 10 for v in NEW])])
    assert found is not None
    variances, n = [], len(BASE)
    for side in (0, 1):
        left = []
        for i in range(n):
            sides = [np.log(BASE), np.log(NEW)]
            sides[side] = np.delete(sides[side], i)
            left.append(np.median(np.subtract.outer(sides[1], sides[0])))
        variances.append((n - 1) ** 2 / n * np.var(left, ddof=1))
    freedom = sum(variances) ** 2 / sum(v**2 / (n - 1) for v in variances)
    half = scipy_stats.t.ppf(0.975, freedom) * sqrt(sum(variances))
    assert (found.low, found.high) == (
        pytest.approx(found.value * exp(-half)),
        pytest.approx(found.value * exp(half)),
    )


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
