"""Steps that were planted are told, once and in their place; what is no step is not."""

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from fioboard.engine.stats.rank import Floats
from fioboard.engine.watch import changes, watch
from fioboard.engine.watch.ranks import leaning
from tests.engine.watch.histories import noisy, points, run, stepped


def test_a_step_is_told_with_its_runs_effect_and_levels() -> None:
    [change] = changes(points(stepped(56, 1, (30, 0.86))))
    assert (change.last_before, change.first_after) == (run(29), run(30))
    assert change.effect.low is not None
    assert change.effect.high is not None
    assert change.effect.low < 0.86 < change.effect.high
    assert change.effect.value == pytest.approx(0.86, rel=0.01)
    assert (change.n_before, change.n_after) == (30, 26)
    assert change.level_before == pytest.approx(400_000, rel=0.01)
    assert change.level_after == pytest.approx(344_000, rel=0.01)
    assert change.p_value < 1e-6
    assert (change.is_better, change.is_settled) == (False, True)


@pytest.mark.parametrize(
    ("lower_is_better", "times", "is_better"),
    [(False, 1.1, True), (False, 0.9, False), (True, 1.1, False), (True, 0.9, True), (None, 0.9, None)],
)
def test_which_way_is_better_is_the_metrics_word(
    lower_is_better: bool | None, times: float, is_better: bool | None
) -> None:
    [change] = changes(points(stepped(50, 2, (25, times)), lower_is_better=lower_is_better))
    assert change.is_better is is_better


def test_the_fifth_run_after_it_is_enough() -> None:
    values = stepped(40, 3, (30, 0.95))
    [change] = changes(points(values[:35]))
    assert change.first_after == run(30)
    assert not change.is_settled


@pytest.mark.parametrize("seed", range(4))
def test_noise_alone_is_no_step(seed: int) -> None:
    assert changes(points(noisy(120, seed, noise=0.03))) == ()


def test_single_odd_runs_are_no_step() -> None:
    values = noisy(80, 5)
    for place, times in ((20, 0.3), (41, 4.0), (60, 0.5), (61, 0.5)):
        values[place] *= times
    assert changes(points(values)) == ()


def test_more_scatter_is_no_step() -> None:
    values = noisy(40, 6, noise=0.01) + noisy(40, 12, noise=0.03)
    assert changes(points(values)) == ()


def test_a_step_and_its_reversal_are_two() -> None:
    found = changes(points(stepped(70, 11, (25, 0.9), (45, 1 / 0.9))))
    assert [change.first_after for change in found] == [run(25), run(45)]
    assert [change.is_better for change in found] == [False, True]


def test_a_reversal_after_six_runs_is_told_by_its_fifth() -> None:
    values = stepped(41, 11, (30, 0.9), (36, 1 / 0.9))
    assert [change.first_after for change in changes(points(values))] == [run(30), run(36)]


def test_two_steps_each_with_the_runs_between_them() -> None:
    first, second = changes(points(stepped(90, 9, (30, 0.9), (60, 0.9))))
    assert (first.first_after, second.first_after) == (run(30), run(60))
    assert (first.n_before, first.n_after) == (second.n_before, second.n_after) == (30, 30)
    assert first.level_after == second.level_before


def test_a_doubted_run_decides_nothing_and_is_not_named() -> None:
    values = stepped(56, 1, (30, 0.86))
    [change] = changes(points(values, doubted=[29, 30, 31]))
    assert (change.last_before, change.first_after) == (run(28), run(32))
    assert changes(points(values, doubted=range(30, 56))) == ()


def test_what_has_no_ratio_is_passed_over() -> None:
    values = stepped(56, 1, (30, 0.86))
    values[10], values[29], values[40] = 0.0, math.nan, -1.0
    [change] = changes(points(values))
    assert (change.last_before, change.first_after) == (run(28), run(30))


@pytest.mark.parametrize("values", [[], [1.0], [1.0] * 7, [5.0] * 100])
def test_too_little_or_nothing_that_differs_is_no_step(values: list[float]) -> None:
    assert changes(points(values)) == ()


def test_figures_without_any_noise_change_where_they_change() -> None:
    [change] = changes(points([500.0] * 20 + [450.0] * 6))
    assert (change.first_after, change.effect.value) == (run(20), pytest.approx(0.9))


@pytest.mark.parametrize(("noise", "steps"), [(None, 1), (0.01, 1), (0.06, 0)])
def test_runs_that_agree_by_luck_are_no_surer_than_each_by_itself(noise: float | None, steps: int) -> None:
    history = points([500.0] * 20 + [475.0] * 10)
    assert len(changes([replace(point, noise=noise) for point in history])) == steps


def test_less_than_a_percent_is_nobodys_business() -> None:
    assert changes(points([500.0] * 30 + [496.0] * 30)) == ()


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(3))
def test_run_by_run_is_the_same_as_anew(seed: int) -> None:
    history = points(stepped(140, seed, (30, 0.93), (70, 1.08), (100, 0.9), noise=0.015))
    seen = None
    for n in range(len(history) + 1):
        seen = watch(history[:n], seen)
        assert seen == watch(history[:n])
    assert seen is not None
    assert len(seen.changes) == 3


def test_a_late_run_has_all_looked_at_anew() -> None:
    history = points(stepped(60, 10, (30, 0.9)))
    without = history[:12] + history[13:50]
    assert watch(history, watch(without)) == watch(history)
    assert watch(without, watch(history)) == watch(without)


def test_only_the_runs_behind_the_seen_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    history = points(stepped(300, 10, (30, 0.9)))
    seen = watch(history[:298])
    lengths: list[int] = []

    def counted(window: Floats) -> npt.NDArray[np.int64]:
        lengths.append(len(window))
        return leaning(window)

    monkeypatch.setattr("fioboard.engine.watch.detect.leaning", counted)
    assert watch(history, seen).counted == 300
    assert lengths == [96, 96]
