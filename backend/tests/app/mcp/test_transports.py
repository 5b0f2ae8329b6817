"""The tools over HTTP at /mcp, and over standard input and output: by the protocol's own client."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from fioboard import main
from fioboard.app.mcp.endpoint import Endpoint
from fioboard.core.config import Settings
from fioboard.core.database import Database
from tests.conftest import token_for
from tests.factories.imports import put
from tests.factories.real_server import served

pytestmark = pytest.mark.anyio
ASKED = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPTED = {"accept": "application/json, text/event-stream"}


@asynccontextmanager
async def serve_with_tools(
    app: Any, configured: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[str]:
    """Serve the app with FIOBOARD_MCP on; yields its address."""
    monkeypatch.setattr(main, "settings", lambda: configured.model_copy(update={"mcp": True}))
    service = main.create_app()
    endpoint = service.state.mcp
    assert isinstance(endpoint, Endpoint)
    service.state = app.state
    async with endpoint.manager.run(), served(service) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.nightly
async def test_both_transports_answer_to_a_token_that_may_read(
    app: Any,
    client: AsyncClient,
    configured: Settings,
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = await put(
        client, (Path(__file__).parents[2] / "data/fio/3.7_base.json").read_bytes(), host="jupiter"
    )
    token = await token_for(database, "read")
    (tmp_path / "token").write_text(f"{token}\n")
    async with serve_with_tools(app, configured, monkeypatch) as address:
        headers = {"authorization": f"Bearer {token}"}
        async with AsyncClient(headers=headers) as http:
            over_http = streamable_http_client(f"{address}/mcp", http_client=http)
            async with Client(over_http) as tools:
                found = (await tools.call_tool("search_runs", {})).structured_content
        assert [one["id"] for one in found["runs"]] == [run]
        command = ["-m", "fioboard.cli", "mcp", "--server", address, "--token-file", str(tmp_path / "token")]
        async with Client(StdioServerParameters(command=sys.executable, args=command)) as tools:
            same = (await tools.call_tool("search_runs", {})).structured_content
        assert same["runs"][0]["results"] == found["runs"][0]["results"]
        # Without a token that may read, with a cookie alone, or with a wrong one there is not even a list of tools.
        upload = await token_for(database, "upload")
        async with AsyncClient(base_url=address, headers=ACCEPTED) as stranger:
            for given, status in (
                ({}, 401),
                ({"authorization": f"Bearer {upload}"}, 403),
                ({"authorization": "Bearer fio_x"}, 401),
                ({"cookie": "fioboard_session=x"}, 401),
            ):
                refused = await stranger.post("/mcp", json=ASKED, headers=given)
                assert (refused.status_code, "error" in refused.json()) == (status, True), given
            assert (await stranger.post("/mcp", content=b"{", headers=headers)).status_code == 400


async def test_nothing_is_at_that_address_unless_it_is_turned_on(stranger: AsyncClient) -> None:
    assert (await stranger.post("/mcp", json=ASKED)).status_code in {404, 405}
