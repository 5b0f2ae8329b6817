"""Looks that go on from the one before find what a look at everything finds, whatever happens between them."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes import detection as looking
from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from fioboard.engine.watch import watch
from fioboard.store.queries import watch as queries
from tests.factories.nights import steady, upload_night, upload_nights

pytestmark = pytest.mark.anyio

NIGHTS = 44
STEPS = {14: 0.86, 30: 1.2}


def figures(chance: random.Random) -> list[int]:
    level, out = 100_000.0, []
    for night in range(NIGHTS):
        level *= STEPS.get(night, 1)
        out.append(round(level * chance.gauss(1, 0.004)))
    return out


async def everything(client: AsyncClient) -> list[dict[str, Any]]:
    """All changes with all that they say, but for when they were seen."""
    answer = await client.get("/api/v1/changes", params={"gone": True, "limit": 200})
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def looked_at_anew(database: Database) -> None:
    async with database.driver() as driver:
        await driver.execute("update watch_series set seen = null")
        await driver.execute("update configuration set watch_version = null")
    await work(database)


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(3))
async def test_random_histories_end_as_if_looked_at_anew(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    # Few runs are watched, so that the oldest leave.
    monkeypatch.setattr(queries, "MAX_WATCHED_RUNS", 26)
    monkeypatch.setattr(queries, "_MAX_MORE_RUNS", 10)
    chance = random.Random(seed)
    values = figures(chance)
    left = list(range(NIGHTS))
    late = [left.pop(chance.randrange(len(left))) for _ in range(6)]
    runs: list[str] = []

    async def new() -> None:
        night = left.pop(0) if left else late.pop()
        runs.append(await upload_night(client, night, values[night], "6.8.0" if night >= 14 else "6.1.0"))

    async def comes_late() -> None:
        if late:
            night = late.pop()
            runs.append(await upload_night(client, night, values[night]))

    async def deleted() -> None:
        await client.delete(f"/api/v1/runs/{chance.choice(runs)}")

    async def restored() -> None:
        await client.post(f"/api/v1/runs/{chance.choice(runs)}/restore")

    async def labelled() -> None:
        change = {"labels": {"fan": chance.choice(["on", "off"])}}
        await client.patch(f"/api/v1/runs/{chance.choice(runs)}", json=change)

    async def read_anew() -> None:
        async with database.driver() as driver:
            statement = "update result set iops = iops * 1.01 where run_id = $1"
            await driver.execute(statement, chance.choice(runs))
            await driver.execute(
                "insert into watch_due (host_id, configuration_id) select host_id, configuration_id from run"
            )

    events: list[Callable[[], Awaitable[None]]] = [comes_late, deleted, restored, labelled, read_anew]
    while left or late:
        await new()
        if chance.random() < 0.3:
            await chance.choice(events)()
        if chance.random() < 0.4:
            await work(database)
    await work(database)
    found = await everything(client)
    assert found
    await looked_at_anew(database)
    assert await everything(client) == found


async def test_a_look_after_an_upload_goes_on(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    went_on = []

    def watched(points: Any, seen: Any = None) -> Any:
        answer = watch(points, seen)
        went_on.append(seen is not None and seen.counted == len(points) - 1)
        return answer

    monkeypatch.setattr(looking, "watch", watched)
    values = steady(100_000, 12)
    await upload_nights(client, values[:-1])
    await work(database)
    assert not any(went_on)
    went_on.clear()
    await upload_night(client, 11, values[-1])
    await work(database)
    assert went_on
    assert all(went_on)


@pytest.mark.nightly
async def test_what_another_version_left_is_not_gone_on_from(client: AsyncClient, database: Database) -> None:
    values = [*steady(100_000, 16), *steady(86_000, 12)]
    await upload_nights(client, values[:-1])
    await work(database)
    (before,) = await everything(client)
    async with database.driver() as driver:
        await driver.execute("""update watch_series set seen = '{"counted": 27}'""")
    await upload_night(client, 27, values[-1])
    await work(database)
    (after,) = await everything(client)
    assert (after["id"], after["n_after"]) == (before["id"], before["n_after"] + 1)


@pytest.mark.nightly
async def test_watched_runs_begin_where_the_looks_before_began(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MAX_WATCHED_RUNS", 12)
    monkeypatch.setattr(queries, "_MAX_MORE_RUNS", 24)
    runs = await upload_nights(client, steady(100_000, 60))
    await work(database)
    async with database.driver() as driver:
        host_id, digest = await driver.fetchrow("select host_id, digest from watch_series limit 1")
        rows = await queries.list_results(driver, digest, host_id)
    read = list(dict.fromkeys(str(row["run_id"]) for row in rows))
    marked = [n for n, run in enumerate(runs) if int(run.replace("-", ""), 16) % 32 == 0 and n <= 60 - 12]
    first = marked[-1] if marked and marked[-1] >= 60 - 36 else 60 - 36
    assert read == runs[first:]
