"""Quantities as people write them: read in base units where they can mean one thing, else not at all."""

import pytest

from fioboard.core.quantity import format_figures, read_printed, read_quantity, scaled


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("1500000", "IOPS", 1_500_000), ("1,500,000", "IOPS", 1_500_000), ("1.5M", "IOPS", 1_500_000),
        ("450k", "IOPS", 450_000), ("450K IOPS", "IOPS", 450_000), ("1.5M IOPS", "IOPS", 1_500_000),
        ("75,000 IOPS", "IOPS", 75_000), (" 450k ", "IOPS", 450_000), ("12.5", "IOPS", 12.5),
        ("6.9 GB/s", "bytes/s", 6_900_000_000), ("7000 MB/s", "bytes/s", 7_000_000_000),
        ("7,000 MB/s", "bytes/s", 7_000_000_000), ("7000MB/s", "bytes/s", 7_000_000_000),
        ("3.5 GiB/s", "bytes/s", 3_758_096_384), ("3500000000", "bytes/s", 3_500_000_000),
        ("550 MBps", "bytes/s", 550_000_000), ("7G", "bytes/s", 7_000_000_000), ("0.5 kB/s", "bytes/s", 500),
        ("90 µs", "ns", 90_000), ("90us", "ns", 90_000), ("1.2 ms", "ns", 1_200_000), ("90000", "ns", 90_000),
        ("15 %", "%", 15), ("15", "%", 15),
    ],
)  # fmt: skip
def test_what_people_write_is_read_in_base_units(text: str, unit: str, value: float) -> None:
    assert read_quantity(text, unit) == value
    assert isinstance(read_quantity(text, unit), type(value))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("1,5M", "IOPS"), ("1.500.000", "IOPS"), ("15,00", "IOPS"), ("about 1.5M", "IOPS"), ("1.5M?", "IOPS"),
        ("", "IOPS"), ("-5", "IOPS"), ("1e6", "IOPS"), ("M", "IOPS"), ("1.5M GB/s", "IOPS"), ("7 GB/s", "IOPS"),
        ("7 Gb/s", "bytes/s"), ("7000 mb/s", "bytes/s"), ("7000 Mbit/s", "bytes/s"), ("7 GB", "bytes/s"),
        ("1.5M IOPS", "bytes/s"), ("nan", "IOPS"), ("inf", "IOPS"), ("٣", "IOPS"), ("up to 7000 MB/s", "bytes/s"),
        ("=1+1", "IOPS"), ("1" * 40, "IOPS"), ("90 min", "ns"),
    ],
)  # fmt: skip
def test_what_can_mean_several_things_is_not_read(text: str, unit: str) -> None:
    assert read_quantity(text, unit) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1020, "1,020"),
        (9.4712, "9.47"),
        (6.55e-05, "0.0000655"),
        (0, "0"),
        (131_072, "131,000"),
        (999.96, "1,000"),
    ],
)
def test_figures_have_three_digits_and_no_exponent(value: float, text: str) -> None:
    assert format_figures(value) == text


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (999, "ns", (999, "ns")),
        (1_000, "ns", (1, "µs")),
        (999_999, "ns", (999.999, "µs")),
        (2_500_000, "ns", (2.5, "ms")),
        (3e9, "ns", (3, "s")),
        (999, "bytes/s", (999, "B/s")),
        (35_000_000, "bytes/s", (35, "MB/s")),
        (7.2e9, "bytes/s", (7.2, "GB/s")),
        (0.25, "share", (25, "%")),
    ],
)
def test_a_figure_is_shown_with_the_largest_unit_that_fits(
    value: float, unit: str, shown: tuple[float, str]
) -> None:
    assert scaled(value, unit) == shown


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("12.9k", (12_850, 12_950)),
        ("13k", (12_500, 13_500)),
        ("12900", None),
        ("1.25M", (1_245_000, 1_255_000)),
    ],
)
def test_a_rounded_figure_stands_for_everything_that_rounds_to_it(
    text: str, bounds: tuple[float, float] | None
) -> None:
    printed = read_printed(text, "IOPS")
    assert printed is not None
    assert printed.bounds == bounds
