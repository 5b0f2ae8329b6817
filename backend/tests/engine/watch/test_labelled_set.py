"""The engine on a part of the labelled set of `make bench-watch`: noise that fio made, truths that were planted."""

import pytest
from bench.candidates import ours
from bench.replay import Score, replayed
from bench.watched import planted, recorded, without

from fioboard.engine.watch.detect import Bar

PART = 0.1
SEED = 7


@pytest.fixture(scope="module")
def scores() -> tuple[Score, Score]:
    return replayed(ours(), planted(PART, SEED)), replayed(ours(), without(40, SEED))


def test_large_steps_are_told_within_five_runs_and_in_their_place(scores: tuple[Score, Score]) -> None:
    found, _ = scores
    assert found.wanted >= 20
    assert found.in_time >= 0.9 * found.wanted
    assert found.located >= 0.9 * found.ever


def test_at_most_one_in_a_thousand_runs_is_told_of_wrongly(scores: tuple[Score, Score]) -> None:
    found, none = scores
    assert none.runs + found.runs > 6_000
    assert 1_000 * none.false <= none.runs
    assert 1_000 * found.false <= found.runs


@pytest.mark.nightly
def test_the_set_tells_a_way_that_sees_too_little_and_one_that_sees_too_much() -> None:
    timid = replayed(ours([Bar(1e-8, 1.0)]), planted(PART, SEED))
    assert timid.in_time < 0.5 * timid.wanted
    rash = replayed(ours([Bar(2e-2, 0.5)]), without(40, SEED))
    assert rash.false > rash.runs / 1_000


def test_the_recorded_noise_is_whole() -> None:
    assert len({name.rpartition(",")[0] for name, _ in recorded()}) >= 20
    assert all(len(values) == 60 for _, values in recorded())
