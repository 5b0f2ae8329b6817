"""The summary of one side, beside Python's own statistics."""

import statistics

import numpy as np
import pytest

from fioboard.engine.stats.spread import spread


def test_a_side_is_summed_up_as_a_sample_of_what_more_repeats_would_measure() -> None:
    values = [102.0, 96.0, 99.0, 107.0, 101.0]
    found = spread(np.array(values))
    assert found is not None
    assert (found.n, found.min, found.max, found.median) == (5, 96, 107, statistics.median(values))
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.stddev == pytest.approx(statistics.stdev(values))
    assert found.cv == pytest.approx(statistics.stdev(values) / statistics.mean(values))


def test_one_value_has_no_spread_and_none_has_no_summary() -> None:
    alone = spread(np.array([7.0]))
    assert alone is not None
    assert (alone.stddev, alone.cv, alone.odd, alone.modes) == (None, None, (), None)
    assert spread(np.array([])) is None
