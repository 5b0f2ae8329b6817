"""A batch as one thing: what people call it, and all of its runs into the trash and back in one step."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history import changes
from fioboard.app.watch.changes.work import work as watch
from fioboard.core.database import Database
from fioboard.engine.answers.batch import BatchOut
from fioboard.engine.answers.batch_change import BatchDeletion
from tests.app.hosts.machines.test_inventories import ask
from tests.app.runs.history.test_folding import QUICK, SWEEP, put
from tests.factories.nights import steady, upload_night
from tests.factories.shares import of_run, share
from tests.loops import check_each

pytestmark = pytest.mark.anyio
URL = f"/api/v1/batches/{SWEEP}"


@pytest.fixture
async def ids(client: AsyncClient) -> list[str]:
    """Three steps of a sweep, one step of another batch, one run alone."""
    steps = [await put(client, n, 1000, {"iodepth": str(n)}, (SWEEP, "sweep", n)) for n in (1, 2, 3)]
    return [*steps, await put(client, 4, 700, step=(QUICK, "quick", 1)), await put(client, 5, 50)]


async def listed(client: AsyncClient) -> set[str]:
    return {item["id"] for item in (await client.get("/api/v1/runs")).json()["items"]}


async def events(client: AsyncClient, action: str) -> list[dict[str, Any]]:
    items = (await client.get("/api/v1/audit")).json()["items"]
    return [item for item in items if item["action"] == action]


async def test_its_title_stands_wherever_it_is_named_and_its_name_comes_back(
    client: AsyncClient, ids: list[str]
) -> None:
    said = {"title": "  Fans\n off ", "note": "second fan\nunplugged"}
    edited = await client.patch(URL, json=said)
    assert edited.status_code == 200, edited.text
    page: dict[str, Any] = await ask(client, f"/batches/{SWEEP}", BatchOut)
    assert {key: page[key] for key in ("name", "title", "agent_name", "note")} == {
        "name": "Fans off",
        "title": "Fans off",
        "agent_name": "sweep",
        "note": "second fan\nunplugged",
    }
    assert [run["batch"]["name"] for run in page["runs"]] == ["Fans off"] * 3
    whole = (await client.get(f"/api/v1/runs/{ids[0]}")).json()
    place = (await client.get(f"/api/v1/runs/{ids[0]}/batch")).json()
    folded = (await client.get("/api/v1/runs?fold=batch&batch=" + str(SWEEP))).json()["items"][0]
    by_batch = (await client.get("/api/v1/runs/groups?by=batch")).json()["groups"]
    names = [whole["batch"]["name"], place["batch"]["name"], folded["fold"]["name"], folded["batch"]["name"]]
    assert names == ["Fans off"] * 4
    assert {group["batch"]["name"] for group in by_batch if group["batch"]} == {"Fans off", "quick"}
    for text, expected in (("fans", ["Fans off"]), ("sweep", []), ("QUICK", ["quick"])):
        items = (await client.get("/api/v1/batches", params={"find": text})).json()["items"]
        assert [item["name"] for item in items] == expected
    [event] = await events(client, "batch.edit")
    assert event["detail"]["after"] == {"title": "Fans off", "note": "second fan\nunplugged"}
    # An absent field stays, and blanks are no title.
    assert (await client.patch(URL, json={"title": " \t"})).json()["name"] == "sweep"
    page = (await client.get(URL)).json()
    assert (page["title"], page["note"]) == (None, "second fan\nunplugged")
    assert (await client.patch(URL, json={})).status_code == 200
    assert len(await events(client, "batch.edit")) == 2


async def test_a_run_that_comes_later_is_of_the_batch_by_its_title(
    client: AsyncClient, ids: list[str]
) -> None:
    await client.patch(URL, json={"title": "Fans off"})
    late = await put(client, 9, 1000, step=(SWEEP, "sweep", 4))
    assert (await client.get(f"/api/v1/runs/{late}")).json()["batch"]["name"] == "Fans off"


@check_each(
    "patch, status, error",
    [
        ({"title": "x" * 201}, 422, "Invalid"),
        ({"title": 7}, 422, "Invalid"),
        ({"note": "x" * 20_001}, 422, "Invalid"),
        ({"name": "x"}, 422, "Invalid"),
        ([], 422, "Invalid"),
    ],
)
async def test_what_does_not_fit_changes_nothing(
    client: AsyncClient, ids: list[str], patch: object, status: int, error: str
) -> None:
    answer = await client.patch(URL, json=patch)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert (await client.get(URL)).json()["title"] is None


async def test_control_characters_do_no_harm(client: AsyncClient, ids: list[str]) -> None:
    edited = await client.patch(URL, json={"title": "a\x00b\x1b[2J"})
    assert edited.json()["title"] == "a\ufffdb\x1b[2J"


async def test_what_is_no_batch_is_not_found_and_nothing_is_kept_of_it(
    client: AsyncClient, database: Database, ids: list[str]
) -> None:
    for path in (f"/api/v1/batches/{uuid4()}", "/api/v1/batches/seven"):
        for answer in (
            await client.patch(path, json={"title": "x"}),
            await client.delete(path),
            await client.get(f"{path}/deletion"),
        ):
            assert (answer.status_code, answer.json()["error"]) == (404, "BatchNotFound")
    refused = await client.delete(URL, params={"shares": "both"})
    assert refused.status_code == 422
    async with database.driver() as driver:
        assert await driver.fetchval("select count(*) from batch") == 0
    assert len(await listed(client)) == 5


async def test_a_batch_goes_into_the_trash_and_comes_back_in_one_step(
    client: AsyncClient, ids: list[str]
) -> None:
    await client.patch(URL, json={"title": "Fans off"})
    deleted = await client.delete(URL)
    assert deleted.status_code == 200, deleted.text
    assert deleted.json()["runs"] == 3
    assert await listed(client) == set(ids[3:])
    assert (await client.get(URL)).status_code == 404
    await client.delete(f"/api/v1/runs/{ids[4]}")
    trash = (await client.get("/api/v1/trash")).json()
    assert [(item["runs"], item["batch_name"]) for item in trash["items"]] == [(1, None), (3, "Fans off")]
    assert trash["items"][1]["edit_id"] == deleted.json()["edit_id"]
    [event] = await events(client, "batch.delete")
    assert (event["subject_id"], event["detail"]["runs"]) == (str(SWEEP), 3)
    undone = (await client.post(f"/api/v1/edits/{deleted.json()['edit_id']}/undo")).json()
    assert (undone["runs"], undone["skipped"]) == (3, [])
    assert await listed(client) == set(ids[:4])
    page = (await client.get(URL)).json()
    assert (page["name"], page["run_count"]) == ("Fans off", 3)


async def test_steps_that_were_deleted_one_by_one_are_listed_one_by_one(
    client: AsyncClient, ids: list[str]
) -> None:
    for run_id in ids[:2]:
        await client.delete(f"/api/v1/runs/{run_id}")
    trash = (await client.get("/api/v1/trash")).json()
    assert [(item["id"], item["runs"]) for item in trash["items"]] == [(ids[1], 1), (ids[0], 1)]


async def test_what_came_back_alone_stays_where_it_is(client: AsyncClient, ids: list[str]) -> None:
    edit = (await client.delete(URL)).json()["edit_id"]
    assert (await client.post(f"/api/v1/runs/{ids[1]}/restore")).status_code == 200
    [item] = (await client.get("/api/v1/trash")).json()["items"]
    assert item["runs"] == 2
    undone = (await client.post(f"/api/v1/edits/{edit}/undo")).json()
    assert (undone["runs"], [one["run_id"] for one in undone["skipped"]]) == (2, [ids[1]])
    assert await listed(client) == set(ids)


async def test_before_it_is_deleted_it_says_what_its_runs_are_part_of(
    client: AsyncClient, ids: list[str]
) -> None:
    link = await share(client, of_run(ids[0], label="Vendor"))
    paused = await share(client, of_run(ids[1]))
    ended = await share(client, of_run(ids[1]))
    await share(client, of_run(ids[4]))
    await client.patch(f"/api/v1/shares/{paused.id}", json={"is_paused": True})
    await client.delete(f"/api/v1/shares/{ended.id}")
    pinned = {"filter": f"run={ids[0]}&run={ids[1]}&run={ids[4]}", "name": "as bought"}
    assert (await client.post("/api/v1/references", json=pinned)).status_code == 201
    touched: dict[str, Any] = await ask(client, f"/batches/{SWEEP}/deletion", BatchDeletion)
    assert (touched["runs"], touched["changes"]) == (3, 0)
    assert [(one["id"], one["label"]) for one in touched["links"]] == [
        (paused.id, None),
        (link.id, "Vendor"),
    ]
    assert [(one["name"], one["runs"], one["run_count"]) for one in touched["references"]] == [
        ("as bought", 2, 3)
    ]
    assert len(await listed(client)) == 5
    await client.delete(URL, params={"shares": "keep"})
    states = {one["id"]: one["state"] for one in (await client.get("/api/v1/shares")).json()["items"]}
    assert (states[link.id], states[paused.id]) == ("active", "paused")


async def test_links_end_unless_they_are_kept(client: AsyncClient, ids: list[str]) -> None:
    link = await share(client, of_run(ids[0]))
    assert (await client.delete(URL)).status_code == 200
    assert (await client.get(link.path)).status_code == 410
    [event] = await events(client, "share.revoke")
    assert event["subject_id"] == link.id


async def test_more_runs_than_one_step_changes_are_refused_whole(
    client: AsyncClient, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MAX_RUNS", 2)
    assert (await client.get(f"{URL}/deletion")).json()["max_runs"] == 2
    refused = await client.delete(URL)
    assert (refused.status_code, refused.json()["error"]) == (422, "Invalid")
    assert len(await listed(client)) == 5


async def test_found_changes_that_it_shows_first_are_counted(client: AsyncClient, database: Database) -> None:
    for night, iops in enumerate([*steady(100_000, 12), *steady(80_000, 12)]):
        late = {"id": str(SWEEP), "name": "nightly", "step": night, "steps": 24}
        await upload_night(client, night, iops, **({"batch": late} if night >= 10 else {}))
    assert await watch(database)
    told = (await client.get("/api/v1/changes")).json()["items"]
    assert told
    assert (await client.get(f"{URL}/deletion")).json()["changes"] == len(told)
