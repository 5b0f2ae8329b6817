"""Charts to start from: offered where runs answer them, with the runs that do."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work as watch
from fioboard.core.database import Database
from fioboard.engine.answers.series import PresetOut, PresetsOut
from tests.app.runs.explore.series.test_series import URL, measured, series
from tests.factories.imports import put
from tests.factories.nights import steady, upload_nights
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio


async def presets(client: AsyncClient) -> dict[str, PresetOut]:
    items = (await client.get(f"{URL}/presets")).json()
    shape_of(PresetsOut).validate_python(items)
    return {item["key"]: item for item in items["items"]}


async def test_presets_are_charts_that_can_be_asked_for(client: AsyncClient) -> None:
    await put(client, measured(10, iodepth="1"))
    await put(client, measured(10, iodepth="2"))
    offered = await presets(client)
    assert offered["iops-over-depth"]["is_available"]
    assert offered["p99-over-depth"]["is_available"]
    assert not offered["slot-against-slot"]["is_available"]
    assert offered["iops-over-depth"]["starts_with"] == "Filter: jupiter"
    for preset in offered.values():
        query = {key: preset[key] for key in ("x", "metric", "by") if preset[key]}
        assert len((await series(client, **query, **dict(parse_qsl(preset["filter"]))))["series"]) <= 2


async def test_two_slots_in_two_hosts_are_no_answer_but_two_drives_are(client: AsyncClient) -> None:
    for n, host in enumerate(("jupiter", "saturn")):
        labels = {"label.slot": str(n), "label.drive.model": f"model {n}"}
        await put(client, measured(10, n), host=host, **labels)
    offered = await presets(client)
    assert not offered["slot-against-slot"]["is_available"]
    assert offered["percentiles-by-drive"]["is_available"]
    assert "host" not in dict(parse_qsl(offered["percentiles-by-drive"]["filter"]))


async def test_two_slots_with_two_workloads_are_no_answer(client: AsyncClient) -> None:
    for n, depth in enumerate(("1", "8")):
        await put(client, measured(10, n, iodepth=depth), **{"label.slot": str(n)})
    assert not (await presets(client))["slot-against-slot"]["is_available"]


async def test_the_last_four_weeks_are_of_what_ran_most_in_them(client: AsyncClient) -> None:
    today = datetime.now(UTC)
    for n in range(3):
        await _ran(client, today - timedelta(days=n), host="nightly", bs="4k")
    for n in range(9):
        await _ran(client, today - timedelta(days=60 + n), host="former", bs="64k")
    preset = (await presets(client))["last-four-weeks"]
    assert dict(parse_qsl(preset["filter"])) == {"host": "nightly", "started_at": "last-4w"}
    assert (preset["is_available"], preset["metric"]) == (True, "iops")
    chart = await series(client, x="started_at", metric="iops", **dict(parse_qsl(preset["filter"])))
    assert chart["results"] == 3
    assert dict(parse_qsl((await presets(client))["history"]["filter"])) == {"host": "former"}


async def test_what_ran_most_is_one_test_not_the_host_of_many(client: AsyncClient) -> None:
    today = datetime.now(UTC)
    for n in range(6):
        await _ran(client, today - timedelta(days=n), host="sweeper", iodepth=str(2**n))
    for n in range(4):
        await _ran(client, today - timedelta(days=n), host="nightly", iodepth="4")
    await _ran(client, today - timedelta(days=40), host="nightly", iodepth="4")
    offered = await presets(client)
    assert dict(parse_qsl(offered["last-four-weeks"]["filter"])) == {
        "host": "nightly",
        "started_at": "last-4w",
    }
    assert dict(parse_qsl(offered["history"]["filter"])) == {"host": "nightly"}


@pytest.mark.parametrize(("bs", "metric"), [("4k", "iops"), ("128k", "bw_bytes_per_s")])
async def test_the_last_four_weeks_speak_in_the_tests_own_rate(
    client: AsyncClient, bs: str, metric: str
) -> None:
    for n in range(3):
        await _ran(client, datetime.now(UTC) - timedelta(days=n), bs=bs)
    # The chart of all time shows the same three.
    assert "last-four-weeks" not in await presets(client)
    await _ran(client, datetime.now(UTC) - timedelta(days=40), bs=bs)
    assert (await presets(client))["last-four-weeks"]["metric"] == metric


async def test_two_runs_make_no_four_weeks(client: AsyncClient) -> None:
    for n in range(2):
        await _ran(client, datetime.now(UTC) - timedelta(days=n))
    preset = (await presets(client))["last-four-weeks"]
    assert (preset["is_available"], preset["starts_with"]) == (False, None)


async def _ran(client: AsyncClient, at: datetime, host: str = "jupiter", **options: str) -> None:
    body = measured(10, int(at.timestamp()), **options)
    await put(client, body, host=host, started_at=at.isoformat())


async def test_block_size_by_depth_tries_the_next_host_when_the_first_has_no_sweep(
    client: AsyncClient,
) -> None:
    for n, bs in enumerate(("4k", "16k", "64k", "1m")):
        # Most block sizes and depths, but never two depths of one pattern and two sizes of one depth.
        await put(client, measured(10, n, bs=bs, rw="write" if n % 2 else "read", iodepth=str(2**n)))
    for rw in ("randread", "randwrite"):
        for bs in ("4k", "64k"):
            for depth in ("1", "8") if rw == "randwrite" else ("1", "8", "32"):
                await put(client, measured(10, rw=rw, bs=bs, iodepth=depth), host="sweeper")
    preset = (await presets(client))["bs-by-depth"]
    assert dict(parse_qsl(preset["filter"])) == {"host": "sweeper", "rw": "randread"}
    assert preset["starts_with"] == "Filter: sweeper, random read"


async def test_two_block_sizes_at_one_depth_are_no_heat_map(client: AsyncClient) -> None:
    for bs in ("4k", "64k"):
        await put(client, measured(10, bs=bs, iodepth="8"))
    assert not (await presets(client))["bs-by-depth"]["is_available"]


async def test_latency_over_iops_starts_with_a_test_at_several_depths(client: AsyncClient) -> None:
    today = datetime.now(UTC)
    for n in range(3):
        await _ran(client, today - timedelta(days=n), host="nightly", bs="4k")
    assert not (await presets(client))["latency-over-iops"]["is_available"]
    for depth in ("1", "8"):
        await put(client, measured(10, iodepth=depth), host="sweeper")
    preset = (await presets(client))["latency-over-iops"]
    assert dict(parse_qsl(preset["filter"])) == {"host": "sweeper"}


@pytest.mark.nightly
async def test_history_starts_with_the_test_of_the_largest_open_regression(
    client: AsyncClient, database: Database
) -> None:
    await upload_nights(client, steady(100_000, 34), host="steady")
    await upload_nights(client, steady(100_000, 20) + steady(80_000, 12), host="fallen")
    assert dict(parse_qsl((await presets(client))["history"]["filter"])) == {"host": "steady"}
    await watch(database)
    assert dict(parse_qsl((await presets(client))["history"]["filter"])) == {"host": "fallen"}
