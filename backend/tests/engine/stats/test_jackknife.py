"""What each run moves a ratio by, against medians that numpy takes of the other pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.stats import jackknife
from fioboard.engine.stats.jackknife import moves
from fioboard.engine.stats.rank import Floats
from fioboard.engine.stats.ratio import Ratio, ratio

values = st.lists(st.floats(1e-3, 1e12), min_size=3, max_size=12).map(np.array)


def found(base: Floats, new: Floats) -> Ratio:
    estimate = ratio(base, new)
    assert estimate is not None
    return estimate


@pytest.mark.nightly
@given(values, values)
def test_a_run_moves_the_ratio_by_what_leaving_it_out_changes(base: Floats, new: Floats) -> None:
    """With ties and sides of any size: the window near the middle misses nothing."""
    pairs = np.subtract.outer(np.log(new), np.log(base))
    for side, moved in enumerate(moves(base, new, found(base, new))):
        n = len(moved)
        without = np.array([np.median(np.delete(pairs, i, axis=1 - side)) for i in range(n)])
        assert moved == pytest.approx((without.mean() - without) * ((n - 1) / n) ** 0.5, abs=1e-9)


def test_very_many_runs_have_the_noise_that_the_jackknife_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    base, new = (np.exp(0.03 * random.standard_normal(n)) for n in (150, 120))
    quick = moves(base, new, found(base, new))
    monkeypatch.setattr(jackknife, "MAX_PAIRS", 10**9)
    exact = moves(base, new, found(base, new))
    for one, other in zip(quick, exact, strict=True):
        assert np.corrcoef(one, other)[0, 1] > 0.95
        assert (one**2).sum() == pytest.approx((other**2).sum(), rel=0.15)


def test_repeats_without_noise_move_nothing() -> None:
    base, new = np.full(120, 2.0), np.full(110, 3.0)
    for side in moves(base, new, found(base, new)):
        assert side == pytest.approx(0)
