"""From repeats to words: every verdict, Holm over workloads, odd runs, modes, and runs that would tell."""

from math import log, sqrt

import numpy as np
import pytest
from scipy import stats as scipy_stats

from fioboard.engine.stats import Pair, floats, holm, judge, spread
from fioboard.engine.stats.ratio import log_noise
from fioboard.engine.stats.repeats import runs_to_show, smallest_shown

STEADY = [100.0, 101, 99, 100.5, 99.5]


def pair(base: list[float], new: list[float]) -> Pair:
    return Pair(floats(base), floats(new))


@pytest.mark.parametrize(
    ("base", "new", "lower_is_better", "verdict"),
    [
        ([35_544.9], [23_837.8], False, "not_enough_runs"),
        (STEADY, [67.0, 67.5], False, "not_enough_runs"),
        (STEADY[:3], [67.0, 67.5, 66.8], False, "worse"),
        (STEADY, [130.0, 131, 129, 132, 128], False, "better"),
        (STEADY, [130.0, 131, 129, 132, 128], True, "worse"),
        (STEADY, [70.0, 71, 72, 69, 70.5], True, "better"),
        (STEADY, [100.2, 100.8, 99.1, 99.9, 100.1], False, "no_difference_shown"),
        (STEADY, STEADY, True, "no_difference_shown"),
        ([0.0, 0, 0], [1.0, 1, 1], False, "not_enough_runs"),
        ([], [1.0, 2, 3], False, "not_enough_runs"),
    ],
)
def test_verdict(base: list[float], new: list[float], lower_is_better: bool, verdict: str) -> None:
    [found] = judge([pair(base, new)], lower_is_better=lower_is_better)
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("base", "new", "reason"),
    [
        ([], [1.0], "Not measured on the base side."),
        ([1.0], [], "Not measured on the new side."),
        ([0.0, 1, 1], [1.0, 1, 1], "A run measured zero: no ratio."),
        ([1.0, 1, 1], [1.0, 1], "Fewer than 3 runs on a side."),
        (
            [1.0, 1, 1],
            [2.0, 2, 2],
            "All repeats are identical; no variance to test against.",
        ),
        (STEADY, STEADY, None),
    ],
)
def test_missing_interval_has_its_reason(base: list[float], new: list[float], reason: str | None) -> None:
    [found] = judge([pair(base, new)], lower_is_better=False)
    assert found.why_no_interval == reason
    assert (found.ratio is None or found.ratio.low is None) is (reason is not None)


def test_one_of_thirty_workloads_must_stand_out_more_than_one_alone() -> None:
    slightly = pair([100, 101, 99, 102], [103.5, 104, 102.5, 105])
    same = pair([100, 101, 99, 102], [100.5, 101.5, 99.5, 100.9])
    assert judge([slightly], lower_is_better=False)[0].verdict == "better"
    many = judge([slightly, *[same] * 29], lower_is_better=False)
    assert {found.verdict for found in many} == {"no_difference_shown"}
    assert many[0].p_holm == pytest.approx(30 * many[0].p_value)


def test_thirty_workloads_with_five_runs_each_can_still_show_a_large_difference() -> None:
    clear = pair(STEADY, [v * 1.3 for v in STEADY])
    assert {f.verdict for f in judge([clear] * 30, lower_is_better=False)} == {"better"}


def test_repeats_that_agree_by_luck_are_not_taken_for_a_silent_machine() -> None:
    """Noise of the lucky one is 0.01 %, of the others 3 %: it counts as a quarter of theirs."""
    lucky = pair([100, 100.01, 99.99], [101, 101.01, 100.99])
    noisy = pair([100, 103, 97], [100, 103, 97])
    assert judge([lucky], lower_is_better=False)[0].verdict == "better"
    found = judge([lucky, *[noisy] * 9], lower_is_better=False)[0]
    assert found.verdict == "no_difference_shown"
    noise = log_noise(noisy.base, noisy.new) / 4
    t = log(1.01) / (noise * sqrt(2 / 3))
    assert found.p_value == pytest.approx(2 * scipy_stats.t.sf(t, 4), rel=1e-3)
    # What it would be by itself is shown all the same: its own interval, its own noise.
    assert found.noise == pytest.approx(1e-4, rel=0.01)
    assert found.ratio is not None
    assert found.ratio.low == pytest.approx(1.0098, abs=1e-4)


def test_holm_as_in_the_paper() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_odd_run_is_named_and_kept() -> None:
    found = spread(floats([100, 101, 99, 100, 42]))
    assert found is not None
    assert found.odd == (4,)
    assert (found.n, found.mean) == (5, pytest.approx(88.4))
    assert spread(floats([100, 101, 99])).odd == ()  # type: ignore[union-attr]
    assert spread(floats([])) is None


def test_two_states_of_a_machine_are_hinted_at() -> None:
    found = spread(floats([7.0, 9.0, 7.1, 9.1, 6.9, 8.9, 7.05, 9.05, 7, 9, 6.95, 8.95]))
    assert found is not None
    assert found.modes == (pytest.approx(7), pytest.approx(9))
    assert spread(floats(list(np.linspace(7, 9, 12)))).modes is None  # type: ignore[union-attr]
    assert spread(floats([5.0] * 12)).modes is None  # type: ignore[union-attr]


def test_single_value_has_no_spread() -> None:
    found = spread(floats([5.0]))
    assert found is not None
    assert (found.stddev, found.cv, found.mean) == (None, None, 5.0)


def test_runs_that_would_tell_follow_from_noise_and_difference() -> None:
    # Two-sample t, 5 %, 90 %: a difference of one standard deviation takes 22 a side (Cohen 1988, table 2.4.1).
    assert runs_to_show(float(np.exp(0.03)), 0.03, 0.05) == 23
    assert runs_to_show(1.0, 0.03, 0.05) is None
    assert runs_to_show(1.0001, 0.03, 0.05) is None
    assert runs_to_show(2.0, 0.01, 0.05) == 3


@pytest.mark.parametrize("alpha", [0.05, 0.05 / 30])
@pytest.mark.parametrize("n", [3, 4, 5, 8, 20, 100])
def test_smallest_difference_shown_has_the_power_it_says(n: int, alpha: float) -> None:
    """Exact power from the noncentral t: never less than nine of ten, and not much more."""
    effect = np.log1p(smallest_shown(n, n, 0.03, alpha))
    critical = scipy_stats.t.ppf(1 - alpha / 2, 2 * n - 2)
    power = scipy_stats.nct.sf(critical, 2 * n - 2, effect / (0.03 * sqrt(2 / n)))
    assert 0.895 <= power <= 0.97
    assert runs_to_show(float(np.exp(effect * 1.001)), 0.03, alpha) == n


def test_many_workloads_need_more_runs_and_never_as_few_as_did_not_tell() -> None:
    seen = pair([100, 103, 98], [112, 110, 115])
    noisy = pair([100, 104, 96], [100, 104, 96])
    alone = judge([seen], lower_is_better=False)[0]
    assert alone.verdict == "better"
    many = judge([seen, *[noisy] * 35], lower_is_better=False)[0]
    assert many.verdict == "no_difference_shown"
    assert many.runs_to_show is not None
    assert many.runs_to_show > 3
    assert many.smallest_shown is not None
    assert many.smallest_shown > 0.12


def test_undecided_metric_says_how_many_runs_would_tell() -> None:
    [undecided] = judge([pair([100, 103, 98, 101], [102, 104, 99, 103])], lower_is_better=False)
    assert undecided.verdict == "no_difference_shown"
    assert undecided.runs_to_show is not None
    assert undecided.runs_to_show > 4
    [single] = judge([pair([100], [120])], lower_is_better=False)
    assert (single.noise, single.runs_to_show, single.smallest_shown) == (None, None, None)
