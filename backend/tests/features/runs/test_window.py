"""Figures of a part of a run: from every stored point, weighted by how much of its time lies in the window."""

from typing import Any
from uuid import uuid4

import numpy as np
import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.features.runs import window
from fioboard.features.runs.window import window_of
from fioboard.schemas.time_series import RunWindow, Timeline
from tests.factories.fio_output import direction, document, job
from tests.factories.measured_machine import samples, upload
from tests.features.ingest.test_uploads import send
from tests.features.inventories.test_inventories import ask, stored
from tests.features.runs.test_time_series import series

CLOCK: Any = {
    "zero": "samples",
    "zero_at_ms": 1_700_000_000_000,
    "basis": "stated",
    "log_offset_ms": 5000,
    "reason": None,
    "phases": [
        {"name": "before", "from_ms": 0, "to_ms": 5000},
        {"name": "measured", "from_ms": 5000, "to_ms": 15_000},
    ],
    "logs_hold_maxima": False,
}


def log(metric: str, times: list[int], values: list[float], **columns: Any) -> dict[str, Any]:
    """A log of fio whose job began at 0:05 on the clock."""
    suffix = metric.removesuffix("_ns").removesuffix("_bytes_per_s")
    about = {"source": "fio_log", "name": f"x_{suffix}.1.log", "metric": metric, "offset_ms": 5000}
    return series(times, values, **(about | columns))


def figures(
    rows: list[Any], from_ms: int | None = None, to_ms: int | None = None, clock: Any = CLOCK
) -> dict[str, Any]:
    return {one["name"]: one for one in window_of(rows, clock, from_ms, to_ms)["figures"]}


SECONDS = [1000 * (i + 1) for i in range(10)]


def test_the_whole_of_what_was_measured_is_the_window_unless_one_is_asked_for() -> None:
    rows: list[Any] = [log("iops", SECONDS, [100.0] * 10)]
    found = window_of(rows, CLOCK, None, None)
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
    sampled = series(times, values, metric="iops")
    found = figures([sampled], 0, 10_000)["iops"]
    assert (found["value"], found["covered_ms"]) == (100, 4000)


def test_a_stall_to_the_end_counts_and_a_missing_last_line_does_not() -> None:
    assert figures([log("iops", SECONDS[:4], [100.0] * 4)])["iops"]["value"] == pytest.approx(40)
    assert figures([log("iops", SECONDS[:9], [100.0] * 9)])["iops"]["value"] == pytest.approx(100)


def test_logs_of_jobs_are_added_up_and_one_that_ended_earlier_adds_nothing_more() -> None:
    rows = [log("iops", SECONDS, [100.0] * 10), log("iops", SECONDS[:5], [50.0] * 5, name="x_iops.2.log")]
    found = figures(rows)["iops"]
    assert found["value"] == pytest.approx(125)
    assert "2 jobs, added up" in found["of"]


def test_fio_comes_before_samples_and_the_array_before_its_drives() -> None:
    disks = [series(SECONDS, [40.0] * 10, name=f"disk:{name}") for name in ("a", "b")]
    assert figures(disks)["iops"]["value"] == 80
    volume = series(SECONDS, [77.0] * 10, name="volume:md0")
    assert figures([*disks, volume])["iops"]["value"] == 77
    assert figures([*disks, volume, log("iops", SECONDS, [75.0] * 10)])["iops"]["value"] == 75


def test_a_sum_over_drives_that_were_not_all_read_has_no_value() -> None:
    rows = [series(SECONDS, [40.0] * 10), series(SECONDS[:3], [40.0] * 3, name="disk:b")]
    found = figures(rows, 0, 10_000)["iops"]
    assert (found["value"], found["reason"]) == (None, window.UNEVEN)


def test_mean_latency_is_weighted_by_ios_where_the_rates_of_the_same_job_are_known() -> None:
    latency = log("clat_ns", SECONDS[:2], [100.0, 900.0])
    assert figures([latency], 5000, 7000)["latency"]["value"] == 500
    rates = log("iops", SECONDS[:2], [300.0, 100.0])
    found = figures([latency, rates], 5000, 7000)["latency"]
    assert found["value"] == pytest.approx((100 * 300 + 900 * 100) / 400)
    assert found["of"].endswith("mean weighted by I/Os")
    # The rates of another job say nothing of this one's.
    other = figures([latency, {**rates, "name": "x_iops.2.log"}], 5000, 7000)["latency"]
    assert (other["value"], other["of"].endswith("weighted by time")) == (500, True)


def test_percentiles_come_from_single_ios_and_from_nothing_else() -> None:
    single = log("clat_ns", list(range(1, 2001)), [float(v) for v in range(1, 2001)], is_per_io=True)
    found = figures([single], 5000, 7001)
    assert (found["p50"]["value"], found["p99"]["value"], found["p50"]["n"]) == (1000, 1980, 2000)
    assert (found["p99_9"]["value"], found["p99_9"]["reason"]) == (
        None,
        "2000 I/Os carry no such percentile: it takes 10000.",
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
    assert found["bandwidth"]["reason"] == window.SINGLE_IOS


@pytest.mark.parametrize(
    ("row", "clock", "name", "reason"),
    [
        (log("iops", [*SECONDS, *SECONDS], [1.0] * 20), CLOCK, "iops", window.SEVERAL_JOBS),
        (log("clat_ns", SECONDS, [1.0] * 10), CLOCK | {"logs_hold_maxima": True}, "latency", window.MAXIMA),
    ],
)
def test_what_has_no_mean_says_why(row: Any, clock: Any, name: str, reason: str) -> None:
    found = figures([row], clock=clock)[name]
    assert (found["value"], found["reason"]) == (None, reason)


def test_a_window_without_a_value_says_so() -> None:
    found = figures([log("iops", SECONDS, [1.0] * 10), log("clat_ns", SECONDS, [1.0] * 10)], 60_000, 61_000)
    assert [(found[name]["value"], found[name]["reason"]) for name in ("iops", "latency")] == [
        (None, window.NO_LINE),
        (None, window.NO_LINE),
    ]
    assert window_of([], CLOCK, None, None)["figures"] == []


def test_the_hottest_drive_and_the_busiest_node_stand_beside_the_figures() -> None:
    heat = [
        series(
            SECONDS,
            [40.0 + i for i in range(10)],
            name=f"disk:{name}",
            metric="temperature_c",
            direction=None,
        )
        for name in ("a", "b")
    ]
    cpu = series(SECONDS, [50.0] * 10, name="node:1", metric="cpu_busy_pct", direction=None)
    found = figures([*heat, cpu], 0, 5000)
    assert (found["temperature"]["value"], found["cpu_busy"]["value"]) == (44, 50)
    assert found["cpu_busy"]["of"] == "the agent's samples: mean of node 1"


def test_a_million_points_take_no_longer_than_a_page_may() -> None:
    """The figures are those of every point: a spike of one millisecond among a million is in the mean."""
    values = np.ones(1_000_000)
    values[500_000] = 1_000_001
    rows = [log("iops", list(range(1, 1_000_001)), values.tolist())]
    assert figures(rows, 5000, 1_005_000)["iops"]["value"] == pytest.approx(2, abs=1e-6)


def measured(started_ms: int | None, ended_ms: int, **options: str) -> bytes:
    """fio's output of a job of ten seconds."""
    own = {"job options": {"name": "job", "rw": "read", "bs": "4k", **options}}
    started = {} if started_ms is None else {"job_start": started_ms}
    whole = document(job("job", read=direction(iops=1000, runtime_ms=10_000), **own, **started))
    return orjson.dumps({**whole, "timestamp_ms": ended_ms, "timestamp": ended_ms // 1000})


ZERO = "2026-11-20T10:00:00.000Z"
ZERO_MS = 1_795_168_800_000


async def clock_of(client: AsyncClient, content: bytes, **sampled: Any) -> dict[str, Any]:
    run = await stored(client, "laptop", content=content, sampled={**samples(["nvme0n1"], n=20), **sampled})
    return dict((await ask(client, f"/runs/{run['id']}/time-series", Timeline))["clock"])


@pytest.mark.anyio
async def test_fio_states_the_start_of_its_job(client: AsyncClient) -> None:
    content = measured(ZERO_MS + 4321, ZERO_MS + 14_400, ramp_time="2")
    clock = await clock_of(client, content, started_at=ZERO)
    assert (clock["log_offset_ms"], clock["basis"], clock["zero_at_ms"]) == (4321, "stated", ZERO_MS)
    assert [(p["name"], p["from_ms"], p["to_ms"]) for p in clock["phases"]] == [
        ("before", 0, 2321),
        ("ramp", 2321, 4321),
        ("measured", 4321, 14_321),
    ]


@pytest.mark.anyio
async def test_without_it_the_end_less_the_runtime_tells(client: AsyncClient) -> None:
    clock = await clock_of(client, measured(None, ZERO_MS + 14_321), started_at=ZERO)
    assert (clock["log_offset_ms"], clock["basis"]) == (4321, "computed")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("content", "started_at", "words"),
    [
        (measured(None, ZERO_MS + 14_321, verify="crc32c"), ZERO, "verify"),
        (measured(None, ZERO_MS + 14_000), ZERO, "3.36"),
        (measured(ZERO_MS - 3_600_000, ZERO_MS), ZERO, "another clock"),
        (measured(ZERO_MS, ZERO_MS + 10_010), "2026-11-20T10:00:00", "do not say when"),
        (measured(ZERO_MS, ZERO_MS + 10_010), "noon", "do not say when"),
        (measured(ZERO_MS, ZERO_MS + 10_010), None, "do not say when"),
    ],
)
async def test_a_place_that_nobody_knows_is_none_and_says_why(
    client: AsyncClient, content: bytes, started_at: str | None, words: str
) -> None:
    clock = await clock_of(client, content, started_at=started_at)
    assert (clock["log_offset_ms"], clock["basis"], clock["phases"]) == (None, None, [])
    assert words in clock["reason"]


@pytest.mark.anyio
async def test_the_window_of_a_stored_run_is_what_its_samples_say(client: AsyncClient) -> None:
    content = measured(ZERO_MS + 5000, ZERO_MS + 15_010)
    run = await stored(
        client, "laptop", content=content, sampled={**samples(["nvme0n1"], n=20), "started_at": ZERO}
    )
    whole = await ask(client, f"/runs/{run['id']}/window", RunWindow)
    assert (whole["from_ms"], whole["to_ms"], whole["is_measured_phase"]) == (5000, 15_000, True)
    part = await ask(client, f"/runs/{run['id']}/window?from_ms=6000&to_ms=8500", RunWindow)
    by_name = {one["name"]: one for one in part["figures"]}
    assert (by_name["bandwidth"]["value"], by_name["bandwidth"]["n"]) == (2e9, 3)
    assert by_name["temperature"]["value"] == 48


@pytest.mark.anyio
async def test_a_run_without_anything_over_time_has_an_empty_window(client: AsyncClient) -> None:
    answer = await send(client, upload("laptop"))
    found = await ask(client, f"/runs/{answer.json()['id']}/window", RunWindow)
    assert found["figures"] == []


@pytest.mark.anyio
async def test_bad_windows_are_named(client: AsyncClient) -> None:
    run = await stored(client, "laptop", sampled=samples(["nvme0n1"]))
    own = f"/api/v1/runs/{run['id']}/window"
    for path, status, error in (
        (f"/api/v1/runs/{uuid4()}/window", 404, "RunNotFound"),
        ("/api/v1/runs/zzz/window", 404, "RunNotFound"),
        (f"{own}?from_ms=-1", 422, "Invalid"),
        (f"{own}?from_ms=soon", 422, "Invalid"),
        (f"{own}?to_ms={2**60}", 422, "Invalid"),
        (f"{own}?from_ms=5&to_ms=5", 422, "Invalid"),
        (f"{own}?buckets=5", 422, "UnknownKey"),
    ):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error), path
