"""Runs for tests, put in by the real ingest: one output with the jobs that a test names."""

from collections.abc import Mapping
from typing import Any

from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output

OPTIONS = {"rw": "randread", "bs": "4k", "iodepth": "1", "ioengine": "psync", "direct": "1"}


def jobs(*wanted: Mapping[str, str], **parts: Any) -> bytes:
    """One output with a job per set of options."""
    found = []
    for n, options in enumerate(wanted):
        all_options = OPTIONS | options
        writes = "write" in all_options["rw"]
        figures = direction(iops=1000 * (n + 1))
        idle = direction(iops=0, runtime_ms=0)
        found.append(
            job(
                f"job {n}",
                read=idle if writes else figures,
                write=figures if writes else idle,
                **{"job options": all_options},
            )
        )
    return output(*found, **parts)


async def put(client: AsyncClient, body: bytes, host: str = "jupiter", **query: object) -> str:
    answer = await client.post("/api/v1/import", params={"host": host} | query, content=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["runs"][0]["id"])
