"""Merging hosts that are one machine, splitting a host that is two, and undoing either."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes import work as watch_work
from fioboard.app.watch.events import work as event_work
from fioboard.core.database import Database
from tests.factories.drives import measured
from tests.factories.fio_output import output
from tests.factories.nights import steady, upload_nights
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio


def machine(number: int) -> dict[str, Any]:
    """Identifiers of one of two machines that share a cloned system."""
    return {
        "host": {"machine_id_hash": "c" * 64},
        "system": {"vendor": "Acme", "product": f"Bench {number}", "serial": f"SRV-774{number}"},
        "disks": {
            f"nvme{n}n1": {"model": "X", "serial": f"S4EV{number}{n}", "transport": "pcie"} for n in range(2)
        },
    }


async def send(
    client: AsyncClient,
    agent: str,
    name: str,
    found: Mapping[str, Any] | None = None,
    day: int = 1,
    **more: Any,
) -> str:
    files = {"fio.json": output()}
    about = manifest(
        files, host={"id": agent, "name": name}, started_at=f"2026-11-{day:02}T13:00:00Z", **more
    )
    content, headers = body(files, about, inventory(**(found or {})))
    stored = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert stored.status_code == 201, stored.text
    return str(stored.json()["id"])


async def hosts(client: AsyncClient) -> dict[str, int]:
    return {one["name"]: one["run_count"] for one in (await client.get("/api/v1/hosts")).json()["items"]}


async def ids(client: AsyncClient) -> dict[str, str]:
    return {one["name"]: one["id"] for one in (await client.get("/api/v1/hosts")).json()["items"]}


async def count(client: AsyncClient, **wanted: str) -> int:
    answer = await client.get("/api/v1/runs", params=wanted)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["total"])


async def merge(client: AsyncClient, kept: str, merged: str) -> dict[str, Any]:
    answer = await client.post(f"/api/v1/hosts/{kept}/merge", json={"host_id": merged})
    assert answer.status_code == 201, answer.text
    move: dict[str, Any] = answer.json()
    return move


async def undo(client: AsyncClient, move: Mapping[str, Any]) -> None:
    answer = await client.post(f"/api/v1/host-moves/{move['id']}/undo")
    assert answer.status_code == 200, answer.text


async def test_a_merge_moves_the_runs_and_its_undo_brings_them_back(client: AsyncClient) -> None:
    kept_run = await send(client, "host-0001", "vm", labels={"fan": "on"})
    moved_run = await send(client, "host-0002", "vm", labels={"fan": "off"}, title="kept title")
    before = (await client.get(f"/api/v1/runs/{moved_run}")).json()
    host_ids = await ids(client)
    move = await merge(client, host_ids["vm"], host_ids["vm (2)"])
    assert (move["runs"], move["source"]["name"], move["target"]["name"]) == (1, "vm (2)", "vm")
    assert await hosts(client) == {"vm": 2}
    run = (await client.get(f"/api/v1/runs/{moved_run}")).json()
    assert run["host"] == {"id": host_ids["vm"], "name": "vm"}
    assert run["factors"]["host"] == "vm"
    assert (run["labels"], run["title"]) == ({"fan": "off"}, "kept title")
    page = (await client.get(f"/api/v1/hosts/{host_ids['vm (2)']}")).json()
    assert (page["id"], page["run_count"], [one["id"] for one in page["moves"]]) == (
        host_ids["vm"],
        2,
        [move["id"]],
    )
    await undo(client, move)
    assert await hosts(client) == {"vm": 1, "vm (2)": 1}
    after = (await client.get(f"/api/v1/runs/{moved_run}")).json()
    assert after == before
    assert (await client.get(f"/api/v1/runs/{kept_run}")).json()["factors"]["host"] == "vm"


async def test_old_names_and_ids_in_addresses_mean_the_kept_host(client: AsyncClient) -> None:
    await measured(client, 10, "vm")
    await send(client, "host-0002", "web01")
    host_ids = await ids(client)
    move = await merge(client, host_ids["vm"], host_ids["web01"])
    await measured(client, 11, "vm")
    drives = {
        name: (await client.get("/api/v1/fleet", params={"host": name})).json()["drives"]
        for name in ("vm", "web01")
    }
    assert drives == {"vm": 1, "web01": 1}
    for wanted in (
        {"host": "web01"},
        {"host": "vm"},
        {"host_id": host_ids["web01"]},
        {"host_id": host_ids["vm"]},
    ):
        assert await count(client, **wanted) == 3
    assert await count(client, host="!web01") == 0
    imported = await client.post("/api/v1/import?host=web01", content=output(iops=2000.0))
    assert imported.status_code == 201
    assert await hosts(client) == {"vm": 4}
    await undo(client, move)
    assert await count(client, host="web01") == 1


async def test_later_uploads_of_the_merged_agent_go_to_the_kept_host_under_its_name(
    client: AsyncClient,
) -> None:
    await send(client, "host-0001", "vm")
    await send(client, "host-0002", "web01")
    host_ids = await ids(client)
    move = await merge(client, host_ids["vm"], host_ids["web01"])
    await send(client, "host-0002", "web01")
    await send(client, "host-0001", "vm")
    assert await hosts(client) == {"vm": 4}
    await undo(client, move)
    assert await hosts(client) == {"vm": 2, "web01": 2}
    await send(client, "host-0002", "web01")
    assert await hosts(client) == {"vm": 2, "web01": 3}


@pytest.mark.nightly
async def test_the_token_of_a_merged_host_still_sends(
    browser: AsyncClient, stranger: AsyncClient, client: AsyncClient
) -> None:
    tokens = {}
    for agent, name in (("host-0001", "vm"), ("host-0002", "web01")):
        code = (await browser.post("/api/v1/enrolments")).json()["code"]
        about = {"code": code, "host_id": agent, "host_name": name}
        tokens[agent] = (await stranger.post("/api/v1/enrolments/exchange", json=about)).json()["token"]
    host_ids = await ids(client)
    move = await merge(client, host_ids["vm"], host_ids["web01"])

    async def statuses() -> list[int]:
        got = []
        for agent, name in (("host-0001", "vm"), ("host-0002", "web01")):
            files = {"fio.json": output()}
            content, headers = body(files, manifest(files, host={"id": agent, "name": name}))
            headers = headers | {"authorization": f"Bearer {tokens[agent]}"}
            got.append((await stranger.post("/api/v1/uploads", content=content, headers=headers)).status_code)
            imported = await stranger.post(
                f"/api/v1/import?host={name}",
                content=output(iops=float(len(got) * 100)),
                headers={"authorization": f"Bearer {tokens[agent]}"},
            )
            got.append(imported.status_code)
        return got

    assert await statuses() == [201, 201, 201, 201]
    assert await hosts(client) == {"vm": 4}
    await undo(client, move)
    assert (await statuses())[::2] == [201, 201]


@pytest.mark.nightly
async def test_notes_expectations_and_what_people_said_of_changes_go_along(
    client: AsyncClient, database: Database
) -> None:
    degraded = {"md0": {"kind": "md", "level": "raid1", "is_degraded": True, "members": []}}
    await send(client, "host-0001", "vm", machine(1) | {"volumes": degraded})
    await event_work.work(database)
    await upload_nights(client, [*steady(100_000, 16), *steady(86_000, 12)], host="web01")
    await watch_work.work(database)
    changes = (await client.get("/api/v1/changes")).json()["items"]
    assert changes
    noted_changes = {"ids": [one["id"] for one in changes], "state": "acknowledged", "note": "seen"}
    assert (await client.patch("/api/v1/changes", json=noted_changes)).status_code == 200
    host_ids = await ids(client)
    noted = {"host_id": host_ids["web01"], "at": "2026-11-13T00:00:00Z", "text": "new cable"}
    assert (await client.post("/api/v1/time-notes", json=noted)).status_code == 201
    move = await merge(client, host_ids["vm"], host_ids["web01"])
    await watch_work.work(database)

    async def told(host: str) -> list[tuple[str, str]]:
        items = (await client.get("/api/v1/changes", params={"host": host})).json()["items"]
        return [(one["state"], one["note"]) for one in items]

    assert await told("vm") == [("acknowledged", "seen")] * len(changes)
    [note] = (await client.get("/api/v1/time-notes", params={"host_id": host_ids["vm"]})).json()["items"]
    assert note["text"] == "new cable"
    await _require_old_name_and_id(client, host_ids)
    await undo(client, move)
    await watch_work.work(database)
    assert await told("web01") == [("acknowledged", "seen")] * len(changes)
    assert await told("vm") == []
    [note] = (await client.get("/api/v1/time-notes", params={"host_id": host_ids["web01"]})).json()["items"]
    assert note["text"] == "new cable"


async def _require_old_name_and_id(client: AsyncClient, host_ids: Mapping[str, str]) -> None:
    """What belongs to `vm` since `web01` was merged into it is found under the name and the id of either."""
    for path in ("changes", "events", "watched-series"):
        found = [
            (await client.get(f"/api/v1/{path}", params={"host": name})).json()
            for name in ("vm", "web01", "none")
        ]
        assert found[0] == found[1] != found[2], path
    for path in ("", "/course", "/ratings", "/hardware"):
        pages = [await client.get(f"/api/v1/hosts/{host_ids[name]}{path}") for name in ("vm", "web01")]
        assert [page.status_code for page in pages] == [200, 200], path
        assert pages[0].json() == pages[1].json(), path
    again = {"host_id": host_ids["web01"], "at": "2026-11-14T00:00:00Z", "text": "new fan"}
    noted = (await client.post("/api/v1/time-notes", json=again)).json()
    assert noted["host"] == {"id": host_ids["vm"], "name": "vm"}
    listed = [
        await client.get("/api/v1/time-notes", params={"host_id": host_ids[name]}) for name in ("vm", "web01")
    ]
    assert listed[0].json() == listed[1].json()
    assert (await client.delete(f"/api/v1/time-notes/{noted['id']}")).status_code == 204


async def test_every_counter_is_right_after_a_merge_and_its_undo(
    client: AsyncClient, database: Database
) -> None:
    await send(client, "host-0001", "vm", {"host": {"machine_id_hash": "d" * 64}})
    deleted = await send(client, "host-0002", "web01")
    await send(client, "host-0002", "web01", machine(1))
    assert (await client.delete(f"/api/v1/runs/{deleted}")).status_code == 204
    host_ids = await ids(client)
    miscounted = """
        select count(*) from configuration c where run_count <> (
            select count(*) from run r where r.configuration_id = c.id and r.deleted_at is null)
    """
    move = await merge(client, host_ids["vm"], host_ids["web01"])
    async with database.driver() as driver:
        assert await driver.fetchval(miscounted) == 0
    assert await hosts(client) == {"vm": 2}
    assert (await client.post(f"/api/v1/runs/{deleted}/restore")).status_code == 200
    assert await hosts(client) == {"vm": 3}
    await undo(client, move)
    async with database.driver() as driver:
        assert await driver.fetchval(miscounted) == 0
    assert await hosts(client) == {"vm": 1, "web01": 2}


async def test_hosts_that_look_alike_are_offered_and_merges_are_audited(
    client: AsyncClient, database: Database
) -> None:
    await send(client, "host-0001", "vm", {"host": {"machine_id_hash": "d" * 64}})
    await send(client, "host-0002", "web01", {"host": {"machine_id_hash": "d" * 64}})
    host_ids = await ids(client)
    page = (await client.get(f"/api/v1/hosts/{host_ids['vm']}")).json()
    assert [one["name"] for one in page["alike"]] == ["web01"]
    pair = {
        name: {"id": host_ids[called], "name": called}
        for name, called in (("host", "vm"), ("other", "web01"))
    }
    assert (await client.get("/api/v1/hosts")).json()["alike"] == [pair]
    move = await merge(client, host_ids["vm"], host_ids["web01"])
    page = (await client.get(f"/api/v1/hosts/{host_ids['vm']}")).json()
    assert page["alike"] == []
    assert (await client.get("/api/v1/hosts")).json()["alike"] == []
    await undo(client, move)
    assert (await client.get("/api/v1/hosts")).json()["alike"] == [pair]
    async with database.driver() as driver:
        rows = await driver.fetch("select action from audit_event where action like 'host.%' order by id")
    assert [row["action"] for row in rows] == ["host.merge", "host.undo_merge"]


async def test_a_cloned_image_is_said_and_split(client: AsyncClient) -> None:
    for day, number in enumerate((1, 2, 1, 2), start=1):
        await send(client, "host-0001", "golden", machine(number), day)
    host_id = (await ids(client))["golden"]
    machines = (await client.get(f"/api/v1/hosts/{host_id}")).json()["machines"]
    assert [(one["run_count"], len(one["inventory_ids"])) for one in machines] == [(2, 1), (2, 1)]
    answer = await client.post(
        f"/api/v1/hosts/{host_id}/split", json={"inventory_ids": machines[0]["inventory_ids"]}
    )
    assert answer.status_code == 201, answer.text
    assert await hosts(client) == {"golden": 2, "golden (2)": 2}
    for number in (1, 2, 2):
        await send(client, "host-0001", "golden", machine(number), 5)
    assert await hosts(client) == {"golden": 3, "golden (2)": 4}
    assert (await client.get(f"/api/v1/hosts/{host_id}")).json()["machines"] == []
    await undo(client, answer.json())
    assert await hosts(client) == {"golden": 7}
    await send(client, "host-0001", "golden", machine(2), 6)
    assert await hosts(client) == {"golden": 8}
    assert await count(client, host="golden (2)") == 8


async def test_a_replaced_board_is_no_second_machine(client: AsyncClient) -> None:
    for day, number in enumerate((1, 1, 2, 2), start=1):
        await send(client, "host-0001", "vm", machine(number), day)
    host_id = (await ids(client))["vm"]
    assert (await client.get(f"/api/v1/hosts/{host_id}")).json()["machines"] == []


async def test_moves_are_undone_in_order_and_once(client: AsyncClient) -> None:
    for number in (1, 2, 3):
        await send(client, f"host-000{number}", f"vm{number}")
    host_ids = await ids(client)
    first = await merge(client, host_ids["vm2"], host_ids["vm1"])
    second = await merge(client, host_ids["vm3"], host_ids["vm2"])
    assert await count(client, host="vm1") == 3
    early = await client.post(f"/api/v1/host-moves/{first['id']}/undo")
    assert (early.status_code, early.json()["error"]) == (409, "Conflict")
    await undo(client, second)
    await undo(client, first)
    assert await hosts(client) == {"vm1": 1, "vm2": 1, "vm3": 1}
    twice = await client.post(f"/api/v1/host-moves/{first['id']}/undo")
    assert twice.status_code == 409


async def test_bad_moves_are_refused(client: AsyncClient) -> None:
    await send(client, "host-0001", "vm")
    await send(client, "host-0002", "web01")
    host_ids = await ids(client)
    vm, web = host_ids["vm"], host_ids["web01"]
    for path, content, status in (
        (f"hosts/{vm}/merge", {"host_id": vm}, 422),
        (f"hosts/{vm}/merge", {"host_id": str(uuid4())}, 404),
        (f"hosts/{uuid4()}/merge", {"host_id": vm}, 404),
        (f"hosts/{vm}/merge", {"host_id": "vm"}, 422),
        (f"hosts/{vm}/merge", {}, 422),
        (f"hosts/{vm}/merge", {"host_id": web, "more": 1}, 422),
        (f"hosts/{vm}/split", {"inventory_ids": []}, 422),
        (f"hosts/{vm}/split", {"inventory_ids": [str(uuid4())]}, 409),
        (f"hosts/{uuid4()}/split", {"inventory_ids": [str(uuid4())]}, 404),
        (f"host-moves/{uuid4()}/undo", None, 404),
    ):
        answer = await client.post(f"/api/v1/{path}", json=content)
        assert answer.status_code == status, (path, content, answer.text)
    await merge(client, vm, web)
    again = await client.post(f"/api/v1/hosts/{vm}/merge", json={"host_id": web})
    assert again.status_code == 409
