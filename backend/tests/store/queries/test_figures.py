"""The metrics that menus offer stand in columns of their own: the same numbers as in the latencies' documents."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.engine.words.metrics import METRICS, OFFERED, STORED
from fioboard.store.models.result import FigureColumns
from tests.factories.fio_output import direction, job, latency, output
from tests.factories.imports import put

pytestmark = pytest.mark.anyio


def test_every_offered_metric_of_a_document_has_its_column() -> None:
    assert {*STORED} <= {*OFFERED}
    # What is not stored beside the documents is a column itself.
    assert {name for name in OFFERED if METRICS[name].latency} <= {*STORED}
    assert tuple(FigureColumns.__annotations__) == STORED


async def cells_of(client: AsyncClient, *, is_brief: bool) -> list[dict[str, Any]]:
    query = {"columns": ",".join(STORED), "brief": str(is_brief).lower()}
    return [item["cells"] for item in (await client.get("/api/v1/runs", params=query)).json()["items"]]


async def test_a_column_says_what_the_document_says(client: AsyncClient) -> None:
    # Percentiles that differ between the three latencies, and between all ranks, so that no two can be mixed up.
    latencies = {
        name: latency(median, 1000) | {"mean": median + 5.5}
        for name, median in (("slat_ns", 7_001), ("clat_ns", 100_003), ("lat_ns", 107_777))
    }
    syncs = {"lat_ns": latency(3_000_017, 1000) | {"mean": 3_000_022.5}}
    written = direction(**latencies)
    await put(
        client,
        output(
            job(read=direction(iops=0, runtime_ms=0), write=written, sync=syncs, usr_cpu=1.25, sys_cpu=2.5)
        ),
    )
    [columns] = await cells_of(client, is_brief=True)  # by the metric's SQL
    [documents] = await cells_of(client, is_brief=False)  # out of the documents, by Python
    assert columns == documents
    assert len({columns[name][0] for name in STORED}) == len(STORED)
    assert columns["lat_p99_9_ns"] == [int(107_777 * (0.5 + 0.999))]
    assert columns["sync_lat_p99_9_ns"] == [int(3_000_017 * (0.5 + 0.999))]
    assert columns["cpu_pct"] == [3.75]


async def test_syncs_belong_to_writes_and_are_pooled_over_clones(client: AsyncClient) -> None:
    syncs = [
        {"lat_ns": latency(median, n) | {"mean": median}} for median, n in ((1_000_000, 10), (4_000_000, 30))
    ]
    options = {"rw": "randrw", "bs": "4k", "fdatasync": "1", "ioengine": "psync", "numjobs": "2"}
    clones = [job(write=direction(), sync=sync) | {"job options": options} for sync in syncs]
    run = await put(client, output(*clones))
    results = {one["direction"]: one for one in (await client.get(f"/api/v1/runs/{run}")).json()["results"]}
    assert results["read"]["sync_lat_ns"] is None
    assert (results["write"]["sync_lat_ns"]["n"], results["write"]["sync_lat_ns"]["mean"]) == (40, 3_250_000)
    durable = results["write"]["durable_write_mean_ns"]
    assert results["write"]["durable_basis"] == "not_each_synced" and durable is None
    for query, ids in (("3ms..", [run]), ("..3ms", []), ("3.25ms", [run])):
        found = (await client.get("/api/v1/runs", params={"sync_lat_mean_ns": query})).json()
        assert [item["id"] for item in found["items"]] == ids, query


async def test_a_durable_write_is_a_metric_like_any_other(client: AsyncClient) -> None:
    options = {"rw": "write", "bs": "2300", "fdatasync": "1", "ioengine": "psync"}
    written = direction(clat_ns=latency(20_000, 1000) | {"mean": 20_000})
    sync = {"lat_ns": latency(1_900_000, written["total_ios"]) | {"mean": 1_900_000}}
    silent = direction(iops=0, runtime_ms=0)
    run = await put(client, output(job(read=silent, write=written, sync=sync) | {"job options": options}))
    [found] = (await client.get(f"/api/v1/runs/{run}")).json()["results"]
    assert (found["durable_write_mean_ns"], found["durable_write_p99_ns"]) == (1_920_000, None)
    assert found["durable_basis"] == "write_and_sync"
    for query, ids in (("1ms..", [run]), ("..1ms", [])):
        listed = (await client.get("/api/v1/runs", params={"durable_write_mean_ns": query})).json()
        assert [item["id"] for item in listed["items"]] == ids, query


async def test_what_was_not_measured_is_null_and_in_no_range(client: AsyncClient) -> None:
    figures = direction()
    del figures["clat_ns"], figures["lat_ns"]
    known, unknown = (
        await put(client, output(job(read=direction()))),
        await put(client, output(job(read=figures))),
    )
    by_id = {
        item["id"]: item["cells"]
        for item in (
            await client.get("/api/v1/runs", params={"columns": "clat_p50_ns,lat_mean_ns", "brief": "true"})
        ).json()["items"]
    }
    assert by_id[unknown] == {"clat_p50_ns": [None], "lat_mean_ns": [None]}
    for query, ids in ({"clat_p50_ns": "..1s"}, [known]), ({"clat_p50_ns": ""}, [unknown]):
        found = (await client.get("/api/v1/runs", params=query)).json()
        assert [item["id"] for item in found["items"]] == ids
        facets = (await client.get("/api/v1/facets", params=query)).json()
        assert facets["total"] == found["total"] == 1
