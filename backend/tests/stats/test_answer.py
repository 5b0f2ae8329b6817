"""The answer of a comparison by what may be claimed, word for word, on planted repeats."""

from typing import Any

import pytest

from fioboard.stats.answer import answer, shown
from tests.stats.test_wording import part, times

NAMES = ("NPS 1", "NPS 4")
PLACES = ("base", "New")


def told(
    *rows: Any, name: str = "iops", names: tuple[str, str] = PLACES, called: Any = None, **about: Any
) -> tuple[str, str, str]:
    """`called`: what it may be called; None: what its figures say."""
    stated = part(*rows, name=name)
    stated["attribution"] = {
        "kind": "only",
        "keys": ["bios.nps"],
        "text": "Only this changed.",
        "doubts": [],
    } | about
    kind = called or shown(stated)  # type: ignore[arg-type]  # of a row it reads the figures alone
    answered = answer(stated, names, kind)  # type: ignore[arg-type]  # as above
    return answered["kind"], answered["sentence"], answered["sure"]


def test_proven() -> None:
    assert told((times(1), times(1.28)), names=NAMES) == (
        "better",
        "NPS 4 is 28.0 % faster than NPS 1, 95 % interval 27.1 to 28.9 %.",
        "8 runs against 8",
    )
    assert told((times(1), times(0.81))) == (
        "worse", "New is 19.0 % slower than base, 95 % interval 18.4 to 19.6 %.", "8 runs against 8",
    )  # fmt: skip
    kind, sentence, _ = told((times(1), times(3)), names=NAMES)
    assert kind == "better"
    assert sentence.startswith("NPS 4 is 3.000 times as fast as NPS 1, 95 % interval 2.9")


def test_less_latency_is_better() -> None:
    kind, sentence, _ = told((times(1000), times(800)), name="clat_mean_ns")
    assert kind == "better"
    assert sentence.startswith("New has 20.0 % less mean completion latency than base, 95 % interval 19.")


def test_without_an_interval_both_sides_stand_as_they_were_measured() -> None:
    assert told(([7.0e9, 9.0e9], [28.4e9]), name="bw_bytes_per_s", names=NAMES) == (
        "no_interval",
        "NPS 4 gives 28.4 GB/s where NPS 1 gave 7 to 9 GB/s: 3.2 to 4.1 times as much.",
        "2 runs against 1: no interval yet",
    )
    assert told(([35_500.0], [23_800.0]))[1:] == (
        "New gives 23,800 IOPS where base gave 35,500 IOPS: 0.67 times as much.",
        "1 run against 1: no interval yet",
    )


def test_no_difference_shown_says_what_the_runs_could_have_shown() -> None:
    kind, sentence, _ = told((times(1), times(1.001)))
    assert kind == "no_difference"
    assert sentence.startswith(
        "No difference shown in IOPS: 8 runs against 8 would have shown one from about 1"
    )
    assert sentence.endswith(" % on.")


def test_several_changes_name_their_number_and_no_cause() -> None:
    keys = ["option.cpus_allowed", "option.zero_buffers", "option.registerfiles"]
    assert told((times(1), times(0.81)), called="confounded", keys=keys)[:2] == (
        "confounded",
        "New is 19.0 % slower than base, 95 % interval 18.4 to 19.6 %, and three things differ. Which of them costs "
        "it, this comparison cannot say.",
    )
    _, sentence, _ = told((times(1), times(1.001)), called="confounded", keys=keys[:2])
    assert sentence.endswith(
        " % on, and two things differ. What each of them does, this comparison cannot say."
    )
    assert told(([35_500.0], [23_800.0]), called="confounded", keys=keys[:2])[1:] == (
        "New gives 23,800 IOPS where base gave 35,500 IOPS: 0.67 times as much, and two things differ. What each of "
        "them does, this comparison cannot say.",
        "1 run against 1: no interval yet",
    )


def test_a_side_that_cannot_be_trusted_is_said_before_any_number() -> None:
    stated = part((times(1), times(1.28)))
    doubt = "Served by the page cache, not the drives: 4 runs of base; a second difference between the sides."
    text = f"Only this changed. {doubt}"
    stated["attribution"] = {"kind": "cannot_tell", "keys": [], "text": text, "doubts": [doubt]}
    answered = answer(stated, PLACES, "doubted", [doubt])  # type: ignore[arg-type]  # as above
    assert answered["kind"] == "doubted"
    assert answered["sentence"] == f"One side is unreliable. {doubt}"
    assert answered["text"][0].startswith("New is 28.0 % faster")
    assert answered["text"][1:] == ["Only this changed."]


def test_runs_in_doubt_are_said_with_the_number() -> None:
    stated = part((times(1), times(1.28)))
    doubt = "2 of 5 runs of {} with a data-quality issue (too short): a second difference between the sides."
    stated["attribution"] = {"kind": "cannot_tell", "keys": [], "text": "-", "doubts": [doubt.format("new")]}
    answered = answer(stated, NAMES, "partly_doubted", [doubt.format("NPS 4")])  # type: ignore[arg-type]  # as above
    assert answered["sentence"] == (
        "NPS 4 is 28.0 % faster than NPS 1, 95 % interval 27.1 to 28.9 %. Caveat: 2 of 5 runs of NPS 4 with a "
        "data-quality issue (too short): a second difference between the sides."
    )


def test_unlike_runs_on_a_side_are_put_down_to_nothing() -> None:
    assert told((times(1), times(1.28)), called="mixed")[1].startswith(
        "One side mixes different configurations"
    )


@pytest.mark.parametrize(
    ("rows", "kind", "sentence"),
    [
        ([(times(1), times(1.28)), (times(1), times(1.28))], "better",
         "New is better in 2 of 2 workloads: IOPS +28.00 % over all, 95 % interval +27."),
        ([(times(1), times(1.28)), (times(1), times(0.8)), (times(1), times(1.001))], "differs",
         "New is better in 1 and worse in 1 of 3 workloads: IOPS +0."),
        ([(times(1), times(1)), (times(1), times(1.001))], "no_difference",
         "No difference shown in IOPS of 2 workloads: these runs would have shown one from about 1"),
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
