"""The path of the data and the picture of the machine, with drives, arrays, targets and interfaces by their labels.

Everything is built anew: titles from the kept inventory, sentences only of rules that are known here, with the names
in them translated.
"""

import re
from collections.abc import Mapping
from typing import cast, get_args

from fioboard.inventory.tolerant import mapping, text
from fioboard.redaction import sentences
from fioboard.redaction.hardware import Machine
from fioboard.redaction.measured import SIDES, choose_word, keep_number, keep_numbers
from fioboard.redaction.patterns import address, split_words
from fioboard.redaction.provenance import Own, mark_own
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.shown_factors import KINDS, LEVELS, LINK
from fioboard.schemas.inventory import SlotOut
from fioboard.schemas.machine import LinkClass, LinkOut, MachineOut, NodeKind, PortNode
from fioboard.schemas.path import MemberOut, PathOut, SharedHopOut, TargetOut

SLOT_SOURCES = frozenset({"acpi", "smbios", "label", "port", "redfish"})
LINK_SEVERITIES = frozenset({"none", "info", "warning"})
LINK_CLASSES = frozenset(get_args(LinkClass))
NODE_KINDS = frozenset(get_args(NodeKind))
PLAIN_TITLES = frozenset(
    {
        "NVMe drive", "RAID controller", "SAS adapter", "SATA controller", "Storage controller", "Network controller",
        "Display", "Accelerator", "Root port", "Switch", "Switch port", "Bridge", "PCIe function", "Port",
    }
)  # fmt: skip
REASON = Own("It could not be resolved further.")
# The facts of inventory/path_facet.py.
FACTS_OF_A_PATH = split_words(
    "targets network_limit models firmware sizes lba_bytes write_cache scheduler nr_requests max_sectors_kb places "
    "links count numa"
)
_LAYER = re.compile(
    rf"(?P<head>({'|'.join(sorted(KINDS))}){LEVELS}( of \d{{1,5}})?"
    r"(, chunk \d{1,12} (GiB|MiB|KiB|bytes))?(, degraded)?)"
    r"(?P<rest> .*)?"
)


class PathRedactor:
    """Translates what follows from one inventory, for runs of one host."""

    def __init__(self, machine: Machine, host: str, redactor: Redactor) -> None:
        self.machine = machine
        self.host = host
        self.redactor = redactor

    def path(self, resolved: PathOut | None) -> PathOut | None:
        """The path of a run. Its fingerprint is a hash and left out."""
        if resolved is None or "path" in self.redactor.hidden:
            self._count(resolved)
            return None
        limits = resolved.get("chain_limit_bytes_per_s")
        shown = {
            "targets": [self.target(target) for target in resolved.get("targets") or []],
            "chain_limit_bytes_per_s": {side: _keep_numbers(limits.get(side)) for side in ("read", "write")}
            if limits
            else None,
            "limited_by": self.place(resolved.get("limited_by")),
            "shared_hops": [self._share_hop(hop) for hop in resolved.get("shared_hops") or []],
            "path_fingerprint": None,
            "path_unknown": [mark_own(n) for n in resolved.get("path_unknown") or [] if n in FACTS_OF_A_PATH],
        }
        return cast(PathOut, shown)

    def _count(self, resolved: PathOut | None) -> None:
        """What is in a path that is not shown is known all the same: its labels are used elsewhere."""
        for target in (resolved.get("targets") or []) if resolved else []:
            self.target_label(target)

    def target_label(self, target: TargetOut) -> str:
        """`target 1 (block device)`, `target 2 (file on xfs)`; its path when that was revealed."""
        path, kind = target.get("path"), target.get("kind")
        place = target.get("place") or path
        filesystem = target.get("filesystem")
        fs = filesystem if filesystem in KINDS else None
        if kind in {"file", "directory"}:
            words = f"{kind} on {fs}" if fs else kind
        elif kind in {"nfs", "nfs4", "cifs", "smb"}:
            words = f"file over {kind}"
        elif kind in {"disk", "partition", "md", "lvm", "dm", "multipath", "crypt", "bcache"}:
            words = "block device"
        else:
            words = kind.replace("_", " ") if kind in KINDS and kind != "unknown" else "unknown kind"
        # Its number is that of the factor, which tells places apart and not machines.
        return self.redactor.named("target.path", path, self.redactor.label("target", place, words))

    def target(self, resolved: TargetOut) -> TargetOut:
        """One target by its label, its layers in words of the service."""
        return {
            "path": self.target_label(resolved),
            "place": None,
            "kind": choose_word(resolved.get("kind"), KINDS, None) or Own("unknown"),
            "filesystem": choose_word(resolved.get("filesystem"), KINDS, None),
            "layers": [self._restate_layer(layer) for layer in resolved.get("layers") or []],
            "members": [self._share_member(member) for member in resolved.get("members") or []],
            "reason": REASON if resolved.get("reason") else None,
        }

    def _restate_layer(self, spoken: object) -> str:
        """Return `md raid0 of 4, chunk 128 KiB`; a name behind the kind becomes a label."""
        match = _LAYER.fullmatch(spoken) if isinstance(spoken, str) else None
        if match is None:
            if isinstance(spoken, str):
                self.redactor.left["volume.name"].add(spoken)
            return Own("layer")
        head, rest = Own(match["head"]), (match["rest"] or "").strip()
        if not rest:
            return head
        server = rest.removeprefix("from ")
        if server != rest:
            label = self.redactor.label("server", server)
            return sentences.FROM_SERVER(layer=head, server=self.redactor.named("file_server", server, label))
        known = self.machine.names.get_label(rest)
        if known is None:
            self.redactor.left["volume.name"].add(rest)
        return sentences.OF_VOLUME(layer=head, volume=known) if known else head

    def _share_member(self, member: MemberOut) -> MemberOut:
        label = self.place(member.get("disk")) or self.redactor.label(
            "drive", (self.host, member.get("disk"))
        )
        disk = mapping(mapping(self.machine.document, "disks"), label)
        shown = {
            "disk": label,
            "model": text(disk, "model"),
            "firmware": text(disk, "firmware"),
            "slot": self._share_slot(member.get("slot")),
            "link": mark_own(LINK(member.get("link"))),
            "numa_node": keep_number(member.get("numa_node")),
        }
        return cast(MemberOut, shown)

    def _share_slot(self, slot: SlotOut | None) -> SlotOut | None:
        """Return a slot's name only when the kept inventory has it."""
        if slot is None or "slots" in self.redactor.hidden or slot.get("name") not in self.redactor.facts:
            return None
        return {
            "name": self.redactor.keep(slot["name"], "slots", "either"),
            "source": choose_word(slot.get("source"), SLOT_SOURCES, None) or Own("unknown"),
            "is_verified": slot.get("is_verified") is True,
        }

    def _share_hop(self, hop: SharedHopOut) -> SharedHopOut:
        function = self.place(hop.get("function"))
        link = (hop.get("title") or "").rpartition(", ")[2]
        ranges = ("members_sum_bytes_per_s", "ceiling_bytes_per_s", "share_bytes_per_s")
        measured: Mapping[str, object] = hop
        shown = {
            "function": function or Own("unknown"),
            "title": sentences.SHARED_HOP(
                port=self._get_function_name(function) or Own("Port"), link=Own(LINK(link) or "unknown")
            ),
            **keep_numbers(measured, ("member_count", "ratio", "is_oversubscribed")),
            **{name: _keep_numbers(measured.get(name)) for name in ranges},
        }
        return cast(SharedHopOut, shown)

    def _get_function_name(self, address: str | None) -> str | None:
        return text(mapping(mapping(self.machine.document, "pci"), address or ""), "name")

    def place(self, name: object) -> str | None:
        """A PCIe address as it is; drives, volumes and interfaces by their labels."""
        if not isinstance(name, str):
            return None
        return self.machine.names.get_label(name) or self.redactor.keep(address(name), None, "form")

    def picture(self, machine: MachineOut | None, run: str) -> MachineOut | None:
        """The machine as a tree."""
        if machine is None or "path" in self.redactor.hidden:
            return None
        drawn = machine.get("run")
        model = text(self.machine.document, "cpu.model")
        shown = {
            "sockets": [
                {
                    "id": keep_number(s.get("id")),
                    "title": Own("CPU" if s.get("id") is None else f"CPU {keep_number(s['id'])}"),
                    "model": model,
                    "nodes": [n for n in s.get("nodes") or [] if isinstance(n, int)],
                    "roots": [self._share_node(node) for node in s.get("roots") or []],
                }
                for s in machine.get("sockets") or []
            ],
            "unplaced": [self._share_node(node) for node in machine.get("unplaced") or []],
            "left_out": keep_number(machine.get("left_out")) or 0,
            "run": {
                "id": run,
                "bw_bytes_per_s": keep_number(drawn.get("bw_bytes_per_s")),
                "direction": choose_word(drawn.get("direction"), SIDES, None),
            }
            if drawn
            else None,
        }
        return cast(MachineOut, shown)

    def _share_node(self, node: PortNode) -> PortNode:
        kind = node["kind"] if node.get("kind") in NODE_KINDS else "endpoint"
        name = self.place(node.get("id")) or self.redactor.label("function", (self.host, node.get("id")))
        title, subtitle = self._choose_titles(kind, name, node)
        shown = {
            "id": name,
            "kind": mark_own(kind),
            "title": title,
            "subtitle": subtitle,
            "slot": self._share_slot(node.get("slot")),
            "numa_node": keep_number(node.get("numa_node")),
            "is_on_path": node.get("is_on_path") is True,
            "link": _share_link(node.get("link")),
            "used_bytes_per_s": keep_number(node.get("used_bytes_per_s")),
            "children": [self._share_node(child) for child in node.get("children") or []],
        }
        return cast(PortNode, shown)

    def _choose_titles(self, kind: str, name: str, node: PortNode) -> tuple[str, str | None]:
        if kind == "disk":
            disk = mapping(mapping(self.machine.document, "disks"), name)
            model, revision = text(disk, "model"), text(disk, "firmware")
            return model or name, _join_titles(
                name if model else None, sentences.FIRMWARE(revision=revision) if revision else None
            )
        if kind == "network":
            speed = node.get("subtitle") or ""
            return name, Own(speed) if re.fullmatch(r"[0-9.]{1,8} [GM]b/s", speed) else None
        function = mapping(mapping(self.machine.document, "pci"), name)
        title = choose_word(node.get("title"), PLAIN_TITLES, None) or Own("PCIe function")
        return text(function, "name") or title, _join_titles(name, text(function, "driver"))


def _join_titles(one: str | None, other: str | None) -> str | None:
    """Join both with a dot between them; one alone where the other is not known."""
    return sentences.BESIDE(one=one, other=other) if one and other else one or other


def _keep_numbers(values: object) -> list[float | None] | None:
    return [keep_number(value) for value in values] if isinstance(values, list) else None


def _share_link(link: LinkOut | None) -> LinkOut | None:
    if link is None:
        return None
    numbers = ("generation", "lanes", "gts", "capable_generation", "capable_lanes", "rate_bytes_per_s")
    shown = keep_numbers(link, numbers) | {
        "class": choose_word(link.get("class"), LINK_CLASSES, "unknown"),
        "severity": choose_word(link.get("severity"), LINK_SEVERITIES, "none"),
        "seen": choose_word(link.get("seen"), {"under load"}, "idle"),
        "ceiling_bytes_per_s": _keep_numbers(link.get("ceiling_bytes_per_s")),
    }
    return cast(LinkOut, shown)
