"""A worker that is killed, again and again: what it was to tell is told, and told once."""

import asyncio
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.access import throttle
from fioboard.app.notifications import work as telling
from fioboard.app.watch.changes.work import work as watch
from fioboard.app.watch.events.work import work as look
from fioboard.core import config
from fioboard.core.database import Database
from tests.factories.drives import measured
from tests.factories.nights import steady, upload_nights
from tests.factories.receiver import Receiver, listening

pytestmark = pytest.mark.anyio

KILLS, RULES = 20, 40
URL = "/api/v1/notification-rules"

# Loads once, then is one worker per line of its standard input: its process id goes out, then how it ended.
WORKERS = """
import asyncio, os, sys
from fioboard.core import config
from fioboard.core.database import Database, make_engine
from fioboard.app.notifications import webhook, work

async def tell():
    database = Database(make_engine(config.settings().database_url.get_secret_value()))
    await work.work(database)

work.SIDE_BY_SIDE = 1
for _ in sys.stdin:
    pid = os.fork()
    if pid == 0:
        asyncio.run(tell())
        os._exit(0)
    print(pid, flush=True)
    print(os.waitpid(pid, 0)[1], flush=True)
"""


class Killer(Receiver):
    """Kills who told it, in turns: before it answers, at once after, or a little later."""

    WHEN = ("not answered", "answered", "later")

    def __init__(self, wanted: int) -> None:
        super().__init__()
        self.pid: int | None = None
        self.kills = 0
        self.wanted = wanted

    @property
    def when(self) -> str:
        """Of the next kill."""
        return self.WHEN[self.kills % len(self.WHEN)]

    def _kill(self) -> None:
        pid, self.pid = self.pid, None
        if pid is not None and self.kills < self.wanted:
            os.kill(pid, signal.SIGKILL)
            self.kills += 1

    async def before_answer(self) -> None:
        if self.when == "not answered":
            self._kill()

    async def after_answer(self) -> None:
        if self.when == "answered":
            self._kill()
        elif self.when == "later":
            await asyncio.sleep(self.kills / 4_000)
            self._kill()


@pytest.mark.nightly
async def test_kills_lose_nothing_and_tell_nothing_twice(
    configured: config.Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    browser: AsyncClient,
    client: AsyncClient,
    database: Database,
) -> None:
    monkeypatch.setenv("FIOBOARD_NOTIFY_PRIVATE", "true")
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path))
    config.settings.cache_clear()
    killer = Killer(KILLS)
    async with listening(killer.talk) as port:
        rules = [await _rule(browser, n, port) for n in range(RULES)]
        await upload_nights(client, [*steady(100_000, 12), *steady(80_000, 12), *steady(110_000, 12)])
        await watch(database)
        await measured(client, 10, "io", lanes=2, moment_percentage_used=91)
        assert await look(database) == 2
        workers = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", WORKERS),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert workers.stdin and workers.stdout
        while killer.kills < KILLS:
            await _retry_now(database)
            workers.stdin.write(b"\n")
            killer.pid = int(await workers.stdout.readline())
            await workers.stdout.readline()
            killer.pid = None
        workers.stdin.close()
        await workers.wait()
        # A killed worker's connection, and the lock with it, is gone as soon as PostgreSQL has noticed.
        while await _retry_now(database):
            await telling.work(database)
    assert len(killer.requests) > len(killer.told), "some had to be sent again"
    told = Counter(
        (message["rule"], one["id"])
        for message in map(orjson.loads, killer.told.values())
        for one in (*message["changes"], *message["events"])
    )
    assert len(told) == 4 * len(rules)
    assert set(told.values()) == {1}


async def _rule(browser: AsyncClient, n: int, port: int) -> str:
    await throttle.forget()
    destination = {
        "kind": "webhook",
        "address": f"http://127.0.0.1:{port}/",
        "signing_secret": "sixteen letters!",
    }
    answer = await browser.post(
        URL, json={"name": f"rule {n}", "destination": destination, "kinds": ["change", "link", "worn"]}
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def _retry_now(database: Database) -> int:
    """What waits for its next attempt waits no more; how many changes and events that are."""
    async with database.driver() as driver:
        rows = await driver.fetch(
            "update notification_delivery set next_at = now() where state = 'waiting' returning id"
        )
    return len(rows)
