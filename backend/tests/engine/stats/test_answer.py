"""The answer of a comparison by what may be claimed, word for word, on planted repeats."""

import re
from typing import Any

import pytest

from fioboard.app.compare.figures import judge_rows
from fioboard.app.compare.matching import Row
from fioboard.engine.filters import metric
from fioboard.engine.stats.answer import answer, classify, join

NAMES = ("NPS 1", "NPS 4")
PLACES = ("base", "New")
TITLES = {
    "0": "Random read 4 KiB, QD 32",
    "1": "Random write 4 KiB, QD 16",
    "2": "Sequential read 1 MiB, QD 8",
}
STEADY = (100.0, 101, 99, 100.5, 99.5, 100.2, 99.8, 100.1)


def part(*rows: tuple[list[float | None], list[float | None]], name: str = "iops") -> dict[str, Any]:
    """The part of an answer that a sentence is made of: one metric, for each row the repeats of both sides."""
    asked = metric(name)
    assert asked is not None
    matched = [
        Row(str(i), {}, "read", None, tuple([{"run_id": f"{s}{n}", "m0": v} for n, v in enumerate(side)] for s, side in enumerate(row)))
        for i, row in enumerate(rows)
    ]  # fmt: skip
    figures = judge_rows(matched, [asked], 2)
    return {
        "workloads": [
            {"key": str(i), "workload": f"randread bs={i}k", "metrics": cells}
            for i, cells in enumerate(figures.cells[0])
        ],
        "headline_metric": name if figures.headlines[0] else None,
        "headlines": figures.headlines[0],
        "attribution": {"text": "Only this changed."},
    }


def times(factor: float, repeats: tuple[float, ...] = STEADY) -> list[float | None]:
    return [factor * value for value in repeats]


def compose(
    *rows: Any,
    name: str = "iops",
    names: tuple[str, str] = PLACES,
    called: Any = None,
    doubts: Any = (),
    **about: Any,
) -> Any:
    """Compose the answer about planted repeats. `called`: what it may be called; None: what its figures say."""
    stated: Any = part(*rows, name=name)
    stated["attribution"] = {
        "kind": "only",
        "keys": ["bios.nps"],
        "text": "Only this changed.",
        "doubts": [],
    } | about
    return answer(stated, names, TITLES, called or classify(stated), doubts)


def told(*rows: Any, **about: Any) -> tuple[str, str, str]:
    """Tell the kind, the sentence and how many runs are short."""
    said = compose(*rows, **about)
    return said["kind"], said["sentence"], said["sure"]


def test_proven() -> None:
    assert told((times(1), times(1.28)), names=NAMES) == (
        "better",
        "NPS 4 is 28.0 % faster than NPS 1 (95 % CI 27.1 to 28.9 %, n = 8 and 8).",
        "",
    )
    assert told((times(1), times(0.81)))[:2] == (
        "worse",
        "New is 19.0 % slower than base (95 % CI 18.4 to 19.6 %, n = 8 and 8).",
    )
    kind, sentence, _ = told((times(1), times(3)), names=NAMES)
    assert kind == "better"
    assert sentence.startswith("NPS 4 is 3.000 times as fast as NPS 1 (95 % CI 2.9")


def test_less_latency_is_better() -> None:
    kind, sentence, _ = told((times(1000), times(800)), name="clat_mean_ns")
    assert kind == "better"
    assert sentence.startswith("New has 20.0 % less mean completion latency than base (95 % CI 19.")


@pytest.mark.parametrize(
    ("rows", "sentence", "others"),
    [
        ([(1, 0.908), (1, 1), (1, 1.001)],
         r"Random read 4 KiB, QD 32: IOPS −9.[0-9]+ % \(95 % CI −[0-9.]+ to −[0-9.]+ %, n = 8 and 8\)\.",
         "2 other workloads: no significant difference."),
        # Of two proven ones the larger, whichever way, also where the smaller has the higher percentage.
        ([(1, 1.9), (1, 0.4)], "Random write 4 KiB, QD 16: IOPS −60.0.*", "1 other workload: better."),
        ([(1, 1.5), (1, 0.9), (1, 1)], r"Random read 4 KiB, QD 32: IOPS \+50.*",
         "2 other workloads: 1 worse, 1 no significant difference."),
        ([(1, 1), (1, 3)], r"Random write 4 KiB, QD 16: IOPS × 3\.0.* \(95 % CI 2\.9.* to 3\.0.* times, n = 8 and 8\)\.",
         "1 other workload: no significant difference."),
    ],
)  # fmt: skip
def test_of_several_workloads_the_strongest_proven_one_is_the_headline(
    rows: list[tuple[float, float]], sentence: str, others: str
) -> None:
    said = compose(*[(times(base), times(new)) for base, new in rows])
    assert re.fullmatch(sentence, said["sentence"]), said["sentence"]
    assert said["text"] == [others, "Only this changed."]
    assert join(said) == f"{said['sentence']} {others} Only this changed."


def test_workloads_that_one_side_did_not_measure_above_zero_are_counted_as_such() -> None:
    said = compose((times(1), times(0.9)), ([100.0], [None]), ([0.0], [200.0]))
    assert said["text"][0] == "2 other workloads: not measured on both sides."
    few = compose(([100.0], [200.0]), ([100.0], [None]))
    assert few["sentence"].startswith("Random read 4 KiB, QD 32: New gives 200 IOPS where base gave 100 IOPS")


def test_without_an_interval_both_sides_stand_as_they_were_measured() -> None:
    said = compose(([7.0e9, 9.0e9], [28.4e9]), name="bw_bytes_per_s", names=NAMES)
    assert (said["kind"], said["sure"]) == ("no_interval", "n = 2 and 1, p = 0.33: too few for an interval")
    assert (
        said["sentence"]
        == "NPS 4 gives 28.4 GB/s where NPS 1 gave 7.00 to 9.00 GB/s: 3.2 to 4.1 times as much."
    )
    assert join(said) == (
        f"{said['sentence']} Not significant yet (n = 2 and 1, p = 0.33: too few for an interval). Only this changed."
    )
    assert told(([35_500.0], [23_800.0]))[1:] == (
        "New gives 23.8k IOPS where base gave 35.5k IOPS: 0.67 times as much.",
        "n = 1 and 1, p = 0.5: too few for an interval",
    )


def test_no_difference_shown_says_what_the_runs_could_have_shown() -> None:
    kind, sentence, _ = told((times(1), times(1.001)))
    assert kind == "no_difference"
    assert sentence.startswith("No significant difference in IOPS (n = 8 and 8; a difference of about 1")
    assert sentence.endswith(" % would have been detected).")


def test_several_changes_name_their_number_and_no_cause() -> None:
    keys = ["option.cpus_allowed", "option.zero_buffers", "option.registerfiles"]
    assert told((times(1), times(0.81)), called="confounded", keys=keys)[:2] == (
        "confounded",
        "New is 19.0 % slower than base (95 % CI 18.4 to 19.6 %, n = 8 and 8). Three settings differ.",
    )
    _, sentence, _ = told((times(1), times(1.001)), called="confounded", keys=keys[:2])
    assert sentence.endswith(" % would have been detected). Two settings differ.")


def test_a_side_that_cannot_be_trusted_is_said_before_any_number() -> None:
    doubt, other = "served by the page cache (4 of 4 runs of base)", "run time too short (1 of 8 runs of new)"
    said = compose((times(1), times(1.28)), called="doubted", doubts=[doubt, other])
    assert said["sentence"] == f"One side is unreliable: {doubt}."
    assert said["text"][0].startswith("New is 28.0 % faster")
    assert said["text"][1:] == ["Only this changed."]
    # Each doubt once.
    assert said["caveat"] == f"Data quality differs between the sides: {other}."
    assert compose((times(1), times(1.28)), called="doubted", doubts=[doubt])["caveat"] is None


def test_doubts_are_one_line_behind_the_number() -> None:
    doubts = ["run time too short (2 of 5 runs of NPS 4)", "noisy (1 of 8 runs of NPS 1)"]
    said = compose((times(1), times(1.28)), names=NAMES, called="partly_doubted", doubts=doubts)
    assert said["sentence"].startswith("NPS 4 is 28.0 % faster than NPS 1")
    assert said["caveat"] == f"Data quality differs between the sides: {'; '.join(doubts)}."
    assert join(said).endswith(said["caveat"]) and all(join(said).count(one) == 1 for one in doubts)


def test_unlike_runs_on_a_side_are_put_down_to_nothing() -> None:
    assert told((times(1), times(1.28)), called="mixed")[1].startswith(
        "One side mixes different configurations"
    )


@pytest.mark.parametrize(
    ("rows", "kind", "sentence"),
    [
        ([(times(1), times(1.28)), (times(1), times(1.28))], "better", "Random read 4 KiB, QD 32: IOPS +28.0 %"),
        ([(times(1), times(1.28)), (times(1), times(0.7)), (times(1), times(1.001))], "differs",
         "Random write 4 KiB, QD 16: IOPS −30.0 %"),
        ([(times(1), times(1)), (times(1), times(1.001))], "no_difference",
         "No significant difference in IOPS of 2 workloads: one of about 1"),
        ([([1.0], [2.0]), ([1.0], [3.0])], "no_interval",
         "2 workloads, fewer than 3 runs per side: differences are not statistically tested."),
        # p99 comes in buckets: three equal ones tell no spread.
        ([([5.0] * 3, [5.0] * 3), ([6.0] * 3, [7.0] * 3)], "no_interval",
         "2 workloads, 2 with identical repeats: differences are not statistically tested"),
        ([([5.0] * 3, [5.0] * 3), ([6.0], [7.0])], "no_interval",
         "2 workloads, 1 with identical repeats and 1 with fewer than 3 runs on a side: differences"),
        ([], "nothing", "Nothing can be compared: no workload was measured on both sides."),
        ([([None], [None])], "nothing", "Nothing can be compared: no figure was measured above zero on both sides."),
    ],
)  # fmt: skip
def test_many_workloads_and_none(rows: Any, kind: str, sentence: str) -> None:
    answered = told(*rows)
    assert answered[0] == kind
    assert answered[1].startswith(sentence)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("iops", 35_500, "New gives 35.5k IOPS where"),
        ("iops", 12.5, "New gives 12.5 IOPS where"),
        ("bw_bytes_per_s", 2.329e9, "New gives 2.33 GB/s where"),
        ("clat_mean_ns", 306_000, "New has 306 µs mean completion latency where"),
        ("clat_p99_ns", 306_000, "New has 306 µs p99 completion latency where"),
        ("slat_p99_9_ns", 900, "New has 900 ns p99.9 submission latency where"),
        ("clat_max_ns", 1e6, "New has 1.00 ms maximum completion latency where"),
        ("cpu_pct", 10, "New has 10 % CPU, user and system where"),
    ],
)
def test_a_figure_says_its_unit_once(name: str, value: float, said: str) -> None:
    assert compose(([2 * value], [value]), name=name)["sentence"].startswith(said)
