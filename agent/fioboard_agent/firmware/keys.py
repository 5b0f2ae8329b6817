"""The vendor-neutral names of firmware settings, for what a person states by hand (`--set KEY=VALUE`)."""

from __future__ import annotations

import argparse
import difflib
import re
from typing import Union

_ON_OFF = "on|off|auto"
_ANY_TEXT = r".{1,100}"
_LANES = r"auto|(x(1|2|4|8|16)){1,16}"
_SPELLED_OUT = {
    _ANY_TEXT: "a text of up to 100 characters",
    _LANES: "auto, or lanes such as x8x8 or x4x4x4x4",
}
# Values as regular expressions; a key with [] is one setting per slot, port or hub: `pcie.bifurcation[2]=x4x4x4x4`.
KEYS = {
    "numa.nodes_per_socket": "0|1|2|4|8|auto",
    "numa.llc_as_node": _ON_OFF,
    "cpu.smt": _ON_OFF,
    "cpu.boost": _ON_OFF,
    "cpu.c_states": "on|off|auto|c1|c1e|c2|c3|c6|c7|c8|c10",
    "cpu.determinism": r"power|performance|auto",
    "cpu.x2apic": _ON_OFF,
    "power.profile": _ANY_TEXT,
    "fabric.c_states": _ON_OFF,
    "fabric.pstate": r"auto|fixed",
    "iommu": _ON_OFF,
    "pcie.aspm": r"off|l0s|l1|l0sl1|auto",
    "pcie.bifurcation[]": _LANES,
    "pcie.max_speed[]": "auto|gen1|gen2|gen3|gen4|gen5|gen6",
    "pcie.max_payload": r"auto|128|256|512|1024|2048|4096",
    "pcie.relaxed_ordering": _ON_OFF,
    "pcie.ten_bit_tag": _ON_OFF,
    "pcie.preferred_io": r"off|bus|enhanced",
    "pcie.lclk_dpm[]": r"auto|low|high",
    "pcie.acs": _ON_OFF,
    "pcie.sriov": _ON_OFF,
    "pcie.above_4g": _ON_OFF,
    "pcie.rebar": _ON_OFF,
    "storage.vmd": r"off|on|ports|auto",
    "storage.nvme_raid": r"off|on",
}
# As the service's filters call them.
ALIASES = {
    "bios.nps": "numa.nodes_per_socket",
    "bios.llc_as_node": "numa.llc_as_node",
    "bios.smt": "cpu.smt",
    "bios.boost": "cpu.boost",
    "bios.c_states": "cpu.c_states",
    "bios.determinism": "cpu.determinism",
    "bios.x2apic": "cpu.x2apic",
    "bios.power_profile": "power.profile",
    "bios.fabric_c_states": "fabric.c_states",
    "bios.fabric_pstate": "fabric.pstate",
    "bios.iommu": "iommu",
    "bios.aspm": "pcie.aspm",
    "bios.max_payload": "pcie.max_payload",
    "bios.relaxed_ordering": "pcie.relaxed_ordering",
    "bios.ten_bit_tag": "pcie.ten_bit_tag",
    "bios.preferred_io": "pcie.preferred_io",
    "bios.acs": "pcie.acs",
    "bios.sriov": "pcie.sriov",
    "bios.above_4g": "pcie.above_4g",
    "bios.rebar": "pcie.rebar",
    "bios.vmd": "storage.vmd",
    "bios.nvme_raid": "storage.nvme_raid",
}


def parse_setting(text: str) -> tuple[str, Union[str, int]]:
    """`bios.nps=4` → ("numa.nodes_per_socket", 4). An argparse type: raises ArgumentTypeError with a sentence that
    names the nearest key, or the values that a key takes."""
    given, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text}: write KEY=VALUE, such as bios.nps=4")
    key = ALIASES.get(given.strip().lower(), given.strip().lower())
    part = re.fullmatch(r"([a-z0-9_.]+)(\[[\w .:-]{1,40}\])", key)
    pattern = KEYS.get(f"{part.group(1)}[]" if part else key)
    if pattern is None:
        near = difflib.get_close_matches(key, [*KEYS, *ALIASES], n=1, cutoff=0.0)
        raise argparse.ArgumentTypeError(f"{given} is not a known setting; the nearest one is {near[0]}")
    value = value.strip() if key == "power.profile" else value.strip().lower()
    if re.fullmatch(pattern, value) is None:
        allowed = _SPELLED_OUT.get(pattern) or "one of " + pattern.replace("|", ", ")
        raise argparse.ArgumentTypeError(f"{given}={value}: {allowed}")
    return key, int(value) if value.isdigit() else value
