"""The cards of the release: each figure has a source and a unit, and its note read a second time gives the same."""

import re
from decimal import Decimal

import pytest

from fioboard.engine.hardware.datasheets.built_in import built_in_cards, card_files, list_names
from fioboard.engine.hardware.datasheets.card import UNITS, Card, Rating
from tests.loops import check_each

CARDS = built_in_cards()
# Written once more, apart from the product's own reading of quantities.
WORTH = {
    "IOPS": ("iops", Decimal(1)),
    "MB/s": ("bw_bytes_per_s", Decimal(1_000_000)),
    "MiB/s": ("bw_bytes_per_s", Decimal(1_048_576)),
    "µs": ("lat_ns", Decimal(1000)),
    "GB": ("slc_cache_bytes", Decimal(1_000_000_000)),
}
PATTERNS = {
    "read": {"read"},
    "write": {"write"},
    "randread": {"randread"},
    "randwrite": {"randwrite"},
    "any": {"any"},
    "read (sequential)": {"read"},
    "write (sequential)": {"write"},
    "read/write": {"read", "write"},
    "randread/randwrite": {"randread", "randwrite"},
    "randrw 70/30": {"randrw"},
}


def second_reading(line: str) -> dict[str, object]:
    """Everything a note says, by the names of a rating's fields; KeyError on a word that is not known."""
    first, *rest = line.split(" · ")
    words = re.fullmatch(r"(?P<claim>.+) (?P<number>[\d,]+(?:\.\d+)?) (?P<unit>\S+)", first)
    assert words, line
    metric, worth = WORTH[words["unit"]]
    said: dict[str, object] = {
        "metric": metric,
        "value": Decimal(words["number"].replace(",", "")) * worth,
        "claim": words["claim"],
    }
    for word in rest:
        if match := re.fullmatch(r"p([\d.]+)", word):
            said["percentile"] = float(match[1])
        elif match := re.fullmatch(r"([\d.]+) KiB", word):
            said["bs_bytes"] = int(Decimal(match[1]) * 1024)
        elif match := re.fullmatch(r"QD(\d+)", word):
            said["queue_depth"] = int(match[1])
        elif match := re.fullmatch(r"(\d+) workers", word):
            said["workers"] = int(match[1])
        elif word in {"full LBA", "steady", "after the cache"}:
            key, value = {
                "full LBA": ("span", "full"),
                "steady": ("state", "steady"),
                "after the cache": ("cache", "after"),
            }[word]
            said[key] = value
        else:
            said["rw"] = PATTERNS[word]
    return said


def faults(rating: Rating) -> list[str]:
    """Fields of a figure that its note tells otherwise, and what the note tells that the figure does not."""
    assert rating.line is not None
    said = second_reading(rating.line)
    found = []
    for key in (
        "metric",
        "claim",
        "percentile",
        "bs_bytes",
        "queue_depth",
        "workers",
        "span",
        "state",
        "cache",
    ):
        if getattr(rating, key) != said.get(key):
            found.append(key)
    if Decimal(str(rating.value)) != said["value"]:
        found.append("value")
    patterns = said.get("rw")
    if (rating.rw is None) != (patterns is None) or (isinstance(patterns, set) and rating.rw not in patterns):
        found.append("rw")
    return found


@check_each("card", CARDS.values())
def test_each_figure_has_a_source_a_unit_and_the_number_of_its_note(card: Card) -> None:
    for rating in card.rating:
        source = card.find_source(rating)
        assert source is not None
        assert source.address.startswith("http")
        assert rating.unit == UNITS[rating.metric]
        assert faults(rating) == [], rating.line


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"value": 450_001}, "value"),
        ({"rw": "read"}, "rw"),
        ({"bs_bytes": 8192}, "bs_bytes"),
        ({"queue_depth": 32}, "queue_depth"),
        ({"metric": "bw_bytes_per_s"}, "metric"),
    ],
)
def test_the_second_reading_finds_a_slip(change: dict[str, object], fault: str) -> None:
    rating = CARDS["intel-dc-p3700"].rating[-1]
    assert faults(rating.model_copy(update=change)) == [fault]


def test_a_card_is_small_and_named_after_its_drive() -> None:
    for path in card_files():
        card = CARDS[path.stem]
        assert path.parent.name == card.drive_class
        assert len(path.read_text().splitlines()) <= 60, path.name
    assert len(card_files()) == len(CARDS)


def test_all_models_with_four_corners_have_a_card() -> None:
    drives = [card for card in CARDS.values() if card.drive_class != "provisioned"]
    volumes = [card for card in CARDS.values() if card.drive_class == "provisioned"]
    assert (len(drives), len(volumes)) == (80, 109)
    assert sum(len(card.rating) for card in CARDS.values()) > 700
    assert all(card.grade in {"A", "B", "C"} for card in CARDS.values())


def test_a_figure_of_a_series_says_so_and_one_of_a_capacity_knows_it() -> None:
    for card in CARDS.values():
        scopes = {rating.scope for rating in card.rating}
        if card.drive_class == "provisioned":
            continue
        assert scopes == {"capacity"} if card.capacity_bytes else scopes <= {"series", "all"}, card.id


def test_no_figure_of_a_drive_is_above_what_any_drive_of_its_time_does() -> None:
    """A slip of a factor of 1,000 in a unit would be."""
    for card in CARDS.values():
        for rating in card.rating:
            low, high = {
                "iops": (50, 5_000_000),
                "bw_bytes_per_s": (20e6, 20e9),
                "lat_ns": (5_000, 20e6),
                "slc_cache_bytes": (1e9, 1e12),
            }[rating.metric]
            assert low <= rating.value <= high, (card.id, rating.line)


def test_what_sources_contradict_is_kept() -> None:
    [found] = CARDS["intel-dc-p3700"].contradictions
    assert [rating.value for rating in found.ratings] == [460_000, 460_000, 450_000]
    assert {found.metric, found.rw} == {"iops", "randread"}
    assert [sorted(r.value for r in c.ratings) for c in CARDS["samsung-pm9a3-m-2"].contradictions] == [
        [3.5e9, 4.5e9, 4.5e9]
    ]
    # A baseline and a burst are two things.
    assert CARDS["azure-premium-p1-4-gib"].contradictions == ()


def test_capacity_belongs_to_the_figure() -> None:
    """The series of P3700 writes up to 175,000; its drive of 400 GB is rated about 75,000."""
    [small] = CARDS["intel-dc-p3700-400-gb"].rating
    assert (small.value, small.rw) == (75_000, "randwrite")


@check_each("card", [c for c in CARDS.values() if c.drive_class == "provisioned"])
def test_a_documented_cloud_limit_has_a_date(card: Card) -> None:
    dated = [source.dated for source in card.source]
    assert None not in dated or card.id.startswith("gcp-")


def test_names_without_reading_the_cards_are_those_of_the_cards() -> None:
    assert list(list_names()) == [(card.name, card.drive_class) for card in built_in_cards().values()]
