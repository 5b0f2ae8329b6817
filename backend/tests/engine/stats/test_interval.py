"""The t-interval against numbers worked out by hand."""

import numpy as np
import pytest

from fioboard.engine.stats.interval import mean_ci95


def test_interval_of_three() -> None:
    # mean 20, s = 10, t(0.975, 2) = 4.3027: 20 ± 4.3027 · 10 / √3 = 20 ± 24.84
    low, high = mean_ci95(np.array([10.0, 20.0, 30.0])) or (0, 0)
    assert (low, high) == (pytest.approx(-4.841, abs=0.001), pytest.approx(44.841, abs=0.001))


def test_two_values_say_nothing() -> None:
    assert mean_ci95(np.array([1.0, 2.0])) is None
