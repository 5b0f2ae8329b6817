"""The path of the data and the picture of the machine, with drives, arrays, targets and interfaces by their labels.

Everything is built anew: titles from the kept inventory, sentences only of rules that are known here, with the names
in them translated.
"""

import re
from collections.abc import Mapping
from typing import Any

from fioboard.inventory.tolerant import mapping, text
from fioboard.redaction.hardware import Machine
from fioboard.redaction.measured import figure
from fioboard.redaction.patterns import PATTERNS, matching, word_set
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.shown_factors import KINDS, LEVELS, LINK

# Rules whose sentences hold figures, addresses and names of drives, and nothing that a person wrote.
RULES = word_set(
    "above-link-rate oversubscribed below-link-limit uneven-members chipset-uplink downgraded-width downgraded-speed "
    "port-limited not-pinned remote-numa-node pcie-errors thermal-throttling hot-drive array-resync"
)
# Rules whose sentence quotes what the agent noted: said again without it.
EVENTS = {
    "temperature-abort": "During the run: temperature abort.",
    "device-gone": "During the run: device gone.",
    "md-degraded": "During the run: md degraded.",
}
HEAT = frozenset({"hot-drive", "thermal-throttling", "temperature-abort"})
SEVERITIES = frozenset({"info", "warning"})
LINK_CLASSES = frozenset(
    [
        "full",
        "downgraded-width",
        "downgraded-speed",
        "idle-downshift",
        "port-limited",
        "device-limited",
        "unknown",
    ]
)
NODE_KINDS = frozenset(["root_port", "switch_up", "switch_down", "bridge", "endpoint", "disk", "network"])
PLAIN_TITLES = frozenset(
    {
        "NVMe drive", "RAID controller", "SAS adapter", "SATA controller", "Storage controller", "Network controller",
        "Display", "Accelerator", "Root port", "Switch", "Switch port", "Bridge", "PCIe function", "Port",
    }
)  # fmt: skip
REASON = "It could not be resolved further."
FACTS_OF_A_PATH = matching(re.compile(r"[a-z_]{1,32}"))
_SOURCES = frozenset({"inventory", "samples", "result", "targets", "computed", "inferred", "manual", "redfish",
                      "firmware_attributes", "bios_file"})  # fmt: skip
_LAYER = re.compile(
    rf"(?P<head>({'|'.join(sorted(KINDS))}){LEVELS}( of \d{{1,5}})?"
    r"(, chunk \d{1,12} (GiB|MiB|KiB|bytes))?(, degraded)?)"
    r"(?P<rest> .*)?"
)
_NODES = re.compile(r"\d{1,4}(, \d{1,4})*")


class PathRedactor:
    """Translates what follows from one inventory, for runs of one host."""

    def __init__(self, machine: Machine, host: str, redactor: Redactor) -> None:
        self.machine = machine
        self.host = host
        self.redactor = redactor

    def path(self, found: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """schemas.path.PathOut. Its fingerprint is a hash and left out."""
        if not isinstance(found, Mapping) or "path" in self.redactor.hidden:
            self._count(found)
            return None
        limits = found.get("chain_limit_bytes_per_s")
        return {
            "targets": [self.target(target) for target in found.get("targets") or []],
            "chain_limit_bytes_per_s": {side: _whole(limits.get(side)) for side in ("read", "write")}
            if limits
            else None,
            "limited_by": self.place(found.get("limited_by")),
            "shared_hops": [self._shared(hop) for hop in found.get("shared_hops") or []],
            "findings": self.findings(found.get("findings")),
            "path_fingerprint": None,
            "path_unknown": [name for name in found.get("path_unknown") or [] if FACTS_OF_A_PATH(name)],
        }

    def _count(self, found: Any) -> None:
        """What is in a path that is not shown is known all the same: its labels are used elsewhere."""
        for target in found.get("targets") or [] if isinstance(found, Mapping) else []:
            self.target_label(target)

    def target_label(self, target: Mapping[str, Any]) -> str:
        """`target 1 (block device)`, `target 2 (file on xfs)`; its path when that was revealed."""
        path, kind = target.get("path"), target.get("kind")
        fs = target.get("filesystem") if target.get("filesystem") in KINDS else None
        if kind in {"file", "directory"}:
            words = f"{kind} on {fs}" if fs else kind
        elif kind in {"nfs", "nfs4", "cifs", "smb"}:
            words = f"file over {kind}"
        elif kind in {"disk", "partition", "md", "lvm", "dm", "multipath", "crypt", "bcache"}:
            words = "block device"
        else:
            words = kind.replace("_", " ") if kind in KINDS and kind != "unknown" else "unknown kind"
        return self.redactor.named(
            "target.path", path, self.redactor.label("target", (self.host, path), words)
        )

    def target(self, found: Mapping[str, Any]) -> dict[str, Any]:
        """schemas.path.TargetOut."""
        kind, fs = found.get("kind"), found.get("filesystem")
        return {
            "path": self.target_label(found),
            "kind": kind if kind in KINDS else "unknown",
            "filesystem": self.redactor.keep(fs if fs in KINDS else None, None),
            "layers": [self._layer(layer) for layer in found.get("layers") or []],
            "members": [self._member(member) for member in found.get("members") or []],
            "reason": REASON if found.get("reason") else None,
        }

    def _layer(self, spoken: Any) -> str:
        """`md raid0 of 4, chunk 128 KiB`; a name behind the kind becomes a label."""
        found = _LAYER.fullmatch(spoken) if isinstance(spoken, str) else None
        if found is None:
            if isinstance(spoken, str):
                self.redactor.left["volume.name"].add(spoken)
            return "layer"
        head, rest = found["head"], (found["rest"] or "").strip()
        if not rest:
            return head
        server = rest.removeprefix("from ")
        if server != rest:
            return f"{head} from {self.redactor.named('file_server', server, self.redactor.label('server', server))}"
        known = self.machine.names.of(rest)
        if known is None:
            self.redactor.left["volume.name"].add(rest)
        return f"{head} of {known}" if known else head

    def _member(self, found: Mapping[str, Any]) -> dict[str, Any]:
        label = self.place(found.get("disk")) or self.redactor.label("drive", (self.host, found.get("disk")))
        disk = mapping(mapping(self.machine.document, "disks"), label)
        return {
            "disk": label,
            "model": text(disk, "model"),
            "firmware": text(disk, "firmware"),
            "slot": self._slot(found.get("slot")),
            "link": LINK(found.get("link")),
            "numa_node": figure(found.get("numa_node")),
        }

    def _slot(self, found: Any) -> dict[str, Any] | None:
        """A slot's name only when the kept inventory has it."""
        if (
            not isinstance(found, Mapping)
            or "slots" in self.redactor.hidden
            or found.get("name") not in self.redactor.facts
        ):
            return None
        return {
            "name": found["name"],
            "source": PATTERNS["word"](found.get("source")) or "unknown",
            "is_verified": found.get("is_verified") is True,
        }

    def _shared(self, found: Mapping[str, Any]) -> dict[str, Any]:
        function = self.place(found.get("function"))
        link = (found.get("title") or "").rpartition(", ")[2]
        numbers = ("member_count", "ratio", "is_oversubscribed")
        ranges = ("members_sum_bytes_per_s", "ceiling_bytes_per_s", "share_bytes_per_s")
        return {
            "function": function or "unknown",
            "title": f"{self._function_name(function) or 'Port'}, {LINK(link) or 'unknown'}",
            **{name: figure(found.get(name)) for name in numbers},
            **{name: _whole(found.get(name)) for name in ranges},
        }

    def _function_name(self, address: str | None) -> str | None:
        return text(mapping(mapping(self.machine.document, "pci"), address or ""), "name")

    def place(self, name: Any) -> str | None:
        """A PCIe address as it is; drives, volumes and interfaces by their labels."""
        if not isinstance(name, str):
            return None
        return self.machine.names.of(name) or PATTERNS["address"](name)

    def findings(self, found: Any) -> list[dict[str, Any]]:
        """schemas.finding.FindingOut of the known rules."""
        return [
            self._finding(f)
            for f in found or []
            if f["id"] in RULES or f["id"] in EVENTS
            if self._may(f["id"])
        ]

    def _may(self, rule: str) -> bool:
        return not ("temperatures" in self.redactor.hidden and rule in HEAT)

    def _finding(self, found: Mapping[str, Any]) -> dict[str, Any]:
        rule = found["id"]
        return {
            "id": rule,
            "severity": found["severity"] if found["severity"] in SEVERITIES else "info",
            "text": EVENTS.get(rule) or self.translated(found["text"]),
            "evidence": [self._evidence(e) for e in found.get("evidence") or []],
        }

    def _evidence(self, found: Mapping[str, Any]) -> dict[str, Any]:
        value = found.get("value")
        if isinstance(value, str):
            value = LINK(value) or self.place(value) or (value if _NODES.fullmatch(value) else None)
        label = found.get("label") or ""
        return {
            "label": self.machine.names.of(label)
            or (label if re.fullmatch(r"[A-Za-z0-9_' -]{1,48}", label) else "fact"),
            "value": value,
            "unit": found["unit"]
            if found.get("unit") in {"bytes/s", "GT/s", "lanes", "MT/s", "°C", "%", "ms", "bytes"}
            else None,
            "source": found["source"] if found.get("source") in _SOURCES else "inventory",
        }

    def translated(self, sentence: str) -> str:
        """A sentence of a rule with the kernel's names as labels, longest first."""
        names = self.machine.names
        known = {**names.interfaces, **names.volumes, **names.drives}
        if not known:
            return sentence
        one_of = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
        return re.sub(rf"(?<![\w/-])({one_of})(?![\w/-])", lambda m: known[m[1]], sentence)

    def picture(self, found: Mapping[str, Any] | None, run: str) -> dict[str, Any] | None:
        """schemas.machine.MachineOut."""
        if not isinstance(found, Mapping) or "path" in self.redactor.hidden:
            return None
        drawn = found.get("run")
        model = text(self.machine.document, "cpu.model")
        return {
            "sockets": [
                {
                    "id": figure(s.get("id")),
                    "title": "CPU" if s.get("id") is None else f"CPU {figure(s['id'])}",
                    "model": model,
                    "nodes": [n for n in s.get("nodes") or [] if isinstance(n, int)],
                    "roots": [self._node(node) for node in s.get("roots") or []],
                }
                for s in found.get("sockets") or []
            ],
            "unplaced": [self._node(node) for node in found.get("unplaced") or []],
            "run": {
                "id": run,
                "bw_bytes_per_s": figure(drawn.get("bw_bytes_per_s")),
                "direction": drawn["direction"]
                if drawn.get("direction") in {"read", "write", "trim", "mixed"}
                else None,
            }
            if drawn
            else None,
        }

    def _node(self, found: Mapping[str, Any]) -> dict[str, Any]:
        kind = found["kind"] if found.get("kind") in NODE_KINDS else "endpoint"
        name = self.place(found.get("id")) or self.redactor.label("function", (self.host, found.get("id")))
        title, subtitle = self._titles(kind, name, found)
        return {
            "id": name,
            "kind": kind,
            "title": title,
            "subtitle": subtitle,
            "slot": self._slot(found.get("slot")),
            "numa_node": figure(found.get("numa_node")),
            "is_on_path": found.get("is_on_path") is True,
            "link": _link(found.get("link")),
            "used_bytes_per_s": figure(found.get("used_bytes_per_s")),
            "children": [self._node(child) for child in found.get("children") or []],
        }

    def _titles(self, kind: str, name: str, found: Mapping[str, Any]) -> tuple[str, str | None]:
        if kind == "disk":
            disk = mapping(mapping(self.machine.document, "disks"), name)
            model, firmware = text(disk, "model"), text(disk, "firmware")
            parts = [name if model else None, f"firmware {firmware}" if firmware else None]
            return model or name, " · ".join(p for p in parts if p) or None
        if kind == "network":
            speed = found.get("subtitle") or ""
            return name, speed if re.fullmatch(r"[0-9.]{1,8} [GM]b/s", speed) else None
        function = mapping(mapping(self.machine.document, "pci"), name)
        title = found.get("title")
        plain = title if title in PLAIN_TITLES else "PCIe function"
        return text(function, "name") or plain, " · ".join(p for p in (name, text(function, "driver")) if p)


def _whole(found: Any) -> list[Any] | None:
    return [figure(value) for value in found] if isinstance(found, list) else None


def _link(found: Any) -> dict[str, Any] | None:
    if not isinstance(found, Mapping):
        return None
    numbers = ("generation", "lanes", "gts", "capable_generation", "capable_lanes", "rate_bytes_per_s")
    return {name: figure(found.get(name)) for name in numbers} | {
        "class": found["class"] if found.get("class") in LINK_CLASSES else "unknown",
        "severity": found["severity"] if found.get("severity") in {"none", "info", "warning"} else "none",
        "seen": found["seen"] if found.get("seen") == "under load" else "idle",
        "ceiling_bytes_per_s": _whole(found.get("ceiling_bytes_per_s")),
    }
