"""The five users' cases: ordinary documents freeze without a false alarm, and keep what support needs."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.features.ingest.demo import load
from fioboard.redaction import Wish, freeze
from fioboard.schemas.shared import SharedDocument
from tests.redaction.gather import ask, of_run

pytestmark = pytest.mark.anyio


async def test_every_run_of_the_demo_freezes(client: AsyncClient, database: Database) -> None:
    await load(database)
    items = (await ask(client, "/runs?limit=200"))["items"]
    assert len(items) > 10
    for item in items:
        frozen = freeze(await of_run(client, item["id"]), Wish())
        SharedDocument.model_validate(frozen.document)
        shown = str(frozen.document)
        assert item["title"] not in shown and item["host"]["name"] not in shown
