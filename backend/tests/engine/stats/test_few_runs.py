"""Exact chances of few runs, against every deal counted one by one."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.stats.few_runs import Separation, separation

few = st.lists(st.integers(1, 6).map(float), min_size=1, max_size=2)
some = st.lists(st.integers(1, 6).map(float), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("base", "new", "found"),
    [
        ([1, 2], [3, 4, 5, 6], Separation(8, 0, 8, 1, 15)),
        ([5, 6], [1, 2, 3, 4], Separation(0, 8, 8, 1, 15)),
        ([1, 4], [2, 5, 6, 7], Separation(7, 1, 8, 2, 15)),
        ([1], [2, 3], Separation(2, 0, 2, 1, 3)),
        ([1], [2], Separation(1, 0, 1, 1, 2)),
        ([1, 3], [2, 2], Separation(2, 2, 4, 4, 6)),
        ([1, 1], [1, 1], Separation(0, 0, 4, 6, 6)),
        ([1, 2], [2, 3], Separation(3, 0, 4, 2, 6)),
    ],
)
def test_hand_counted(base: list[float], new: list[float], found: Separation) -> None:
    assert separation(np.array(base, float), np.array(new, float)) == found


def above_less_below(base: list[float], new: list[float]) -> float:
    return sum((n > b) - (n < b) for n in new for b in base)


@pytest.mark.nightly
@given(few, some, st.booleans())
def test_every_deal_is_counted(a: list[float], b: list[float], swap: bool) -> None:
    """With ties, whichever side is the smaller one."""
    base, new = (b, a) if swap else (a, b)
    seen = above_less_below(base, new)
    values = base + new
    as_far = 0
    for dealt in combinations(range(len(values)), len(new)):
        mine = [values[i] for i in dealt]
        others = [v for i, v in enumerate(values) if i not in dealt]
        far = above_less_below(others, mine)
        as_far += far >= seen if seen >= 0 else far <= seen
    found = separation(np.array(base), np.array(new))
    assert (found.as_far, found.deals) == (as_far, comb(len(values), len(new)))
    assert found.above - found.below == seen


def test_two_runs_against_five_hundred_are_counted_at_once() -> None:
    found = separation(np.array([1.0, 2.0]), np.arange(3.0, 503.0))
    assert found == Separation(1000, 0, 1000, 1, comb(502, 2))
