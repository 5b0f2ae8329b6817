"""Network interfaces that can carry storage traffic: ports with hardware behind them, and what is built on those."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Bond, Interface

NET = "/sys/class/net"
PCI_ADDRESS = re.compile(r"^[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]$")


def collect_network(reader: Reader) -> list[Interface]:
    """The `network` part of the document, by name. Left out are the loopback, containers' cables (veth), tunnels, and
    bridges without any port of hardware. `speed_mbps` is null without a cable and where a driver makes it up (-1)."""
    kinds = {name: _find_kind(reader, name) for name in reader.names(NET)}
    kept = [name for name, kind in kinds.items() if kind not in {None, "bridge"}]
    kept += [name for name, kind in kinds.items() if kind == "bridge" and set(_list_lower(reader, name)) & set(kept)]
    return [_read_interface(reader, name, kinds[name]) for name in sorted(kept)]


def _find_kind(reader: Reader, name: str) -> Optional[str]:
    folder = f"{NET}/{name}"
    if reader.exists(f"{folder}/device"):
        return "physical"
    if reader.exists(f"{folder}/bonding"):
        return "bond"
    if reader.exists(f"{folder}/bridge"):
        return "bridge"
    return "vlan" if "DEVTYPE=vlan" in (reader.text(f"{folder}/uevent") or "").split() else None


def _read_interface(reader: Reader, name: str, kind: Optional[str]) -> Interface:
    folder = f"{NET}/{name}"
    node = reader.number(f"{folder}/device/numa_node")
    speed = reader.number(f"{folder}/speed")
    duplex = reader.text(f"{folder}/duplex")
    return {
        "name": name,
        "kind": kind,
        "mac": _parse_mac(reader.text(f"{folder}/address")),
        "speed_mbps": speed if speed and speed > 0 else None,
        "duplex": duplex if duplex != "unknown" else None,
        "mtu": reader.number(f"{folder}/mtu"),
        "driver": reader.link_name(f"{folder}/device/driver") if kind == "physical" else None,
        "driver_version": reader.text(f"{folder}/device/driver/module/version") if kind == "physical" else None,
        "pci": _find_pci_address(reader, f"{folder}/device") if kind == "physical" else None,
        "numa_node": node if node is not None and node >= 0 else None,
        "bond": _read_bond(reader, folder) if kind == "bond" else None,
        "lower": _list_lower(reader, name),
        "is_up": _has_carrier(reader, folder),
    }


def _read_bond(reader: Reader, folder: str) -> Bond:
    """Read a bond: `mode` without the kernel's number behind it: `802.3ad` of `802.3ad 4`."""
    mode = (reader.text(f"{folder}/bonding/mode") or "").split()
    return {
        "mode": mode[0] if mode else None,
        "members": (reader.text(f"{folder}/bonding/slaves") or "").split(),
    }


def _list_lower(reader: Reader, name: str) -> list[str]:
    """List what the interface is built on: members of a bond, ports of a bridge, the carrier of a VLAN."""
    links = [link for link in reader.names(f"{NET}/{name}") if link.startswith("lower_")]
    return [link[len("lower_") :] for link in links]


def _has_carrier(reader: Reader, folder: str) -> Optional[bool]:
    """Tell whether a port is up: virtual ports say `unknown`; then the carrier counts."""
    state = reader.text(f"{folder}/operstate")
    return reader.flag(f"{folder}/carrier") if state in {None, "unknown"} else state == "up"


def _find_pci_address(reader: Reader, device: str) -> Optional[str]:
    """Find the PCI function nearest to the device; a virtio port is a child of its function."""
    parts = reader.real_path(device).split("/")
    return next((part for part in reversed(parts) if PCI_ADDRESS.match(part)), None)


def _parse_mac(text: Optional[str]) -> Optional[str]:
    """Return an address in lower case; null for all zeros. InfiniBand's are twenty bytes long."""
    is_address = text is not None and re.fullmatch(r"[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5,19}", text)
    return text.lower() if text and is_address and set(text) - set("0:") else None
