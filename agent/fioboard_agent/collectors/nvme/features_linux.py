"""What an NVMe drive is set to: power state, sleep between I/Os, temperatures at which it throttles itself. Root only.

Reads what is in force (Get Features); sets nothing.
"""

from __future__ import annotations

import errno
from typing import Optional

from fioboard_agent.collectors.nvme.admin_linux import NvmeAdmin
from fioboard_agent.collectors.nvme.structures import parse_apst, parse_power_state, parse_thermal_management
from fioboard_agent.host.reader import ABSENT, DENIED, Reader
from fioboard_agent.inventory_types import Disk, NvmeFeatures, PowerState

_POWER_MANAGEMENT, _APST, _THERMAL_MANAGEMENT = 0x02, 0x0C, 0x10
Disks = dict[str, Disk]


def add_features(reader: Reader, disks: Disks, admin: Optional[NvmeAdmin] = None) -> None:
    """Fills `nvme_features` of the local NVMe disks: `power_state`, `apst_enabled`, `t1_c`, `t2_c` (light and heavy
    throttling by host-controlled thermal management) and `unknown`: of each field that could not be told, why. `t1_c`
    and `t2_c` are null without a reason where that is switched off.

    `nvme_features` stays null where asking is not permitted; the source says so."""
    admin = admin or NvmeAdmin()
    if not reader.roots.is_live and type(admin) is NvmeAdmin:
        return
    asked = False
    for disk in disks.values():
        local = [one for one in disk["controllers"] if one["transport"] in {None, "pcie"}]
        if local:
            asked = True
            disk["nvme_features"] = _read_features(
                reader, admin, f"/dev/{local[0]['name']}", disk.get("power_states") or []
            )
    if not asked:
        reader.source.note(ABSENT, "no local NVMe drive")


def _read_features(
    reader: Reader, admin: NvmeAdmin, device: str, power_states: list[PowerState]
) -> Optional[NvmeFeatures]:
    unknown: dict[str, str] = {}

    def ask(identifier: int, *fields: str) -> Optional[int]:
        try:
            return admin.feature(device, identifier)
        except PermissionError:
            raise
        except OSError as error:
            # Features are optional: a controller without one is no failure of the subject.
            reason = error.strerror or errno.errorcode.get(error.errno or 0, "error")
            unknown.update(dict.fromkeys(fields, reason))
            return None

    try:
        power = ask(_POWER_MANAGEMENT, "power_state")
        apst = ask(_APST, "apst_enabled")
        thermal = ask(_THERMAL_MANAGEMENT, "t1_c", "t2_c")
    except PermissionError as error:
        reader.source.note(DENIED, f"{device}: {error.strerror}")
        return None
    light, heavy = (None, None) if thermal is None else parse_thermal_management(thermal)
    return {
        "power_state": None if power is None else _keep_awake_state(parse_power_state(power), power_states, unknown),
        "apst_enabled": None if apst is None else parse_apst(apst),
        "t1_c": light,
        "t2_c": heavy,
        "unknown": unknown,
    }


def _keep_awake_state(state: int, power_states: list[PowerState], unknown: dict[str, str]) -> Optional[int]:
    """Return the state as long as I/O is done in it. A drive that sleeps between I/Os reports where it sleeps, not
    what it is set to.
    """
    if state == 0 or any(one["index"] == state and one["is_operational"] for one in power_states):
        return state
    is_asleep = any(one["index"] == state for one in power_states)
    unknown["power_state"] = (
        f"it was in power state {state} when read" if is_asleep else f"power state {state} is not in the drive's table"
    )
    return None
