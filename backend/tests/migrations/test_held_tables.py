"""An upgrade beside another session: it waits for a table that is held, says whose, and gives up in the end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import asyncpg
import pytest

from fioboard.core import migrate, vacuum
from fioboard.core.migrate import Step, TablesHeld, newest_revision, upgrade_async

pytestmark = pytest.mark.anyio
HELD_S = 60
_WAITS = "select count(*) from pg_stat_activity where query = $1 and wait_event_type = 'Lock'"


@pytest.fixture
async def before(url: str, previous: str) -> str:
    """The revision before the newest; the tables have it."""
    await upgrade_async(url, previous)
    return previous


@pytest.fixture
async def other(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Another program on the same database."""
    connection = await asyncpg.connect(url, server_settings={"application_name": "nightly report"})
    yield connection
    await connection.close()


async def revision(other: asyncpg.Connection) -> str:
    return str(await other.fetchval("select version_num from alembic_version"))


async def until(is_so: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(HELD_S):
        while not await is_so():  # noqa: ASYNC110 -- what PostgreSQL says, which wakes nobody
            await asyncio.sleep(0.05)


@pytest.mark.nightly
async def test_it_comes_again_until_the_table_is_free_and_names_who_holds_it(
    url: str, before: str, other: asyncpg.Connection, capfd: pytest.CaptureFixture[str]
) -> None:
    steps: list[Step] = []
    async with other.transaction():
        await other.execute("lock table alembic_version in share mode")
        upgrading = asyncio.create_task(upgrade_async(url, report=steps.append))

        # The first try was taken back after 5 s, and the first step has begun again.
        async def has_begun_twice() -> bool:
            return sum(step.number == 1 and step.waits_for is None for step in steps) == 2

        await until(has_begun_twice)
        held = [step.waits_for for step in steps if step.waits_for is not None]
        assert {(by.pid, by.name) for by in held} == {(other.get_server_pid(), "nightly report")}
        assert all(by.age_s is not None and by.age_s > 0 for by in held)
        assert not upgrading.done()
        assert await revision(other) == before
    async with asyncio.timeout(HELD_S):
        await upgrading
    assert await revision(other) == newest_revision()
    said = capfd.readouterr().err
    assert said.count(f"session {other.get_server_pid()} (nightly report of ") == 1
    assert "all steps were rolled back" in said


@pytest.mark.nightly
async def test_it_gives_up_and_has_changed_nothing(
    url: str, before: str, other: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "MAX_HELD_S", 0.0)
    async with other.transaction():
        await other.execute("lock table alembic_version in share mode")
        with pytest.raises(TablesHeld, match=rf"session {other.get_server_pid()} \(nightly report of "):
            await upgrade_async(url)
    assert await revision(other) == before
    assert await other.fetchval("select obj_description('alembic_version'::regclass)") is None


@pytest.mark.nightly
async def test_a_vacuum_that_died_is_done_by_the_next_start(
    url: str, before: str, other: asyncpg.Connection
) -> None:
    assert before != newest_revision()
    await upgrade_async(url)
    due = await other.fetchval("select obj_description('alembic_version'::regclass)")
    assert due == f"{vacuum.DUE}{newest_revision()}"
    # Apart from who looks: inside a transaction activity is as it was at the first look.
    holder = await asyncpg.connect(url)
    await holder.execute("begin")
    await holder.execute("lock table host in share update exclusive mode")
    first = asyncio.create_task(vacuum.run(url))
    await until(lambda: other.fetchval(_WAITS, vacuum.STATEMENT))
    # Of several processes one is at it.
    assert not await vacuum.run(url)
    await other.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where query = $1 and datname = current_database()",
        vacuum.STATEMENT,
    )
    with pytest.raises(asyncpg.PostgresError):
        await first
    assert await other.fetchval("select obj_description('alembic_version'::regclass)") == due
    await holder.close()
    await until(lambda: vacuum.run(url))  # the lock goes with the session that was ended
    assert await other.fetchval("select obj_description('alembic_version'::regclass)") is None


async def test_what_the_steps_made_is_looked_at_before_anything_is_planned(
    url: str, before: str, other: asyncpg.Connection
) -> None:
    await other.execute(
        "insert into host (id, name, created_at) values (gen_random_uuid(), 'a', now()), (gen_random_uuid(), 'b', now())"
    )
    await other.execute("vacuum (analyze) host")
    known = "select array_agg(attname::text order by attname) from pg_stats where tablename = 'host'"
    whole = await other.fetchval(known)
    await other.execute("alter table host alter column name type varchar")
    await other.execute("alter table host alter column name type text")
    assert await other.fetchval(known) == [name for name in whole if name != "name"]
    assert before != newest_revision()
    await upgrade_async(url)
    # A step may have added columns.
    assert set(await other.fetchval(known)) >= set(whole)


async def test_tables_that_were_only_made_need_none(url: str, other: asyncpg.Connection) -> None:
    await upgrade_async(url)
    assert await other.fetchval("select obj_description('alembic_version'::regclass)") is None
