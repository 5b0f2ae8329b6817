"""Which power meters a run has: the processors' energy counters (RAPL), power sensors of the kernel (hwmon, such as
ACPI's power meter), and commands that the owner of the host lists in /etc/fioboard/power: a BMC, a smart plug, a PDU.

The service never names a command.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import Any, Iterable

from fioboard_agent.errors import AgentError, SetupError
from fioboard_agent.host.owned_by_root import require_owned_by_root
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.plain_file import read_plain_file
from fioboard_agent.host.sysfs import list_names, read_number, read_text

POWER_FILE = "/etc/fioboard/power"
MAX_METERS = 16
MAX_COMMANDS = 4
_MAX_FILE_BYTES = 8 << 10
_LINE = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,31})\s*=\s*(\S.*)")
_ZONE = re.compile(r"intel-rapl:\d+(:\d+)?")
# core and uncore are parts of their package.
_ZONES = re.compile(r"package-\d+|dram|psys")


def plan_power(roots: Roots, notes: list[str]) -> list[dict[str, Any]]:
    """List the meters as JSON: `subject`, `kind` (`energy`, `power` or `command`), and where each is read.

    A list of commands that root alone does not own, or that is not understood, is left out whole, with a note.
    """
    meters = [*_plan_zones(roots), *_plan_sensors(roots)]
    power_file = roots.locate(POWER_FILE)
    if os.path.lexists(power_file):
        try:
            meters += read_commands(power_file)
        except AgentError as error:
            notes.append(f"power: {error}")
    return meters[:MAX_METERS]


def read_commands(path: Path) -> list[dict[str, Any]]:
    """Read lines `NAME = COMMAND ARGUMENTS`. Raises SetupError for a file that others may have written, and for a
    line that is none.
    """
    require_owned_by_root(path)
    meters: dict[str, list[str]] = {}
    try:
        content = read_plain_file(path, "The list of power meters", _MAX_FILE_BYTES).decode("utf-8")
        for line in (line.strip() for line in content.splitlines()):
            if not line or line.startswith("#"):
                continue
            match = _LINE.fullmatch(line)
            command = shlex.split(match[2]) if match else []
            if match is None or not command or match[1] in meters:
                raise SetupError(f"{path}: {line[:60]!r} is not NAME = COMMAND, or the name occurs twice")
            meters[match[1]] = command
    except (OSError, ValueError) as error:
        raise SetupError(f"{path} is not understood: {error}") from None
    if len(meters) > MAX_COMMANDS:
        raise SetupError(f"{path} lists {len(meters)} meters; at most {MAX_COMMANDS} are read")
    return [{"subject": f"power:command {name}", "kind": "command", "command": meters[name]} for name in meters]


def _plan_zones(roots: Roots) -> Iterable[dict[str, Any]]:
    """Plan the energy counters of packages, their memory, and the platform."""
    place = "/sys/class/powercap"
    for zone in list_names(roots.locate(place)):
        if _ZONE.fullmatch(zone) is None:
            continue
        folder = roots.locate(f"{place}/{zone}")
        name = read_text(folder / "name") or ""
        if _ZONES.fullmatch(name) is None:
            continue
        above = read_text(roots.locate(f"{place}/{zone.rpartition(':')[0]}/name")) if zone.count(":") > 1 else None
        yield {
            "subject": f"power:{f'{above} {name}' if above else name}",
            "kind": "energy",
            "path": str(folder / "energy_uj"),
            "most": read_number(folder / "max_energy_range_uj"),
        }


def _plan_sensors(roots: Roots) -> Iterable[dict[str, Any]]:
    """Plan the power sensors of the kernel, in microwatts."""
    for hwmon in list_names(roots.locate("/sys/class/hwmon")):
        folder = roots.locate(f"/sys/class/hwmon/{hwmon}")
        chip = read_text(folder / "name") or hwmon
        names = list_names(folder)
        for name in names:
            match = re.fullmatch(r"power(\d+)_(input|average)", name)
            if match is None or (match[2] == "average" and f"power{match[1]}_input" in names):
                continue
            label = read_text(folder / f"power{match[1]}_label") or f"power{match[1]}"
            yield {"subject": f"power:{chip} {label}", "kind": "power", "path": str(folder / name)}
