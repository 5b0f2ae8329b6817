"""W7: the service's role does all that the service does, and nothing else."""

from pathlib import Path
from typing import Any

import asyncpg
import pytest
from httpx2 import AsyncClient
from sqlalchemy import text

from fioboard.core.database import Database, make_engine
from fioboard.core.migrate import upgrade_async
from fioboard.core.roles import RoleMissing
from fioboard.store.backup.create import create_backup
from fioboard.store.backup.restore import restore_backup
from fioboard.store.embedded import EmbeddedPostgres
from fioboard.store.embedded.paths import SERVICE_ROLE
from tests.factories.fresh_database import fresh_database
from tests.store.backup.conftest import contents_of

pytestmark = pytest.mark.anyio


async def ask(url: str, statement: str) -> Any:
    """The single value of one statement, committed."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


@pytest.mark.nightly
async def test_it_fills_every_table_and_answers_from_them(
    full: str, client: AsyncClient, browser: AsyncClient
) -> None:
    assert await ask(full, "select current_user::text") == SERVICE_ROLE
    run = f"runs/{(await client.get('/api/v1/runs')).json()['items'][0]['id']}"
    for path in (
        *(
            "facets",
            "hosts",
            "views",
            "batches",
            "shares",
            "factors",
            "users",
            "tokens",
            "audit",
            "invitations",
        ),
        *(
            run,
            f"{run}/raw",
            f"{run}/edits",
            f"{run}/neighbours",
            "runs?q=fio&sort=-iops",
            "runs/groups?by=bs",
        ),
        *("series?x=bs&metric=iops", "compare?base=rw%3Dread&new=rw%3Dwrite"),
    ):
        answer = await browser.get(f"/api/v1/{path}")
        assert answer.status_code == 200, f"{path}: {answer.text}"
    assert (await client.patch(f"/api/v1/{run}", json={"title": "as the service's role"})).status_code == 200
    assert (await client.delete(f"/api/v1/{run}")).status_code == 204


async def test_one_role_for_both_is_remarked_on(
    app: Any, client: AsyncClient, server: EmbeddedPostgres
) -> None:
    [unwatched] = (await client.get("/readyz")).json()["remarks"]
    assert "FIOBOARD_DATABASE_DIR" in unwatched  # nobody told where the test's database keeps its files
    owner = Database(make_engine(server.url, pool_size=1))
    app.state.database = owner
    remarks = (await client.get("/readyz")).json()["remarks"]
    await owner.close()
    assert [remark for remark in remarks if "FIOBOARD_OWNER_DATABASE_URL" in remark]


@pytest.mark.parametrize(
    "statement",
    [
        "create table more (id int)",
        "create schema more",
        "create function more() returns int language sql as 'select 1'",
        "create view more as select 1",
        "select make_partition('histogram', 'result_id', now())",
        "truncate histogram_first",
        "create index on run (title)",
        "alter table run add column more int",
        "drop table run cascade",
        "truncate run cascade",
        "update alembic_version set version_num = 'x'",
        "create role more",
        f"alter role {SERVICE_ROLE} createrole",
        "set role fioboard",
        "create database more",
        "drop extension plpgsql",
        "select pg_read_file('/etc/hostname')",
        "select pg_ls_dir('/')",
        "select lo_import('/etc/hostname')",
        "copy host from '/etc/hostname'",
        "copy host to '/tmp/fioboard-hosts'",
        "copy host to program 'cat'",
        "alter system set fsync = off",
        "load '/etc/hostname'",
    ],
)
async def test_it_may_do_nothing_but_read_and_write_rows(database_url: str, statement: str) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(database_url, statement)


async def test_it_owns_nothing(server: EmbeddedPostgres) -> None:
    owned = f"select count(*) from pg_shdepend where refobjid = '{SERVICE_ROLE}'::regrole and deptype = 'o'"
    assert await ask(server.url, owned) == 0


async def test_what_later_migrations_make_is_open_to_it(server: EmbeddedPostgres) -> None:
    await ask(server.url, "create table later (id int generated always as identity, other serial, said text)")
    try:
        await ask(server.service_url, "insert into later (said) values ('x')")
        assert await ask(server.service_url, "delete from later returning other") == 1
    finally:
        await ask(server.url, "drop table later")


async def test_a_second_start_grants_nothing_twice(server: EmbeddedPostgres) -> None:
    changed = "select max(xmin::text::bigint) from pg_class where relnamespace = 'public'::regnamespace"
    before = await ask(server.url, changed)
    await upgrade_async(server.url, service_url=server.service_url)
    assert await ask(server.url, changed) == before


@pytest.mark.nightly
async def test_an_owner_who_may_makes_the_role(server: EmbeddedPostgres) -> None:
    administrator = server.url.replace("fioboard@", "postgres@")
    other = server.url.replace("fioboard@", "o'ther%20role:it's%20%25s%20%241@")
    async with fresh_database(administrator, "elsewhere") as own:
        try:
            await upgrade_async(own, service_url=other)
            made = "select rolpassword like 'SCRAM%' and rolcanlogin and not (rolsuper or rolcreaterole or rolcreatedb)"
            assert await ask(administrator, f"{made} from pg_authid where rolname = 'o''ther role'")
            assert await ask(own, """select has_table_privilege('o''ther role', 'run', 'insert')""")
        finally:
            await ask(own, """drop owned by "o'ther role" """)
            await ask(own, """drop role if exists "o'ther role" """)


async def test_an_owner_who_may_not_says_what_to_do(server: EmbeddedPostgres) -> None:
    with pytest.raises(RoleMissing, match="CREATE ROLE nobody_here LOGIN"):
        await upgrade_async(server.url, service_url=server.url.replace("fioboard@", "nobody_here@"))


@pytest.mark.nightly
async def test_its_backup_is_whole_and_the_owner_restores_it(
    full: str, server: EmbeddedPostgres, tmp_path: Path
) -> None:
    path = tmp_path / "fioboard.backup"
    before = await contents_of(full)
    await create_backup(full, path, lambda *_: None)
    async with fresh_database(server.url, "restored") as own:
        theirs = own.replace("fioboard@", f"{SERVICE_ROLE}@")
        await restore_backup(own, path, lambda *_: None)
        await upgrade_async(own, service_url=theirs)
        assert await contents_of(theirs) == before
        engine = make_engine(theirs, pool_size=1)
        async with engine.begin() as connection:
            assert (await connection.execute(text("delete from share_view"))).rowcount > 0
        await engine.dispose()
