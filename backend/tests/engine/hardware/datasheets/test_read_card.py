"""Reading a card: bad input gets an error that says what and where."""

import pytest

from fioboard.core.toml_card import CardRefused
from fioboard.engine.hardware.datasheets.read import read_card
from fioboard.engine.words.limits import MAX_CARD_BYTES
from tests.loops import check_each

GOOD = """
schema = 1
id = "my-drive"
title = "My drive"
class = "client"
rating = [ { metric = "iops", value = 1000, claim = "up to", rw = "randread", bs_bytes = 4096, source = "ds" } ]
[[source]]
key = "ds"
title = "Its datasheet"
address = "https://example.org/ds.pdf"
kind = "maker"
read_at = 2026-11-22
"""


def test_a_card_is_read() -> None:
    card = read_card(GOOD.encode())
    assert (card.id, card.rating[0].value, card.rating[0].unit) == ("my-drive", 1000, "IOPS")
    assert card.rating[0].outstanding is None


@check_each(
    "old, new, said",
    [
        ("schema = 1", "schema = 2", "schema"),
        ("schema = 1", "", "schema: Field required"),
        ('id = "my-drive"', 'id = "../../etc"', "id: "),
        ("value = 1000", "value = 0", "rating.0.value: Input should be greater than 0"),
        ("value = 1000", "value = -1", "rating.0.value"),
        ("value = 1000", "value = nan", "rating.0.value"),
        ("value = 1000", "value = inf", "rating.0.value"),
        ("value = 1000", 'value = "1,000"', "rating.0.value"),
        ("value = 1000", "value = true", "rating.0.value"),
        ("bs_bytes = 4096", "bs_bytes = 4096.5", "rating.0.bs_bytes"),
        ("bs_bytes = 4096", "block = 4096", "rating.0.block: Extra inputs are not permitted"),
        ('rw = "randread", ', "", "needs its pattern"),
        ('"randread"', '"randrw"', "randrw needs it"),
        ('"randread"', '"random"', "rating.0.rw"),
        ('metric = "iops"', 'metric = "speed"', "rating.0.metric"),
        ('claim = "up to"', 'claim = "up to", percentile = 99.0', "only a latency has a percentile"),
        ('source = "ds" }', 'source = "other" }', "no source has the key other"),
        ('kind = "maker"', 'kind = "friend"', "source.0.kind"),
        ("https://example.org/ds.pdf", "javascript:alert(1)", "source.0.address"),
        ("read_at = 2026-11-22", "", "source.0.read_at: Field required"),
        ("rating = [", "ratings = [", "rating: Field required"),
        ("schema = 1", "schema = [", "not TOML"),
    ],
)
def test_a_fault_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(CardRefused) as refused:
        read_card(GOOD.replace(old, new).encode())
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff", "not UTF-8"),
        (b"", "schema: Field required"),
        (b"a = " + b"[" * 19_000, "not TOML"),
        (b"#" * (MAX_CARD_BYTES + 1), "at most 20,000 bytes"),
    ],
    ids=["no text", "empty", "deep", "long"],
)
def test_what_is_no_card_is_refused(raw: bytes, said: str) -> None:
    with pytest.raises(CardRefused, match=said):
        read_card(raw)


def test_two_sources_with_one_key_are_refused() -> None:
    source = GOOD[GOOD.index("[[source]]") :]
    with pytest.raises(CardRefused, match="two sources have the key ds"):
        read_card((GOOD + source).encode())
