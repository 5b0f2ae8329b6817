"""What answers say as columns of the history."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from tests.factories.demo_cases import load_cases

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("brief", ["false", "true"])
async def test_verdict_limit_doubts_and_findings(client: AsyncClient, database: Database, brief: str) -> None:
    await load_cases(database, is_slot_3_contradicted=True)
    asked = {"columns": ",".join(ANSWER_KEYS), "limit": "100", "brief": brief}
    items = (await client.get("/api/v1/runs", params=asked)).json()["items"]
    kinds = set()
    for item in items:
        cells, verdict = item["cells"], item["verdict"]
        assert cells["verdict"] == (verdict and verdict["kind"])
        assert cells["limit"] == (verdict["id"] if verdict and verdict["kind"] == "limit" else None)
        assert cells["finding"] == (item["finding_ids"] if verdict else None)
        assert cells["trust"] == (
            [one for one in item["finding_ids"] if one in ANSWER_KEYS["trust"].values] if verdict else None
        )
        kinds.add(cells["verdict"])
    assert {"limit", "trust"} <= kinds


async def test_a_key_that_is_none_is_refused(client: AsyncClient) -> None:
    answer = await client.get("/api/v1/runs", params={"columns": "limits"})
    assert (answer.status_code, answer.json()["error"]) == (422, "UnknownKey")
