"""Figures in sentences: the same text as the front end's, and nothing that reads wrongly."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fioboard.core import figures
from fioboard.core.block_size import spoken_size

SHARED = Path(__file__).resolve().parents[3] / "frontend/src/test/figures.json"
"""The front end reads the same cases in lib/units.spec.ts."""
CASES = json.loads(SHARED.read_text(encoding="utf-8"))
FORMATS: dict[str, Callable[..., str]] = {
    "bandwidth": figures.format_bandwidth,
    "iops": figures.format_iops,
    "latency": figures.format_latency,
    "energy": figures.format_energy,
    "tick": figures.format_latency_tick,
    "bytes": figures.format_bytes,
    "count": figures.format_count,
    "percent": figures.format_percent,
    "runtime": figures.format_runtime,
    "block": spoken_size,
}


def test_every_quantity_reads_as_in_the_front_end() -> None:
    assert CASES.keys() == FORMATS.keys()
    for name, cases in CASES.items():
        for value, text in cases:
            assert FORMATS[name](value) == text, (name, value)


def test_a_tie_rounds_up_as_the_front_end_rounds() -> None:
    assert figures.format_bandwidth(2.5e6 + 0.5e6 / 100) == "2.50 MB/s"
    assert figures.format_iops(100.5) == "101"
    assert figures.format_iops(102.5) == "103"


def test_a_figure_has_the_unit_of_its_base_unit() -> None:
    shown = [
        (12_899, "IOPS"),
        (885.1e6, "bytes/s"),
        (7.75e6, "ns"),
        (0.931, "share"),
        (93.1, "%"),
        (71, "°C"),
        (1.92e-9, "J/byte"),
        (12_899, "IOPS/W"),
        (212.4, "W"),
    ]
    assert [figures.format_figure(value, unit) for value, unit in shown] == [
        "12.9k IOPS",
        "885 MB/s",
        "7.75 ms",
        "93.1 %",
        "93.1 %",
        "71.0 °C",
        "1.92 J/GB",
        "12.9k IOPS/W",
        "212 W",
    ]


def test_a_range_has_an_en_dash_and_its_unit_once() -> None:
    assert figures.format_range("13.3 GB/s", "14.4 GB/s") == "13.3–14.4 GB/s"
    assert figures.format_range("900 MB/s", "1.20 GB/s") == "900 MB/s–1.20 GB/s"
    assert figures.format_range("8.00 GB/s", "8.00 GB/s") == "8.00 GB/s"


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([4, 5, 6, 7], "4–7"),
        ([1], "1"),
        ([0, 1], "0, 1"),
        ([0, 2, 3, 4, 9], "0, 2–4, 9"),
        ([7, 4, 6, 5], "4–7"),
    ],
)
def test_whole_numbers_in_a_row_are_a_range(numbers: list[int], text: str) -> None:
    assert figures.format_numbers(numbers) == text


def test_a_count_agrees_with_what_it_counts() -> None:
    counts = [(0, "run"), (1, "run"), (1_240, "run"), (1, "entry", "entries"), (2, "entry", "entries")]
    assert [figures.format_things(*one) for one in counts] == [
        *("0 runs", "1 run", "1,240 runs", "1 entry", "2 entries"),
    ]
