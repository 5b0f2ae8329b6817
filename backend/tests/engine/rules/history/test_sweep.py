"""Depth sweeps: where more in flight pays, where it stops, and where it costs."""

from collections.abc import Mapping
from typing import Any

import pytest

from fioboard.engine.rules import Finding, Judged, RunFacts, build_answer
from fioboard.engine.rules.history import Measured, add_history
from fioboard.engine.rules.history.sweep import find_saturation
from fioboard.engine.rules.sentences.sweeps import SATURATED
from tests.engine.rules.facts import result
from tests.engine.rules.history.alone import found, measured, said

# Case 003: nvmecontrol perftest of a FreeBSD box, 4 KiB reads, IOPS by threads.
NVMECONTROL: Mapping[int, float] = {
    1: 22_565, 2: 43_968, 4: 78_263, 8: 122_422, 16: 128_345, 32: 126_968, 48: 125_945, 64: 125_385, 96: 94_188,
}  # fmt: skip


def threads(iops: Mapping[int, float], first: int, **more: Any) -> list[Measured]:
    """A sweep over jobs, the run with `first` of them at its head."""
    runs = [
        measured(number, rate, numjobs=jobs, rw=None, setting={"ioengine": None}, **more)
        for number, (jobs, rate) in enumerate(iops.items())
    ]
    return sorted(runs, key=lambda one: one.numjobs != first)


@pytest.mark.parametrize(
    ("jobs", "sentence"),
    [
        (1, "4 KiB reads are latency-bound at QD 1: each took 44.3 µs, and QD 2 gave 1.95 times the "
            "rate."),
        (2, "4 KiB reads are latency-bound at QD 2: each took 45.5 µs, and QD 4 gave 1.78 times the "
            "rate."),
        (4, "fine"),
        (96, "fine"),
    ],
)  # fmt: skip
def test_what_is_in_flight_is_the_limit_of_the_shallow_runs(jobs: int, sentence: str) -> None:
    assert said("latency-bound", *threads(NVMECONTROL, jobs)) == sentence


@pytest.mark.parametrize(
    ("jobs", "deeper", "sentence"),
    [
        (8, None, "fine"),
        (16, 32, "4 KiB reads saturate at QD 16: QD 32 gave 1 % less, and mean latency rose 102 %."),
        (32, 32, "4 KiB reads saturate at QD 16: QD 32 gave 1 % less, and mean latency rose 102 %."),
        (64, 64, "4 KiB reads saturate at QD 16: QD 64 gave 2 % less, and mean latency rose 309 %."),
    ],
)
def test_the_knee_is_at_16_threads(jobs: int, deeper: int | None, sentence: str) -> None:
    sweep = threads(NVMECONTROL, jobs)
    assert said("saturated-depth", *sweep) == sentence
    finding = found("saturated-depth", *sweep)
    assert (None if finding is None else finding.evidence[2].value) == deeper


def test_96_threads_lose() -> None:
    sentence = "4 KiB reads get slower with depth: QD 96 gave 94.2k IOPS, 27 % less than QD 16."
    assert said("depth-collapse", *threads(NVMECONTROL, 96)) == sentence
    assert said("depth-collapse", *threads(NVMECONTROL, 64)) == "fine"


def test_single_runs_must_lose_more_to_be_believed() -> None:
    once = threads({1: 100, 2: 83}, 2)
    assert said("depth-collapse", *once) == "fine"
    again = [measured(10 + n, rate, numjobs=jobs, rw=None, setting={"ioengine": None})
             for n, (jobs, rate) in enumerate({1: 100.0, 2: 83.0}.items())]  # fmt: skip
    assert "17 % less" in said("depth-collapse", *once, *again)


def depths(rates: Mapping[int, float], **more: Any) -> list[Measured]:
    return [measured(n, rate, iodepth=depth, **more) for n, (depth, rate) in enumerate(rates.items())]


def test_a_measured_latency_decides_whether_the_depth_was_in_flight() -> None:
    """A queue that was asked for and not filled is no sweep: the latency would have grown with it."""
    waiting = [
        measured(0, 1000, iodepth=16, lat_mean_ns=16e6),
        measured(1, 1010, iodepth=32, lat_mean_ns=32e6),
    ]
    assert "1 % more, and mean latency rose 100 %" in said("saturated-depth", *waiting)
    unfilled = [
        measured(0, 1000, iodepth=16, lat_mean_ns=1e6),
        measured(1, 1010, iodepth=32, lat_mean_ns=1e6),
    ]
    assert said("saturated-depth", *unfilled) == "fine"


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ({16: 1000, 32: 1099}, "fine"),
        ({16: 1000, 24: 1000}, "fine"),
        ({16: 1000}, "silent"),
    ],
)
def test_no_knee_where_depth_still_pays_or_no_run_is_twice_as_deep(
    rates: Mapping[int, float], sentence: str
) -> None:
    assert said("saturated-depth", *depths(rates)) == sentence


@pytest.mark.parametrize(("grown", "is_bound"), [(1.61, True), (1.59, False), (2.49, True), (2.51, False)])
def test_growth_with_the_depth_and_no_more_than_that(grown: float, is_bound: bool) -> None:
    """Above what the depth can bring, something else was changed."""
    assert (found("latency-bound", *depths({1: 1000, 2: 1000 * grown})) is not None) is is_bound


def test_jobs_that_used_up_their_cpu_gain_by_more_cpu() -> None:
    busy = [measured(n, 1000.0 * jobs, numjobs=jobs, cpu_pct=97.0) for n, jobs in enumerate((1, 2))]
    assert said("latency-bound", *busy) == "fine"


@pytest.mark.parametrize(
    "other",
    [
        {"setting": {"kernel": "7.1.0"}},
        {"setting": {"label.fan": "off"}},
        {"setting": {"option.rwmixread": "70"}},
        {"numjobs": 4},
        {"direction": "write"},
    ],
    ids=["kernel", "label", "option", "jobs", "direction"],
)
def test_silent_where_anything_else_differs(other: dict[str, Any]) -> None:
    assert (
        said("saturated-depth", measured(0, 1000, iodepth=16), measured(1, 1000, iodepth=32, **other))
        == "silent"
    )


def test_depth_of_an_engine_that_waits_is_no_depth() -> None:
    psync = {"setting": {"ioengine": "psync"}}
    runs = [measured(n, 1000, iodepth=depth, **psync) for n, depth in enumerate((16, 32))]
    assert said("saturated-depth", *runs) == "silent"


@pytest.mark.parametrize(
    ("measured", "knee"),
    [
        ([], None),
        ([(8, 100)], None),
        ([(1, 10), (2, 20), (4, 40)], None),
        ([(1, 10), (2, 20), (4, 20)], 2),
        # Not twice as deep, so nothing is known of more depth.
        ([(1, 10), (2, 20), (3, 20)], None),
        ([(1, 10), (8, 36), (16, 35.5), (32, 31)], 8),
        # 96 % of the best is not as good, and 11 % more is a gain.
        ([(1, 100), (2, 89), (4, 111)], None),
    ],
)
def test_from_how_many_in_flight_more_brings_no_more(
    measured: list[tuple[float, float]], knee: float | None
) -> None:
    assert find_saturation(measured) == knee


def test_no_knee_is_told_of_a_depth_that_had_no_effect() -> None:
    """Of buffered libaio the run itself says so: what the runs around it show of the depth is left out."""
    buffered = build_answer(RunFacts(results=[result(direct=False, iodepth=16)]))
    assert "async-buffered" in buffered["checks"]["found"]
    text = SATURATED(what="random reads", knee=4, deeper=8, change="1 % more", rise="100 %")
    knee = Finding("saturated-depth", "info", text, (), headline=text)
    told = add_history(buffered, Judged((knee,), (), ()))
    assert "saturated-depth" not in told["checks"]["found"]
    assert told["verdict"]["id"] == "async-buffered"
    plain = build_answer(RunFacts(results=[result(iodepth=1)]))
    assert add_history(plain, Judged((knee,), (), ()))["verdict"]["id"] == "saturated-depth"
