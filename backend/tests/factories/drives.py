"""A host with one drive, whose link and health an upload tells."""

import copy
from typing import Any

from httpx2 import AsyncClient

from tests.factories.machine import machine
from tests.factories.measured_machine import upload


async def measured(client: AsyncClient, hour: int, host: str = "jupiter", **disk: Any) -> None:
    """An upload of a host with one drive; `moment_` fields are its health."""
    document: dict[str, Any] = copy.deepcopy(machine("epyc-nps1")["inventory"])
    name, entry = next(iter(document["disks"].items()))
    volumes = disk.pop("volumes", {})
    health = {key.removeprefix("moment_"): disk.pop(key) for key in list(disk) if key.startswith("moment_")}
    if lanes := disk.pop("lanes", None):
        document["pci"][entry["pci"]]["link"]["current_lanes"] = lanes
    document["disks"] = {name: entry | {"model": "EXAMPLE 1T", "serial": "S1"} | disk}
    document["volumes"] = volumes
    document["moment"] = {"disks": {name: health}}
    about = {"host": {"id": "test-host-one", "name": host}, "targets": [], "target": f"/dev/{name}"}
    at = f"2026-11-20T{hour:02}:00:00Z"
    content, headers = upload("epyc-nps1", hardware=document, started_at=at, ended_at=None, **about)
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
