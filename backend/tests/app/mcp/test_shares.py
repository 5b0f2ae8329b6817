"""Shares as resources: for whom and what they answer, never the link."""

from typing import Any

import orjson
import pytest
from httpx2 import ASGITransport, AsyncClient
from mcp.client import Client
from mcp.shared.exceptions import MCPError

from fioboard.app.mcp import shape
from fioboard.app.mcp.api import Api
from fioboard.app.mcp.server import build_server
from fioboard.core.database import Database
from tests.conftest import BASE_URL, token_for
from tests.factories.imports import jobs, put
from tests.factories.shares import of_run, share

pytestmark = pytest.mark.anyio


def _raise_mistake(*_: object) -> None:
    raise ValueError("a mistake")


async def test_a_share_is_a_resource_without_its_link(
    app: Any, client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = await put(client, jobs({}), host="jupiter")
    link = await share(client, of_run(run, label="the vendor"))
    document = (await client.get(f"/api/v1/shares/{link.id}/document")).json()
    authorization = f"Bearer {await token_for(database, 'read')}"
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL) as http:
        api = Api(http, authorization, "https://fio.example")
        async with Client(build_server(lambda _: api)) as tools:
            resource = await tools.read_resource(f"fioboard://shares/{link.id}")
            text = resource.contents[0].model_dump()["text"]
            for unknown in ("00000000-0000-7000-8000-000000000000", "none"):
                with pytest.raises(MCPError):
                    await tools.read_resource(f"fioboard://shares/{unknown}")
            # A mistake of ours is not "there is none": its words stay inside.
            monkeypatch.setattr(shape, "build_share", _raise_mistake)
            with pytest.raises(MCPError) as refused:
                await tools.read_resource(f"fioboard://shares/{link.id}")
            assert "a mistake" not in str(refused.value)
    shown = orjson.loads(text)
    assert (shown["label"], shown["state"], shown["view_count"]) == ("the vendor", "active", 0)
    assert [one["verdict"] for one in shown["runs"]] == [document["runs"][0]["answer"]["verdict"]["sentence"]]
    assert link.token not in text and "jupiter" not in text
