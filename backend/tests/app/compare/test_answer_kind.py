"""What a comparison may be called: every case of its figures, its changes and its doubts."""

from collections.abc import Mapping
from typing import Any, cast

import pytest

from fioboard.app.compare.differs import choose_answer_kind
from fioboard.app.compare.limits import list_doubts
from fioboard.engine.answers.compare_answer import AnswerKind
from fioboard.engine.factors.difference import Attribution
from fioboard.engine.rules import RULES
from fioboard.engine.rules.exclusions import OF_CACHE
from tests.loops import check_each

DOUBT, OTHER = sorted(
    rule.id
    for rule in RULES.values()
    if rule.kind == "trust" and rule.id not in OF_CACHE and rule.id in {"depth-ignored", "too-short"}
)
CACHE = min(OF_CACHE)


def side(*findings: str | None) -> list[Any]:
    """Runs, each with one finding or none."""
    return [{"finding_ids": [] if one is None else [one]} for one in findings]


SOUND = side(None, None, None)
ALL = side(DOUBT, DOUBT, DOUBT)
SOME = side(DOUBT, None, None)

# What the figures show, what changed, both sides, and what it is called.
CASES: Mapping[str, tuple[AnswerKind, Attribution, list[Any], list[Any], AnswerKind]] = {
    "one change": ("better", "only", SOUND, SOUND, "better"),
    "one change, worse": ("worse", "only", SOUND, SOUND, "worse"),
    "one change, few runs": ("no_interval", "only", side(None), side(None), "no_interval"),
    "a change of level without one": ("worse", "nothing_changed", SOUND, SOUND, "worse"),
    "several changes": ("better", "confounded", SOUND, SOUND, "confounded"),
    "several changes, few runs": ("no_interval", "confounded", side(None), side(None), "confounded"),
    "several changes, no difference": ("no_difference", "confounded", SOUND, SOUND, "confounded"),
    "unlike runs": ("better", "mixed", SOUND, SOUND, "mixed"),
    "a side does not tell": ("better", "cannot_tell", SOUND, SOUND, "untold"),
    "a side does not tell, few runs": ("no_interval", "cannot_tell", side(None), side(None), "no_interval"),
    "a side does not tell, no difference": ("no_difference", "cannot_tell", SOUND, SOUND, "no_difference"),
    "a doubted side": ("better", "cannot_tell", SOUND, ALL, "doubted"),
    "a doubted side, several changes": ("better", "confounded", ALL, SOUND, "doubted"),
    "some doubted runs": ("better", "cannot_tell", SOUND, SOME, "partly_doubted"),
    "some doubted runs, few runs": ("no_interval", "cannot_tell", side(DOUBT, None), side(None), "partly_doubted"),
    "some doubted runs, several changes": ("better", "confounded", SOUND, SOME, "confounded"),
    "some doubted runs on both sides": ("better", "cannot_tell", SOME, SOME, "partly_doubted"),
    "more doubted runs on one side": ("better", "cannot_tell", SOME, ALL, "partly_doubted"),
    "the same doubt about all runs": ("better", "only", ALL, ALL, "better"),
    "one doubt here, another there": ("better", "cannot_tell", ALL, side(OTHER, OTHER), "doubted"),
    "nothing in common": ("nothing", "confounded", SOUND, SOUND, "nothing"),
}  # fmt: skip


@check_each("case", CASES)
def test_the_first_case_that_holds_is_the_answer(case: str) -> None:
    shown, attributed, base, new, called = CASES[case]
    assert choose_answer_kind(shown, attributed, list_doubts(base, new)) == called


@pytest.mark.parametrize("rule", [rule.id for rule in RULES.values() if rule.depends_on_speed])
def test_a_doubt_that_the_speed_decides_counts_for_neither_side_of_one_job(rule: str) -> None:
    slower, faster = side(None, None), side(rule, rule)
    for base, new in ((slower, faster), (faster, slower), (side(rule, None), slower)):
        assert list_doubts(base, new, is_same_amount=True) == []
        # Another range or run time explains it, so it is a difference of its own.
        assert list_doubts(base, new, is_same_amount=False) != []


@pytest.mark.parametrize("rule", [rule.id for rule in RULES.values() if rule.is_disturbance])
def test_other_work_on_both_sides_takes_a_proven_cause_away(rule: str) -> None:
    both = list_doubts(side(rule, rule), side(rule, rule), is_same_amount=True)
    assert choose_answer_kind("better", "only", both) == "partly_doubted"
    assert [one.describe(("A", "B")) for one in both] == [
        f"{RULES[rule].title} (2 of 2 runs of A and 2 of 2 runs of B)"
    ]


def test_better_and_worse_ask_for_one_change_at_most() -> None:
    for attributed in cast(tuple[Attribution, ...], ("confounded", "mixed", "cannot_tell")):
        assert choose_answer_kind("better", attributed, []) not in {"better", "worse", "differs"}


@pytest.mark.parametrize(
    ("base", "new", "words"),
    [
        (SOUND, SOUND, []),
        (ALL, ALL, []),
        (SOUND, side(CACHE, CACHE, None, None, None), ["served by the page cache (2 of 5 runs of B)"]),
        (side(CACHE), SOUND, ["served by the page cache (1 of 1 runs of A)"]),
        (SOUND, side(DOUBT, DOUBT, None, None, None), [f"{RULES[DOUBT].title} (2 of 5 runs of B)"]),
        (SOME, side(DOUBT, DOUBT), [f"{RULES[DOUBT].title} (1 of 3 runs of A and 2 of 2 runs of B)"]),
        (side(OTHER, None), ALL,
         [f"{RULES[DOUBT].title} (3 of 3 runs of B)", f"{RULES[OTHER].title} (1 of 2 runs of A)"]),
    ],
)  # fmt: skip
def test_a_doubt_names_its_runs(base: list[Any], new: list[Any], words: list[str]) -> None:
    assert [one.describe(("A", "B")) for one in list_doubts(base, new)] == words
