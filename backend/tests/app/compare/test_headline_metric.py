"""The figure above a comparison: it follows from the rows, and its metric from the kind of workload."""

from math import prod

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import URL, compare

pytestmark = pytest.mark.anyio


async def test_the_headline_is_the_geometric_mean_of_the_rows(client: AsyncClient, send: Sender) -> None:
    base = [
        await send(randread(a), randread(b, "deep", iodepth="64"))
        for a, b in ((1000, 5000), (1010, 2000), (990, 5100))
    ]
    new = [
        await send(randread(a), randread(b, "deep", iodepth="64"))
        for a, b in ((1110, 5700), (1120, 5650), (1105, 9000))
    ]
    found = await compare(client, runs(*base), runs(*new))
    ratios = [row["metrics"]["iops"]["ratio"] for row in found["workloads"]]
    headline = found["headlines"]["iops"]
    assert headline["ratio"] == pytest.approx(prod(ratios) ** (1 / len(ratios)))
    assert min(ratios) < headline["ratio"] < max(ratios)
    low, high = headline["ratio_ci95"]
    assert low < headline["ratio"] < high


async def test_large_blocks_speak_in_bandwidth_and_depth_one_in_p99(
    client: AsyncClient, send: Sender
) -> None:
    large = [await send(randread(value, bs="1M")) for value in (1000, 1300)]
    found = await compare(client, runs(large[0]), runs(large[1]))
    assert found["headline_metric"] == "bw_bytes_per_s"
    assert found["sentence"].startswith("New gives 5.32 MB/s where base gave 4.10 MB/s")
    alone = [await send(randread(value, iodepth="1", numjobs="1")) for value in (1000, 1300)]
    found = await compare(client, runs(alone[0]), runs(alone[1]))
    assert found["headline_metric"] == "clat_p99_ns"
    assert " p99 completion latency where base had " in found["sentence"]
    small = [await send(randread(value)) for value in (1000, 1300)]
    assert (await compare(client, runs(small[0]), runs(small[1])))["headline_metric"] == "iops"


async def test_a_reader_chooses_another_metric(client: AsyncClient, send: Sender) -> None:
    base, new = await send(randread(1000)), await send(randread(1300))
    found = await compare(client, runs(base), runs(new), headline="clat_mean_ns")
    assert found["headline_metric"] == "clat_mean_ns"
    assert " mean completion latency where base had " in found["sentence"]
    rare = await compare(client, runs(base), runs(new), headline="clat_min_ns")
    assert "clat_min_ns" in rare["metrics"]
    answer = await client.get(URL, params={"base": runs(base), "new": runs(new), "headline": "speed"})
    assert (answer.status_code, answer.json()["error"]) == (422, "UnknownValue")


async def test_further_sides_speak_in_the_same_metric(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000, bs="1M"), randread(900, "small"))
    new = await send(randread(1300, bs="1M"))
    more = await send(randread(1200, bs="1M"), randread(950, "small"))
    found = await compare(client, runs(base), runs(new), runs(more))
    assert {found["headline_metric"], found["more"][0]["headline_metric"]} == {"bw_bytes_per_s"}


async def test_where_nothing_met_nothing_speaks(client: AsyncClient, send: Sender) -> None:
    found = await compare(client, runs(await send(randread(1000))), runs(await send(randread(1300, bs="8k"))))
    assert found["headline_metric"] is None
