"""The second interval: what it must agree with, what it must not depend on, and where it must be silent."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from fioboard.engine.stats import Sample, bootstrap
from fioboard.engine.stats.bootstrap import BLOCKS, holds_percent
from fioboard.engine.stats.rank import Floats

BASE = np.array([100.0, 103, 98, 101, 99.5, 102, 97, 100.5])
NEW = np.array([110.0, 104, 112, 111, 109, 113, 110.5, 111.5])


def plain(values: Floats) -> Sample:
    return Sample(values, [None] * len(values))


def scattered(values: Floats, scatter: float) -> Sample:
    """Runs whose blocks swing around their figure."""
    swing = 1 + scatter * np.cos(np.arange(BLOCKS))
    return Sample(values, [value * swing for value in values])


def test_one_level_agrees_with_scipy() -> None:
    """Its limits scatter from seed to seed: the mean of ours over twenty is held against its own with many resamples."""

    def difference(base: Floats, new: Floats, axis: int) -> Floats:
        return np.log(new).mean(axis) - np.log(base).mean(axis)

    expected = scipy_stats.bootstrap(
        (BASE, NEW), difference, n_resamples=100_000, method="BCa", vectorized=True, rng=1
    ).confidence_interval
    percentile = scipy_stats.bootstrap(
        (BASE, NEW), difference, n_resamples=100_000, method="percentile", vectorized=True, rng=1
    ).confidence_interval
    found = [bootstrap(plain(BASE), plain(NEW), seed) for seed in range(20)]
    low, high = (np.mean([log(getattr(one, end) or 0) for one in found]) for end in ("low", "high"))
    width = expected.high - expected.low
    assert low == pytest.approx(expected.low, abs=0.02 * width)
    assert high == pytest.approx(expected.high, abs=0.02 * width)
    # These values are skewed enough that limits without bias and acceleration would not pass.
    assert abs(percentile.low - expected.low) > 0.04 * width
    assert found[0].value == pytest.approx(scipy_stats.gmean(NEW) / scipy_stats.gmean(BASE))


def test_same_seed_gives_the_same_limits_for_ever() -> None:
    """Written down once, on another machine and process: a link opened in a year shows the same figures."""
    found = bootstrap(plain(BASE), plain(NEW), 20_261_121)
    assert (found.low, found.high) == (
        pytest.approx(1.0717076381100703, rel=1e-12),
        pytest.approx(1.119358912027331, rel=1e-12),
    )
    assert bootstrap(plain(BASE), plain(NEW), 20_261_122).low != found.low


@pytest.mark.nightly
@given(st.permutations(range(8)), st.integers(0, 2**32 - 1), st.sampled_from((0.0, 0.1)))
def test_order_of_the_runs_changes_nothing(order: list[int], seed: int, scatter: float) -> None:
    one = bootstrap(scattered(BASE, scatter), scattered(NEW, scatter), seed)
    other = bootstrap(scattered(BASE[order], scatter), scattered(NEW[order], scatter), seed)
    assert (other.low, other.high) == (pytest.approx(one.low), pytest.approx(one.high))


@given(st.integers(0, 2**32 - 1), st.sampled_from((0.0, 0.1)))
def test_swapped_sides_give_the_reciprocal(seed: int, scatter: float) -> None:
    there = bootstrap(scattered(BASE, scatter), scattered(NEW, scatter), seed)
    back = bootstrap(scattered(NEW, scatter), scattered(BASE, scatter), seed)
    assert there.low is not None
    assert there.high is not None
    assert (back.low, back.high) == (pytest.approx(1 / there.high), pytest.approx(1 / there.low))


def test_blocks_widen_the_interval_by_what_they_scatter() -> None:
    """Ten blocks that swing by 10 % add about 0.1 · √½ / √(10 · 8) to a side's mean of eight runs."""
    runs = bootstrap(plain(BASE), plain(NEW), 1)
    steady, swinging = (bootstrap(scattered(BASE, s), scattered(NEW, s), 1) for s in (0.0, 0.1))
    assert (runs.runs_with_blocks, swinging.runs_with_blocks) == (0, 16)
    assert all(one.low and one.high for one in (runs, steady, swinging))
    width = [log((one.high or 0) / (one.low or 1)) for one in (runs, steady, swinging)]
    assert width[1] == pytest.approx(width[0], rel=0.1)
    deviation = width[0] / 3.92
    assert width[2] == pytest.approx(3.92 * np.hypot(deviation, 0.1 * np.sqrt(2 / 2 / 80)), rel=0.1)


def test_some_runs_with_logs_are_resampled_within_and_the_others_are_not() -> None:
    logged = scattered(BASE, 0.5)
    partly = Sample(BASE, [*logged.blocks[:1], *[None] * 7])
    widths = [
        log((one.high or 0) / (one.low or 1))
        for one in (bootstrap(side, plain(NEW), 3) for side in (plain(BASE), partly, logged))
    ]
    assert widths == sorted(widths)
    assert bootstrap(partly, plain(NEW), 3).runs_with_blocks == 1


@pytest.mark.parametrize(
    ("base", "new", "value", "reason"),
    [
        ([], [1.0], None, "Not measured on the base side."),
        ([1.0], [], None, "Not measured on the new side."),
        ([0.0, 1, 1], [1.0, 1, 1], None, "A run measured zero: no ratio."),
        ([2.0, 2], [4.0, 4, 4], 2, "Fewer than 3 runs on a side."),
        ([2.0] * 4, [4.0] * 4, 2, "All repeats are identical; every resample is the same."),
    ],
)
def test_silence_has_its_reason(
    base: list[float], new: list[float], value: float | None, reason: str
) -> None:
    found = bootstrap(plain(np.array(base)), plain(np.array(new)), 1)
    assert found.value == (None if value is None else pytest.approx(value))
    assert (found.low, found.high, found.reason) == (None, None, reason)


def test_noise_on_one_side_is_enough() -> None:
    found = bootstrap(plain(np.full(8, 100.0)), plain(NEW), 1)
    assert found.low is not None
    assert found.high is not None
    assert 1.04 < found.low < 1.1 < found.high < 1.13


def test_what_it_holds_is_told_for_the_smaller_side() -> None:
    assert holds_percent(2, 30) is None
    assert holds_percent(3, 30) == holds_percent(4, 4) == holds_percent(3, 3)
    assert holds_percent(1000, 30) == holds_percent(30, 30)
    assert (holds_percent(3, 3) or 100) < (holds_percent(30, 30) or 0) < 95
