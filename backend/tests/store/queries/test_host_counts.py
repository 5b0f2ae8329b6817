"""The number of runs per host, after everything that makes runs come and go."""

from typing import Any
from uuid import UUID

import pytest
from httpx2 import AsyncClient

from fioboard.core.ids import uuid7
from fioboard.store.queries import host_counts
from fioboard.store.queries.host_counts import run_counts
from tests.factories.imports import jobs, put

pytestmark = pytest.mark.anyio


class Listener:
    """A driver that notes whether all runs were counted."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self.counted_all = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)

    async def fetch(self, statement: str, *parameters: Any) -> Any:
        self.counted_all += statement == host_counts._COUNT_ALL
        return await self._driver.fetch(statement, *parameters)


@pytest.fixture
def listener(driver: Any) -> Listener:
    return Listener(driver)


async def agree(listener: Listener) -> dict[UUID, int]:
    """The counts, after comparing them with a plain count of the table."""
    rows = await listener.fetch("select host_id, count(id) as n from run where deleted_at is null group by 1")
    found = {host: n for host, n in (await run_counts(listener)).items() if n}
    assert found == {row["host_id"]: row["n"] for row in rows}
    return found


async def test_runs_that_come_go_and_come_back_are_counted(client: AsyncClient, listener: Listener) -> None:
    assert await agree(listener) == {}
    first = await put(client, jobs({}), title="one")
    await put(client, jobs({"bs": "64k"}), host="saturn")
    assert sorted((await agree(listener)).values()) == [1, 1]
    for method, address in (("DELETE", f"/runs/{first}"), ("POST", f"/runs/{first}/restore")):
        assert (await client.request(method, f"/api/v1{address}")).is_success
        await agree(listener)
    # Another label: the run moves to another configuration, and stays with its host.
    assert (await client.patch(f"/api/v1/runs/{first}", json={"labels": {"fan": "off"}})).is_success
    await agree(listener)


async def test_a_new_run_does_not_make_all_be_counted(client: AsyncClient, listener: Listener) -> None:
    await put(client, jobs({}))
    await agree(listener)
    before = listener.counted_all
    await put(client, jobs({}, timestamp=1_700_000_000))
    await put(client, jobs({"bs": "64k"}), host="saturn")
    assert sorted((await agree(listener)).values()) == [1, 2]
    assert listener.counted_all == before
    await agree(listener)
    assert listener.counted_all == before


async def test_a_host_whose_last_run_of_a_configuration_goes_is_noticed(
    client: AsyncClient, listener: Listener
) -> None:
    """Should two hosts share a configuration, what is left in it names only the other one."""
    await put(client, jobs({}))
    second = await put(client, jobs({}, timestamp=1_700_000_000))
    other = uuid7()
    await listener.execute(
        "insert into host (id, agent_host_id, name, created_at) values ($1, 'other', 'saturn', now())", other
    )
    await listener.execute("update run set host_id = $1 where id = $2", other, UUID(second))
    await listener.execute("update configuration set run_count = run_count")
    assert (await agree(listener))[other] == 1
    assert (await client.delete(f"/api/v1/runs/{second}")).is_success
    assert other not in await agree(listener)


async def test_counters_that_need_a_rebuild_spoil_no_count(client: AsyncClient, listener: Listener) -> None:
    await put(client, jobs({}))
    await listener.execute("update configuration set run_count = run_count + 7")
    await agree(listener)
    before = listener.counted_all
    await put(client, jobs({}, timestamp=1_700_000_000))
    await agree(listener)
    assert listener.counted_all == before


async def test_many_changed_runs_are_counted_as_a_whole(
    client: AsyncClient, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_counts, "MAX_LOOKED_AT", 0)
    await put(client, jobs({}))
    await agree(listener)
    before = listener.counted_all
    await put(client, jobs({"bs": "64k"}), host="saturn")
    await agree(listener)
    assert listener.counted_all == before + 1
