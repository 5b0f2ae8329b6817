"""Many runs beside datasheets: told together only where they are alike; and a figure in words."""

from typing import Any

import pytest

from fioboard.engine.rating.grouping import group_figures
from fioboard.engine.rating.wording import HEADINGS, cells, condition
from tests.app.sharing.redaction.test_ratings import figure


def rated(*figures: dict[str, Any]) -> Any:
    return {"figures": list(figures), "models": [], "missing": None, "sentence": None}


def good(share: float) -> dict[str, Any]:
    return figure(share=share, verdict="comparable", may_judge=True, differs=[])


def test_alike_runs_are_one_group_with_the_run_in_the_middle() -> None:
    [group] = group_figures([("deep", rated(good(share))) for share in (0.9, 0.8, 0.95, 0.85)])
    assert (group.test, group.runs, group.low, group.high, group.figure["share"]) == (
        "deep",
        4,
        0.8,
        0.95,
        0.85,
    )


@pytest.mark.parametrize(
    "other",
    [
        ("flat", good(0.9)),
        ("deep", good(0.9) | {"verdict": "at_least"}),
        ("deep", good(0.9) | {"rated": 1.0}),
        ("deep", good(0.9) | {"source": None}),
        ("deep", good(0.9) | {"may_judge": False}),
        ("deep", good(0.9) | {"differs": [{"name": "link", "rated": "a", "run": "b", "effect": "differs"}]}),
    ],
)
def test_another_test_verdict_rating_or_reason_is_another_group(other: tuple[str, dict[str, Any]]) -> None:
    assert [
        group.runs for group in group_figures([("deep", rated(good(0.9))), (other[0], rated(other[1]))])
    ] == [
        1,
        1,
    ]


def test_a_measured_number_among_the_reasons_parts_nothing_and_two_figures_of_one_run_are_two_groups() -> (
    None
):
    def deep(run: str) -> dict[str, Any]:
        return figure(differs=[{"name": "outstanding", "rated": "128", "run": run, "effect": "easier"}])

    groups = group_figures([("a", rated(deep("31.9"), deep("31.9"))), ("a", rated(deep("31.7"), deep("32")))])
    assert [group.runs for group in groups] == [2, 2]


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        ("comparable", "17 %"),
        ("at_least", "≥ 17 %"),
        ("conditions_unknown", "17 % ?"),
        ("not_comparable", "–"),
    ],
)
def test_a_share_bears_the_mark_of_its_verdict(verdict: str, told: str) -> None:
    row = dict(zip(HEADINGS, cells(figure(verdict=verdict)), strict=True))  # type: ignore[arg-type]
    assert row["Of rating"] == told
    assert row["Metric"] == "Random read, 4k: IOPS"
    assert (row["Measured"], row["Rating"]) == ("76.5k IOPS", "450k IOPS")
    assert row["Why not comparable"].startswith(
        "I/Os in flight: 31.9 in the run, 128 in the rating; link: Gen2 x4 in"
    )
    assert row["Source"].endswith(figure()["source"]["address"])


@pytest.mark.parametrize(
    ("name", "rated_with", "run", "told"),
    [
        ("block_size", "4096", "131072", "block size: 128k in the run, 4k in the rating"),
        ("pattern", "read", "randread", "pattern: random read in the run, sequential read in the rating"),
        ("state", None, None, "state of the drive: unknown in both"),
        ("span", None, "full", "span: full in the run, not stated in the rating"),
        ("direct", "yes", None, "direct I/O: unknown in the run, yes in the rating"),
        ("scope", None, "one drive", "rated for another drive"),
    ],
)
def test_a_condition_says_which_of_both_is_unknown(
    name: str, rated_with: str | None, run: str | None, told: str
) -> None:
    assert condition({"name": name, "rated": rated_with, "run": run, "effect": "differs"}) == told


def test_no_card_and_no_source_are_said() -> None:
    assert cells(figure(source=None))[-1].endswith("without source")  # type: ignore[arg-type]
    assert (
        cells(figure(card=None, is_stated=True))[-1]
        == "rating from a label on the run; no datasheet prints this figure"
    )  # type: ignore[arg-type]
