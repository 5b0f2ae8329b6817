"""Nightly runs of one test on one host, for what is watched over time."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Any

from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, inventory, manifest

FIRST = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)
# Steady to half a percent, in no order that a step could be seen in.
JITTER = (1.0, 1.004, 0.997, 1.002, 0.995, 1.001, 0.999, 1.003, 0.996, 1.005, 0.998)


def steady(level: int, count: int) -> list[int]:
    """Figures around a level."""
    return [round(level * wobble) for wobble, _ in zip(cycle(JITTER), range(count), strict=False)]


async def upload_night(
    client: AsyncClient,
    night: int,
    iops: int,
    kernel: str = "6.1.0",
    host: str = "jupiter",
    *,
    beside: Sequence[dict[str, Any]] = (),
    **fields: Any,
) -> str:
    """One run of a night; its id. `beside`: further jobs of it; `fields`: of the manifest."""
    at = FIRST + timedelta(days=night)
    files = {"fio.json": output(job(read=direction(iops=iops, clat_mean_ns=100_000)), *beside)}
    about = manifest(
        files,
        host={"id": f"host-{host}", "name": host},
        started_at=at.isoformat().replace("+00:00", "Z"),
        ended_at=(at + timedelta(seconds=20)).isoformat().replace("+00:00", "Z"),
        **fields,
    )
    hardware = inventory(os={"name": "Debian GNU/Linux 12", "kernel": kernel}, host={"hostname": host})
    content, headers = body(files, about, hardware)
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def upload_nights(
    client: AsyncClient, figures: Sequence[int], kernels: Sequence[str] | None = None, host: str = "jupiter"
) -> list[str]:
    """A run per figure, one a night; their ids."""
    kernels = kernels or ["6.1.0"] * len(figures)
    return [
        await upload_night(client, night, iops, kernel, host)
        for night, (iops, kernel) in enumerate(zip(figures, kernels, strict=True))
    ]
