"""Uploads of one machine's runs, night after night."""

from datetime import timedelta
from typing import Any

from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.nights import FIRST
from tests.factories.upload import body, manifest
from tests.identity.machines import Machine, Names


async def upload(
    client: AsyncClient,
    machine: Machine,
    names: Names,
    kind: str,
    which: int = 0,
    *,
    host: str = "jupiter",
    night: int = 0,
    iops: int = 1000,
    bs: str = "4k",
    kernel: str = "6.1.0",
    **about: Any,
) -> str:
    """One run on the first (0) or second (1) thing of a kind; its id."""
    targets = machine.targets(kind, which, names)
    named = ":".join(target["path"] for target in targets)
    options = {
        "rw": "randread",
        "bs": bs,
        "iodepth": "16",
        "ioengine": "libaio",
        "direct": "1",
        "filename": named,
    }
    measured = direction(iops=iops, clat_mean_ns=100_000)
    files = {"fio.json": output(job("job", read=measured, **{"job options": options}))}
    at = FIRST + timedelta(days=night)
    said = {
        "host": {"id": f"identity-{host}", "name": host},
        "started_at": at.isoformat().replace("+00:00", "Z"),
        "ended_at": (at + timedelta(seconds=20)).isoformat().replace("+00:00", "Z"),
        "target": named,
        "targets": targets,
    }
    hardware = machine.inventory(names) | {"os": {"name": "Debian GNU/Linux 12", "kernel": kernel}}
    content, headers = body(files, manifest(files, **said, **about), hardware)
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
