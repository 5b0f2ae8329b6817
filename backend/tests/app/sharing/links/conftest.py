"""A run of a whole machine, and a link to it."""

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import send
from tests.factories.cheap_passwords import cheap_passwords
from tests.factories.measured_machine import samples, upload
from tests.factories.shares import Link, of_run, share

__all__ = ["cheap_passwords", "send"]


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    request, headers = upload(
        "epyc-nps4", sampled=samples([f"nvme{n}n1" for n in range(4)]), labels={"slot": "2"}
    )
    answer = await client.post("/api/v1/uploads", content=request, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.fixture
async def link(client: AsyncClient, run_id: str) -> Link:
    return await share(client, of_run(run_id, label="Acme support"))
