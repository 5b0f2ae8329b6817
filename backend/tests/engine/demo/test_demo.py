"""The demo cases: through the real ingest, with the figures their owners published and no others."""

from importlib import resources
from pathlib import Path

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest import demo
from fioboard.core.times import now
from fioboard.engine.demo.cases import cases
from tests.factories.kept_demo import emptied, kept, loaded

pytestmark = pytest.mark.anyio
__all__ = ["emptied", "kept", "loaded"]
URL = "/api/v1/runs"


@pytest.mark.nightly
async def test_only_what_was_published_is_there(client: AsyncClient, loaded: int) -> None:
    page = (await client.get(URL, params={"tag": "epyc", "sort": "-bw_bytes_per_s"})).json()
    any_cpu, socket_0 = page["items"][:2]
    assert any_cpu["started_at"] == "2022-07-25T06:29:11+00:00"
    [result] = any_cpu["results"]
    assert (result["iops"], result["bw_bytes_per_s"], result["runtime_ms"]) == (
        13_539,
        28_393_340_928,
        60_000,
    )
    assert result["clat_ns"]["percentiles"] == {"50": 1_123_000, "99": 1_434_000, "99.9": 2_024_000}
    assert (result["clat_ns"]["min"], result["slat_ns"], result["usr_cpu_pct"]) == (None, None, None)
    assert (result["sys_cpu_pct"], result["numjobs"], result["iodepth"]) == (88.36, 1, 16)
    [bound] = socket_0["results"]
    assert (bound["bw_bytes_per_s"], bound["runtime_ms"], bound["total_ios"], bound["clat_ns"]) == (
        28_300_000_000, None, None, None
    )  # fmt: skip


async def test_nothing_in_the_demo_contradicts_itself(client: AsyncClient, loaded: int) -> None:
    """Two warnings stay, and the cases tell of them."""
    warned = {}
    for item in (await client.get(URL, params={"tag": "demo", "limit": "200"})).json()["items"]:
        run = (await client.get(f"{URL}/{item['id']}")).json()
        assert run["problems"] == [] and [r["problems"] for r in run["results"]] == [[]], run["title"]
        assert run["started_at_reason"] is None
        warnings = [f["id"] for f in run["answer"]["findings"] if f["severity"] == "warning"]
        warned |= {run["title"] or run["id"]: warnings} if warnings else {}
    assert warned == {
        "NPS4, CPUs 24-47 (socket 1)": ["remote-numa-node"],
        "PCIe SSD, posixaio, QD 32, 4 jobs": ["cpu-saturated-job"],
    }


async def test_the_starts_lie_in_the_years_of_the_cases(client: AsyncClient, loaded: int) -> None:
    years = {"workstation": 2020, "gpu-server": 2019, "nas-client": 2018, "freebsd-box": 2015, "epyc": 2022}
    for tag, year in years.items():
        items = (await client.get(URL, params={"tag": tag, "sort": "started_at"})).json()["items"]
        starts = [item["started_at"] for item in items]
        assert starts == sorted(starts) and len(set(starts)) == len(starts)
        assert {start[:4] for start in starts} == {str(year)}


# The published bandwidths (MB/s, one digit), of which the documents hold the exact ones.
PUBLISHED_MB_PER_S = {
    "workstation": [2_329.5, 2_330.4, 1_562.2],
    "nas-client": [49.2, 105.7, 808.8, 885.1],
    "freebsd-box": [357.1, 311.1, 275.2],
}


@pytest.mark.parametrize(("case", "published"), PUBLISHED_MB_PER_S.items())
async def test_the_figures_round_to_what_was_published(
    client: AsyncClient, loaded: int, case: str, published: list[float]
) -> None:
    items = (await client.get(URL, params={"tag": case, "sort": "started_at"})).json()["items"]
    results = [item["results"][0] for item in items]
    assert [round(r["iops"], 1) for r in results] == [f.iops for f in cases() if f.case == case]
    assert [r["bw_bytes_per_s"] / 1e6 for r in results] == pytest.approx(published, rel=2e-4, abs=0.05)
    assert all(r["io_bytes"] == r["total_ios"] * r["bs_bytes"] for r in results)


async def test_another_tool_is_called_by_its_name(client: AsyncClient, loaded: int) -> None:
    [run] = (await client.get(URL, params={"tag": "gpu-server", "raid.width": "4"})).json()["items"]
    assert run["tool"]["name"] == "SSD-to-GPU reader"
    [result] = run["results"]
    assert (result["bw_bytes_per_s"], result["io_bytes"], result["runtime_ms"]) == (
        9_470_000_000,
        10**11,
        10_560,
    )
    assert (result["iops"], result["clat_ns"], result["sys_cpu_pct"]) == (None, None, None)


async def test_the_machines_are_those_of_the_cases(client: AsyncClient, loaded: int) -> None:
    async def values(key: str, **query: str) -> dict[object, int]:
        answer = (await client.get("/api/v1/facets", params={"keys": key} | query)).json()
        return {v["value"]: v["runs"] for v in answer["facets"][0]["values"]}

    assert await values("raid.width", tag="gpu-server") == {2: 1, 3: 1, 4: 1}
    assert await values("bios.nps", tag="epyc") == {1: 2, 4: 4}
    assert await values("slot", tag="workstation") == {"Slot-2": 2, "Slot-3": 1}


async def test_the_raid_preset_shows_the_plateau_without_tagging(client: AsyncClient, loaded: int) -> None:
    query = {"x": "raid.width", "metric": "bw_bytes_per_s", "by": "rw", "host": "gpu-server (demo)"}
    [line] = (await client.get("/api/v1/series", params=query)).json()["series"]
    assert [(p["x"], round(100 * p["rated_ratio"])) for p in line["points"]] == [(2, 93), (3, 89), (4, 68)]
    assert line["scaling"]["knee"] == 3


async def test_only_nodes_per_socket_changed_on_the_epyc(client: AsyncClient, loaded: int) -> None:
    """Some of the new runs were bound to CPUs: another test, which is listed beside and not mixed in."""
    host = "&host=epyc (demo)"
    sides = {"base": f"bios.nps=1{host}", "new": f"bios.nps=4{host}"}
    found = (await client.get("/api/v1/compare", params=sides)).json()
    assert found["attribution"]["kind"] == "only", found["sentence"]
    assert found["attribution"]["keys"] == ["bios.nps"]
    changed = {c["key"]: (c["base"], c["new"]) for c in found["factors_changed"] if not c["follows_from"]}
    assert changed == {"bios.nps": (1, 4)}
    assert "Of what was recorded, only NUMA nodes per socket 1 → 4 changed." in found["sentence"]
    [row] = found["workloads"]
    bandwidth = row["metrics"]["bw_bytes_per_s"]
    assert (bandwidth["base"]["n"], bandwidth["new"]["n"], bandwidth["verdict"]) == (2, 1, "not_enough_runs")
    # The case: 28.39 GB/s against 7 and 9 GB/s, of which the median of both ratios' logarithms is taken.
    assert bandwidth["ratio"] == pytest.approx(28.39 / (7 * 9) ** 0.5, abs=0.01)
    pinned = [row["workload"] for row in found["unmatched"]["new"]]
    assert len(pinned) == 3
    assert all("cpus_allowed=" in workload for workload in pinned)


async def test_the_machines_are_the_agents_own() -> None:
    ours = resources.files("fioboard.engine.demo") / "data"
    theirs = Path(__file__).parents[4] / "agent/tests/data/machines"
    names = {figures.machine for figures in demo.list_runs(now())}
    assert len(names) == 9
    for name in names:
        assert (ours / f"{name}.json").read_bytes() == (theirs / f"{name}.json").read_bytes()
