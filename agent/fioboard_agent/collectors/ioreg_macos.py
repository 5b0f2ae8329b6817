"""PCI functions of macOS from the I/O registry (`ioreg -a -r -c IOPCIDevice -l`): a tree, so the chain is in it.

Link state and capability are the registers of the PCI Express capability as the kernel keeps them: bits 3..0 the speed
code, 9..4 the width. Which disk hangs on which function follows from the media below it.
"""

from __future__ import annotations

import re
from typing import Any, Optional

from fioboard_agent.collectors.profiler_macos import read_plist
from fioboard_agent.collectors.shapes import make_function
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Function

IOREG = ["ioreg", "-a", "-r", "-c", "IOPCIDevice", "-l"]
_TIMEOUT_S = 30.0
_CHILDREN = "IORegistryEntryChildren"
_SPEEDS_GTS = {1: 2.5, 2: 5.0, 3: 8.0, 4: 16.0, 5: 32.0, 6: 64.0}
_PORTS = {
    0: "endpoint",
    1: "endpoint",
    4: "root",
    5: "upstream",
    6: "downstream",
    7: "bridge",
    9: "integrated",
}
_DEEPEST = 200

Entry = dict[str, Any]


def collect_pci(reader: Reader) -> tuple[dict[str, Function], dict[str, str]]:
    """`pci`, and the function that each whole disk hangs on."""
    answer = reader.ask(IOREG, _TIMEOUT_S, optional=False)
    return parse_registry(read_plist(reader, "ioreg", answer.stdout if answer else None))


def parse_registry(roots: Any) -> tuple[dict[str, Function], dict[str, str]]:
    """Entries that are no PCI function are walked through: bridges' drivers, controllers, media."""
    functions: dict[str, Function] = {}
    disks: dict[str, str] = {}
    waiting: list[tuple[Entry, Optional[str], int]] = [
        (one, None, 0) for one in reversed(roots if isinstance(roots, list) else []) if isinstance(one, dict)
    ]
    while waiting:
        entry, parent, depth = waiting.pop()
        address = _parse_address(entry)
        if address is not None:
            known = functions.get(address)
            # A function below another is listed a second time as a root of its own.
            if known is None or (known["parent"] is None and parent is not None):
                functions[address] = _build_function(entry, address, parent, functions)
            parent = address
        name = entry.get("BSD Name")
        if parent is not None and isinstance(name, str) and entry.get("Whole") is True:
            disks.setdefault(name, parent)
        if depth < _DEEPEST:
            children = [one for one in entry.get(_CHILDREN, []) if isinstance(one, dict)]
            waiting += [(one, parent, depth + 1) for one in reversed(children)]
    return functions, disks


def _parse_address(entry: Entry) -> Optional[str]:
    """Parse `pcidebug`: bus:device:function in decimal, for bridges with the buses below in brackets."""
    match = re.match(r"(\d{1,3}):(\d{1,2}):([0-7])(?:\(|$)", str(entry.get("pcidebug", "")))
    return f"0000:{int(match[1]):02x}:{int(match[2]):02x}.{match[3]}" if match else None


def _build_function(entry: Entry, address: str, parent: Optional[str], functions: dict[str, Function]) -> Function:
    status, capability = (
        _register(entry, "IOPCIExpressLinkStatus"),
        _register(entry, "IOPCIExpressLinkCapabilities"),
    )
    express = _register(entry, "IOPCIExpressCapabilities")
    slot = _parse_text(entry.get("AAPL,slot-name"))
    above = functions[parent]["stable_path"] if parent in functions else None
    own = address.rsplit(":", 1)[1]
    bridge = functions[parent]["host_bridge"] if parent in functions else f"pci{address.rsplit(':', 1)[0]}"
    return make_function(
        ids={
            "class": _parse_number(entry.get("class-code"), 6),
            "vendor": _parse_number(entry.get("vendor-id"), 4),
            "device": _parse_number(entry.get("device-id"), 4),
            "subsystem_vendor": _parse_number(entry.get("subsystem-vendor-id"), 4),
            "subsystem_device": _parse_number(entry.get("subsystem-id"), 4),
            "revision": _parse_number(entry.get("revision-id"), 2),
        },
        link={
            "current_gts": _SPEEDS_GTS.get(status & 0xF) if status else None,
            "current_lanes": _parse_lanes(status),
            "max_gts": _SPEEDS_GTS.get(capability & 0xF) if capability else None,
            "max_lanes": _parse_lanes(capability),
        },
        name=_parse_text(entry.get("model")),
        parent=parent,
        host_bridge=bridge,
        stable_path=f"{above or bridge}/{own}",
        port_type=_PORTS.get(express >> 4 & 0xF) if express is not None else None,
        slot={"name": slot, "source": "label", "is_verified": False} if slot else None,
    )


def _parse_lanes(register: Optional[int]) -> Optional[int]:
    width = (register or 0) >> 4 & 0x3F
    return width if 0 < width <= 32 else None


def _register(entry: Entry, key: str) -> Optional[int]:
    value = entry.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _parse_number(value: Any, digits: int) -> Optional[str]:
    """Parse four bytes, the lowest first, as the firmware's device tree has them."""
    if not isinstance(value, bytes) or not value:
        return None
    return f"0x{int.from_bytes(value[:4], 'little') & (16**digits - 1):0{digits}x}"


def _parse_text(value: Any) -> Optional[str]:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return text.strip("\0 ") or None if isinstance(text, str) else None
