"""A share's scorecard: figures always, the card by what the sender hides and shows."""

from typing import Any

import orjson
import pytest

from fioboard.app.sharing.redaction.freeze import freeze
from fioboard.app.sharing.redaction.identifiers import collect
from fioboard.app.sharing.redaction.leak_check import search
from fioboard.app.sharing.redaction.redactor import Wish
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from tests.engine.hardware.datasheets.test_verdict import own_card
from tests.factories.run_detail import run_detail, sources

CARD = next(card for card in built_in_cards().values() if card.source and card.rating[0].source)
SOURCE = CARD.find_source(CARD.rating[0])
assert SOURCE is not None
CONDITIONS = [
    {"name": "outstanding", "rated": "128", "run": "31.9", "effect": "easier"},
    {"name": "link", "rated": "Gen3 x4", "run": "Gen2 x4", "effect": "differs"},
    {"name": "direct", "rated": "yes", "run": "no", "effect": "differs"},
    {"name": "temperature", "rated": "not throttled", "run": "throttled", "effect": "differs"},
]


def figure(**parts: Any) -> dict[str, Any]:
    return {
        "metric": "iops", "unit": "IOPS", "rw": "randread", "bs_bytes": 4096, "percentile": None,
        "measured": 76_500.0, "rated": 450_000.0, "rated_each": 450_000.0, "drive_count": 1, "rule": None,
        "is_at_ceiling": False, "share": 0.17, "verdict": "not_comparable", "may_judge": False,
        "differs": CONDITIONS, "is_stated": False, "claim": CARD.rating[0].claim,
        "source": {
            "title": "kept by the release", "address": SOURCE.address, "kind": SOURCE.kind, "page": None,
            "dated": None, "read_at": "2026-11-22", "is_copy": False,
        },
        "card": {"id": CARD.id, "title": "title of the answer", "origin": "built_in", "grade": "A"},
    } | parts  # fmt: skip


OWN_CARD = {"id": "jupiter-card", "title": "Drives of jupiter", "origin": "person", "grade": None}
OWN_SOURCE = {
    "title": "bought by Ada", "address": "https://wiki.jupiter.example/x", "kind": "maker", "page": 3,
    "dated": "2024", "read_at": "2026-11-01", "is_copy": False,
}  # fmt: skip
OWN = figure(
    card=OWN_CARD, source=OWN_SOURCE, claim="Ada says", verdict="comparable", may_judge=True, differs=[]
)


def shared(*figures: dict[str, Any], **wish: Any) -> tuple[Any, str]:
    rating = {"figures": list(figures), "models": ["CANARY"], "missing": None, "sentence": None}
    [run] = freeze(sources(run_detail("epyc-nps4", rating=rating)), Wish(**wish)).document["runs"]
    return run["rating"], orjson.dumps(run["rating"]).decode()


def test_a_card_of_the_release_is_shown_in_the_releases_own_words() -> None:
    rating, text = shared(figure())
    [one] = rating["figures"]
    assert one["card"] == {"id": CARD.id, "title": CARD.title, "origin": "built_in", "grade": CARD.grade}
    assert (one["source"]["title"], one["source"]["address"]) == (SOURCE.title, SOURCE.address)
    assert (one["measured"], one["rated"], one["share"]) == (76_500, 450_000, 0.17)
    assert [condition["name"] for condition in one["differs"]] == [each["name"] for each in CONDITIONS]
    assert not one["is_card_hidden"] and "CANARY" not in text and "of the answer" not in text


def test_a_hidden_model_hides_which_card_it_is_and_says_so() -> None:
    rating, text = shared(figure(), hide=("drive.model",))
    [one] = rating["figures"]
    assert (one["card"], one["source"], one["claim"]) == (None, None, "")
    assert one["is_card_hidden"] and one["is_source_hidden"] and one["rated"] == 450_000
    assert [word for word in (CARD.id, CARD.title, SOURCE.title, SOURCE.address) if word in text] == []


def test_hidden_ratings_leave_none() -> None:
    assert shared(figure(), hide=("rated",))[0] is None


@pytest.mark.parametrize(
    ("hide", "name"), [("path", "link"), ("job_options", "direct"), ("temperatures", "temperature")]
)
def test_a_condition_that_tells_of_what_is_hidden_keeps_its_name_alone(hide: str, name: str) -> None:
    [one] = shared(figure(), hide=(hide,))[0]["figures"]
    [condition] = [each for each in one["differs"] if each["name"] == name]
    assert (condition["rated"], condition["run"], condition["is_hidden"]) == (None, None, True)


def test_a_persons_card_is_figures_alone() -> None:
    rating, text = shared(OWN)
    [one] = rating["figures"]
    assert one["is_card_hidden"] and one["is_source_hidden"] and one["may_judge"] and one["rated"] == 450_000
    assert [word for word in ("jupiter", "Ada", "2026-11-01") if word in text] == []


def test_a_persons_card_is_shown_when_its_words_are_revealed() -> None:
    [one] = shared(OWN, reveal=("card.words",))[0]["figures"]
    assert (one["card"]["title"], one["source"]["title"], one["claim"]) == (
        "Drives of jupiter", "bought by Ada", "Ada says",
    )  # fmt: skip
    hidden = shared(OWN, reveal=("card.words",), hide=("drive.model",))[0]["figures"][0]
    assert hidden["card"] is None and hidden["source"] is None


def test_a_card_without_source_says_so() -> None:
    [one] = shared(figure(source=None))[0]["figures"]
    assert one["source"] is None and not one["is_source_hidden"]


@pytest.mark.parametrize(
    "parts",
    [
        {"card": {"id": "canary", "title": "canary", "origin": "built_in", "grade": "canary"}},
        {"claim": "canary"},
        {"rw": "canary", "rule": "canary"},
        {"verdict": "canary", "unit": "canary"},
        {"differs": [{"name": "canary", "rated": "canary", "run": None, "effect": "differs"}]},
        {"differs": [{"name": "link", "rated": "canary", "run": "Gen3 x4", "effect": "canary"}]},
        {"metric": "canary"},
    ],
)
def test_words_that_no_list_holds_are_not_shown(parts: dict[str, Any]) -> None:
    assert "canary" not in shared(figure(**parts))[1]


def test_only_what_is_comparable_may_judge() -> None:
    [one] = shared(figure(may_judge=True, verdict="at_least"))[0]["figures"]
    assert not one["may_judge"]


def test_without_figures_there_is_no_card() -> None:
    assert shared()[0] is None


@pytest.mark.parametrize(
    "text",
    [
        "Drives of jupiter",
        "see https://wiki.jupiter.example/x",
        "as Ada says",
        "Bought for project AB-4711",
        "ticket ab4711",
        "Ada's own reading",
    ],
)
def test_a_persons_words_are_looked_for_wherever_else_they_stand(text: str) -> None:
    card = own_card().model_copy(update={"notes": ("Bought for project AB-4711",)})
    card = card.model_copy(
        update={"source": (card.source[0].model_copy(update={"title": "Ada's own reading"}),)}
    )
    rating = {"figures": [OWN], "models": [], "missing": None, "sentence": None}
    known = collect(sources(run_detail("epyc-nps4", rating=rating), cards=[card]))
    assert [leak.field for leak in search({"title": text}, known)] == ["card.words"]


def test_a_makers_words_are_nobodys() -> None:
    rating = {
        "figures": [figure(), OWN | {"claim": "up to"}],
        "models": [],
        "missing": None,
        "sentence": None,
    }
    known = {
        one.text
        for one in collect(sources(run_detail("epyc-nps4", rating=rating)))
        if one.field == "card.words"
    }
    assert not known & {"up to", CARD.title, SOURCE.title, SOURCE.address}


def test_a_rating_of_the_series_says_so_in_a_share() -> None:
    """Its words had been changed where they are composed, and a share hid them."""
    of_series = {"name": "scope", "rated": "best of the series", "run": "one drive", "effect": "unknown"}
    rating, _ = shared(figure(differs=[of_series]))
    [condition] = rating["figures"][0]["differs"]
    assert (condition["rated"], condition["run"], condition["is_hidden"]) == (
        "best of the series",
        "one drive",
        False,
    )
