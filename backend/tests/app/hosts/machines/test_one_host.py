"""GET /hosts/{id}: the timeline of what changed, newest first."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work as watch
from fioboard.core.database import Database
from fioboard.engine.answers.host import HostDetail, HostList
from fioboard.engine.answers.host_series import HostCourse
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import output
from tests.factories.machine import machine
from tests.factories.measured_machine import upload

pytestmark = pytest.mark.anyio
HOST = {"id": "host-0001", "name": "epyc"}


async def measure(client: AsyncClient, name: str, hour: int, **changes: Any) -> dict[str, Any]:
    """One run of the host with a machine's inventory, at an hour of one day."""
    hardware = machine(name)["inventory"]
    hardware["system"]["bios"] |= changes
    body = upload(name, hardware=hardware, host=HOST, started_at=f"2026-11-20T{hour:02d}:00:00Z")
    answer = await send(client, body)
    assert answer.status_code == 201
    found: dict[str, Any] = (await client.get(f"/api/v1/runs/{answer.json()['id']}")).json()
    return found


async def test_timeline_says_what_changed_when_and_comes_back_to_what_was(client: AsyncClient) -> None:
    first = await measure(client, "epyc-nps1", 1)
    await measure(client, "epyc-nps1", 2)
    changed = await measure(client, "epyc-nps4", 3, version="M11")
    await measure(client, "epyc-nps1", 4)
    found = await ask(client, f"/hosts/{first['host']['id']}", HostDetail)
    assert (found["run_count"], found["first_run_at"], found["last_run_at"]) == (
        *(4, "2026-11-20T01:00:00Z"),
        "2026-11-20T04:00:00Z",
    )
    newest, middle, oldest = found["timeline"]
    assert [e["run_count"] for e in found["timeline"]] == [1, 1, 2]
    assert newest["inventory_id"] == oldest["inventory_id"] == first["inventory_id"]
    assert (middle["inventory_id"], middle["previous_inventory_id"]) == (
        changed["inventory_id"],
        first["inventory_id"],
    )
    assert (oldest["previous_inventory_id"], oldest["headlines"], oldest["change_count"]) == (None, [], 0)
    assert (oldest["first_seen_at"], oldest["last_seen_at"]) == (
        "2026-11-20T01:00:00Z",
        "2026-11-20T02:00:00Z",
    )
    assert middle["facets_changed"] == ["fw"]
    assert middle["change_count"] > len(middle["headlines"])
    headlines = {h["key"]: (h["base"], h["new"]) for h in middle["headlines"]}
    assert headlines["system.bios.version"] == ("M10", "M11")
    assert headlines["cpu.numa.nodes_per_socket"] == (1, 4)
    back = {h["key"]: (h["base"], h["new"]) for h in newest["headlines"]}
    assert back["system.bios.version"] == ("M11", "M10")


async def test_host_without_an_inventory_has_an_empty_timeline(client: AsyncClient) -> None:
    await client.post("/api/v1/import", params={"host": "imported"}, content=output())
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    found = await ask(client, f"/hosts/{host['id']}", HostDetail)
    assert (found["timeline"], found["inventory_id"]) == ([], None)


async def test_deleted_runs_are_not_part_of_the_history(client: AsyncClient, database: Database) -> None:
    first = await measure(client, "epyc-nps1", 1)
    second = await measure(client, "epyc-nps4", 2)
    await client.delete(f"/api/v1/runs/{second['id']}")
    found = await ask(client, f"/hosts/{first['host']['id']}", HostDetail)
    assert [e["inventory_id"] for e in found["timeline"]] == [first["inventory_id"]]


async def test_bad_addresses_are_named(client: AsyncClient) -> None:
    for path, status, error in (
        (f"/api/v1/hosts/{uuid4()}", 404, "HostNotFound"),
        ("/api/v1/hosts/epyc", 404, "HostNotFound"),
        (f"/api/v1/hosts/{uuid4()}?colour=red", 422, "UnknownKey"),
        (f"/api/v1/hosts/{uuid4()}/course", 404, "HostNotFound"),
        ("/api/v1/hosts/epyc/course", 404, "HostNotFound"),
        (f"/api/v1/hosts/{uuid4()}/course?series={'a' * 200}", 422, "Invalid"),
    ):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error), path


async def test_a_swapped_drive_of_the_same_model_is_another_unit(
    client: AsyncClient, database: Database
) -> None:
    """Only the serial differs: one drive went and another came, which the timeline says without naming a serial."""
    found = []
    for hour, serial in enumerate(("S-OLD", "S-NEW", None), 1):
        hardware = machine("epyc-nps4")["inventory"]
        for number, disk in enumerate(hardware["disks"].values()):
            disk |= {"model": "Example SSD", "serial": f"S{number}"}
        hardware["disks"]["nvme0n1"] |= {"serial": serial, "wwid": None}
        body = upload("epyc-nps4", hardware=hardware, host=HOST, started_at=f"2026-11-20T{hour:02d}:00:00Z")
        found.append((await send(client, body)).json()["id"])
    run = (await client.get(f"/api/v1/runs/{found[0]}")).json()
    newest, middle, oldest = (await ask(client, f"/hosts/{run['host']['id']}", HostDetail))["timeline"]
    assert [e["units"] for e in (newest, middle, oldest)] == ["cannot_tell", "different", None]
    assert middle["facets_changed"] == ["hw"]
    assert (middle["headlines"][0]["title"], middle["headlines"][0]["base"]) == ("Drive", "Example SSD")
    assert middle["headlines"][0]["new"] == "another unit of the same model, in the same place"
    difference = (
        await client.get(
            f"/api/v1/inventories/{middle['previous_inventory_id']}/diff/{middle['inventory_id']}"
        )
    ).json()
    assert difference["units"] == {"state": "different", "text": "Other units: drives."}
    async with database.driver() as driver:
        prints = await driver.fetch("select units_fingerprint from inventory")
    assert len({row["units_fingerprint"] for row in prints}) == 3
    # The hash of serials leaves the service nowhere.
    shown = (await client.get(f"/api/v1/inventories/{middle['inventory_id']}")).text
    assert not any(row["units_fingerprint"] and row["units_fingerprint"] in shown for row in prints)


async def test_what_it_measured_and_what_is_said_first(client: AsyncClient, database: Database) -> None:
    first = await measure(client, "epyc-nps1", 1)
    best = await measure(client, "epyc-nps4", 2)
    while await watch(database):
        pass
    found = await ask(client, f"/hosts/{first['host']['id']}", HostDetail)
    assert found["hardware"][0].endswith("MZ72-HB0-00")
    assert found["runs_looked_at"] == 2
    [series] = [one for one in found["series"] if one["key"] == found["answer"]["series"]]
    course = await ask(client, f"/hosts/{first['host']['id']}/course?series={series['key']}", HostCourse)
    assert course["series"]["key"] == series["key"]
    assert [point["run_id"] for point in course["points"]] == [first["id"], best["id"]]
    assert [point["configuration"] for point in course["points"]] == [0, 1]
    assert series["latest"]["run_id"] == best["id"]
    answered = await ask(client, f"/hosts/{first['host']['id']}/course", HostCourse)
    assert answered["series"]["key"] == series["key"]


async def test_a_series_that_the_host_has_not_is_named(client: AsyncClient) -> None:
    run = await measure(client, "epyc-nps1", 1)
    answer = await client.get(f"/api/v1/hosts/{run['host']['id']}/course?series=none")
    assert (answer.status_code, answer.json()["error"]) == (422, "UnknownValue")
    assert "has no series" in answer.json()["detail"]


async def test_the_list_tells_hardware_best_figures_and_what_is_open(client: AsyncClient) -> None:
    await client.post("/api/v1/import", params={"host": "imported"}, content=output())
    await measure(client, "epyc-nps1", 1)
    best = await measure(client, "epyc-nps4", 2)
    answer = await ask(client, "/hosts", HostList)
    epyc, imported = answer["items"]
    assert (epyc["name"], imported["name"]) == ("epyc", "imported")
    assert epyc["hardware"][0].endswith("MZ72-HB0-00") and imported["hardware"] == []
    assert epyc["inventory_id"] == best["inventory_id"] and imported["inventory_id"] is None
    bandwidth = next(one for one in epyc["best"] if one["unit"] == "bytes/s")
    values = [one["bw_bytes_per_s"] for one in best["results"]]
    assert bandwidth["value"] == max(values)
    assert (epyc["open_events"], epyc["degraded_links"], epyc["agent_at"]) == (0, 0, None)
