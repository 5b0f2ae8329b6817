"""Uploads keep every drive of their host as it was last seen; a reparse makes the same of what is stored."""

import copy
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.hardware.inventory.drives import Drive
from fioboard.engine.words.drives import DRIVE
from tests.app.ingest.test_uploads import send
from tests.app.system.reparse.test_reparse import all_changes
from tests.factories.machine import machine
from tests.factories.measured_machine import fio_output, samples, upload

pytestmark = pytest.mark.anyio


async def rows(database: Database, table: str) -> list[dict[str, Any]]:
    order = {"drive": "name", "run_drive": "run_id", "host_state": "host_id"}[table]
    async with database.driver() as driver:
        return [dict(row) for row in await driver.fetch(f"select * from {table} order by {order}")]


def hardware(**disks: dict[str, Any] | None) -> dict[str, Any]:
    """The machine of four drives; fields of single drives replaced, None = pulled out."""
    document: dict[str, Any] = copy.deepcopy(machine("epyc-nps1")["inventory"])
    for n, (name, disk) in enumerate(document["disks"].items()):
        disk.update(
            {"model": "EXAMPLE  15T ", "serial": f"S{n}", "firmware": "1.0"} | (disks.get(name) or {})
        )
    document["disks"] = {
        name: disk for name, disk in document["disks"].items() if name not in disks or disks[name]
    }
    return document


def test_the_columns_are_what_a_drive_tells() -> None:
    assert {column.name for column in DRIVE} == set(Drive.__annotations__) - {"unit"}


async def test_every_drive_of_the_host_is_kept(client: AsyncClient, database: Database) -> None:
    moment = {"disks": {"nvme0n1": {"temperature_c": 41, "percentage_used": 7, "critical_warning": 0}}}
    answer = await send(client, upload("epyc-nps1", hardware=hardware() | {"moment": moment}))
    assert answer.status_code == 201, answer.text
    drives = await rows(database, "drive")
    assert [drive["name"] for drive in drives] == ["nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1"]
    assert (drives[0]["temperature_c"], drives[0]["used_pct"], drives[0]["critical_warning"]) == (41, 7, 0)
    assert (drives[1]["temperature_c"], drives[1]["used_pct"], drives[1]["has_serial"]) == (None, None, True)
    assert all((drive["model"], drive["link_class"]) == ("EXAMPLE 15T", "full") for drive in drives)
    # A run over an array of four tells of no drive alone.
    assert await rows(database, "run_drive") == []


async def test_a_run_on_one_drive_names_it(client: AsyncClient, database: Database) -> None:
    about = {"targets": [], "target": "/dev/nvme2n1"}
    run = (await send(client, upload("epyc-nps1", hardware=hardware(), **about))).json()
    [measured] = await rows(database, "run_drive")
    [drive] = [d for d in await rows(database, "drive") if d["id"] == measured["drive_id"]]
    assert (str(measured["run_id"]), drive["name"]) == (run["id"], "nvme2n1")


async def test_health_after_the_run_wins_over_the_inventory(client: AsyncClient, database: Database) -> None:
    moment = {"disks": {"nvme0n1": {"temperature_c": 30, "percentage_used": 7}}}
    sampled = samples(["nvme0n1"]) | {
        "after": {"disks": {"nvme0n1": {"temperature_c": 66, "media_errors": 3}}}
    }
    await send(client, upload("epyc-nps1", sampled=sampled, hardware=hardware() | {"moment": moment}))
    drive = (await rows(database, "drive"))[0]
    assert (drive["temperature_c"], drive["used_pct"], drive["media_errors"]) == (66, 7, 3)


async def test_newer_uploads_change_a_drive_and_older_ones_do_not(
    client: AsyncClient, database: Database
) -> None:
    async def state(hour: int, firmware: str, **disks: Any) -> list[tuple[str, str, int]]:
        at = f"2026-11-20T{hour}:00:00Z"
        document = hardware(nvme0n1={"firmware": firmware}, **disks)
        answer = await send(
            client, upload("epyc-nps1", fio_output(hour), hardware=document, started_at=at, ended_at=None)
        )
        assert answer.status_code == 201, answer.text
        return [(d["name"], d["firmware"], d["seen_at"].hour) for d in await rows(database, "drive")][:2]

    assert await state(12, "1.0") == [("nvme0n1", "1.0", 12), ("nvme1n1", "1.0", 12)]
    before = [drive["id"] for drive in await rows(database, "drive")]
    # Pulled out: it stays as it was last seen, and the host was seen since.
    assert await state(14, "2.0", nvme1n1=None) == [("nvme0n1", "2.0", 14), ("nvme1n1", "1.0", 12)]
    assert await state(10, "0.9") == [("nvme0n1", "2.0", 14), ("nvme1n1", "1.0", 12)]
    [host] = await rows(database, "host_state")
    assert host["seen_at"].hour == 14
    assert [drive["id"] for drive in await rows(database, "drive")] == before


async def test_degraded_arrays_are_the_host_s(client: AsyncClient, database: Database) -> None:
    document = hardware()
    document["volumes"]["md0"] |= {"is_degraded": True, "level": "raid1"}
    await send(client, upload("epyc-nps1", hardware=document))
    assert [host["degraded_arrays"] for host in await rows(database, "host_state")] == [["md0 (md raid1)"]]


async def test_an_import_tells_of_no_drive(client: AsyncClient, database: Database) -> None:
    answer = await client.post("/api/v1/import", params={"host": "x"}, content=fio_output())
    assert answer.status_code == 201, answer.text
    assert await rows(database, "drive") == await rows(database, "host_state") == []


async def test_odd_documents_are_no_error(client: AsyncClient, database: Database) -> None:
    health = {"temperature_c": "hot", "percentage_used": -1, "critical_warning": 2**60, "media_errors": -1}
    odd = {"a": {"model": 7, "size_bytes": -1, "serial": ""}, "b": "x", "c": {"pci": 5, "controllers": 1}}
    document = {"schema": 1, "disks": odd, "volumes": [], "moment": {"disks": {"a": health, "b": 3}}}
    answer = await send(client, upload("epyc-nps1", hardware=document))
    assert answer.status_code == 201, answer.text
    [a, c] = await rows(database, "drive")
    assert (a["name"], c["name"], a["model"], a["has_serial"]) == ("a", "c", None, False)
    assert {
        a[key] for key in ("size_bytes", "temperature_c", "used_pct", "critical_warning", "media_errors")
    } == {None}


async def test_a_reparse_makes_the_same_rows(client: AsyncClient, database: Database) -> None:
    moment = {"disks": {"nvme0n1": {"temperature_c": 41}}}
    await send(
        client,
        upload("epyc-nps1", hardware=hardware() | {"moment": moment}, targets=[], target="/dev/nvme0n1"),
    )
    before = [await rows(database, table) for table in ("drive", "host_state", "run_drive")]
    async with database.driver() as driver:
        await driver.execute("delete from run_drive")
        await driver.execute("update drive set model = 'x', temperature_c = null")
        await driver.execute("delete from host_state")
    await all_changes(database)
    assert [await rows(database, table) for table in ("drive", "host_state", "run_drive")] == before
