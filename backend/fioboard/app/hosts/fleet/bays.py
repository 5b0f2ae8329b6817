"""Drives in their places: what a look along the machines would show."""

import re
from collections.abc import Iterable
from uuid import UUID

from fioboard.app.hosts.fleet import sentences
from fioboard.app.hosts.fleet.outliers import Judged
from fioboard.app.hosts.fleet.speed import DriveShare
from fioboard.engine.answers.fleet import BayOut, HostBays
from fioboard.engine.hardware.inventory.link import format_link, get_generation
from fioboard.store.queries.fleet import FleetRow

MAX_BAYS = 512


def list_bays(rows: Iterable[FleetRow], now: Judged) -> list[HostBays]:
    """List bays by host, in the order in which their first drive comes; within a host by slot, else by name."""
    hosts: dict[UUID, HostBays] = {}
    for row in rows:
        empty: HostBays = {"id": row["host_id"], "name": row["host_name"], "bays": []}
        host = hosts.setdefault(row["host_id"], empty)
        host["bays"].append(_bay(row, now))
    for host in hosts.values():
        host["bays"].sort(
            key=lambda bay: (bay["slot"] is None, _counted(bay["slot"] or ""), _counted(bay["name"]))
        )
    return list(hosts.values())


def _bay(row: FleetRow, now: Judged) -> BayOut:
    rated: DriveShare | None = now.rated.get(row["id"])
    odd, alike = now.odd.get(row["id"]), now.alike.get(row["id"])
    return {
        "drive_id": str(row["id"]),
        "name": row["name"],
        "slot": row["slot"],
        "model": row["model"],
        "firmware": row["firmware"],
        "link": _link(row),
        "is_below": "link" in row["problems"],
        "is_missing": "missing" in row["problems"],
        "rated_share": None if rated is None else rated.share,
        "is_least": rated is not None and rated.is_least,
        "alike_share": None if alike is None else alike.share,
        "alike_test": None if alike is None else alike.test,
        "odd_ratio": odd[0]["ratio"] if odd else None,
    }


def _link(row: FleetRow) -> str | None:
    """`Gen4 x4`; `x2 of 4` with lanes missing, `Gen3 of Gen4` where it is slower; None where its state is unknown."""
    lanes, most = row["link_lanes"], row["capable_lanes"]
    if lanes is None or row["link_class"] == "unknown":
        return None
    if "link" in row["problems"] and most is not None and lanes < most:
        return f"x{lanes} of {most}"
    now, can = get_generation(row["link_gts"]), get_generation(row["capable_gts"])
    if "link" in row["problems"] and now and can:
        return sentences.GENERATION(now=now, can=can)
    return format_link(row["link_gts"], lanes) or f"x{lanes}"


def _counted(name: str) -> list[tuple[bool, int, str]]:
    """`bay 2` before `bay 10`."""
    parts = re.split(r"(\d+)", name)
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]
