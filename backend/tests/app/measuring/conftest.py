"""A host's agent that polls, as the service sees it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.app.access.issue import issue_token
from fioboard.core.database import Database
from fioboard.engine.answers.request import Sample
from tests.conftest import BASE_URL
from tests.factories.nights import upload_night

URL = "/api/v1/requests"
POLL = "/api/v1/agent/poll"
OFFERS = {
    "suites": ["quick", "saturate"],
    "jobs": ["nightly"],
    "may_repeat": True,
    "targets": [{"name": "/srv/bench", "kind": "folder", "serial": None, "may_write": True}],
    "hours": None,
    "utc_offset_minutes": 0,
    "longest_s": None,
    "write_bytes_a_day": None,
    "starts_together": True,
}


class Agent:
    """A host's agent, as the service sees it."""

    def __init__(self, client: AsyncClient, host_id: str) -> None:
        self.client, self.host_id = client, host_id

    async def poll(self, **more: Any) -> dict[str, Any]:
        said = {"agent_version": "0.3.0", "wait_s": 0, "offers": OFFERS} | more
        answer = await self.client.post(POLL, json=said)
        assert answer.status_code == 200, answer.text
        given: dict[str, Any] = answer.json()
        return given

    async def report(self, request_id: str, state: str, reason: str | None = None) -> dict[str, Any] | None:
        """Say what became of a request; return the next one, which comes with the answer."""
        answer = await self.poll(reports=[{"request_id": request_id, "state": state, "reason": reason}])
        assert answer["received"] == [request_id]
        offered: dict[str, Any] | None = answer["request"]
        return offered


def sample(second: int, iops: float) -> dict[str, Any]:
    """A second of a running request, as an agent says it."""
    unknown = dict.fromkeys(Sample.__annotations__)
    return unknown | {"at": f"2026-11-29T07:30:{second:02}Z", "step": 1, "read_iops": iops}


def running(request_id: str, **more: Any) -> dict[str, Any]:
    """What an agent says of what it runs."""
    said = {"request_id": request_id, "step": 1, "steps": 3, "workload": "randread 4k QD 32", "elapsed_s": 2}
    return said | {"left_s": 58.5} | more


@asynccontextmanager
async def agent_of(app: Any, database: Database, host_id: str) -> AsyncIterator[Agent]:
    async with database.transaction() as session:
        token, _ = await issue_token(session, name="agent", scope="upload", host_id=UUID(host_id), lasts=None)
    headers = {"authorization": f"Bearer {token}"}
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL, headers=headers) as client:
        yield Agent(client, host_id)


@pytest.fixture
async def agent(app: Any, client: AsyncClient, database: Database) -> AsyncIterator[Agent]:
    """The agent of a host that the service knows."""
    await upload_night(client, 0, 100_000)
    [row] = (await client.get("/api/v1/hosts")).json()["items"]
    async with agent_of(app, database, row["id"]) as agent:
        yield agent


@pytest.fixture
async def pair(app: Any, client: AsyncClient, database: Database) -> AsyncIterator[list[Agent]]:
    """Agents of two hosts that poll and can start together."""
    for name in ("jupiter", "saturn"):
        await upload_night(client, 0, 100_000, host=name)
    hosts = {row["name"]: row["id"] for row in (await client.get("/api/v1/hosts")).json()["items"]}
    async with (
        agent_of(app, database, hosts["jupiter"]) as one,
        agent_of(app, database, hosts["saturn"]) as two,
    ):
        for agent in (one, two):
            await agent.poll()
        yield [one, two]


async def add(client: AsyncClient, host_id: str, **more: Any) -> dict[str, Any]:
    wanted = {"host_id": host_id, "kind": "suite", "name": "quick", "target": "/srv/bench"} | more
    answer = await client.post(URL, json=wanted)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def get(client: AsyncClient, made: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"{URL}/{made['id']}")).json()
    return found
