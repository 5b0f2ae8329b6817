"""Which meter measured the power of a run, and what that meter covers: the whole machine, or its CPUs."""

from collections.abc import Mapping
from typing import Literal, LiteralString, get_args

PowerSource = Literal["command", "power_meter", "rapl_packages", "rapl_packages_and_memory"]
SOURCES: Mapping[PowerSource, LiteralString] = {
    "command": "whole machine, by a command of the host's owner (a BMC, a smart plug, a PDU)",
    "power_meter": "whole machine, by its ACPI power meter",
    "rapl_packages": "CPU packages alone, by their energy counters (RAPL)",
    "rapl_packages_and_memory": "CPU packages and their memory, by their energy counters (RAPL)",
}
"""Figures of the whole machine and of its CPUs are metrics of their own: they are never compared with each other."""
POWER_SOURCES: tuple[PowerSource, ...] = get_args(PowerSource)
OF_MACHINE: tuple[PowerSource, ...] = ("command", "power_meter")
OF_CPUS: tuple[PowerSource, ...] = ("rapl_packages", "rapl_packages_and_memory")
