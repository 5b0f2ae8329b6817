"""Pages from a real standby: held up, behind, killed, frozen, promoted."""

import asyncio
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.store.replica import standby as replicas
from fioboard.store.replica.standby import Replica
from tests.app.replica.conftest import Reads
from tests.conftest import token_for
from tests.factories import upload
from tests.factories.shares import of_run, share
from tests.factories.standby import Pair, ask, caught_up, hold_up, let_go, promote

pytestmark = pytest.mark.anyio
RUNS = "/api/v1/runs"
WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname is not null"
NOBODY = "00000000-0000-0000-0000-000000000000"


async def stored(client: AsyncClient) -> str:
    content, headers = upload.body(hardware=upload.inventory())
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def ids(client: AsyncClient) -> list[str]:
    answer = await client.get(RUNS)
    assert answer.status_code == 200, answer.text
    return [run["id"] for run in answer.json()["items"]]


@pytest.fixture
async def held_up(both: Pair, replica: Replica) -> Any:
    """The standby has all there is until here, and gets nothing more."""
    await caught_up(both)
    await replica.measure()
    await hold_up(both)
    yield
    await let_go(both)


async def test_pages_come_from_the_standby_and_it_alone_is_asked_for_them(
    both: Pair, replica: Replica, client: AsyncClient, reader: AsyncClient, reads: Reads
) -> None:
    run_id = await stored(client)
    await caught_up(both)
    assert await ids(reader) == [run_id]
    assert reads.new() == {"replica": 1}


@pytest.mark.usefixtures("held_up")
async def test_somebody_else_sees_the_standby_as_it_is_until_it_is_too_far_behind(
    replica: Replica, client: AsyncClient, reader: AsyncClient, reads: Reads
) -> None:
    run_id = await stored(client)
    await replica.measure()
    assert await ids(reader) == []
    assert reads.new() == {"replica": 1}
    replica.max_lag_s = 0.05
    await asyncio.sleep(replica.max_lag_s)
    await replica.measure()
    assert (replica.state, await ids(reader)) == ("behind", [run_id])
    assert reads.new() == {"behind": 1}
    assert replica.lag_bytes


@pytest.mark.usefixtures("held_up")
async def test_a_person_sees_what_he_just_wrote(
    app: Any, replica: Replica, browser: AsyncClient, reader: AsyncClient, reads: Reads
) -> None:
    run_id = await stored(browser)
    assert await ids(browser) == [run_id]
    assert reads.new() == {"just_written": 1}
    assert await ids(reader) == []
    mark = next(cookie for cookie in browser.cookies.jar if cookie.name == "fioboard_written")
    assert mark.has_nonstandard_attr("HttpOnly")
    assert mark.expires is not None
    browser.cookies.delete("fioboard_written")
    assert await ids(browser) == []


@pytest.mark.usefixtures("held_up")
async def test_who_may_write_with_a_token_is_answered_by_the_primary(
    client: AsyncClient, reads: Reads
) -> None:
    run_id = await stored(client)
    assert await ids(client) == [run_id]
    assert reads.new() == {"may_write": 1}


@pytest.mark.usefixtures("held_up")
async def test_what_is_not_there_yet_is_asked_of_the_primary(
    client: AsyncClient, reader: AsyncClient, reads: Reads
) -> None:
    run_id = await stored(client)
    assert (await reader.get(f"{RUNS}/{run_id}")).status_code == 200
    assert reads.new() == {"replica": 1, "missing": 1}
    assert (await reader.get(f"{RUNS}/{NOBODY}")).status_code == 404


@pytest.mark.usefixtures("replica")
async def test_what_was_taken_away_counts_at_once(
    both: Pair, client: AsyncClient, browser: AsyncClient, reader: AsyncClient, stranger: AsyncClient
) -> None:
    link = await share(client, of_run(await stored(client)))
    tokens = (await browser.get("/api/v1/tokens")).json()["items"]
    [token_id] = [token["id"] for token in tokens if token["scope"] == "read"]
    await caught_up(both)
    assert [(await one.get(RUNS)).status_code for one in (reader, browser)] == [200, 200]
    assert (await stranger.get(link.path)).status_code == 200
    await hold_up(both)
    try:
        assert (await client.delete(f"/api/v1/shares/{link.id}")).status_code == 204
        assert (await stranger.get(link.path)).status_code == 410
        assert (await browser.delete(f"/api/v1/tokens/{token_id}")).status_code == 204
        assert (await reader.get(RUNS)).status_code == 401
        kept = browser.cookies["fioboard_session"]
        assert (await browser.delete("/api/v1/session")).status_code == 204
        browser.cookies.set("fioboard_session", kept)
        assert (await browser.get(RUNS)).status_code == 401
    finally:
        await let_go(both)


async def test_copies_of_a_standby_are_told_of_a_transaction_that_its_snapshot_does_not_name(
    both: Pair, replica: Replica, client: AsyncClient, reader: AsyncClient, database: Database, reads: Reads
) -> None:
    """There the snapshot is the same text before and after the second of three open transactions ends."""

    async def total() -> int:
        await caught_up(both)
        return int((await reader.get("/api/v1/facets")).json()["total"])

    await stored(client)
    async with database.driver() as oldest, oldest.transaction():
        await oldest.execute("select pg_current_xact_id()")
        async with database.driver() as second, second.transaction():
            await second.execute("update configuration set run_count = run_count + 10")
            await token_for(database, "feed")
            assert await total() == 1
        assert await total() == 11
    assert reads.new() == {"replica": 2}


@pytest.mark.nightly
async def test_a_standby_that_is_killed_while_it_is_asked_is_no_error(
    both: Pair, replica: Replica, client: AsyncClient, reader: AsyncClient, database: Database, reads: Reads
) -> None:
    run_id = await stored(client)
    try:
        async with database.driver() as driver, driver.transaction():
            # Replayed, it holds up whoever reads there, too.
            await driver.execute("lock table result in access exclusive mode")
            await token_for(database, "feed")  # a commit, which sends the log on its way
            await caught_up(both)
            asked = asyncio.create_task(reader.get(f"{RUNS}/{run_id}"))
            while not await ask(both.standby, WAITING):
                pass
            both.kill()
        answer = await asked
        assert (answer.status_code, reads.new()) == (200, {"replica": 1, "failed": 1})
        assert await ids(reader) == [run_id]
        assert reads.new() == {"away": 1}
        await replica.measure()
        assert (replica.state, replica.lag_s) == ("away", None)
    finally:
        both.renew()


@pytest.mark.nightly
async def test_one_that_says_nothing_is_waited_for_once(
    both: Pair, replica: Replica, reader: AsyncClient, reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    both.freeze()
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr(replicas, "PATIENCE_S", 0.2)
            assert [await ids(reader), await ids(reader)] == [[], []]
        assert reads.new() == {"away": 2}
    finally:
        both.thaw()
    # On a busy machine the first question may still take too long.
    async with asyncio.timeout(30):
        while replica.state != "near":
            await replica.measure()
    await ids(reader)
    assert reads.new() == {"replica": 1}


@pytest.mark.nightly
async def test_one_that_was_promoted_is_no_standby(
    both: Pair, replica: Replica, client: AsyncClient, reader: AsyncClient, reads: Reads
) -> None:
    await promote(both)
    try:
        run_id = await stored(client)
        assert await ids(reader) == [run_id]
        assert reads.new() == {"behind": 1}
        await replica.measure()
        assert (replica.state, replica.lag_s) == ("behind", None)
    finally:
        both.renew()
