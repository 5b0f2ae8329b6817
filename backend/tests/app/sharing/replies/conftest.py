"""A shared run that takes replies, and a recipient's machine that measured the same."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient, Response

from tests.app.sharing.links.conftest import run_id
from tests.factories.measured_machine import fio_output, upload
from tests.factories.shares import Link, of_run, share

__all__ = ["run_id"]
HOST = "recipients-box"


@pytest.fixture
async def link(client: AsyncClient, run_id: str) -> Link:
    return await share(client, of_run(run_id, takes_replies=True))


def reply(**about: Any) -> tuple[bytes, dict[str, str]]:
    """One run as the agent sends it, of the same machine type with a slower drive and a name and serials of its own."""
    stated = {"host": {"id": "recipient-0001", "name": HOST}, "upload_key": str(uuid4())}
    return upload("epyc-nps4", fio_output(7_000_000_000), **(stated | about))


async def get_code(stranger: AsyncClient, link: Link) -> str:
    answer = await stranger.post(f"{link.path}/reply-codes")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def send_reply(
    stranger: AsyncClient, link: Link, code: str, sent: tuple[bytes, dict[str, str]]
) -> Response:
    content, headers = sent
    return await stranger.post(
        f"{link.path}/replies", content=content, headers=headers | {"x-share-reply-code": code}
    )
