"""PCI functions of FreeBSD: `pciconf -lvbc` for what they are and how they are linked, sysctl for what hangs on what.

Capabilities are printed for root only. `link x4(x8) speed 5.0(8.0)` is trained and, in brackets, the function's own
most; `max data 128(256)` is the packet size in use and supported.
"""

from __future__ import annotations

import re
from typing import Any, Optional

from fioboard_agent.collectors.shapes import make_function
from fioboard_agent.collectors.sysctl_tree import Tree, list_instances
from fioboard_agent.host.reader import DENIED, Reader
from fioboard_agent.inventory_types import ErrorCounts, Function

PCICONF = ["pciconf", "-lvbc"]
# Also where the last line of the function before has no end (seen with 11.4).
_HEADER = re.compile(
    r"(?P<driver>[a-z_]+\d+)@pci(?P<domain>\d+):(?P<bus>\d+):(?P<slot>\d+):(?P<function>\d+):\s+(?P<facts>.*)"
)
_LINK = re.compile(r"link x(\d+)\(x(\d+)\)(?: speed ([\d.]+)\(([\d.]+)\))?(?: ASPM (\S+?)(?:\(|$|\s))?")
_EXPRESS = re.compile(r"cap 10\[\w+\] = PCI-Express \d+ (.*?)\s*max data (\d+)\((\d+)\)(.*)")
_AER = re.compile(r"AER \d+ (\d+) fatal (\d+) non-fatal (\d+) corrected")
_PORTS = {
    "root port": "root",
    "upstream port": "upstream",
    "downstream port": "downstream",
    "endpoint": "endpoint",
    "legacy endpoint": "endpoint",
    "root endpoint": "integrated",
    "PCI bridge": "bridge",
}


def collect_pci(reader: Reader, sysctl: Tree) -> tuple[dict[str, Function], dict[str, ErrorCounts], dict[str, str]]:
    """`pci`, `moment.aer`, and the address of each device name such as nvme0."""
    answer = reader.ask(PCICONF, optional=False)
    if answer is None:
        return {}, {}, {}
    functions, errors, names = parse_pciconf(answer.text)
    if functions and "cap 10[" not in answer.text:
        reader.source.note(DENIED, "pciconf shows links to root only")
    _add_chain(functions, sysctl)
    _add_nodes(functions, names, sysctl)
    return functions, errors, names


def parse_pciconf(text: str) -> tuple[dict[str, Function], dict[str, ErrorCounts], dict[str, str]]:
    """Both headers: `chip=0x09538086` (device, then vendor) before FreeBSD 13, `vendor=0x8086 device=0x0953` since."""
    functions: dict[str, Function] = {}
    errors: dict[str, ErrorCounts] = {}
    names: dict[str, str] = {}
    headers = list(_HEADER.finditer(text))
    ends = [header.start() for header in headers[1:]] + [len(text)]
    for header, end in zip(headers, ends):
        body = text[header.end() : end]
        address = "{:04x}:{:02x}:{:02x}.{:x}".format(
            *(int(header[part]) for part in ("domain", "bus", "slot", "function"))
        )
        names[header["driver"]] = address
        counted = _AER.search(body)
        if counted:
            fatal, nonfatal, correctable = ({"total": int(count)} for count in counted.groups())
            errors[address] = {"fatal": fatal, "nonfatal": nonfatal, "correctable": correctable}
        functions[address] = _parse_function(header, body)
    return functions, errors, names


def _parse_function(header: re.Match[str], body: str) -> Function:
    facts = dict(re.findall(r"(\w+)=0x([0-9a-f]+)", header["facts"]))
    quoted = dict(re.findall(r"^\s+(vendor|device)\s+= '(.*)'\s*$", body, re.MULTILINE))
    link, express = _LINK.search(body), _EXPRESS.search(body)
    driver = header["driver"].rstrip("0123456789")
    return make_function(
        ids={
            "class": f"0x{facts['class']}" if "class" in facts else None,
            "vendor": _get_half(facts, "vendor", "chip", low=True),
            "device": _get_half(facts, "device", "chip", low=False),
            "subsystem_vendor": _get_half(facts, "subvendor", "card", low=True),
            "subsystem_device": _get_half(facts, "subdevice", "card", low=False),
            "revision": f"0x{facts['rev']}" if "rev" in facts else None,
        },
        link={
            "current_lanes": _parse_lanes(link and link[1]),
            "max_lanes": _parse_lanes(link and link[2]),
            "current_gts": _parse_speed(link and link[3]),
            "max_gts": _parse_speed(link and link[4]),
        },
        name=" ".join(filter(None, (quoted.get("vendor"), quoted.get("device")))) or None,
        # pciconf calls a function without a driver none0, none1, …
        driver=None if driver == "none" else driver,
        port_type=_PORTS.get(re.sub(r" slot$", "", express[1].strip())) if express else None,
        config=_parse_config(body, express, link),
    )


def _parse_config(
    body: str, express: Optional[re.Match[str]], link: Optional[re.Match[str]]
) -> Optional[dict[str, Any]]:
    if express is None:
        return None
    requests = re.search(r"max read (\d+)", body)
    words = express[4].split()
    known = {
        "mps_bytes": int(express[2]),
        "mps_supported_bytes": int(express[3]),
        "mrrs_bytes": int(requests[1]) if requests else None,
        # Printed when it is on (pciconf's cap.c); versions that print no flags at all say nothing about it.
        "relaxed_ordering": True if "RO" in words else None,
        "aspm": link[5] if link and link[5] else None,
    }
    others = ("extended_tags", "ten_bit_tags", "target_gts", "slot_number", "acs", "rebar_bytes")
    return {**known, **dict.fromkeys(others)}


def _get_half(facts: dict[str, str], own: str, pair: str, low: bool) -> Optional[str]:
    if own in facts:
        return f"0x{facts[own]}"
    both = facts.get(pair)
    return None if both is None or len(both) != 8 else f"0x{both[4:] if low else both[:4]}"


def _parse_lanes(text: Optional[str]) -> Optional[int]:
    return int(text) if text and 0 < int(text) <= 32 else None


def _parse_speed(text: Optional[str]) -> Optional[float]:
    return float(text) if text and float(text) > 0 else None


def _add_chain(functions: dict[str, Function], sysctl: Tree) -> None:
    """The bridge above each bus: `dev.pcib.N.secbus` is the bus below the bridge at `dev.pcib.N.%location`."""
    bridges: dict[tuple[int, int], str] = {}
    for unit in list_instances(sysctl, "pcib"):
        place = re.search(r"dbsf=pci(\d+):(\d+):(\d+):(\d+)", sysctl.get(f"dev.pcib.{unit}.%location", ""))
        bus, domain = sysctl.get(f"dev.pcib.{unit}.secbus", ""), sysctl.get(f"dev.pcib.{unit}.domain", "")
        if place and bus.isdigit() and domain.isdigit():
            bridges[int(domain), int(bus)] = "{:04x}:{:02x}:{:02x}.{:x}".format(*map(int, place.groups()))
    for address, function in functions.items():
        above = tuple(int(part, 16) for part in address.split(":")[:2])
        parent = bridges.get((above[0], above[1]))
        function["parent"] = parent if parent != address else None
    for address, function in functions.items():
        chain = [address]
        while (parent := functions.get(chain[0], {}).get("parent")) and parent not in chain:
            chain.insert(0, parent)
        if bridges:
            top = chain[0].rsplit(":", 1)[0]
            function["host_bridge"] = f"pci{top}"
            function["stable_path"] = "/".join([f"pci{top}", *(one.rsplit(":", 1)[1] for one in chain)])


def _add_nodes(functions: dict[str, Function], names: dict[str, str], sysctl: Tree) -> None:
    for name, address in names.items():
        match = re.fullmatch(r"([a-z_]+?)(\d+)", name)
        domain = sysctl.get(f"dev.{match[1]}.{match[2]}.%domain") if match else None
        if domain and domain.isdigit():
            functions[address]["numa_node"] = int(domain)
