"""What a unit is worth: bits and bytes, thousands and 1024s."""

import pytest

from fioboard.engine.formats.claims.figures import read_figure, read_unit


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


def test_decimal_commas_and_ten_thousands() -> None:
    for text, value, scale in (
        ("12,9k", "12.9", 1_000),
        ("1.234,5 MB/s", "1234.5", 1_000_000),
        ("885,08", "885.08", None),
        ("0,123 ms", "0.123", 1_000_000),
        ("1,234", "1234", None),
        ("1,234.5", "1234.5", None),
        ("12.5\u4e07", "12.5", 10_000),
        ("9w", "9", 10_000),
        ("5\u4e07 IOPS", "5", 10_000),
    ):
        figure = read_figure(text)
        assert figure is not None, text
        assert (str(figure.value), figure.unit and figure.unit.scale) == (value, scale), text
    assert read_figure("10 W") is None
