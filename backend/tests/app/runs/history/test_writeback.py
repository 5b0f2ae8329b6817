"""Buffered and direct writes of one host, as they are stored: the rule finds the pair."""

import pytest
from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.imports import OPTIONS, put

pytestmark = pytest.mark.anyio


async def wrote(client: AsyncClient, bytes_per_s: int, **options: str) -> str:
    told = (
        OPTIONS | {"rw": "write", "bs": "1M", "iodepth": "1", "numjobs": "1", "ioengine": "psync"} | options
    )
    moved = direction(iops=bytes_per_s / 2**20, bw_bytes=bytes_per_s, runtime_ms=60_000)
    idle = direction(iops=0, runtime_ms=0)
    cpu = {"usr_cpu": 1.0, "sys_cpu": 9.0}
    content = output(job("job", read=idle, write=moved, **{"job options": told, **cpu}))
    return await put(client, content, **{"label.drive.wbt_us": "2000"})


async def test_a_buffered_run_is_held_against_direct_ones(client: AsyncClient) -> None:
    buffered = await wrote(client, 250_000_000, direct="0", end_fsync="1")
    direct = await wrote(client, 500_000_000, direct="1")
    answer = (await client.get(f"/api/v1/runs/{buffered}/answer")).json()
    [told] = [one for one in answer["findings"] if one["id"] == "wbt"]
    assert told["text"].startswith("Buffered writes give 50 % of direct ones: 250 MB/s of 500 MB/s")
    assert (told["kind"], told["severity"], told["confidence"]) == ("cause", "info", "possible")
    other = (await client.get(f"/api/v1/runs/{direct}/answer")).json()
    assert "wbt" not in other["checks"]["found"]
