"""The five cases in Explore from an unfiltered start: the figures of their owners, with nothing else mixed in."""

from typing import Any
from urllib.parse import parse_qsl

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from tests.app.runs.explore.series.test_series import series
from tests.factories.demo_cases import load_cases

pytestmark = pytest.mark.anyio
GB = 1e9


@pytest.fixture(autouse=True)
async def loaded(client: AsyncClient, database: Database) -> int:
    return await load_cases(database)


def lines_of(chart: dict[str, Any], host: str) -> list[dict[str, Any]]:
    place = [one["key"] for one in chart["split"]].index("host")
    return [line for line in chart["series"] if line["values"][place] == f"{host} (demo)"]


async def test_the_plateau_of_the_raid_behind_a_switch(client: AsyncClient) -> None:
    """Published: 6.51, 9.32, 9.47 GB/s of drives rated 3.5: 93, 89, 68 %, and a knee at 3."""
    chart = await series(client, x="raid.width", metric="bw_bytes_per_s", by="rw")
    assert chart["is_asking"] is False
    [line] = lines_of(chart, "gpu-server")
    points = line["points"]
    assert [(p["x"], p["n"], p["mean"] / GB) for p in points] == [(2, 1, 6.51), (3, 1, 9.32), (4, 1, 9.47)]
    assert [round(100 * p["rated_ratio"]) for p in points] == [93, 89, 68]
    assert [(p["rated"] / GB, p["rated_drives"]) for p in points] == [(7.0, 2), (10.5, 3), (14.0, 4)]
    assert line["scaling"]["knee"] == 3
    # The other host with an array has no part in it, and nobody stated what its drives are rated at.
    others = [line for line in chart["series"] if line not in lines_of(chart, "gpu-server")]
    assert {p["rated_missing"] for other in others for p in other["points"]} == {"rated"}


async def test_nps_1_against_4_without_the_pinned_runs(client: AsyncClient) -> None:
    """Published: 7 to 9 GB/s, then 28.39 on any CPU; 28.3, 23.0 and 26.6 where fio was bound to CPUs."""
    chart = await series(client, x="bios.nps", metric="bw_bytes_per_s", by="rw")
    both, *pinned = sorted(chart["series"], key=lambda line: -len(line["points"]))
    assert [(p["x"], p["n"], round(p["mean"] / GB, 2)) for p in both["points"]] == [
        (1, 2, 8.0),
        (4, 1, 28.39),
    ]
    assert sorted(round(line["points"][0]["mean"] / GB, 1) for line in pinned) == [23.0, 26.6, 28.3]
    assert all(p["mixed"] == [] for line in chart["series"] for p in line["points"])


async def test_the_tables_of_the_nas(client: AsyncClient) -> None:
    """Published: 6,004 and 12,899 IOPS at 8 KiB, 3,085 and 3,376 at 256 KiB; nobody's mean but their own."""
    chart = await series(client, x="bs", metric="iops", by="rw")
    found = {
        (line["values"][0], p["x"]): round(p["mean"], 1)
        for line in lines_of(chart, "nas-client")
        for p in line["points"]
    }
    assert found == {
        ("randwrite", 8192): 6004.2, ("randread", 8192): 12898.8,
        ("randwrite", 262144): 3085.1, ("randread", 262144): 3376.3,
    }  # fmt: skip


async def test_pcie_and_sata_drives_against_what_they_are_rated_at(client: AsyncClient) -> None:
    """Published: 87,171 and 75,945 of 450,000 IOPS, 67,186 of 75,000: 19, 17 and 90 %."""
    chart = await series(client, x="label.device", metric="iops")
    found = {
        (p["x"], round(p["mean"], 1)): round(100 * p["rated_ratio"])
        for line in chart["series"]
        for p in line["points"]
    }
    assert found == {("PCIe SSD", 87171.2): 19, ("PCIe SSD", 75945.1): 17, ("SATA SSD", 67186.2): 90}
    # Along an option that every host has, its runs stay with their host.
    everywhere = await series(client, x="iodepth", metric="iops")
    points = [p for line in lines_of(everywhere, "freebsd-box") for p in line["points"]]
    own = {round(value["value"], 1) for p in points for value in p["values"]}
    assert own == {87171.2, 75945.1, 67186.2}


async def test_history_joins_one_host_and_one_workload(client: AsyncClient) -> None:
    everything = await series(client, x="started_at", metric="iops", by="host")
    # More workloads than lines: nothing of a host that ran several is joined, nor 4 GB runs with one of 512 MB.
    assert everything["is_asking"] is True
    assert len(everything["series"]) == 4
    assert not any(line["is_alike"] for line in everything["series"])
    # Four rows of a table with two patterns and two sizes are four lines, not a zigzag.
    chart = await series(client, x="started_at", metric="iops", host="nas-client (demo)")
    assert chart["is_asking"] is False
    assert [(len(line["points"]), line["is_alike"]) for line in chart["series"]] == [(1, True)] * 4


async def test_no_cell_of_block_size_by_depth_holds_two_settings_of_a_machine(client: AsyncClient) -> None:
    chart = await series(client, x="bs", metric="bw_bytes_per_s", by="iodepth")
    assert chart["is_asking"] is True
    [epyc] = lines_of(chart, "epyc")
    [cell] = epyc["points"]
    assert (cell["n"], cell["median"], "bios.nps" in cell["mixed"]) == (6, None, True)


async def test_slot_2_against_3_of_the_jobs_of_4_gib_alone(client: AsyncClient) -> None:
    """Published: 35,544.9 and 23,837.8 IOPS of 4 GiB, × 0.671; the run of 512 MiB is another kind."""
    chart = await series(client, x="slot", metric="iops", by="rw")
    [both] = [line for line in chart["series"] if [p["x"] for p in line["points"]] == ["Slot-2", "Slot-3"]]
    slot_2, slot_3 = both["points"]
    assert (slot_2["n"], round(slot_2["mean"], 1)) == (1, 35544.9)
    assert (slot_3["n"], round(slot_3["mean"], 1)) == (1, 23837.8)
    assert round(slot_3["mean"] / slot_2["mean"], 3) == 0.671


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("key", "host"),
    [
        ("bandwidth-over-width", "gpu-server (demo)"),
        ("slot-against-slot", "workstation (demo)"),
        ("bios-against-bios", "epyc (demo)"),
    ],
)
async def test_a_preset_starts_with_the_runs_that_answer_it(client: AsyncClient, key: str, host: str) -> None:
    items = (await client.get("/api/v1/series/presets")).json()["items"]
    [preset] = [item for item in items if item["key"] == key]
    chosen = dict(parse_qsl(preset["filter"], keep_blank_values=True))
    assert (chosen["host"], preset["starts_with"].startswith(f"Filter: {host}")) == (host, True)
    axes = {name: preset[name] for name in ("x", "metric", "by") if preset[name]}
    chart = await series(client, **axes, **chosen)
    assert chart["is_asking"] is False
    assert max(len(line["points"]) for line in chart["series"]) > 1
