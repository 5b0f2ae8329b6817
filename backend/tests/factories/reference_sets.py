"""Runs of one drive each, sent through the real ingest, for reference sets: sound ones, and ones that must stay out."""

import copy
from typing import Any

from httpx2 import AsyncClient

from tests.factories.fio_output import direction, job, output
from tests.factories.machine import machine
from tests.factories.measured_machine import samples, upload

MODEL = "EXAMPLE 1T"
DISK = "nvme0n1"
TYPED = {
    "name": "job", "rw": "randread", "bs": "4k", "iodepth": "32", "numjobs": "1", "direct": "1",
    "ioengine": "libaio", "time_based": "1", "runtime": "60", "norandommap": "1", "randrepeat": "0",
}  # fmt: skip


def throttled_samples() -> dict[str, Any]:
    """Samples of a drive that becomes hot after half of a minute and gives half of what it gave."""
    made = samples([DISK], n=60)
    half = 30
    for series in made["series"]:
        is_heat = series["metric"] == "temperature_c"
        series["values"] = [50.0] * half + [86.0] * half if is_heat else [1.3e9] * half + [5e8] * half
    return made


async def send_drive_run(
    client: AsyncClient,
    iops: int,
    *,
    host: str = "jupiter",
    serial: str = "S1",
    runtime_ms: int = 60_000,
    typed: dict[str, str] | None = None,
    disk: dict[str, Any] | None = None,
    parts: dict[str, Any] | None = None,
    lanes: int | None = None,
    sampled: Any = None,
    **about: Any,
) -> str:
    """Upload one run of one drive on one host; return its id."""
    document: dict[str, Any] = copy.deepcopy(machine("epyc-nps1")["inventory"]) | (parts or {})
    entry = document["disks"][DISK]
    known = {"model": MODEL, "serial": serial, "firmware": "5B2Q", "size_bytes": 1_000_204_886_016,
             "logical_block_bytes": 512}  # fmt: skip
    document["disks"] = {DISK: entry | known | (disk or {})}
    document["volumes"] = {}
    document["host"] = {"hostname": host}
    if lanes is not None:
        document["pci"][entry["pci"]]["link"]["current_lanes"] = lanes
    figures = direction(iops=iops, runtime_ms=runtime_ms, clat_mean_ns=int(32e9 / iops))
    options = TYPED | (typed or {})
    printed = output(job("job", read=figures, job_runtime=runtime_ms, **{"job options": options}))
    fields = {
        "host": {"id": f"test-{host}", "name": host}, "targets": [], "target": f"/dev/{DISK}",
        "started_at": "2026-11-20T10:00:00Z", "ended_at": "2026-11-20T10:01:00Z",
    } | about  # fmt: skip
    content, headers = upload("epyc-nps1", printed, sampled, document, **fields)
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
