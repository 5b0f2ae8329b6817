"""Runs to compare, sent through the real ingest."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, inventory, manifest

Sender = Callable[..., Awaitable[str]]


def randread(iops: float, name: str = "job", **options: str) -> dict[str, Any]:
    """A job that reads 4 KiB blocks; its latency follows from its IOPS."""
    typed = {"name": name, "rw": "randread", "bs": "4k", "iodepth": "32", "ioengine": "libaio", "direct": "1"}
    figures = direction(iops=int(iops), clat_mean_ns=int(32e9 / iops))
    return job(name, read=figures, **{"job options": typed | {"filename": "/dev/md0"} | options})


@pytest.fixture
def send(client: AsyncClient) -> Sender:
    """Uploads one run; gives its id."""

    async def sender(
        *jobs: dict[str, Any],
        hardware: dict[str, Any] | None = None,
        host: str = "epyc",
        logs: dict[str, bytes] | None = None,
        version: str = "fio-3.41",
        disks: list[dict[str, Any]] | None = None,
        **about: Any,
    ) -> str:
        printed = {"fio version": version} | ({"disk_util": disks} if disks else {})
        files = {"fio.json": output(*jobs, **printed)} | (logs or {})
        fields = {"upload_key": str(uuid4()), "host": {"id": f"host-{host}", "name": host}} | about
        listed = manifest(files, **fields)
        for file in listed["files"][1:]:
            file["kind"] = "fio_log"
        content, headers = body(files, listed, hardware or inventory())
        answer = await client.post("/api/v1/uploads", content=content, headers=headers)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    return sender


def runs(*ids: str) -> str:
    """The filter that names runs."""
    return "&".join(f"run={run_id}" for run_id in ids)
