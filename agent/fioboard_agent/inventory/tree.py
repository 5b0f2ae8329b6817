"""The inventory as a tree for the terminal: sockets, ports, switches, slots, drives; then volumes.

Display only: the words about links here are for the person at the terminal, the service judges for itself.
"""

from __future__ import annotations

import textwrap
from typing import Callable, Iterable, Optional

from fioboard_agent.inventory_types import Disk, DiskHealth, Document, Function, Package

_GENERATIONS = {2.5: 1, 5.0: 2, 8.0: 3, 16.0: 4, 32.0: 5, 64.0: 6}
_KINDS = (
    ("0x0108", "NVMe"),
    ("0x0104", "RAID controller"),
    ("0x0107", "SAS controller"),
    ("0x0106", "SATA controller"),
    ("0x01", "storage controller"),
    ("0x0207", "InfiniBand"),
    ("0x02", "network"),
    ("0x03", "display"),
    ("0x0b40", "co-processor"),
    ("0x12", "accelerator"),
)
_PORTS = {"root": "root port", "upstream": "switch", "downstream": "switch port", "bridge": "bridge"}
WIDTH = 80

Paint = Callable[[str, str], str]


def render_tree(document: Document, paint: Optional[Paint] = None, width: int = WIDTH) -> list[str]:
    """Lines of at most `width` columns. `paint(style, text)` adds colour to whole texts; styles are `drive`, `warn`,
    `dim`."""
    return _Tree(document, paint or (lambda _, text: text), width).lines()


def paint_for_terminal(style: str, text: str) -> str:
    """ANSI colours, for a terminal."""
    code = {"drive": "1", "warn": "33", "dim": "2"}[style]
    return f"\033[{code}m{text}\033[0m"


def describe_link(function: Function, parent: Optional[Function]) -> tuple[str, bool]:
    """Return `Gen4 x4`, `Gen3 x4 of Gen4 x4 (…why…)`, and whether somebody should look at it. Empty when nothing is
    known. A link has two ends: what it can do is the smaller of both, what it does is what its lower end reports.
    """
    link = function["link"]
    now_speed, now_lanes = link["current_gts"], link["current_lanes"]
    own_speed, own_lanes = link["max_gts"], link["max_lanes"]
    own = _format_link(own_speed, own_lanes) if own_speed is not None and own_lanes is not None else None
    if now_speed is None or now_lanes is None:
        return f"up to {own}" if own else "", False
    text = _format_link(now_speed, now_lanes)
    if own_speed is None or own_lanes is None or own == text:
        return text, False
    of = f"{text} of {own}"
    port_speed, port_lanes = (parent["link"]["max_gts"], parent["link"]["max_lanes"]) if parent else (None, None)
    can_speed, can_lanes = min(own_speed, port_speed or own_speed), min(own_lanes, port_lanes or own_lanes)
    if now_lanes < can_lanes:
        return f"{of} (narrower than both ends allow)", True
    if now_speed < can_speed:
        return f"{of} (slower than both ends allow, or idle)", False
    if (can_speed, can_lanes) == (own_speed, own_lanes):
        return of, False
    return f"{of} (the port ends at {_format_link(can_speed, can_lanes)})", False


class _Tree:
    def __init__(self, document: Document, paint: Paint, width: int) -> None:
        self._document = document
        self._paint = paint
        self._width = width
        self._pci: dict[str, Function] = document.get("pci") or {}
        self._disks: dict[str, Disk] = document.get("disks") or {}
        self._moment: dict[str, DiskHealth] = (document.get("moment") or {}).get("disks") or {}
        self._lines: list[str] = []

    def lines(self) -> list[str]:
        self._add_heading()
        # The VMD controller of a hidden domain stands above its ports, unless a captured tree lacks it.
        roots = [address for address, one in self._pci.items() if not one["parent"] and one["vmd"] not in self._pci]
        shown = [address for address in roots if self._is_wanted(address)]
        for title, addresses in self._group_by_socket(shown):
            self._lines.append(title)
            self._add_children(addresses, "")
        elsewhere = [name for name, disk in self._disks.items() if disk["pci"] not in self._pci]
        if elsewhere:
            self._lines.append("Drives elsewhere" if self._pci else "Drives")
            for position, name in enumerate(elsewhere):
                self._add_disk(name, "", position == len(elsewhere) - 1, "")
        self._add_volumes()
        self._add_problems()
        return self._lines

    def _add_heading(self) -> None:
        system, bios = (
            self._document.get("system") or {},
            (self._document.get("system") or {}).get("bios") or {},
        )
        os, virtual = self._document.get("os") or {}, self._document.get("virtualized")
        words = [
            (self._document.get("host") or {}).get("name"),
            " ".join(filter(None, [system.get("vendor"), system.get("product")])),
            bios.get("version") and f"BIOS {bios['version']}",
            os.get("kernel") and f"{os.get('name') or 'kernel'} {os['kernel']}",
            virtual and ("virtual machine" if virtual == "unknown-hypervisor" else f"virtual ({virtual})"),
        ]
        self._put("", "", [word for word in words if word])

    def _group_by_socket(self, roots: list[str]) -> list[tuple[str, list[str]]]:
        """Group root ports under the socket whose memory node they are on; with one socket all are on it."""
        cpu = self._document.get("cpu") or {}
        packages = cpu.get("packages") or []
        model = cpu.get("model") or "unknown CPU model"
        groups: dict[Optional[int], list[str]] = {}
        for address in roots:
            groups.setdefault(self._find_socket(address, packages), []).append(address)
        titles = []
        for package in packages:
            nodes = ", ".join(map(str, package["nodes"] or []))
            where = f" (node{'s' if ',' in nodes else ''} {nodes})" if nodes else ""
            titles.append((f"CPU {package['id']}  {model}{where}", groups.pop(package["id"], [])))
        left = [address for addresses in groups.values() for address in addresses]
        if left:
            titles.append(("PCI, socket not known" if packages else "PCI", left))
        return titles

    def _find_socket(self, address: str, packages: list[Package]) -> Optional[int]:
        if len(packages) == 1:
            return packages[0]["id"]
        node = self._pci[address]["numa_node"]
        fitting = [package["id"] for package in packages if node is not None and node in (package["nodes"] or [])]
        return fitting[0] if len(fitting) == 1 else None

    def _list_children(self, address: str) -> list[str]:
        return [
            name
            for name, one in self._pci.items()
            if one["parent"] == address or (one["parent"] is None and one["vmd"] == address)
        ]

    def _is_wanted(self, address: str) -> bool:
        """Ports with something below, everything that is no port, and empty slots that have a name."""
        function = self._pci[address]
        if not (function["ids"]["class"] or "").startswith("0x0604") and function["port_type"] not in _PORTS:
            return True
        return function["slot"] is not None or any(self._is_wanted(child) for child in self._list_children(address))

    def _add_children(self, addresses: Iterable[str], prefix: str) -> None:
        wanted = [address for address in addresses if self._is_wanted(address)]
        for position, address in enumerate(wanted):
            is_last = position == len(wanted) - 1
            self._add_function(address, prefix, is_last)

    def _add_function(self, address: str, prefix: str, is_last: bool) -> None:
        function = self._pci[address]
        below = self._list_children(address)
        disks = [name for name, disk in self._disks.items() if disk["pci"] == address]
        parent = self._pci.get(function["parent"] or "")
        port = self._describe_port(address)
        # What a root port or a switch's lower port says of its link is about the one below: shown there.
        leads_down = port in {"root port", "port", "switch port"} and bool(below)
        text, is_odd = ("", False) if leads_down else describe_link(function, parent)
        link = self._paint("warn", text) if is_odd else text
        branch, inner = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
        short = address[5:] if address.startswith("0000:") else address
        slot = f"slot {function['slot']['name']}" if function["slot"] else ""
        node = f"node {function['numa_node']}" if function["numa_node"] is not None and parent is None else ""
        if len(disks) == 1 and not below:
            self._add_disk(disks[0], prefix, is_last, link, short, [slot, node])
            return
        words = [short, port or self._build_title(function), slot, node, link]
        if slot and not below and port is not None:
            words.append("empty")
        self._put(prefix + branch, prefix + inner, words)
        for position, name in enumerate(disks):
            self._add_disk(name, prefix + inner, position == len(disks) - 1 and not below, "")
        self._add_children(below, prefix + inner)

    def _describe_port(self, address: str) -> Optional[str]:
        """Return `root port`, `switch`, `switch port`; without root the type is not known and follows from the
        place.
        """
        function = self._pci[address]
        known = _PORTS.get(function["port_type"] or "")
        if known or not (function["ids"]["class"] or "").startswith("0x0604"):
            return known
        if function["parent"] is None:
            return "port"
        if function["link"]["max_lanes"] is None:
            return "bridge"
        return "switch port" if self._describe_port(function["parent"]) == "switch" else "switch"

    def _build_title(self, function: Function) -> str:
        interfaces = [
            f"{one['name']} {speed / 1000:g} Gb/s" if (speed := one.get("speed_mbps")) else str(one["name"])
            for one in self._document.get("network") or []
            if self._pci.get(one.get("pci") or "") is function
        ]
        kind = next((kind for mark, kind in _KINDS if (function["ids"]["class"] or "").startswith(mark)), "function")
        return " ".join([kind, *interfaces, f"({function['name']})" if function["name"] else ""]).strip()

    def _add_disk(
        self, name: str, prefix: str, is_last: bool, link: str, address: str = "", more: Iterable[str] = ()
    ) -> None:
        disk, health = self._disks[name], self._moment.get(name) or {}
        branch, inner = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
        size, degrees = disk["size_bytes"], health.get("temperature_c")
        words = [
            address,
            self._paint("drive", name),
            disk["model"] or "",
            _format_bytes(size) if size else "",
            *more,
            link or disk["negotiated_link"] or "",
            f"{degrees} °C" if degrees is not None else "",
        ]
        self._put(prefix + branch, prefix + inner, words)

    def _add_volumes(self) -> None:
        volumes = self._document.get("volumes") or {}
        if volumes:
            self._lines.append("Volumes")
        for position, (name, volume) in enumerate(volumes.items()):
            is_last = position == len(volumes) - 1
            chunk = volume["chunk_bytes"]
            words = [
                name,
                " ".join(filter(None, [volume["kind"], volume["level"]])),
                f"{volume['width']} wide" if volume["width"] else "",
                f"chunk {chunk // 1024} KiB" if chunk else "",
                self._paint("warn", "degraded") if volume["is_degraded"] else "",
                f"on {', '.join(volume['members'])}" if volume["members"] else "",
                volume["options"].get("name") or "",
            ]
            branch, inner = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            self._put(branch, inner, words)

    def _add_problems(self) -> None:
        sources = dict(self._document.get("sources") or {})
        helper = sources.pop("privileged", None)
        denied = sorted(subject for subject, source in sources.items() if source["status"] == "denied")
        if denied and (self._document.get("collector") or {}).get("privileged"):
            reasons = "; ".join(f"{subject}: {sources[subject]['detail']}" for subject in denied)
            self._put("", "  ", [self._paint("dim", f"Not readable by root either: {reasons}.")], glue=" ")
        elif denied:
            self._put("", "  ", [self._paint("dim", f"Not readable without root: {', '.join(denied)}.")], glue=" ")
            if helper is None:
                self._put("", "  ", [self._paint("dim", "Try: fioboard-agent inventory --privileged --tree")])
        if helper is not None and helper["status"] != "ok":
            # --privileged was given: to advise it again would lead nowhere.
            self._put("", "  ", [self._paint("warn", f"--privileged read nothing: {helper['detail']}")], glue=" ")
            self._put("", "  ", [self._paint("dim", "Set it up: fioboard-agent inventory --show-sudoers")])
        for subject, source in sources.items():
            if source["status"] in {"error", "timeout", "unparsed"}:
                self._put("", "  ", [self._paint("warn", f"{subject}: {source['status']}: {source['detail']}")])

    def _put(self, first: str, rest: str, words: list[str], glue: str = "  ") -> None:
        """One entry; what does not fit goes on in a line of its own, at a word's border where there is one."""
        if not any(words):
            return
        line, is_empty = first, True
        for word in filter(None, words):
            piece = word if is_empty else glue + word
            if not is_empty and _count_columns(line) + _count_columns(piece) > self._width:
                self._lines.append(line.rstrip())
                line, piece = rest + "  ", word
            line, is_empty = line + piece, False
        if _count_columns(line) <= self._width or "\033" in line:
            self._lines.append(line.rstrip())
            return
        indent = rest + "  "
        head, tail = line[: len(first)], line[len(first) :]
        wrapped = textwrap.wrap(tail, self._width - len(indent), break_on_hyphens=False)
        self._lines.append(head + wrapped[0])
        self._lines.extend(indent + more for more in wrapped[1:])


def _count_columns(text: str) -> int:
    """Count columns on the screen: colour takes none."""
    return sum(len(part.split("m", 1)[-1]) if number else len(part) for number, part in enumerate(text.split("\033")))


def _format_link(gts: float, lanes: int) -> str:
    generation = _GENERATIONS.get(gts)
    return f"Gen{generation} x{lanes}" if generation else f"{gts:g} GT/s x{lanes}"


def _format_bytes(size: int) -> str:
    """Format `3.84 TB`: decimal, as drives are sold."""
    for unit, factor in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6)):
        if size >= factor:
            return f"{size / factor:.3g} {unit}"
    return f"{size} B"
