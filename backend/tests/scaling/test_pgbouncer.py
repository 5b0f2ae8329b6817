"""The service behind a real PgBouncer in transaction mode, with the file of docs/scaling.

Debian 12's own is too old; what is new enough comes from Debian 13, unpacked into .cache once per checkout (10 s).
"""

import asyncio
import os
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from httpx2 import AsyncClient
from scale.lab import PLAIN_USER, SESSION, TEMPLATES
from scale.programs import KEPT, Missing, of_debian
from scale.templates import filled
from sqlalchemy.engine import make_url

from fioboard.app.watch.changes import work as watching
from fioboard.core import migrate, pooler
from fioboard.core.config import Settings
from fioboard.core.database import Database, make_engine
from fioboard.store.embedded.throwaway import throwaway_folder
from tests.cli.conftest import free_port
from tests.factories.fio_output import output
from tests.factories.upload import body, manifest

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]
CLIENTS, SESSIONS = 8, 2
UPLOADS = 24
START_S = 60


def configuration(folder: Path, sockets: str, port: int) -> str:
    """The file of docs/scaling, but for its addresses, its port and its passwords: this server asks for none."""
    (folder / "users").write_text('"fioboard" ""\n')
    text = filled(
        (TEMPLATES / "pgbouncer.ini").read_text(),
        {"DOOR": sockets, "APP": "127.0.0.1", "POOL": str(SESSIONS), "SESSION": SESSION}
        | {"USERLIST": str(folder / "users"), "PGBOUNCER_USER": PLAIN_USER},
    )
    for there, here in (
        ("port=5000 ", ""),
        ("listen_port = 6432", f"listen_port = {port}"),
        *(() if os.geteuid() == 0 else ((f"user = {PLAIN_USER}", ""),)),
        ("auth_type = scram-sha-256", "auth_type = trust"),
    ):
        assert there in text
        text = text.replace(there, here)
    return text


async def told(url: str, statement: str) -> str:
    """What PostgreSQL says to this."""
    driver = await asyncpg.connect(url)
    try:
        return str(await driver.fetchval(statement))
    finally:
        await driver.close()


def wait_until_through(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Returns when PgBouncer has brought somebody to PostgreSQL."""
    give_up_at = time.monotonic() + START_S
    while True:
        with suppress(OSError, asyncpg.PostgresError):
            asyncio.run(told(url, "select 1"))
            return
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < give_up_at, log.read_text()
        time.sleep(0.05)


@pytest.fixture
def pooled_url(configured: Settings) -> Iterator[str]:
    """The way to the tests' database through PgBouncer."""
    assert configured.database_url is not None
    try:
        program = of_debian("pgbouncer", KEPT)
    except Missing as error:
        pytest.skip(str(error))
    # PgBouncer refuses to be root, whom alone PostgreSQL's socket lets in.
    there = make_url(configured.database_url.get_secret_value()).set(username="postgres").render_as_string()
    with Path(asyncio.run(told(there, "show ident_file"))).open("a") as users:
        users.write(f"fioboard {PLAIN_USER} fioboard\n")
    asyncio.run(told(there, "select pg_reload_conf()"))
    sockets = asyncio.run(told(there, "show unix_socket_directories"))
    port = free_port()
    url = f"postgresql://fioboard@127.0.0.1:{port}/fioboard"
    with throwaway_folder() as folder:
        settings, log = folder / "pgbouncer.ini", folder / "log"
        settings.write_text(configuration(folder, sockets, port))
        with log.open("wb") as said:
            process = subprocess.Popen([*program, settings], stdout=said, stderr=said)
        try:
            wait_until_through(url, process, log)
            yield url
        finally:
            process.kill()
            process.wait()


@pytest.fixture
async def pooled(app: Any, pooled_url: str) -> AsyncIterator[Database]:
    """The service's database, behind PgBouncer."""
    app.state.database = Database(make_engine(pooled_url, CLIENTS, longest_queue_s=120))
    yield app.state.database
    await app.state.database.close()


async def test_uploads_are_stored_once_and_listed(client: AsyncClient, pooled: Database) -> None:
    async def send(number: int) -> Any:
        files = {"fio.json": output()}
        data, headers = body(files, manifest(files, title=f"run {number}"))
        answers = [
            await client.post("/api/v1/uploads", content=data, headers=headers),
            await client.get("/api/v1/runs?host=jupiter"),
            await client.post("/api/v1/uploads", content=data, headers=headers),
        ]
        return [answer.status_code for answer in answers]

    assert await asyncio.gather(*map(send, range(UPLOADS))) == [[201, 200, 200]] * UPLOADS
    listed = (await client.get("/api/v1/runs?limit=100")).json()["items"]
    assert sorted(run["title"] for run in listed) == sorted(f"run {number}" for number in range(UPLOADS))
    assert (await client.get(f"/api/v1/runs/{listed[0]['id']}")).status_code == 200


async def test_few_sessions_serve_many_connections_with_the_settings_of_the_service(pooled: Database) -> None:
    ask = "select pg_backend_pid(), current_setting('jit'), current_setting('statement_timeout'), pg_sleep(0.01)"
    async with AsyncExitStack() as open_ones:
        drivers = [await open_ones.enter_async_context(pooled.driver()) for _ in range(CLIENTS)]
        answers = [row for _ in range(4) for row in await asyncio.gather(*(d.fetchrow(ask) for d in drivers))]
    assert {row[1:3] for row in map(tuple, answers)} == {("off", "1min")}
    assert len({row[0] for row in answers}) == SESSIONS


async def test_what_holds_locks_by_the_session_rests(pooled: Database, pooled_url: str) -> None:
    async with pooled.driver() as driver:
        assert await pooler.is_pooled(driver)
    assert not await watching.work(pooled)
    with pytest.raises(pooler.PoolerBetween):
        await migrate.upgrade_async(pooled_url)
