"""Rows of drives as answers show them."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import md5
from uuid import UUID

from fioboard.core.spreadsheet import csv_cell
from fioboard.engine.answers.fleet import FleetDrive, OddOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.hardware.inventory.link import format_link
from fioboard.engine.words.known_firmware import KNOWN_FIRMWARE, KnownFirmware
from fioboard.store.queries.fleet import FleetRow, VersionRow


def find_fault(model: str | None, firmware: str | None) -> KnownFirmware | None:
    """Find the fault that a firmware is known for."""
    if model is None or firmware is None:
        return None
    return next((known for known in KNOWN_FIRMWARE if known.matches(model.strip(), firmware.strip())), None)


def faulty(versions: Iterable[VersionRow]) -> list[VersionRow]:
    """Those with a known fault."""
    return [one for one in versions if find_fault(one["model"], one["firmware"])]


def model_id(model: str) -> str:
    """What names a model in an address, as `queries.drive_models` does. No secret: models hold spaces and slashes."""
    return md5(model.encode(), usedforsecurity=False).hexdigest()


def build_drive(row: FleetRow, odd: Mapping[UUID, Sequence[OddOut]]) -> FleetDrive:
    """Build one drive."""
    known = find_fault(row["model"], row["firmware"])
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "name": row["name"],
        "model": row["model"],
        "model_id": model_id(row["model"]) if row["model"] else None,
        "firmware": row["firmware"],
        "transport": row["transport"],
        "slot": row["slot"],
        "size_bytes": row["size_bytes"],
        "link": {
            "now": format_link(row["link_gts"], row["link_lanes"]),
            "capable": format_link(row["capable_gts"], row["capable_lanes"]),
            "is_below": row["link_class"].startswith("downgraded"),
        }
        if row["link_class"]
        else None,
        "temperature_c": row["temperature_c"],
        "used_pct": row["used_pct"],
        "spare_pct": row["spare_pct"],
        "media_errors": row["media_errors"],
        "critical_warning": row["critical_warning"],
        "seen_at": row["seen_at"],
        "last_run_at": row["last_run_at"],
        "last_run_id": str(row["last_run_id"]) if row["last_run_id"] else None,
        "problems": row["problems"],
        "firmware_fault": known.fault if known else None,
        "degraded_arrays": row["degraded_arrays"],
        "odd": list(odd.get(row["id"], [])),
    }


Cell = str | int | float | bool | None
# Units stand in the names; docs/fleet.md says what each column is.
CSV_COLUMNS = (
    *("host", "drive", "model", "firmware", "slot", "size_bytes", "transport", "link", "link_capable"),
    *("temperature_c", "used_pct", "spare_pct", "media_errors", "critical_warning", "seen_at", "last_run_at"),
    *("problems", "degraded_arrays", "firmware_fault", "odd_ratio", "odd_workload", "odd_runs", "odd_drives"),
    "odd_apart",
)


def csv_cells(drive: FleetDrive) -> list[str | int | float]:
    """One drive by CSV_COLUMNS; of several workloads where it stands out, the furthest."""
    link, odd = drive["link"], next(iter(drive["odd"]), None)
    last = drive["last_run_at"]
    cells: list[Cell] = [
        *(drive["host"]["name"], drive["name"], drive["model"], drive["firmware"], drive["slot"]),
        *(drive["size_bytes"], drive["transport"], link["now"] if link else None),
        *(link["capable"] if link else None, drive["temperature_c"], drive["used_pct"], drive["spare_pct"]),
        *(drive["media_errors"], drive["critical_warning"], drive["seen_at"].isoformat()),
        *(last.isoformat() if last else None, " ".join(drive["problems"])),
        *(", ".join(drive["degraded_arrays"]) or None, drive["firmware_fault"]),
        *(odd["ratio"] if odd else None, f"{odd['workload']} {odd['direction']}" if odd else None),
        *((odd["n"], odd["drives"]) if odd else (None, None)),
        "; ".join(f"{a['title']}: {a['value']}, others {a['usual']}" for a in odd["apart"]) if odd else None,
    ]
    return [csv_cell(cell) for cell in cells]
