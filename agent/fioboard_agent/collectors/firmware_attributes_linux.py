"""BIOS settings from the firmware-attributes class of the kernel (5.11 and later): workstations and laptops mostly.

Reads attributes only. `authentication/`, `reset_bios`, `save_settings` and `debug_cmd` beside them are never touched.
"""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.firmware.attributes import Collector, FirmwareSettings
from fioboard_agent.host.reader import ABSENT, Reader

CLASS = "/sys/class/firmware-attributes"
_NOT_ATTRIBUTES = {"pending_reboot", "reset_bios", "save_settings", "debug_cmd"}


def collect_firmware_attributes(reader: Reader) -> Optional[FirmwareSettings]:
    """All attributes of all drivers (there is one as a rule); null where no driver of the class is loaded, or nothing
    may be read. Reading values normally takes root."""
    drivers = reader.names(CLASS)
    if not drivers:
        reader.source.note(ABSENT, f"{CLASS} lists no driver")
    collector = Collector()
    pending: list[bool] = []
    for driver in drivers:
        folder = f"{CLASS}/{driver}/attributes"
        flag = reader.flag(f"{folder}/pending_reboot")
        pending += [] if flag is None else [flag]
        for name in reader.names(folder):
            if name not in _NOT_ATTRIBUTES:
                _add(reader, collector, f"{folder}/{name}", name)
    if not collector.raw:
        return None
    return FirmwareSettings("firmware_attributes", collector.raw, is_pending=any(pending) if pending else None)


def _add(reader: Reader, collector: Collector, folder: str, name: str) -> None:
    kind = reader.text(f"{folder}/type")
    if kind == "password":
        return
    value = reader.text(f"{folder}/current_value")
    if value is None:
        return
    if kind is None:
        value = _strip_choices(value)
    collector.add(name, int(value) if kind == "integer" and re.fullmatch(r"-?\d{1,18}", value) else value)


def _strip_choices(value: str) -> str:
    """Strip the choices that think-lmi before kernel 6.3 packs into the value, as it has no `type`:
    `Primary;[Optional:Primary,Automatic][Status:ShowOnly]`.
    """
    return value.partition(";[")[0]
