"""Clock control and sleep states of the processors: settings, not the clock of the moment."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Frequency, Idle

CPU = "/sys/devices/system/cpu"


def collect_frequency(reader: Reader, online: list[int]) -> Frequency:
    """Settings that a processor has of its own are counted: `{"performance": 64}`. `boost` is null where nothing says
    whether the clock may go above the nominal one; `pstate_mode` is `active`, `passive` or `guided`."""
    return {
        "driver": reader.text(f"{CPU}/cpu{online[0]}/cpufreq/scaling_driver") if online else None,
        "pstate_mode": reader.text(f"{CPU}/intel_pstate/status") or reader.text(f"{CPU}/amd_pstate/status"),
        "governors": _count_values(reader, online, "cpufreq/scaling_governor"),
        "epp": _count_values(reader, online, "cpufreq/energy_performance_preference"),
        "min_khz": _count_values(reader, online, "cpufreq/scaling_min_freq"),
        "max_khz": _count_values(reader, online, "cpufreq/scaling_max_freq"),
        "boost": _read_boost(reader),
    }


def collect_idle(reader: Reader, online: list[int]) -> Idle:
    """Sleep states with their wake-up latency in microseconds; `is_disabled` is null when processors differ."""
    folder = f"{CPU}/cpu{online[0]}/cpuidle" if online else ""
    names = [name for name in reader.names(folder) if re.fullmatch(r"state\d{1,2}", name)] if folder else []
    return {
        "driver": reader.text(f"{CPU}/cpuidle/current_driver"),
        "governor": reader.text(f"{CPU}/cpuidle/current_governor_ro") or reader.text(f"{CPU}/cpuidle/current_governor"),
        "states": [
            {
                "name": reader.text(f"{folder}/{name}/name"),
                "latency_us": reader.number(f"{folder}/{name}/latency"),
                "is_disabled": _is_disabled(reader, online, name),
            }
            for name in sorted(names, key=lambda name: int(name[len("state") :]))
        ],
    }


def _is_disabled(reader: Reader, online: list[int], state: str) -> Optional[bool]:
    flags = {reader.flag(f"{CPU}/cpu{cpu}/cpuidle/{state}/disable") for cpu in online}
    return flags.pop() if len(flags) == 1 else None


def _read_boost(reader: Reader) -> Optional[bool]:
    without_turbo = reader.flag(f"{CPU}/intel_pstate/no_turbo")
    return reader.flag(f"{CPU}/cpufreq/boost") if without_turbo is None else not without_turbo


def _count_values(reader: Reader, cpus: list[int], name: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for cpu in cpus:
        value = reader.text(f"{CPU}/cpu{cpu}/{name}")
        if value is not None:
            counts[value] = counts.get(value, 0) + 1
    return dict(sorted(counts.items()))
