"""The path of the data and the picture of the machine, with drives, arrays, targets and interfaces by their labels.

Everything is built anew: titles from the kept inventory, sentences only of rules that are known here, with the names
in them translated.
"""

import re

from fioboard.app.sharing.redaction import sentences
from fioboard.app.sharing.redaction.hardware import Machine
from fioboard.app.sharing.redaction.measured import choose_word, keep_number
from fioboard.app.sharing.redaction.patterns import address
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import Own, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.shown_factors import KINDS, LEVELS, LINK
from fioboard.engine.answers.gpus import DisplayOut, GpuOut, GpuUseOut
from fioboard.engine.answers.inventory import SlotOut
from fioboard.engine.answers.machine import MachineOut, MachineRun, PortNode, SocketOut
from fioboard.engine.answers.path import MemberOut, PathOut, SharedHopOut, TargetOut
from fioboard.engine.hardware.inventory.tolerant import mapping, text

PLAIN_TITLES = frozenset(
    {
        "NVMe drive", "RAID controller", "SAS adapter", "SATA controller", "Storage controller", "Network controller",
        "Display", "GPU", "Accelerator", "Root port", "Switch", "Switch port", "Bridge", "PCIe function", "Port",
    }
)  # fmt: skip
REASON = Own("It could not be resolved further.")
_LAYER = re.compile(
    rf"(?P<head>({'|'.join(sorted(KINDS))}){LEVELS}( of \d{{1,5}})?"
    r"(, chunk \d{1,12} (GiB|MiB|KiB|bytes))?(, degraded)?)"
    r"(?P<rest> .*)?"
)
_GPU_OPTION = re.compile(
    r"(cuda_io|rocm_io|xfer_type)=(cufile|hipfile|posix|[A-Z]{2,8}(_[A-Z]{2,8}){0,2})|iomem=cudamalloc"
)


class PathRedactor:
    """Translates what follows from one inventory, for runs of one host."""

    def __init__(self, machine: Machine, host: str, redactor: Redactor) -> None:
        self.machine = machine
        self.host = host
        self.redactor = redactor
        self.projector = Projector(
            redactor,
            {
                TargetOut: self._compose_target,
                MemberOut: self._compose_member,
                SlotOut: self._compose_slot,
                SharedHopOut: self._compose_hop,
                SocketOut: self._compose_socket,
                PortNode: self._compose_node,
                GpuOut: self._compose_gpu,
                DisplayOut: self._compose_gpu,
                GpuUseOut: self._compose_gpu_use,
            },
            self.place,
        )

    def path(self, resolved: PathOut | None) -> PathOut | None:
        """The path of a run. Its fingerprint is a hash and left out."""
        if resolved is None or "path" in self.redactor.hidden:
            self._count(resolved)
            return None
        return self.projector.share(PathOut, resolved)

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

    def _compose_target(self, resolved: TargetOut) -> dict[str, object]:
        """One target by its label, its layers in words of the service."""
        return {
            "path": self.target_label(resolved),
            "kind": choose_word(resolved.get("kind"), KINDS, None) or Own("unknown"),
            "filesystem": choose_word(resolved.get("filesystem"), KINDS, None),
            "layers": [self._restate_layer(layer) for layer in resolved.get("layers") or []],
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

    def _compose_member(self, member: MemberOut) -> dict[str, object]:
        label = self.place(member.get("disk")) or self.redactor.label(
            "drive", (self.host, member.get("disk"))
        )
        disk = mapping(mapping(self.machine.document, "disks"), label)
        return {
            "disk": label,
            "model": text(disk, "model"),
            "firmware": text(disk, "firmware"),
            "link": mark_own(LINK(member.get("link"))),
        }

    def _compose_slot(self, slot: SlotOut) -> dict[str, object] | None:
        """Return a slot's name only when the kept inventory has it."""
        if "slots" in self.redactor.hidden or slot.get("name") not in self.redactor.facts:
            return None
        return {"name": self.redactor.keep(slot["name"], "slots", "either")}

    def _compose_hop(self, hop: SharedHopOut) -> dict[str, object]:
        function = self.place(hop.get("function"))
        link = (hop.get("title") or "").rpartition(", ")[2]
        return {
            "function": function or Own("unknown"),
            "title": sentences.SHARED_HOP(
                port=self._get_function_name(function) or Own("Port"), link=Own(LINK(link) or "unknown")
            ),
        }

    def _get_function_name(self, address: str | None) -> str | None:
        return text(self._get_function(address), "name")

    def _get_function(self, address: str | None) -> object:
        """Return what the kept inventory has of a function. An address has a dot, which a path would split at."""
        return mapping(self.machine.document, "pci").get(address or "")

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
        shown = self.projector.share(MachineRun, drawn, {"id": run}) if drawn else None
        return self.projector.share(MachineOut, machine, {"run": shown})

    def _compose_socket(self, socket: SocketOut) -> dict[str, object]:
        number = keep_number(socket.get("id"))
        title = Own("Socket" if number is None else f"Socket {number}")
        return {"title": title, "model": text(self.machine.document, "cpu.model")}

    def _compose_node(self, node: PortNode) -> dict[str, object]:
        name = self.place(node.get("id")) or self.redactor.label("function", (self.host, node.get("id")))
        title, subtitle = self._choose_titles(node.get("kind"), name, node)
        return {"id": name, "title": title, "subtitle": subtitle}

    def _choose_titles(self, kind: str | None, name: str, node: PortNode) -> tuple[str, str | None]:
        if kind == "disk":
            disk = mapping(mapping(self.machine.document, "disks"), name)
            model, revision = text(disk, "model"), text(disk, "firmware")
            return model or name, _join_titles(
                name if model else None, sentences.FIRMWARE(revision=revision) if revision else None
            )
        if kind == "network":
            speed = node.get("subtitle") or ""
            return name, Own(speed) if re.fullmatch(r"[0-9.]{1,8} [GM]b/s", speed) else None
        function = self._get_function(name)
        title = choose_word(node.get("title"), PLAIN_TITLES, None) or Own("PCIe function")
        return text(function, "name") or title, _join_titles(name, text(function, "driver"))

    def _compose_gpu(self, gpu: GpuOut | DisplayOut) -> dict[str, object]:
        function = self._get_function(self.place(gpu.get("id")))
        title = choose_word(gpu.get("title"), PLAIN_TITLES, None) or Own("PCIe function")
        return {"title": text(function, "name") or title, "driver": text(function, "driver")}

    def _compose_gpu_use(self, use: GpuUseOut) -> dict[str, object] | None:
        """What the job's options say is shown with them."""
        if "job_options" in self.redactor.hidden:
            return None
        option = use.get("option") or ""
        return {"option": Own(option) if _GPU_OPTION.fullmatch(option) else None}


def _join_titles(one: str | None, other: str | None) -> str | None:
    """Join both with a dot between them; one alone where the other is not known."""
    return sentences.BESIDE(one=one, other=other) if one and other else one or other
