"""What was stored when names were the identity: read anew it is one test, and old links and notes still hold."""

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from fioboard.store.derive import rows
from tests.app.system.reparse.test_reparse import all_changes
from tests.factories.nights import steady
from tests.identity.machines import Machine
from tests.identity.uploads import upload

pytestmark = pytest.mark.anyio

NIGHTS = 12
FIGURES = [*steady(100_000, 16), *steady(86_000, 12)]


@pytest.fixture
def machine() -> Machine:
    return Machine(random.Random(1))


def by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads are stored as they were before places were known: by the names that their senders gave."""

    def joined(_: object, names: Sequence[str]) -> str:
        return ":".join(names)

    monkeypatch.setattr(rows, "place_of_run", joined)
    monkeypatch.setattr(rows.target_names, "shown_name", ":".join)


async def read_anew(database: Database) -> None:
    async with database.driver() as driver:
        await driver.execute("update run set facts_version = 1")
        await driver.execute("update configuration set target_names = '{}'")
    changes = await all_changes(database, everything=False)
    assert changes
    assert not [change.refused for change in changes if change.refused]


async def runs_of(client: AsyncClient, **wanted: Any) -> list[str]:
    answer = await client.get("/api/v1/runs", params={"limit": 200, **wanted})
    assert answer.status_code == 200, answer.text
    return sorted(item["id"] for item in answer.json()["items"])


async def sweeps(client: AsyncClient, machine: Machine) -> tuple[list[str], list[str]]:
    """A sweep of two steps each night on one folder, as the agent makes them; run ids and paths of the files."""
    ids, files = [], []
    for night in range(NIGHTS):
        names = deepcopy(machine.names())
        names.batch = str(uuid4())[:13]
        files.append(f"{names.mount}/fioboard-{names.batch}.dat")
        for bs in ("4k", "64k"):
            # The agent was updated between the nights: its file is in a private folder from then on.
            kind = "own file" if night < NIGHTS // 2 else "private folder"
            ids.append(await upload(client, machine, names, kind, night=night, bs=bs))
    return ids, files


async def series(database: Database) -> list[tuple[str, int]]:
    async with database.driver() as driver:
        found = await driver.fetch(
            "select distinct workload_id::text, run_count from watch_series order by 1"
        )
    return [(row["workload_id"], row["run_count"]) for row in found]


@pytest.mark.nightly
async def test_a_sweep_of_twelve_nights_on_a_folder_is_two_watched_series(
    client: AsyncClient, database: Database, machine: Machine
) -> None:
    ids, _ = await sweeps(client, machine)
    await work(database)
    assert [runs for _, runs in await series(database)] == [NIGHTS, NIGHTS]
    compared = await client.get("/api/v1/compare", params={"base": f"run={ids[0]}", "new": f"run={ids[2]}"})
    assert compared.json()["attribution"]["text"].startswith("No ")
    [run] = (await client.get("/api/v1/runs", params={"run": ids[0]})).json()["items"]
    assert run["target"] == "/mnt/bench"


@pytest.mark.nightly
async def test_sweeps_that_were_stored_apart_become_one_and_their_links_stay(
    client: AsyncClient, database: Database, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        by_name(before)
        ids, files = await sweeps(client, machine)
    await work(database)
    assert await series(database) == []
    assert await runs_of(client, **{"target.path": files[0]}) == sorted(ids[:2])
    await read_anew(database)
    await work(database)
    assert [runs for _, runs in await series(database)] == [NIGHTS, NIGHTS]
    # The link that named one file means the test that its runs belong to.
    for key in ("target.path", "target"):
        assert await runs_of(client, **{key: files[0]}) == sorted(ids)
        assert await runs_of(client, **{key: f"!{files[0]}"}) == []
    facets = await client.get("/api/v1/facets", params={"target.path": files[0], "keys": "target.path"})
    [facet] = facets.json()["facets"]
    assert [value["runs"] for value in facet["values"]] == [len(ids)]
    unknown = await client.get(
        "/api/v1/runs", params={"target.path": "/mnt/elsewhere/fioboard-0d4f7c1e-3a53.dat"}
    )
    assert unknown.status_code == 422
    assert unknown.json()["error"] == "UnknownValue"


async def test_a_link_to_a_name_finds_every_drive_that_was_called_so(
    client: AsyncClient, machine: Machine
) -> None:
    names = machine.names()
    first = await upload(client, machine, names, "disk", 0)
    other = await upload(client, machine, names, "disk", 1)
    renamed = deepcopy(names)
    renamed.drives = renamed.drives[::-1]
    again = await upload(client, machine, renamed, "disk", 0, night=1)
    assert names.drives[1] == "nvme1n1"
    assert renamed.drives[0] == "nvme5n1"
    # A drive is meant, whatever it is called later.
    assert await runs_of(client, **{"target.path": "/dev/nvme0n1"}) == sorted([first, again])
    assert await runs_of(client, **{"target.path": "/dev/nvme5n1"}) == sorted([first, again])
    assert await runs_of(client, **{"target.path": "!/dev/nvme5n1"}) == [other]
    assert await runs_of(client, **{"target.path": ["/dev/nvme0n1", "/dev/nvme1n1"]}) == sorted(
        [first, other, again]
    )
    drive = (await client.get(f"/api/v1/runs/{first}")).json()["path"]["targets"][0]["place"]
    assert await runs_of(client, **{"target.path": drive}) == sorted([first, again])


@pytest.mark.nightly
async def test_what_people_noted_of_a_change_stays_when_its_runs_are_read_anew(
    client: AsyncClient, database: Database, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        by_name(before)
        for night, iops in enumerate(FIGURES):
            kernel = "6.1.0" if night < 16 else "6.8.0"
            await upload(client, machine, machine.names(), "disk", night=night, iops=iops, kernel=kernel)
    await work(database)
    [change] = (await client.get("/api/v1/changes", params={"metric": "iops"})).json()["items"]
    noted = {"ids": [change["id"]], "state": "acknowledged", "note": "new kernel?"}
    assert (await client.patch("/api/v1/changes", json=noted)).json() == {"changes": 1}
    kept = await series_ids(database)
    await read_anew(database)
    await work(database)
    [after] = (
        await client.get("/api/v1/changes", params={"metric": "iops", "state": "acknowledged"})
    ).json()["items"]
    assert (after["id"], after["note"], after["ratio"]) == (change["id"], "new kernel?", change["ratio"])
    assert await series_ids(database) == kept


async def series_ids(database: Database) -> list[str]:
    async with database.driver() as driver:
        return [str(row["id"]) for row in await driver.fetch("select id from watch_series order by id")]
