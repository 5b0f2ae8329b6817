"""Partitions come by themselves, once each, and keep nobody waiting."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from fioboard.store.embedded.paths import SERVICE_ROLE
from fioboard.store.queries import partitions
from tests.contract.conftest import contents
from tests.factories.upload import body, manifest
from tests.store.retention.conftest import set_clock

pytestmark = pytest.mark.anyio
MANY_YEARS = timedelta(days=10_000)


async def months(database: Database) -> list[str]:
    """The partitions of one table, by name."""
    async with database.driver() as driver:
        rows = await driver.fetch(
            "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'histogram'::regclass"
        )
    return sorted(row["name"] for row in rows)


async def forget_the_newest(database: Database) -> str:
    """Drops the newest month, as if it had not been made yet; its name."""
    async with database.driver() as driver:
        await partitions.make(driver)  # the copied database may be of last month
        newest = (await months(database))[-3]
        await driver.execute(f"drop table {newest}")
    return newest


async def test_several_services_make_each_month_once(database: Database, database_url: str) -> None:
    newest = await forget_the_newest(database)
    left = await months(database)
    assert left[-2:] == ["histogram_first", "histogram_other"]
    # As the role that reads and writes rows, and owns nothing.
    address = make_url(database_url).set(username=SERVICE_ROLE).render_as_string(hide_password=False)
    services = [await asyncpg.connect(address) for _ in range(3)]
    made: list[int] = await asyncio.gather(*(partitions.make(service) for service in services))
    assert sorted(made) == [0, 0, 1]
    assert await months(database) == sorted([*left, newest])
    assert await services[0].fetchval(f"select count(*) from {newest}") == 0
    assert await partitions.make(services[0]) == 0
    for service in services:
        await service.close()


async def test_an_upload_on_its_way_is_waited_for_a_moment_only(
    database: Database, database_url: str
) -> None:
    newest = await forget_the_newest(database)
    slow = await asyncpg.connect(database_url)
    async with database.driver() as driver:
        async with slow.transaction():
            await slow.execute("lock table result in row exclusive mode")
            began = time.monotonic()
            with pytest.raises(asyncpg.LockNotAvailableError):
                await partitions.make(driver)
            assert time.monotonic() - began < 5
        assert newest not in await months(database)
        assert await partitions.make(driver) == 1
    await slow.close()
    assert newest in await months(database)


async def places(database: Database, run_id: str) -> set[str]:
    """The partitions that hold the bins of a run."""
    async with database.driver() as driver:
        rows = await driver.fetch(
            "select distinct h.tableoid::regclass::text as name from histogram h join result s on s.id = h.result_id "
            "where s.run_id = $1",
            UUID(run_id),
        )
    return {row["name"] for row in rows}


async def with_bins(client: Any) -> str:
    """Uploads a run with bins; its id."""
    files = {
        "fio.json": contents()[0][0].replace(
            b'"fio version"', b'"n": "%s", "fio version"' % uuid7().hex.encode()
        )
    }
    request, headers = body(files, manifest(files))
    answer = await client.post("/api/v1/uploads", content=request, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_clock_far_ahead_loses_nothing(
    client: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = await forget_the_newest(database)
    month = datetime.strptime(newest[-7:], "%Y_%m").replace(tzinfo=UTC)
    set_clock(monkeypatch, month + timedelta(days=10))
    ahead = await with_bins(client)
    set_clock(monkeypatch, month + MANY_YEARS)
    far = await with_bins(client)
    assert await places(database, ahead) == await places(database, far) == {"histogram_other"}
    async with database.driver() as driver:
        # Its month comes, and takes what was of it.
        assert await partitions.make(driver) == 1
    assert await places(database, ahead) == {newest}
    assert await places(database, far) == {"histogram_other"}
    for run_id in (ahead, far):
        [result, *_] = (await client.get(f"/api/v1/runs/{run_id}")).json()["results"]
        assert (await client.get(f"/api/v1/results/{result['id']}/cdf")).status_code == 200


async def test_bins_by_id_open_one_partition(database: Database) -> None:
    async with database.driver() as driver:
        plan = await driver.fetch(
            "explain select bins from histogram where result_id = any($1::uuid[])", [uuid7(), uuid7()]
        )
    scans = [row[0] for row in plan if "Scan" in row[0] and "Bitmap Index" not in row[0]]
    assert len(scans) == 1, plan
