"""What may be said of a run beside a datasheet."""

from dataclasses import replace
from typing import Literal

import pytest

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card, Rating
from fioboard.engine.hardware.datasheets.conditions import RunConditions
from fioboard.engine.hardware.datasheets.read import check_card
from fioboard.engine.hardware.datasheets.verdict import Compared, Origin, compare
from tests.loops import check_each

ALIKE = RunConditions(
    rw="randread",
    bs_bytes=4096,
    outstanding=128,
    workers=4,
    span_share=1.0,
    state="steady",
    is_incompressible=True,
    direct=True,
    is_raw=True,
    was_throttled=False,
)


def own_card(**changes: object) -> Card:
    """A person's card of the P3700: what its owner read in the datasheet, with queue depth and workers."""
    rating = {
        "metric": "iops",
        "value": 450_000,
        "claim": "up to",
        "rw": "randread",
        "bs_bytes": 4096,
        "queue_depth": 32,
        "workers": 4,
        "span": "full",
        "source": "ds",
    }
    source = {
        "key": "ds",
        "title": "Datasheet",
        "address": "https://example.org/ds.pdf",
        "kind": "maker",
        "read_at": "2026-11-22",
    }
    head = {"schema": 1, "id": "own", "title": "P3700", "class": "data-centre"}
    return check_card({**head, "rating": [rating | changes], "source": [source]})


def told(card: Card, run: RunConditions, measured: float, origin: Origin = "person") -> Compared:
    compared = compare(card, card.rating[0], run, measured, origin=origin)
    assert compared is not None
    return compared


def names(compared: Compared) -> list[str]:
    return [condition.name for condition in compared.differs]


@pytest.mark.parametrize(("measured", "share"), [(75_945.1, 0.17), (87_171.2, 0.19)])
def test_p3700_17_and_19_percent_are_not_comparable(measured: float, share: float) -> None:
    """Its jobs are named random-read-4k but read sequentially; 32 in flight where 128 are rated."""
    run = replace(ALIKE, rw="read", outstanding=31.9 if measured < 80_000 else 118.7)
    compared = told(own_card(), run, measured)
    assert (compared.verdict, round(compared.share, 2)) == ("not_comparable", share)
    assert names(compared)[0] == "pattern"
    assert not compared.may_judge
    if measured < 80_000:
        assert names(compared) == ["pattern", "outstanding"]


def test_p3700_by_nvmecontrol_is_at_least_28_5_percent() -> None:
    compared = told(own_card(), replace(ALIKE, outstanding=16, workers=16), 128_345)
    assert (compared.verdict, f"{compared.share:.1%}") == ("at_least", "28.5%")
    assert names(compared) == ["outstanding"]
    assert not compared.may_judge


def test_s3700_reaches_90_percent_of_75000_but_for_the_pattern() -> None:
    card = built_in_cards()["intel-dc-s3700"]
    rating = next(r for r in card.rating if r.value == 75_000)
    # As on a card of one capacity: the built-in figure is best of the series.
    alone = rating.model_copy(update={"scope": "capacity"})
    run = replace(ALIKE, rw="read", outstanding=31.9, workers=32)
    compared = compare(card, alone, run, 67_186.2)
    assert compared is not None
    assert (compared.verdict, f"{compared.share:.0%}", names(compared)) == (
        "not_comparable",
        "90%",
        ["pattern"],
    )
    same = compare(card, alone, replace(run, rw="randread"), 67_186.2)
    assert same is not None
    assert (same.verdict, same.may_judge) == ("comparable", True)
    of_series = compare(card, rating, replace(run, rw="randread"), 67_186.2)
    assert of_series is not None
    assert (of_series.verdict, names(of_series), of_series.may_judge) == (
        "conditions_unknown",
        ["scope"],
        False,
    )


def test_a_figure_printed_without_conditions_says_nothing_of_a_run() -> None:
    card = built_in_cards()["intel-dc-p3700"]
    for rating in card.rating:
        compared = compare(card, rating, replace(ALIKE, rw=rating.rw), 100_000)
        assert compared is not None
        assert compared.verdict in {"conditions_unknown", "not_comparable"}
        assert "outstanding" in names(compared)
        assert not compared.may_judge


def test_equal_conditions_are_comparable() -> None:
    compared = told(own_card(), ALIKE, 400_000)
    assert (compared.verdict, compared.may_judge, compared.differs) == ("comparable", True, ())


@check_each(
    "run, verdict, name",
    [
        (replace(ALIKE, bs_bytes=8192), "not_comparable", "block_size"),
        (replace(ALIKE, bs_bytes=None), "conditions_unknown", "block_size"),
        (replace(ALIKE, outstanding=126.0), "comparable", None),
        (replace(ALIKE, outstanding=256), "comparable", None),
        (replace(ALIKE, outstanding=100), "at_least", "outstanding"),
        (replace(ALIKE, outstanding=None), "conditions_unknown", "outstanding"),
        (replace(ALIKE, workers=1), "comparable", None),
        (replace(ALIKE, span_share=0.09), "not_comparable", "span"),
        (replace(ALIKE, span_share=0.5), "comparable", None),
        (replace(ALIKE, span_share=None), "conditions_unknown", "span"),
        (replace(ALIKE, is_incompressible=False), "not_comparable", "data"),
        (replace(ALIKE, is_incompressible=None), "conditions_unknown", "data"),
        (replace(ALIKE, direct=False), "not_comparable", "direct"),
        (replace(ALIKE, direct=None), "conditions_unknown", "direct"),
        (replace(ALIKE, is_raw=False), "not_comparable", "target"),
        (replace(ALIKE, is_raw=None), "conditions_unknown", "target"),
        (replace(ALIKE, was_throttled=True), "not_comparable", "temperature"),
        (replace(ALIKE, was_throttled=None), "comparable", None),
        (replace(ALIKE, state=None), "comparable", None),
    ],
)
def test_each_condition_is_compared(run: RunConditions, verdict: str, name: str | None) -> None:
    compared = told(own_card(), run, 400_000)
    assert (compared.verdict, names(compared)) == (verdict, [name] if name else [])


def test_what_differs_wins_over_what_is_unknown() -> None:
    compared = told(own_card(), replace(ALIKE, bs_bytes=8192, direct=None, outstanding=1), 400_000)
    assert compared.verdict == "not_comparable"
    assert names(compared) == ["block_size", "outstanding", "direct"]


@pytest.mark.parametrize(
    ("state", "run", "verdict"),
    [
        ("steady", "steady", "comparable"),
        ("steady", "fresh", "not_comparable"),
        ("steady", None, "conditions_unknown"),
    ],
)
def test_the_state_decides_writes_only(
    state: str, run: Literal["fresh", "steady"] | None, verdict: str
) -> None:
    at = replace(ALIKE, state=run)
    written = own_card(state=state, rw="randwrite")
    assert told(written, replace(at, rw="randwrite"), 400_000).verdict == verdict
    assert told(own_card(state=state), at, 400_000).verdict == "comparable"


def test_a_latency_of_another_depth_is_another_figure() -> None:
    card = own_card(metric="lat_ns", value=120_000, queue_depth=4, workers=1)
    assert told(card, replace(ALIKE, outstanding=4), 130_000).verdict == "comparable"
    for depth in (1, 8):
        assert told(card, replace(ALIKE, outstanding=depth), 130_000).verdict == "not_comparable"


@pytest.mark.parametrize(
    ("changes", "run", "verdict"),
    [
        ({}, ALIKE, "comparable"),
        ({"lba_bytes": 4096}, replace(ALIKE, lba_bytes=512), "not_comparable"),
        ({"lba_bytes": 4096}, ALIKE, "conditions_unknown"),
    ],
)
def test_an_lba_format_counts_when_the_card_says_it(
    changes: dict[str, object], run: RunConditions, verdict: str
) -> None:
    assert told(own_card(**changes), run, 400_000).verdict == verdict


@pytest.mark.parametrize(
    ("link", "verdict"),
    [("Gen3 x4", "comparable"), ("Gen3 x2", "not_comparable"), (None, "conditions_unknown")],
)
def test_a_link_counts_when_the_card_says_it(link: str | None, verdict: str) -> None:
    card = own_card().model_copy(update={"link": "Gen3 x4"})
    assert told(card, replace(ALIKE, link=link), 400_000).verdict == verdict


def writes_of(card: Card, cache: str | None = None) -> Rating:
    return next(
        r for r in card.rating if r.rw == "randwrite" and r.cache == cache and (r.queue_depth or 0) > 1
    )


def test_a_client_card_without_slc_data_is_silent_on_writes() -> None:
    card = built_in_cards()["samsung-950-pro-512-gb"]
    assert card.slc_cache_bytes is None
    run = replace(ALIKE, rw="randwrite", written_bytes=10**12)
    assert compare(card, writes_of(card), run, 1000) is None
    without = built_in_cards()["samsung-960-pro-512-gb"]
    assert without.slc_cache_bytes == 0
    assert compare(without, writes_of(without), run, 1000) is not None


@pytest.mark.parametrize(
    ("cache", "written", "effect"),
    [
        (None, 10**9, None),
        (None, 10**12, "differs"),
        (None, None, "unknown"),
        ("after", 10**9, "differs"),
        ("after", 10**12, None),
    ],
)
def test_a_write_is_held_against_the_cache_or_what_lies_behind(
    cache: str | None, written: int | None, effect: str | None
) -> None:
    card = built_in_cards()["samsung-970-evo-plus-1-tb"]
    assert card.slc_cache_bytes == 42e9
    compared = compare(
        card, writes_of(card, cache), replace(ALIKE, rw="randwrite", written_bytes=written), 1000
    )
    assert compared is not None
    effects = {c.name: c.effect for c in compared.differs}
    assert effects.get("cache") == effect


def test_a_card_without_source_never_judges() -> None:
    compared = told(own_card(source=None), ALIKE, 400_000)
    assert (compared.verdict, compared.may_judge) == ("comparable", False)


def test_only_a_makers_document_or_a_persons_card_judges() -> None:
    card = built_in_cards()["samsung-960-pro-512-gb"]
    rating = next(r for r in card.rating if r.rw == "randread" and r.queue_depth == 32)
    run = replace(ALIKE, outstanding=rating.outstanding)
    reviewed = compare(card, rating, run, 300_000)
    assert reviewed is not None
    assert (reviewed.verdict, reviewed.may_judge) == ("comparable", False)
    own = compare(card, rating, run, 300_000, origin="person")
    assert own is not None
    assert own.may_judge


def test_an_array_is_held_against_what_it_is_rated_together() -> None:
    compared = compare(own_card(), own_card().rating[0], ALIKE, 900_000, rated=1_800_000, origin="person")
    assert compared is not None
    assert compared.share == 0.5


def test_nothing_measured_is_no_share() -> None:
    assert compare(own_card(), own_card().rating[0], ALIKE, 0) is None


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (replace(ALIKE, direct=False), ("direct", "yes (assumed)", "no")),
        (replace(ALIKE, is_raw=False), ("target", "raw (assumed)", "file system")),
        # Little's law tells 118.8 of 128 in flight: no tenth of an I/O.
        (replace(ALIKE, outstanding=50.8), ("outstanding", "128", "51")),
        (replace(ALIKE, outstanding=1.9), ("outstanding", "128", "1.9")),
    ],
)
def test_a_rating_is_not_said_to_state_what_is_custom(
    run: RunConditions, expected: tuple[str, str, str]
) -> None:
    compared = told(own_card(), run, 400_000)
    assert [(one.name, one.rated, one.run) for one in compared.differs] == [expected]
