"""PCI functions from /sys/bus/pci: every hop from disks, network ports and accelerators up to the host bridge, with
link, driver, NUMA node and the path that survives renumbering. Reads link state; does not judge it.

Never opened: rom, resource*, vpd, reset, remove, rescan.
"""

from __future__ import annotations

import re
from typing import Iterable, Optional, cast

from fioboard_agent.collectors.pcie.address import Chain, build_stable_path, is_address, parse_chain
from fioboard_agent.collectors.pcie.config import HEADER_BYTES, Config, parse_config
from fioboard_agent.collectors.pcie.names import PciNames
from fioboard_agent.collectors.pcie.slots import find_slots
from fioboard_agent.host.reader import DENIED, Reader
from fioboard_agent.inventory_types import Function, FunctionIds, Link, LinkMoment, Slot

DEVICES = "/sys/bus/pci/devices"
# PCI Code and ID Assignment: storage, network, display, bridge to PCI, co-processor, InfiniBand, accelerator.
_WANTED = re.compile(r"0x(01|02|03|0604|0609|0b40|0c06|12)")
_BUSY_CLASSES = re.compile(r"0x(01|02|0c06)")
_CONFIG_BYTES = 4096
_UNKNOWN_LINK: Link = {"current_gts": None, "current_lanes": None, "max_gts": None, "max_lanes": None}


def collect_pci(
    reader: Reader, addresses: Iterable[str], smbios_slots: list[Slot], configs: dict[str, Config]
) -> dict[str, Function]:
    """One entry per function of interest under its address, parents included. `addresses` are taken whatever they are.

    `numa_node` -1 means that the firmware did not say: null. Link values are null unless the function is in power
    state D0, because a sleeping function answers nonsense. `configs` is what `read_configs` gave: a subject of its own,
    because ordinary users may not read it.
    """
    chains = {name: _read_chain(reader, name) for name in reader.names(DEVICES) if is_address(name)}
    wanted = _select_functions(reader, chains) | (set(addresses) & set(chains))
    names = PciNames(reader)
    pci = {address: _read_function(reader, address, chains, configs.get(address)) for address in sorted(wanted)}
    for address, function in pci.items():
        function["name"] = names.find(function["ids"]["vendor"], function["ids"]["device"])
        function["slot"] = None
        _keep_only_present_parent(function, pci, address)
    for address, slot in find_slots(reader, pci, smbios_slots).items():
        pci[address]["slot"] = slot
    return pci


def read_configs(reader: Reader) -> dict[str, Config]:
    """Configuration space of every function that has PCI Express, by address. Ordinary users get 64 bytes of each: then
    the subject is `denied` and the result empty."""
    configs = {}
    for address in filter(is_address, reader.names(DEVICES)):
        data = reader.binary(f"{DEVICES}/{address}/config", limit=_CONFIG_BYTES) or b""
        if len(data) > HEADER_BYTES:
            config = parse_config(data)
            if config is not None:
                configs[address] = config
        elif data:
            reader.source.note(DENIED, f"{DEVICES}/{address}/config: only the first {HEADER_BYTES} bytes without root")
    return configs


def move_idle_links(pci: dict[str, Function], busy: Iterable[Optional[str]]) -> dict[str, LinkMoment]:
    """`moment.links`: takes the current link out of functions that no disk and no network port hangs on; an idle GPU
    changes it by itself, and the inventory must not change with it. `busy` are the disks' functions."""
    kept = {address for address, function in pci.items() if _BUSY_CLASSES.match(function["ids"]["class"] or "")}
    kept |= {address for address in busy if address in pci}
    waiting = list(kept)
    while waiting:
        function = pci[waiting.pop()]
        above = {name for name in (function["parent"], function["vmd"]) if name in pci and name not in kept}
        kept |= above
        waiting += above
    moved: dict[str, LinkMoment] = {}
    for address in sorted(set(pci) - kept):
        link = pci[address]["link"]
        if link["current_gts"] is not None or link["current_lanes"] is not None:
            moved[address] = {"current_gts": link["current_gts"], "current_lanes": link["current_lanes"]}
            link["current_gts"] = link["current_lanes"] = None
    return moved


def _select_functions(reader: Reader, chains: dict[str, Chain]) -> set[str]:
    wanted: set[str] = set()
    for address, chain in chains.items():
        if _WANTED.match(reader.text(f"{DEVICES}/{address}/class") or "") or _is_card(reader, address, chain):
            wanted.update(part for part in chain.all_functions if part in chains)
    return wanted


def _is_card(reader: Reader, address: str, chain: Chain) -> bool:
    """Anything else with a link of its own below a port: it shares that port."""
    return len(chain.functions) > 1 and _parse_lanes(reader.text(f"{DEVICES}/{address}/max_link_width")) is not None


def _read_chain(reader: Reader, address: str) -> Chain:
    return parse_chain(reader.real_path(f"{DEVICES}/{address}"))


def _read_function(reader: Reader, address: str, chains: dict[str, Chain], config: Optional[Config]) -> Function:
    folder, chain = f"{DEVICES}/{address}", chains[address]
    node = reader.number(f"{folder}/numa_node")
    is_awake = reader.text(f"{folder}/power_state") in {None, "D0", "unknown"}
    config = config if is_awake else None
    uid, acpi_name = _read_firmware_name(reader, chain.bridge)
    return {
        "ids": cast(FunctionIds, {name: reader.text(f"{folder}/{name}") for name in FunctionIds.__annotations__}),
        "driver": reader.link_name(f"{folder}/driver"),
        "driver_version": reader.text(f"{folder}/driver/module/version"),
        "driver_is_vendor": _is_vendor_driver(reader, folder),
        "numa_node": node if node is not None and node >= 0 else None,
        "local_cpus": reader.text(f"{folder}/local_cpulist"),
        "iommu_group": _read_iommu_group(reader, folder),
        "parent": chain.functions[-2] if len(chain.functions) > 1 else None,
        "host_bridge": chain.bridge,
        "host_bridge_uid": uid,
        "vmd": chain.vmd,
        "stable_path": build_stable_path(chain, acpi_name, uid),
        "link": _read_link(reader, folder, config) if is_awake else _UNKNOWN_LINK.copy(),
        "port_type": config.port_type if config else None,
        "config": config.fields if config else None,
    }


def _keep_only_present_parent(function: Function, pci: dict[str, Function], address: str) -> None:
    """Captured trees can lack a port that a path names."""
    if function["parent"] not in pci or function["parent"] == address:
        function["parent"] = None


def _read_link(reader: Reader, folder: str, config: Optional[Config]) -> Link:
    """Read a link from /sys (kernel 4.13 and newer), else from configuration space."""
    link: Link = {
        "current_gts": _parse_speed(reader.text(f"{folder}/current_link_speed")),
        "current_lanes": _parse_lanes(reader.text(f"{folder}/current_link_width")),
        "max_gts": _parse_speed(reader.text(f"{folder}/max_link_speed")),
        "max_lanes": _parse_lanes(reader.text(f"{folder}/max_link_width")),
    }
    if config is not None and all(value is None for value in link.values()):
        link = config.link.copy()
    if link["current_lanes"] is None:
        # An empty port has no speed either, whatever the register holds.
        link["current_gts"] = None
    return link


def _read_firmware_name(reader: Reader, bridge: Optional[str]) -> tuple[Optional[str], Optional[str]]:
    r"""Return number and name of the host bridge in the firmware's tables: `2` and `PCI0` of `\_SB_.PCI0`."""
    folder = f"/sys/devices/{bridge}/firmware_node"
    if bridge is None or not reader.exists(folder):
        return None, None
    path = reader.text(f"{folder}/path")
    return reader.text(f"{folder}/uid"), path.rsplit(".", 1)[-1].lstrip("\\") if path else None


def _is_vendor_driver(reader: Reader, folder: str) -> Optional[bool]:
    """Whether the module was built outside the kernel (taint O) or is proprietary (P). Null when the driver is none or
    built in. A version is no sign: several drivers of the kernel itself carry one."""
    if not reader.exists(f"{folder}/driver/module/taint"):
        return None
    return bool(set(reader.text(f"{folder}/driver/module/taint") or "") & {"O", "P"})


def _read_iommu_group(reader: Reader, folder: str) -> Optional[int]:
    name = reader.link_name(f"{folder}/iommu_group")
    return int(name) if name and re.fullmatch(r"[0-9]{1,6}", name) else None


def _parse_speed(text: Optional[str]) -> Optional[float]:
    """Return 8.0 of `8 GT/s`, `8.0 GT/s` and `8.0 GT/s PCIe`; null for `Unknown`."""
    match = re.match(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)\s*GT/s", text or "")
    return float(match.group(1)) if match else None


def _parse_lanes(text: Optional[str]) -> Optional[int]:
    """Parse a link's width: 0 (an empty port) and 255 (a function that does not answer) are none."""
    return int(text) if text and re.fullmatch(r"[0-9]{1,2}", text) and 0 < int(text) <= 32 else None
