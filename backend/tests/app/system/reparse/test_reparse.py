"""Reparse: derived rows are rebuilt from the original bytes; ids and edits stay."""

from typing import Any

import pytest
from httpx2 import AsyncClient
from sqlalchemy import text

from fioboard.app.system.reparse.service import VERSIONS, Change, read_again
from fioboard.core.database import Database
from fioboard.store.queries import reparse as reparse_queries
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio


async def all_changes(database: Database, *, everything: bool = True, dry_run: bool = False) -> list[Change]:
    changes = []
    last = None
    versions = None if everything else VERSIONS
    async with database.driver() as driver:
        while (last := await reparse_queries.find_next_upload(driver, last, versions)) is not None:
            async with driver.transaction():
                changes.append(await read_again(driver, database.objects, last, dry_run=dry_run))
    return changes


async def seed(client: AsyncClient) -> list[str]:
    """An upload with a label and clones, an import of one job, an upload nobody understands; their run ids."""
    clones = {"fio.json": output(*(job("four", read=direction(iops=n)) for n in (100, 101, 102)))}
    first = await send(client, body(clones, manifest(clones, labels={"fan": "off"}), inventory()))
    second = await client.post(
        "/api/v1/import", params={"host": "x", "label.a": "1"}, content=output(job("two"))
    )
    third = await send(client, body({"fio.json": b"junk"}))
    return [first.json()["id"], second.json()["runs"][0]["id"], third.json()["id"]]


async def pages(client: AsyncClient, ids: list[str]) -> list[Any]:
    return [(await client.get(f"/api/v1/runs/{run_id}")).json() for run_id in ids]


async def test_reading_again_changes_nothing_when_the_reader_did_not(
    client: AsyncClient, database: Database
) -> None:
    ids = await seed(client)
    before = await pages(client, ids)
    changes = await all_changes(database)
    assert [(c.facts, c.refused) for c in changes] == [({}, None)] * 3
    assert await pages(client, ids) == before
    async with database.driver() as driver:
        assert await driver.fetchval("select sum(run_count) from configuration") == 3


async def test_damaged_rows_are_rebuilt_with_the_same_ids(client: AsyncClient, database: Database) -> None:
    ids = await seed(client)
    before = await pages(client, ids)
    async with database.transaction() as session:
        await session.execute(text("update result set iops = iops * 2, bw_bytes_per_s = null"))
        await session.execute(text("update run set outcome = 'failed', iops = 7, tool_version = null"))
        await session.execute(text("delete from job_result"))
    [first, second, third] = await all_changes(database)
    assert first.facts == second.facts
    assert first.facts == {"iops": 1, "bw_bytes_per_s": 1, "outcome": 1, "tool_version": 1}
    assert third.facts == {"outcome": 1}
    assert await pages(client, ids) == before


async def test_dry_run_says_what_would_change_and_changes_nothing(
    client: AsyncClient, database: Database
) -> None:
    ids = await seed(client)
    async with database.transaction() as session:
        await session.execute(text("update result set iops = 1"))
    before = await pages(client, ids)
    assert [c.facts for c in await all_changes(database, dry_run=True)] == [{"iops": 1}, {"iops": 1}, {}]
    assert await pages(client, ids) == before


async def test_edits_of_people_survive(client: AsyncClient, database: Database) -> None:
    ids = await seed(client)
    await client.patch(f"/api/v1/runs/{ids[0]}", json={"title": "mine", "labels": {"fan": "on"}, "note": "n"})
    await all_changes(database)
    run = (await pages(client, ids))[0]
    assert (run["title"], run["labels"], run["note"], run["factors"]["label.fan"]) == (
        "mine",
        {"fan": "on"},
        "n",
        "on",
    )


async def test_only_what_another_version_read_is_read_again(client: AsyncClient, database: Database) -> None:
    ids = await seed(client)
    assert await all_changes(database, everything=False) == []
    async with database.transaction() as session:
        await session.execute(text("update run set reader_version = 0 where id = :id"), {"id": ids[1]})
    [change] = await all_changes(database, everything=False)
    assert [str(i) for i in change.run_ids] == [ids[1]]


async def test_output_that_a_better_reader_understands_becomes_a_result(
    client: AsyncClient, database: Database
) -> None:
    """A run that was not understood gets its results, under the id it was answered with."""
    stored = (await send(client, body())).json()
    async with database.transaction() as session:
        await session.execute(text("delete from result"))
        await session.execute(text("update run set state = 'not_understood', state_reason = 'x'"))
    [change] = await all_changes(database)
    assert change.facts["results found"] == 1
    run = (await client.get(f"/api/v1/runs/{stored['id']}")).json()
    assert (run["state"], run["state_reason"], len(run["results"])) == ("understood", None, 1)


async def test_every_run_of_an_import_keeps_its_own_start(client: AsyncClient, database: Database) -> None:
    """Two outputs in one file, an hour apart; and one whose start its sender stated."""
    first, second = (
        output(job("a"), timestamp_ms=1_780_000_000_000),
        output(job("b"), timestamp_ms=1_780_003_600_000),
    )
    answer = await client.post("/api/v1/import", params={"host": "x"}, content=first + b"\n" + second)
    stated = {"host": "y", "started_at": "2026-01-02T03:04:05Z"}
    third = await client.post("/api/v1/import", params=stated, content=first)
    ids = [run["id"] for run in answer.json()["runs"] + third.json()["runs"]]
    before = await pages(client, ids)
    assert len({run["started_at"] for run in before}) == 3
    await all_changes(database)
    assert await pages(client, ids) == before


async def test_every_run_of_an_import_keeps_its_own_labels(client: AsyncClient, database: Database) -> None:
    """Those given with the import, and those that somebody changed since."""
    two = output(job("a"), timestamp_ms=1_780_000_000_000), output(job("b"), timestamp_ms=1_780_003_600_000)
    query = {"host": "x", "run.1.label.slot": "2", "run.2.label.slot": "3"}
    answer = await client.post("/api/v1/import", params=query, content=b"\n".join(two))
    ids = [run["id"] for run in answer.json()["runs"]]
    await client.patch(f"/api/v1/runs/{ids[1]}", json={"labels": {"slot": "4"}})
    before = await pages(client, ids)
    assert [run["factors"]["slot"] for run in before] == ["2", "4"]
    await all_changes(database)
    assert await pages(client, ids) == before
