"""What a process remembers of a host saves a statement, and is never believed when the database says otherwise."""

from collections.abc import Iterator
from unittest.mock import AsyncMock, patch

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest import host_cache
from fioboard.core.database import Database
from fioboard.engine.rating import rate as rate_of
from fioboard.store.queries import specs
from tests.engine.hardware.datasheets.test_verdict import own_card
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, manifest

pytestmark = pytest.mark.anyio
BATCH = {"id": "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11", "name": "quick", "step": 1, "steps": 4}


@pytest.fixture
def asked() -> Iterator[AsyncMock]:
    """Counts how often the database was asked what an upload is read beside."""
    with patch.object(host_cache, "asked", AsyncMock(wraps=host_cache.asked)) as spy:
        yield spy


async def send(client: AsyncClient, number: int, **fields: object) -> str:
    files = {"fio.json": output(job(read=direction(iops=number)))}
    content, headers = body(files, about=manifest(files, **fields))
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def factor_of_host(database: Database, run_id: str) -> str:
    async with database.driver() as driver:
        name: str = await driver.fetchval(
            "select factors ->> 'host' from run join configuration c on c.id = configuration_id "
            "where run.id = $1::text::uuid",
            run_id,
        )
    return name


async def test_a_host_that_sends_again_is_not_looked_up_again(client: AsyncClient, asked: AsyncMock) -> None:
    for number in range(100, 104):
        await send(client, number)
    assert asked.await_count == 1


async def test_a_step_of_a_batch_is_always_read_beside_what_was_written_before_it(
    client: AsyncClient, asked: AsyncMock
) -> None:
    for number in range(100, 103):
        await send(client, number, batch=BATCH | {"step": number - 99})
    assert asked.await_count == 3


async def test_a_host_that_another_process_renamed_has_its_new_name(
    client: AsyncClient, database: Database, asked: AsyncMock
) -> None:
    await send(client, 100)
    async with database.driver() as driver:
        await driver.execute("update host set name = 'jupiter (2)' where name = 'jupiter'")
    run_id = await send(client, 101)
    assert await factor_of_host(database, run_id) == "jupiter (2)"
    assert asked.await_count == 2
    await send(client, 102)
    assert asked.await_count == 2


async def test_a_host_that_calls_itself_otherwise_is_looked_up(
    client: AsyncClient, database: Database, asked: AsyncMock
) -> None:
    await send(client, 100)
    run_id = await send(client, 101, host={"id": "host-0001", "name": "saturn"})
    assert await factor_of_host(database, run_id) == "saturn"
    assert asked.await_count == 2


async def test_a_card_that_another_process_added_counts_for_the_next_upload(
    client: AsyncClient, database: Database, asked: AsyncMock
) -> None:
    await send(client, 100)
    async with database.driver() as driver, driver.transaction():
        await specs.add_card(driver, own_card(), "Ada")
    with patch("fioboard.store.derive.rows.rate", wraps=rate_of) as rate:
        await send(client, 101)
    beside = [len(call.args[2]) for call in rate.call_args_list]
    assert beside == [beside[0], beside[0] + 1]
    assert asked.await_count == 2


async def test_a_host_that_is_gone_is_made_anew(
    client: AsyncClient, database: Database, asked: AsyncMock
) -> None:
    await send(client, 100)
    async with database.driver() as driver:
        for table in ("watch_due", "result", "run", "upload_file", "upload", "host"):
            await driver.execute(f"delete from {table}")
    run_id = await send(client, 101)
    assert await factor_of_host(database, run_id) == "jupiter"
    assert asked.await_count == 2


async def test_the_host_that_was_asked_for_longest_ago_is_forgotten_first(
    client: AsyncClient, asked: AsyncMock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_cache, "MAX_HOSTS", 2)
    for number, host in enumerate(
        ("host-000a", "host-000b", "host-000c", "host-000b", "host-000a"), start=100
    ):
        await send(client, number, host={"id": host, "name": host})
    assert asked.await_count == 4


@pytest.fixture
def asked_of_name() -> Iterator[AsyncMock]:
    """The same of documents that people send."""
    with patch.object(host_cache, "asked_of_name", AsyncMock(wraps=host_cache.asked_of_name)) as spy:
        yield spy


async def put_in(client: AsyncClient, number: int, host: str = "mars") -> dict[str, str]:
    content = output(job(read=direction(iops=number)))
    answer = await client.post("/api/v1/import", content=content, params={"host": host})
    assert answer.status_code in {200, 201}, answer.text
    return dict(answer.json()["runs"][0])


async def test_documents_of_one_host_are_looked_up_until_it_is_there(
    client: AsyncClient, asked_of_name: AsyncMock
) -> None:
    first = await put_in(client, 100)
    for number in range(101, 105):
        await put_in(client, number)
    assert asked_of_name.await_count == 2
    assert await put_in(client, 100) == first | {"status": "duplicate"}
    assert asked_of_name.await_count == 2


async def test_document_of_a_host_that_another_process_renamed_has_its_new_name(
    client: AsyncClient, database: Database, asked_of_name: AsyncMock
) -> None:
    for number in range(100, 102):
        await put_in(client, number)
    async with database.driver() as driver:
        await driver.execute("update host set name = 'mars (2)' where name = 'mars'")
    run = await put_in(client, 102)
    assert await factor_of_host(database, run["id"]) == "mars (2)"
    assert asked_of_name.await_count == 3


async def test_document_that_a_host_had_under_its_old_name_is_known_again(
    client: AsyncClient, database: Database, asked_of_name: AsyncMock
) -> None:
    first = await put_in(client, 100)
    async with database.driver() as driver:
        await driver.execute("update host set name = 'venus' where name = 'mars'")
    for number in range(101, 103):
        await put_in(client, number, "venus")
    assert asked_of_name.await_count == 2
    assert await put_in(client, 100, "venus") == first | {"status": "duplicate"}
    assert asked_of_name.await_count == 3
    async with database.driver() as driver:
        assert await driver.fetchval("select count(*) from run") == 3


async def test_card_that_another_process_added_counts_for_the_next_document(
    client: AsyncClient, database: Database, asked_of_name: AsyncMock
) -> None:
    for number in range(100, 102):
        await put_in(client, number)
    async with database.driver() as driver, driver.transaction():
        await specs.add_card(driver, own_card(), "Ada")
    with patch("fioboard.store.derive.rows.rate", wraps=rate_of) as rate:
        await put_in(client, 102)
    beside = [len(call.args[2]) for call in rate.call_args_list]
    assert beside == [beside[0], beside[0] + 1]
    assert asked_of_name.await_count == 3
