"""Uploads whose commits nobody takes in, as with a synchronous standby that is stuck: pages go on beside them."""

import asyncio
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest.upload_limiter import STORING_SHARE
from fioboard.core.config import settings
from fioboard.core.database import Database, make_engine
from tests.app.ingest.test_slow_senders import send
from tests.conftest import token_for
from tests.factories.real_server import served

pytestmark = pytest.mark.anyio
UPLOADS = 16
PAGES = 10
PATIENCE_S = 30


@pytest.mark.nightly
async def test_pages_are_answered_while_every_upload_is_held(app: Any, database: Database) -> None:
    address = settings().database_url
    assert address is not None
    outside = Database(make_engine(address.get_secret_value(), pool_size=1))
    senders = [await token_for(database, "upload") for _ in range(UPLOADS)]
    reader = await token_for(database, "read")
    async with served(app) as service:
        url = f"http://127.0.0.1:{service.port}"
        async with outside.driver() as driver, driver.transaction():
            await driver.execute("lock table upload in share row exclusive mode")
            uploads = [
                asyncio.create_task(send(url, token, f"host{number}")) for number, token in enumerate(senders)
            ]
            async with asyncio.timeout(PATIENCE_S):
                while database.use.in_use < int(settings().pool_size * STORING_SHARE):  # noqa: ASYNC110 -- nobody is told
                    await asyncio.sleep(0.01)
            async with AsyncClient(base_url=url) as client:
                headers = {"authorization": f"Bearer {reader}", "host": "testserver"}
                for _ in range(PAGES):
                    answer = await client.get("/api/v1/runs", headers=headers, timeout=PATIENCE_S)
                    assert answer.status_code == 200
                ready = await client.get("/readyz", headers={"host": "testserver"}, timeout=PATIENCE_S)
                assert ready.status_code == 200
            assert not any(upload.done() for upload in uploads)
        assert await asyncio.gather(*uploads) == [201] * UPLOADS
    await outside.close()
