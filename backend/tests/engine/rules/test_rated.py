"""Measured vs. rated."""

from dataclasses import replace

import pytest

from fioboard.engine.rules import RunFacts, judge
from fioboard.engine.rules.ceilings import list_ceilings
from fioboard.engine.rules.facts import RatedFigure
from fioboard.engine.rules.finding import Finding
from fioboard.engine.words.ratings import RatingVerdict
from tests.engine.rules.facts import disk, result, said, said_on_drive
from tests.loops import check_each

RATED = 450_000.0


def figure(share: float, verdict: RatingVerdict = "comparable", *, may_judge: bool = True) -> RatedFigure:
    return RatedFigure(
        metric="iops",
        direction="read",
        measured=share * RATED,
        rated=RATED,
        drive_count=1,
        verdict=verdict,
        may_judge=may_judge,
    )


@pytest.mark.parametrize(
    ("share", "at", "below"),
    [
        (0.94, "info", "fine"),
        (1.16, "info", "fine"),
        (0.90, "info", "fine"),
        (0.899, "fine", "fine"),
        (0.85, "fine", "fine"),
        (0.849, "fine", "info"),
        (0.50, "fine", "info"),
        (0.499, "fine", "warning"),
        (0.17, "fine", "warning"),
    ],
)
def test_a_rating_under_the_run_s_own_conditions(share: float, at: str, below: str) -> None:
    told = {rule: said(rule, result(), ratings=[figure(share)]) for rule in ("at-rated", "below-rated")}
    assert told == {"at-rated": at, "below-rated": below}


@check_each("rule", ["at-rated", "below-rated"])
@check_each("verdict", ["at_least", "conditions_unknown", "not_comparable", "comparable"])
@check_each("share", [0.17, 0.94])
def test_what_may_not_be_judged_is_said_as_unknown(rule: str, verdict: RatingVerdict, share: float) -> None:
    """Comparable, too: where the source is no maker's document and the card nobody's own."""
    ratings = [figure(share, verdict, may_judge=False)]
    assert said(rule, result(), ratings=ratings) == "unknown: datasheet conditions"


@pytest.mark.parametrize("rule", ["at-rated", "below-rated"])
def test_without_a_datasheet(rule: str) -> None:
    assert said_on_drive(rule, result()) == "unknown: datasheet"
    assert said(rule, result()) == "silent"  # nobody knows that it lies on drives


@pytest.mark.parametrize("rule", ["at-rated", "below-rated"])
def test_a_run_in_doubt_says_nothing_of_its_drives(rule: str) -> None:
    facts = RunFacts(results=[result(direct=False)], disks=[disk(read_sectors=1)], ratings=[figure(0.17)])
    judged = judge(facts)
    doubts = [f for f in judged.findings if f.confidence == "certain" and f.headline is not None]
    assert doubts, judged
    assert rule not in {f.id for f in judged.findings} | {*judged.fine} | {r for r, _ in judged.unknown}


def test_what_is_said() -> None:
    [below] = [
        f for f in judge(RunFacts(results=[result()], ratings=[figure(0.17)])).findings if _is(f, "below")
    ]
    assert below.text == "76.5k IOPS is 17 % of the 450k that the datasheet states for the same conditions."
    assert below.headline is None  # that a rating is missed says nothing of what holds the run back
    [at] = [f for f in judge(RunFacts(results=[result()], ratings=[figure(0.94)])).findings if _is(f, "at")]
    assert at.headline == "423k IOPS is 94 % of the 450k datasheet rating."
    assert [(e.name, e.value, e.unit, e.source) for e in at.evidence] == [
        ("measured", 423_000.0, "IOPS", "result"),
        ("rated", 450_000.0, "IOPS", "datasheet"),
        ("drives", 1, None, "inventory"),
    ]


def _is(finding: Finding, word: str) -> bool:
    return finding.id == f"{word}-rated"


def test_a_stage_says_who_printed_its_rating() -> None:
    def told(source: str | None) -> tuple[str, str]:
        measured = result(iops=0.5 * RATED, bw_bytes_per_s=int(2048 * RATED))
        facts = RunFacts(results=(measured,), ratings=(replace(figure(0.5), source=source),))
        [row] = [one for one in list_ceilings(facts) if one["stage"] == "rated"]
        return row["label"], row["source"]

    assert told("maker") == told(None) == ("datasheet of the drive", "datasheet")
    assert told("catalogue") == ("not from the vendor's datasheet", "shop or catalogue")
