"""What a unit is worth: bits and bytes, thousands and 1024s."""

import pytest

from fioboard.claims.figures import read_unit


@pytest.mark.parametrize(
    ("text", "kind", "scale"),
    [
        ("MB/s", "bw", 1_000_000),
        ("MiB/s", "bw", 1 << 20),
        ("Mb/s", "bw", 125_000),
        ("Gbit/s", "bw", 125_000_000),
        ("Mibit/s", "bw", (1 << 20) / 8),
        ("kIOPS", "iops", 1_000),
        ("us", "lat", 1_000),
        ("ms", "lat", 1_000_000),
        ("k", "prefix", 1_000),
    ],
)
def test_a_unit_is_worth_so_many_base_units(text: str, kind: str, scale: float) -> None:
    unit = read_unit(text)
    assert unit is not None
    assert (unit.kind, unit.scale) == (kind, scale)


def test_a_word_that_is_no_unit_is_none() -> None:
    assert read_unit("furlongs") is None
