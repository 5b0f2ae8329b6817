"""Every sentence that a comparison can open with, word for word."""

from typing import Any

import pytest

from fioboard.features.compare.figures import judged
from fioboard.features.compare.matching import Row
from fioboard.filters import metric
from fioboard.stats import wording

STEADY = (100.0, 101, 99, 100.5, 99.5, 100.2, 99.8, 100.1)


def part(*rows: tuple[list[float | None], list[float | None]], name: str = "iops") -> dict[str, Any]:
    """The part of an answer that a sentence is made of: one metric, for each row the repeats of both sides."""
    asked = metric(name)
    assert asked is not None
    matched = [
        Row(str(i), {}, "read", None, tuple([{"run_id": f"{s}{n}", "m0": v} for n, v in enumerate(side)] for s, side in enumerate(row)))
        for i, row in enumerate(rows)
    ]  # fmt: skip
    figures = judged(matched, [asked], 2)
    return {
        "workloads": [{"metrics": cells} for cells in figures.cells[0]],
        "headline_metric": name if figures.headlines[0] else None,
        "headlines": figures.headlines[0],
        "attribution": {"text": "Only this changed."},
    }


def times(factor: float, repeats: tuple[float, ...] = STEADY) -> list[float | None]:
    return [factor * value for value in repeats]


@pytest.mark.parametrize(
    ("name", "base", "new", "said"),
    [
        ("iops", 35_500, 23_800, "IOPS 35,500 → 23,800 (× 0.67)"),
        ("iops", 12.5, 25, "IOPS 12.5 → 25 (× 2.0)"),
        ("bw_bytes_per_s", 2.329e9, 1.562e9, "Bandwidth 2.329 GB/s → 1.562 GB/s (× 0.67)"),
        ("clat_mean_ns", 306_000, 445_000, "Mean completion latency 306 µs → 445 µs (× 1.45)"),
        ("lat_mean_ns", 306_000, 445_000, "Mean total latency 306 µs → 445 µs (× 1.45)"),
        ("clat_p99_ns", 306_000, 445_000, "p99 completion latency 306 µs → 445 µs (× 1.45)"),
        ("slat_p99_9_ns", 900, 1800, "p99.9 submission latency 900 ns → 1.8 µs (× 2.0)"),
        ("clat_max_ns", 1e6, 2e6, "Largest completion latency 1 ms → 2 ms (× 2.0)"),
        ("cpu_pct", 10, 20, "CPU, user and system 10 % → 20 % (× 2.0)"),
    ],
)
def test_one_run_each_makes_no_claim(name: str, base: float, new: float, said: str) -> None:
    found = wording.sentence(part(([base], [new]), name=name))
    assert found == f"{said}, one run each: not significant. Only this changed."


@pytest.mark.parametrize(
    ("base", "new", "said"),
    [
        (
            [100.0],
            [90.0, 92],
            "IOPS 100 → 90 to 92 (0.9 to 0.92 times as much), each of 2 new runs is below the base run (p = 0.33); "
            "not significant.",
        ),
        (
            [100.0, 102],
            [90.0],
            "IOPS 100 to 102 → 90 (0.88 to 0.9 times as much), the new run is below each of 2 base runs (p = 0.33); "
            "not significant.",
        ),
        (
            [100.0, 102],
            [320.0, 330, 325, 322],
            "IOPS 100 to 102 → 320 to 330 (3.1 to 3.3 times as much), each of 4 new runs is above each of 2 base runs (p = 0.067); "
            "not significant.",
        ),
        (
            [100.0, 103],
            [102.0, 104, 105, 106],
            "IOPS 100 to 103 → 102 to 106 (0.99 to 1.1 times as much), new is above base in 7 of 8 pairs of runs (p = 0.13); "
            "not significant.",
        ),
        (
            [100.0, 100],
            [100.0, 100, 100],
            "IOPS 100 → 100 (the same), 2 runs against 3, neither side above the other; not significant.",
        ),
        (
            [200.0] * 3,
            [300.0] * 4,
            "IOPS 200 → 300 (1.5 times as much), 3 runs vs. 4, all repeats identical: no variance to test against.",
        ),
        (times(1), times(1.1), "IOPS 100 → 110 (× 1.100), 95 % interval 1.092 … 1.108: better."),
        (times(1), times(0.9), "IOPS 100 → 90.05 (× 0.900), 95 % interval 0.894 … 0.906: worse."),
        (
            times(1),
            times(1.001),
            "IOPS 100 → 100 (× 1.001), 95 % interval 0.994 … 1.008: no difference shown "
            "(about 780 runs per side would show a difference of this size).",
        ),
        (times(1), times(1), "IOPS 100 → 100 (× 1.000), 95 % interval 0.993 … 1.007: no difference shown."),
    ],
)
def test_one_workload(base: list[float | None], new: list[float | None], said: str) -> None:
    assert wording.sentence(part((base, new))) == f"{said} Only this changed."


def test_lower_is_better_for_latency_and_cpu() -> None:
    for name in ("clat_mean_ns", "cpu_pct"):
        assert wording.sentence(part((times(1), times(1.1)), name=name)).endswith(
            ": worse. Only this changed."
        )


def test_many_workloads_are_counted_by_verdict() -> None:
    found = wording.sentence(part((times(1), times(1.1)), (times(1), times(1)), (times(1), times(0.9))))
    assert found.startswith("IOPS × 0.9967 over 3 workloads (geometric mean, 95 % interval 0.9947 … 0.9987")
    assert found.endswith("): better in 1, worse in 1, no difference shown in 1. Only this changed.")
    few = wording.sentence(part(([100.0], [200.0]), ([100.0], [200.0]), name="bw_bytes_per_s"))
    assert few == "Bandwidth × 2.0 over 2 workloads (geometric mean): no interval in 2. Only this changed."


def test_few_runs_of_many_workloads_say_in_how_many_the_sides_do_not_overlap() -> None:
    rows = [([1.0, 2], [3.0, 4]), ([3.0, 4], [1.0, 2]), ([1.0, 3], [2.0, 4]), ([1.0, 2], [3.0, 4])]
    assert wording.sentence(part(*rows)).endswith(
        "): no interval in 4 (every new run above every base run in 2, every new run below every base run in 1). "
        "Only this changed."
    )


def test_workload_that_alone_has_the_figure_is_said_to_be_one_of_several() -> None:
    found = wording.sentence(part(([100.0], [200.0]), ([100.0], [None]), ([0.0], [200.0])))
    assert found.startswith("In one of 3 workloads: IOPS 100 → 200 (× 2.0), one run each")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "No workload was measured on both sides."),
        ([([0.0], [0.0])], "One workload on both sides, but no metric that both measured above zero."),
        ([([0.0], [0.0])] * 2, "2 workloads on both sides, but no metric that both measured above zero."),
    ],
)
def test_nothing_to_compare(rows: list[Any], said: str) -> None:
    assert wording.sentence(part(*rows)).removesuffix(" Only this changed.") == said


def test_a_figure_says_its_unit_once() -> None:
    """No sentence of any metric says a unit or the name twice in a row."""
    for name in ("iops", "bw_bytes_per_s", "cpu_pct", "clat_p99_ns"):
        for rows in ([([100.0], [200.0])], [(times(1), times(2))], [(times(1), times(2))] * 3):
            said = wording.sentence(part(*rows, name=name))
            assert said.count("IOPS") == (name == "iops"), said
