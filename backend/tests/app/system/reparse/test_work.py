"""A reparse as background work: started once, worked on by one, finished by another when the first one dies."""

import asyncio
from typing import Any

import pytest
from httpx2 import AsyncClient
from sqlalchemy import text

from fioboard.app.system.reparse import work as reparse_work
from fioboard.app.system.reparse.work import Worker, work
from fioboard.core.database import Database
from fioboard.engine.formats.fio import READER_VERSION
from tests.conftest import token_for
from tests.factories.fio_output import job, output

pytestmark = pytest.mark.anyio

UPLOADS = 5


async def seed(client: AsyncClient, database: Database) -> None:
    """Uploads whose stored results are all wrong now."""
    for number in range(UPLOADS):
        await client.post("/api/v1/import", params={"host": "x"}, content=output(job(f"j{number}")))
    async with database.transaction() as session:
        await session.execute(text("update result set iops = 1"))


async def start(client: AsyncClient, **wanted: bool) -> dict[str, Any]:
    answer = await client.post("/api/v1/reparse", json={"everything": True} | wanted)
    assert answer.status_code == 202, answer.text
    return dict(answer.json())


async def shown(client: AsyncClient, reparse: dict[str, Any]) -> dict[str, Any]:
    return dict((await client.get(f"/api/v1/reparse/{reparse['id']}")).json())


async def wrong_results(database: Database) -> int:
    async with database.driver() as driver:
        return int(await driver.fetchval("select count(*) from result where iops = 1"))


async def test_started_worked_on_and_shown(client: AsyncClient, database: Database) -> None:
    await seed(client, database)
    reparse = await start(client)
    assert (reparse["state"], reparse["uploads_total"]) == ("waiting", None)
    assert await work(database)
    done = await shown(client, reparse)
    assert (done["state"], done["reader_version"]) == ("finished", READER_VERSION)
    assert (done["uploads_total"], done["uploads_done"], done["uploads_changed"]) == (
        UPLOADS,
        UPLOADS,
        UPLOADS,
    )
    assert (done["facts"], done["refusals"]) == ({"iops": UPLOADS}, [])
    assert await wrong_results(database) == 0
    assert not await work(database)


async def test_dry_run_counts_and_changes_nothing(client: AsyncClient, database: Database) -> None:
    await seed(client, database)
    reparse = await start(client, dry_run=True)
    await work(database)
    assert (await shown(client, reparse))["facts"] == {"iops": UPLOADS}
    assert await wrong_results(database) == UPLOADS


async def test_killed_in_the_middle_it_goes_on_where_it_stopped(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seed(client, database)
    reparse = await start(client)
    read = []
    read_again = reparse_work.read_again

    async def dies_at_the_third(driver: Any, objects: Any, upload_id: Any, *, dry_run: bool) -> Any:
        change = await read_again(driver, objects, upload_id, dry_run=dry_run)
        if len(read) == 2:
            # As by kill -9: the connection is gone with the transaction open.
            driver.terminate()
        read.append(upload_id)
        return change

    monkeypatch.setattr(reparse_work, "read_again", dies_at_the_third)
    with pytest.raises(Exception, match="connection"):
        await work(database)
    stopped = await shown(client, reparse)
    assert (stopped["state"], stopped["uploads_done"], stopped["facts"]) == ("running", 2, {"iops": 2})
    assert await wrong_results(database) == UPLOADS - 2
    await asyncio.sleep(0.1)
    assert await work(database)
    done = await shown(client, reparse)
    assert (done["state"], done["uploads_done"], done["facts"]) == ("finished", UPLOADS, {"iops": UPLOADS})
    assert read[2] == read[3]
    assert len(read) == UPLOADS + 1


@pytest.mark.nightly
async def test_never_two_at_once(client: AsyncClient, database: Database) -> None:
    await seed(client, database)
    await start(client)
    again = await client.post("/api/v1/reparse", json={})
    assert (again.status_code, again.json()["error"]) == (409, "ReparseUnfinished")
    assert sorted(await asyncio.gather(work(database), work(database), work(database))) == [
        False,
        False,
        True,
    ]
    await start(client)


async def test_worker_of_the_service_takes_what_is_started(client: AsyncClient, database: Database) -> None:
    await seed(client, database)
    worker = Worker(database)
    running = asyncio.create_task(worker.run())
    try:
        reparse = await start(client)
        worker.wake()
        async with asyncio.timeout(20):
            while (await shown(client, reparse))["state"] != "finished":  # noqa: ASYNC110 - waits for a row
                await asyncio.sleep(0.02)
    finally:
        running.cancel()
    assert await wrong_results(database) == 0


async def test_upload_that_fails_by_a_bug_is_left_and_named(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seed(client, database)
    reparse = await start(client)

    async def fails(driver: Any, objects: Any, upload_id: Any, *, dry_run: bool) -> Any:
        await driver.execute("update result set iops = 2")
        raise ZeroDivisionError

    monkeypatch.setattr(reparse_work, "read_again", fails)
    await work(database)
    done = await shown(client, reparse)
    assert (done["uploads_done"], done["uploads_refused"], len(done["refusals"])) == (
        UPLOADS,
        UPLOADS,
        UPLOADS,
    )
    assert "ZeroDivisionError" in done["refusals"][0]["detail"]
    assert await wrong_results(database) == UPLOADS


async def test_begun_by_another_release_it_begins_anew(client: AsyncClient, database: Database) -> None:
    await seed(client, database)
    reparse = await start(client)
    async with database.transaction() as session:
        await session.execute(
            text("update reparse set reader_version = 0, uploads_done = 4, uploads_total = 9")
        )
    await work(database)
    done = await shown(client, reparse)
    assert (done["uploads_total"], done["uploads_done"]) == (UPLOADS, UPLOADS)


async def test_only_an_admin_starts_and_sees_it(
    client: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    headers = {"authorization": f"Bearer {await token_for(database, 'write')}"}
    refused = await stranger.post("/api/v1/reparse", json={}, headers=headers)
    assert refused.status_code == 403
    unknown = await client.get("/api/v1/reparse/00000000-0000-7000-8000-000000000000")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "ReparseNotFound")
