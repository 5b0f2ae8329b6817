"""When runs with a change bear a finding out: the interval decides, and only of alike runs."""

from dataclasses import replace

import pytest

from fioboard.engine.rules import RULES
from fioboard.engine.rules.confirmation import Confirmation, Trial, confirm
from fioboard.engine.words.confirmations import Outcome
from fioboard.engine.words.findings import Expectation
from tests.loops import check_each

ASKED = ("reads read",)
BASE = [100.0, 101.0, 99.0, 100.5]


def trial(value: float | None, *, is_changed: bool) -> Trial:
    """A run whose rate and median latency are the same number."""
    workloads = ("reads, direct read",) if is_changed else ASKED
    return Trial(is_changed, is_as_asked=True, workloads=workloads, rate=value, latency=value)


def tried(expects: Expectation | None, base: list[float], changed: list[float]) -> Confirmation:
    trials = [*(trial(v, is_changed=False) for v in base), *(trial(v, is_changed=True) for v in changed)]
    return confirm(expects, ASKED, trials)


def times(factor: float) -> list[float]:
    """Repeats as noisy as those of BASE."""
    return [factor * value for value in (100.2, 99.4, 100.9, 100.0)]


@check_each(
    "expects, changed, expected",
    [
        ("rate_rises", times(2), "confirmed"),
        ("rate_rises", times(1.1), "confirmed"),
        ("rate_rises", times(1.02), "refuted"),
        ("rate_rises", times(1), "refuted"),
        ("rate_rises", times(0.5), "refuted"),
        ("rate_rises", [90.0, 130.0, 95.0, 140.0], "not_shown"),
        ("rate_falls", times(0.5), "confirmed"),
        ("rate_falls", times(0.99), "refuted"),
        ("rate_falls", times(2), "refuted"),
        ("rate_falls", [70.0, 105.0, 80.0, 110.0], "not_shown"),
        ("latency_falls", times(0.7), "confirmed"),
        ("latency_falls", times(1.3), "refuted"),
        ("rate_changes", times(2), "confirmed"),
        ("rate_changes", times(0.5), "confirmed"),
        ("rate_changes", times(1.01), "refuted"),
        ("rate_changes", [80.0, 130.0, 85.0, 140.0], "not_shown"),
        (None, times(2), "for_a_person"),
    ],
)
def test_the_interval_decides(expects: Expectation | None, changed: list[float], expected: Outcome) -> None:
    assert tried(expects, BASE, changed).outcome == expected


def test_the_sentence_has_ratio_interval_and_counts() -> None:
    shown = tried("rate_rises", BASE, times(2))
    assert shown.ratio is not None
    assert shown.ratio.low is not None
    assert shown.ratio.low < 2 < (shown.ratio.high or 0)
    assert shown.sentence.startswith("Confirmed: with the change the rate was 2 times that without it (")
    assert "4 runs without, 4 with it" in shown.sentence
    slower = tried("latency_falls", BASE, times(1.3))
    assert slower.sentence.startswith("Refuted: with the change the median latency was 1.3 times")
    assert slower.sentence.endswith("the finding says that it falls by at least 5 %.")


def test_two_of_each_are_no_interval() -> None:
    shown = tried("rate_rises", BASE[:2], times(2)[:2])
    assert (shown.outcome, shown.ratio and shown.ratio.low) == ("not_shown", None)
    assert "an interval needs 3 of each" in shown.sentence


def test_repeats_that_are_equal_are_no_noise() -> None:
    assert tried("rate_rises", [100.0] * 3, [200.0] * 3).outcome == "not_shown"


def test_it_waits_for_the_change() -> None:
    shown = tried("rate_rises", BASE, [])
    assert (shown.outcome, shown.base) == ("waiting", tuple(BASE))


@pytest.mark.parametrize(
    ("position", "change"),
    [
        (0, {"workloads": ("writes write",)}),
        (0, {"is_as_asked": False}),
        (-1, {"is_as_asked": False}),
        (-1, {"workloads": ("reads, another depth read",)}),
    ],
)
def test_runs_that_differ_in_more_are_not_judged(position: int, change: dict[str, object]) -> None:
    trials = [*(trial(v, is_changed=False) for v in BASE), *(trial(v, is_changed=True) for v in times(2))]
    assert confirm("rate_rises", ASKED, trials).outcome == "confirmed"
    trials[position] = replace(trials[position], **change)  # type: ignore[arg-type]
    assert confirm("rate_rises", ASKED, trials).outcome == "not_alike"


def test_a_figure_that_is_missing_is_said() -> None:
    trials = [*(trial(v, is_changed=False) for v in BASE), *(trial(v, is_changed=True) for v in times(2))]
    trials.append(trial(None, is_changed=True))
    shown = confirm("latency_falls", ASKED, trials)
    assert (shown.outcome, shown.sentence) == (
        "not_shown",
        "Not shown: the median latency of these runs is not known.",
    )


def test_every_experiment_that_expects_something_says_so_in_words() -> None:
    """The declared direction and the sentence for people are two readings of one thing."""
    words = {
        "rate_rises": ("rise", "higher", "Another CPU", "more bytes", "More bytes", "the lanes are there"),
        "rate_falls": ("lower", "fall"),
        "rate_changes": ("change",),
        "latency_falls": ("fall",),
    }
    for rule in RULES.values():
        for trial_ in (rule.experiment, *rule.further):
            if trial_ is not None and trial_.expects is not None:
                assert any(word in trial_.if_true for word in words[trial_.expects]), trial_.if_true
