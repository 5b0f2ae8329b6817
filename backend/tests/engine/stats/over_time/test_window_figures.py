"""Figures of a part of a run: from every stored point, weighted by how much of its time lies in the window."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from fioboard.engine.stats.over_time import Points, compute_window
from fioboard.engine.stats.over_time.frame import NO_LINE
from fioboard.engine.stats.over_time.latencies import MAXIMA
from fioboard.engine.stats.over_time.points import SEVERAL_JOBS
from fioboard.engine.stats.over_time.rates import SINGLE_IOS, UNEVEN
from tests.factories.recorded import CLOCK, recorded


def log(metric: str, times: list[int], values: list[float], **columns: Any) -> Points:
    """A log of fio whose job began at 0:05 on the clock."""
    suffix = metric.removesuffix("_ns").removesuffix("_bytes_per_s")
    about = {"source": "fio_log", "name": f"x_{suffix}.1.log", "metric": metric, "offset_ms": 5000}
    return recorded(times, values, **(about | columns))


def figures(
    rows: Sequence[Points], from_ms: int | None = None, to_ms: int | None = None, clock: Any = CLOCK
) -> dict[str, Any]:
    return {one["name"]: one for one in compute_window(rows, clock, from_ms, to_ms)["figures"]}


SECONDS = [1000 * (i + 1) for i in range(10)]


def test_the_whole_of_what_was_measured_is_the_window_unless_one_is_asked_for() -> None:
    rows = [log("iops", SECONDS, [100.0] * 10)]
    found = compute_window(rows, CLOCK, None, None)
    assert (found["from_ms"], found["to_ms"], found["is_measured_phase"]) == (5000, 15_000, True)
    [iops] = found["figures"]
    assert (iops["value"], iops["n"], iops["covered_ms"], iops["source"]) == (100, 10, 10_000, "fio_log")


def test_a_value_counts_for_the_part_of_its_second_that_lies_in_the_window() -> None:
    rows = [log("iops", SECONDS, [100.0, 200.0, 300.0, *[0.0] * 7])]
    # 0:06.5 to 0:08: half of the second second (200) and the whole third (300).
    found = figures(rows, 6500, 8000)["iops"]
    assert found["value"] == pytest.approx((200 * 500 + 300 * 1000) / 1500)
    assert found["n"] == 2


def test_a_stall_in_a_log_is_zero_and_a_gap_in_samples_is_not_known() -> None:
    times, values = [1000, 2000, 9000, 10_000], [100.0] * 4
    assert figures([log("iops", times, values)])["iops"]["value"] == pytest.approx(40)
    sampled = recorded(times, values, metric="iops")
    found = figures([sampled], 0, 10_000)["iops"]
    assert (found["value"], found["covered_ms"]) == (100, 4000)


def test_a_sample_that_mixes_the_load_with_idle_time_beside_it_is_left_out() -> None:
    # fio measured from 0:05 to 0:15; the samples were taken at half seconds, so the first and last are mixtures.
    times = [500 + 1000 * i for i in range(20)]
    values = [0.0] * 5 + [50.0] + [100.0] * 9 + [50.0] + [0.0] * 4
    found = figures([recorded(times, values, metric="iops")])["iops"]
    assert (found["value"], found["n"], found["covered_ms"]) == (100, 9, 9000)
    cpu = recorded(times, values, name="node:0", metric="cpu_busy_pct", direction=None)
    assert figures([cpu])["cpu_busy"]["value"] == 100


def test_a_drive_s_io_in_a_direction_that_fio_did_not_measure_is_no_figure_of_the_run() -> None:
    rows = [recorded(SECONDS, [100.0] * 10), recorded(SECONDS, [3.0] * 10, direction="write")]
    told = [one["direction"] for one in compute_window(rows, CLOCK, 0, 10_000, ["read"])["figures"]]
    assert told == ["read"]
    unknown = [one["direction"] for one in compute_window(rows, CLOCK, 0, 10_000, [])["figures"]]
    assert unknown == ["read", "write"]


def test_a_stall_to_the_end_counts_and_a_missing_last_line_does_not() -> None:
    assert figures([log("iops", SECONDS[:4], [100.0] * 4)])["iops"]["value"] == pytest.approx(40)
    assert figures([log("iops", SECONDS[:9], [100.0] * 9)])["iops"]["value"] == pytest.approx(100)


def test_logs_of_jobs_are_added_up_and_one_that_ended_earlier_adds_nothing_more() -> None:
    rows = [log("iops", SECONDS, [100.0] * 10), log("iops", SECONDS[:5], [50.0] * 5, name="x_iops.2.log")]
    found = figures(rows)["iops"]
    assert found["value"] == pytest.approx(125)
    assert "2 jobs, added up" in found["of"]


def test_fio_comes_before_samples_and_the_array_before_its_drives() -> None:
    disks = [recorded(SECONDS, [40.0] * 10, name=f"disk:{name}") for name in ("a", "b")]
    assert figures(disks)["iops"]["value"] == 80
    volume = recorded(SECONDS, [77.0] * 10, name="volume:md0")
    assert figures([*disks, volume])["iops"]["value"] == 77
    assert figures([*disks, volume, log("iops", SECONDS, [75.0] * 10)])["iops"]["value"] == 75


def test_a_sum_over_drives_that_were_not_all_read_has_no_value() -> None:
    rows = [recorded(SECONDS, [40.0] * 10), recorded(SECONDS[:3], [40.0] * 3, name="disk:b")]
    found = figures(rows, 0, 10_000)["iops"]
    assert (found["value"], found["reason"]) == (None, UNEVEN)


def test_mean_latency_is_weighted_by_ios_where_the_rates_of_the_same_job_are_known() -> None:
    latency = log("clat_ns", SECONDS[:2], [100.0, 900.0])
    assert figures([latency], 5000, 7000)["latency"]["value"] == 500
    rates = log("iops", SECONDS[:2], [300.0, 100.0])
    found = figures([latency, rates], 5000, 7000)["latency"]
    assert found["value"] == pytest.approx((100 * 300 + 900 * 100) / 400)
    assert found["of"].endswith("mean weighted by I/Os")
    # The rates of another job say nothing of this one's.
    other = figures([latency, log("iops", SECONDS[:2], [300.0, 100.0], name="x_iops.2.log")], 5000, 7000)[
        "latency"
    ]
    assert (other["value"], other["of"].endswith("weighted by time")) == (500, True)


def test_percentiles_come_from_single_ios_and_from_nothing_else() -> None:
    single = log("clat_ns", list(range(1, 2001)), [float(v) for v in range(1, 2001)], is_per_io=True)
    found = figures([single], 5000, 7001)
    assert (found["p50"]["value"], found["p99"]["value"], found["p50"]["n"]) == (1000, 1980, 2000)
    assert (found["p99_9"]["value"], found["p99_9"]["reason"]) == (
        None,
        "2000 I/Os are too few for this percentile: it needs 10000.",
    )
    assert found["latency"]["value"] == pytest.approx(1000.5)
    means = figures([log("clat_ns", SECONDS, [5.0] * 10)])
    assert means["p99"]["value"] is None
    assert "log_avg_msec=0" in means["p99"]["reason"]


def test_lines_of_single_ios_give_their_number_and_no_bandwidth() -> None:
    times = list(range(0, 10_000, 10))
    rows = [log(metric, times, [1.0] * 1000, is_per_io=True) for metric in ("iops", "bw_bytes_per_s")]
    found = figures(rows, 5000, 15_000)
    assert (found["iops"]["value"], found["bandwidth"]["value"]) == (100, None)
    assert found["bandwidth"]["reason"] == SINGLE_IOS


@pytest.mark.parametrize(
    ("row", "clock", "name", "reason"),
    [
        (log("iops", [*SECONDS, *SECONDS], [1.0] * 20), CLOCK, "iops", SEVERAL_JOBS),
        (log("clat_ns", [*SECONDS, *SECONDS], [1.0] * 20), CLOCK, "latency", SEVERAL_JOBS),
        (log("clat_ns", SECONDS, [1.0] * 10), CLOCK | {"logs_hold_maxima": True}, "latency", MAXIMA),
    ],
)
def test_what_has_no_mean_says_why(row: Any, clock: Any, name: str, reason: str) -> None:
    found = figures([row], clock=clock)[name]
    assert (found["value"], found["reason"]) == (None, reason)


def test_a_window_without_a_value_says_so() -> None:
    found = figures([log("iops", SECONDS, [1.0] * 10), log("clat_ns", SECONDS, [1.0] * 10)], 60_000, 61_000)
    assert [(found[name]["value"], found[name]["reason"]) for name in ("iops", "latency")] == [
        (None, NO_LINE),
        (None, NO_LINE),
    ]
    assert compute_window([], CLOCK, None, None)["figures"] == []


def test_the_hottest_drive_and_the_busiest_node_stand_beside_the_figures() -> None:
    heat = [
        recorded(
            SECONDS,
            [40.0 + i for i in range(10)],
            name=f"disk:{name}",
            metric="temperature_c",
            direction=None,
        )
        for name in ("a", "b")
    ]
    cpu = recorded(SECONDS, [50.0] * 10, name="node:1", metric="cpu_busy_pct", direction=None)
    found = figures([*heat, cpu], 0, 5000)
    assert (found["temperature"]["value"], found["cpu_busy"]["value"]) == (44, 50)
    assert found["cpu_busy"]["of"] == "the agent's samples: mean of node 1"


def test_a_million_points_take_no_longer_than_a_page_may() -> None:
    """The figures are those of every point: a spike of one millisecond among a million is in the mean."""
    values = np.ones(1_000_000)
    values[500_000] = 1_000_001
    rows = [log("iops", list(range(1, 1_000_001)), values.tolist())]
    assert figures(rows, 5000, 1_005_000)["iops"]["value"] == pytest.approx(2, abs=1e-6)


def clock_job(name: str, group: int, log: int, span: tuple[int, int]) -> Any:
    return {"name": name, "group": group, "from_ms": span[0], "to_ms": span[1]} | {
        "first_log": log,
        "last_log": log,
    }


def by_job(rows: Sequence[Points], clock: Any, from_ms: int, to_ms: int) -> dict[Any, Any]:
    """IOPS by the job that they are of."""
    every = compute_window(rows, clock, from_ms, to_ms)["figures"]
    return {one["job"]: one for one in every if one["name"] == "iops"}


def test_jobs_that_ran_together_have_their_own_figures_beside_the_sum() -> None:
    jobs = [clock_job("a", 0, 1, (5000, 15_000)), clock_job("b", 0, 2, (5000, 15_000))]
    rows = [log("iops", SECONDS, [100.0] * 10), log("iops", SECONDS, [50.0] * 10, name="x_iops.2.log")]
    told = by_job(rows, CLOCK | {"jobs": jobs}, 6000, 8000)
    assert {job: one["value"] for job, one in told.items()} == {None: 150, "a": 100, "b": 50}
    assert told["b"]["group"] == 0


def test_jobs_that_ran_one_after_the_other_never_meet_in_one_figure() -> None:
    jobs = [clock_job("a", 0, 1, (5000, 15_000)), clock_job("b", 1, 2, (16_000, 26_000))]
    phases = [
        {"name": "measured", "job": "a", "from_ms": 5000, "to_ms": 15_000},
        {"name": "measured", "job": "b", "from_ms": 16_000, "to_ms": 26_000},
    ]
    rows = [
        log("iops", SECONDS, [100.0] * 10),
        log("iops", SECONDS, [50.0] * 10, name="x_iops.2.log", offset_ms=16_000),
    ]
    clock = CLOCK | {"jobs": jobs, "phases": phases, "log_offset_ms": None}
    whole = compute_window(rows, clock, None, None)
    assert (whole["from_ms"], whole["to_ms"], whole["is_measured_phase"]) == (5000, 26_000, True)
    # Half of the window is the end of one, half the pause and the begin of the other.
    told = by_job(rows, clock, 13_000, 18_000)
    assert {job: (one["value"], one["covered_ms"]) for job, one in told.items()} == {
        "a": (100, 2000),
        "b": (50, 2000),
    }
    outside = by_job(rows, clock, 18_000, 20_000)["a"]
    assert (outside["value"], outside["reason"]) == (None, NO_LINE)


@pytest.mark.parametrize(
    ("second", "is_told_together"),
    [
        ((9000, 19_000), True),  # startdelay=4
        ((15_000, 25_000), False),  # wait_for
        (None, False),
    ],
)
def test_jobs_of_one_group_meet_only_where_they_are_known_to_have_run_at_one_time(
    second: tuple[int, int] | None, is_told_together: bool
) -> None:
    jobs = [clock_job("a", 0, 1, (5000, 15_000)), clock_job("b", 0, 2, second or (0, 0))]
    if second is None:
        jobs[1] |= {"from_ms": None, "to_ms": None}
    rows = [log("iops", SECONDS, [100.0] * 10)]
    if second is not None:
        rows.append(log("iops", SECONDS, [50.0] * 10, name="x_iops.2.log", offset_ms=second[0]))
    told = by_job(rows, CLOCK | {"jobs": jobs, "log_offset_ms": None}, 5000, 25_000)
    assert (None in told) is is_told_together
