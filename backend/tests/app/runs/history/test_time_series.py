"""GET /runs/{id}/time-series: buckets made on the server; gaps stay gaps, means are weighted by time."""

from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history.recorded import read
from fioboard.engine.answers.moments import MomentsOut
from fioboard.engine.answers.time_series import Timeline
from fioboard.engine.stats.over_time.buckets import bucketed, get_unit, round_width
from fioboard.engine.stats.over_time.points import SEVERAL_JOBS
from fioboard.store.derive.series import pack
from tests.app.hosts.machines.test_inventories import ask, stored
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.measured_machine import samples, upload


def series(times: list[int], values: list[float], **columns: Any) -> dict[str, Any]:
    """A stored series."""
    row = {
        "source": "samples",
        "name": "disk:nvme0n1",
        "metric": "iops",
        "direction": "read",
        "position": 0,
        "is_epoch": False,
        "is_per_io": False,
        "started_at": None,
        "offset_ms": None,
    }
    return row | columns | {"points": pack(np.array(times, dtype=np.int64), np.array(values))}


def points(
    rows: list[dict[str, Any]], *, from_ms: int | None = None, to_ms: int | None = None, buckets: int = 400
) -> Any:
    return bucketed(read(rows), from_ms, to_ms, buckets)


def test_few_points_stay_as_they_are() -> None:
    found = points([series([1000, 2000, 3000], [1, 2, 3])])
    assert (found["from_ms"], found["to_ms"]) == (1000, 3001)
    assert [(p["mean"], p["n"]) for p in found["series"][0]["points"]] == [(1, 1), (2, 1), (3, 1)]


def test_a_bucket_has_least_mean_and_most() -> None:
    found = points([series([500, 1500, 2500, 3500], [1, 3, 10, 20])], from_ms=0, to_ms=4000, buckets=2)
    assert found["bucket_ms"] == 2000
    assert [(p["t_ms"], p["min"], p["mean"], p["max"], p["n"]) for p in found["series"][0]["points"]] == [
        (0, 1, 2, 3, 2),
        (2000, 10, 15, 20, 2),
    ]


@pytest.mark.parametrize(
    ("span_ms", "buckets", "width"),
    [(1, 400, 1), (400, 400, 1), (401, 400, 2), (59_001, 400, 200), (60_000, 60, 1000), (60_001, 60, 2000)],
)
def test_the_width_of_a_bucket_is_round(span_ms: int, buckets: int, width: int) -> None:
    assert round_width(span_ms, buckets) == width


def test_values_of_every_second_stand_at_their_second() -> None:
    seconds = [second * 1000 for second in range(60)]
    found = points([series(seconds, [float(second) for second in seconds])])
    assert [p["t_ms"] for p in found["series"][0]["points"]] == seconds


def test_a_gap_stays_a_gap() -> None:
    found = points([series([0, 1000, 9000], [1, 1, 1])], from_ms=0, to_ms=10_000, buckets=10)
    assert [p["t_ms"] for p in found["series"][0]["points"]] == [0, 1000, 9000]


def test_the_mean_is_weighted_by_how_long_a_value_held() -> None:
    rows = [series([1000, 2000, 2500, 3000], [10, 10, 40, 40])]
    [point] = points(rows, buckets=1)["series"][0]["points"]
    # Windows of 500, 750 (a second, cut to 1.5 usual ones), 500, 500 ms; a plain mean would be 25.
    assert point["mean"] == pytest.approx((10 * 500 + 10 * 750 + 40 * 500 + 40 * 500) / 2250)


def test_single_ios_count_once_each() -> None:
    [point] = points([series([0, 1, 1000], [1, 2, 6], is_per_io=True)], buckets=1)["series"][0]["points"]
    assert point["mean"] == 3


def test_unix_times_start_with_the_run() -> None:
    found = points([series([1_700_000_001_000, 1_700_000_002_000], [1, 2], is_epoch=True)])
    assert [p["t_ms"] for p in found["series"][0]["points"]] == [
        0,
        found["bucket_ms"] * (1000 // found["bucket_ms"]),
    ]


def test_times_that_go_back_are_put_in_order() -> None:
    found = points([series([2000, 1500, 2500], [2, 1, 3])])
    assert [p["mean"] for p in found["series"][0]["points"]] == [1, 2, 3]


def test_lines_of_several_jobs_are_no_mean_of_any() -> None:
    """per_job_logs=0: fio writes each job's lines behind those of the one before."""
    [one] = points([series([250, 500, 4000, 250, 500, 4000], [10.0] * 6, source="fio_log")])["series"]
    assert (one["points"], one["reason"]) == ([], SEVERAL_JOBS)
    [told] = points([series([250, 500, 4000], [10.0] * 3, source="fio_log")])["series"]
    assert (len(told["points"]), told["reason"]) == (3, None)


def test_no_series_give_an_empty_range() -> None:
    assert points([]) == {"from_ms": 0, "to_ms": 1, "bucket_ms": 1, "series": []}


@pytest.mark.parametrize(
    ("metric", "unit"),
    [
        ("bw_bytes_per_s", "bytes/s"),
        ("iops", "1/s"),
        ("clat_ns", "ns"),
        ("temperature_c", "°C"),
        ("cpu_busy_pct", "%"),
        ("power_w", "W"),
        ("queue_depth", ""),
        ("unknown", ""),
    ],
)
def test_units_follow_from_the_metric(metric: str, unit: str) -> None:
    assert get_unit(metric) == unit


@pytest.mark.anyio
async def test_samples_become_series_and_unread_values_are_left_out(client: AsyncClient) -> None:
    run = await stored(client, "laptop", sampled=samples(["nvme0n1"]))
    found = await ask(client, f"/runs/{run['id']}/time-series?buckets=2000", Timeline)
    by_metric = {s["metric"]: s for s in found["series"]}
    assert by_metric["bw_bytes_per_s"]["unit"] == "bytes/s"
    heat = by_metric["temperature_c"]
    assert (heat["subject"], heat["direction"], heat["unit"], heat["source"]) == (
        *("disk:nvme0n1", None, "°C"),
        "samples",
    )
    assert [p["mean"] for p in heat["points"]] == [40, 42, 43, 44]
    zoomed = await ask(client, f"/runs/{run['id']}/time-series?from_ms=2500&to_ms=4500", Timeline)
    assert (zoomed["from_ms"], zoomed["to_ms"]) == (2500, 4500)
    assert [p["mean"] for p in zoomed["series"][1]["points"]] == [42, 43]


@pytest.mark.anyio
async def test_a_meter_gives_the_power_of_the_run_and_two_metrics(client: AsyncClient) -> None:
    metered = samples(["nvme0n1"])
    metered["series"].append(
        {
            "subject": "power:command plug",
            "metric": "power_w",
            "direction": None,
            "values": [None, *[200.0] * 4],
        }
    )
    content = output(job(read=direction(runtime_ms=5000)))
    run = await stored(client, "laptop", content=content, sampled=metered)
    first = run["results"][0]
    assert (first["power_source"], first["power_w"], first["power_low_w"]) == ("command", 200.0, None)
    seconds = first["runtime_ms"] / 1000
    moved = sum(one["io_bytes"] or 0 for one in run["results"])
    assert first["power_bytes_per_s"] == pytest.approx(moved / seconds)
    energy = 200.0 * seconds / moved
    for low, high, count in ((0.99, 1.01, 1), (1.01, 2.0, 0)):
        where = f"machine_energy_j_per_byte={low * energy:.12g}..{high * energy:.12g}"
        found = await client.get(f"/api/v1/runs?{where}")
        assert len(found.json()["items"]) == count, where
    none = await client.get("/api/v1/runs?cpu_iops_per_w=0..1000000000")
    assert none.json()["items"] == []


@pytest.mark.anyio
@pytest.mark.parametrize("content", [b"junk", b"[]", b'{"schema":1}', b'{"schema":1,"t_ms":[1e999]}'])
async def test_samples_that_cannot_be_read_are_kept_and_named(client: AsyncClient, content: bytes) -> None:
    answer = await send(client, upload("laptop", sampled=content))
    assert answer.status_code == 201
    [warning] = answer.json()["warnings"]
    assert (warning["where"], warning["error"]) == ("samples.json", "BadSamples")
    run_id = answer.json()["id"]
    raw = await client.get(f"/api/v1/runs/{run_id}/raw?name=samples.json")
    assert raw.content == content
    inventory = (await client.get(f"/api/v1/runs/{run_id}")).json()["inventory_id"]
    assert (await client.get(f"/api/v1/inventories/{inventory}/machine?run={run_id}")).status_code == 200


@pytest.mark.anyio
async def test_bad_ranges_are_named(client: AsyncClient) -> None:
    run = await stored(client, "laptop", sampled=samples(["nvme0n1"]))
    own = f"/api/v1/runs/{run['id']}/time-series"
    for path, status, error in (
        (f"/api/v1/runs/{uuid4()}/time-series", 404, "RunNotFound"),
        (f"{own}?buckets=0", 422, "Invalid"),
        (f"{own}?buckets=2001", 422, "Invalid"),
        (f"{own}?from_ms=-1", 422, "Invalid"),
        (f"{own}?from_ms=5&to_ms=5", 422, "Invalid"),
        (f"{own}?colour=red", 422, "UnknownKey"),
    ):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error), path


@pytest.mark.anyio
async def test_moments_of_a_host_without_a_sampler_are_told(client: AsyncClient) -> None:
    moments = {
        side: {"disks": {"nvd0": {"temperature_c": heat}}} for side, heat in (("before", 39), ("after", 52))
    }
    note = "no samples on FreeBSD: health and errors before and after the run only"
    document = {"schema": 1, "t_ms": [], "series": [], "links": [], "sampler": {"notes": [note]}, **moments}
    run = await stored(client, "freebsd-box", sampled=document)
    found = await ask(client, f"/runs/{run['id']}/moments", MomentsOut)
    assert found["notes"] == [note]
    [heat] = found["readings"]
    assert (heat["subject"], heat["before"], heat["after"], heat["unit"]) == ("disk:nvd0", 39, 52, "°C")


@pytest.mark.anyio
async def test_a_run_without_readable_samples_has_no_moments(client: AsyncClient) -> None:
    nothing = {"notes": [], "readings": [], "preflight": None}
    plain = await stored(client, "laptop")
    assert await ask(client, f"/runs/{plain['id']}/moments", MomentsOut) == nothing
    junk = await stored(client, "laptop", sampled=b"junk")
    assert await ask(client, f"/runs/{junk['id']}/moments", MomentsOut) == nothing
    assert (await client.get(f"/api/v1/runs/{uuid4()}/moments")).json()["error"] == "RunNotFound"


@pytest.mark.anyio
async def test_checks_before_a_run_are_told_and_odd_ones_left_out(client: AsyncClient) -> None:
    warning = {"id": "swap", "status": "warning", "text": "The host is swapping.", "reason": None}
    unknown = {"id": "governor", "status": "unknown", "text": "Clock control", "reason": "a virtual machine"}
    run = await stored(
        client, "laptop", preflight=[warning, unknown, {"id": "x", "status": "fine", "text": "y"}, 7]
    )
    found = await ask(client, f"/runs/{run['id']}/moments", MomentsOut)
    assert found["preflight"] == [warning, unknown]
    odd = await stored(client, "laptop", preflight="odd")
    assert (await ask(client, f"/runs/{odd['id']}/moments", MomentsOut))["preflight"] is None
