"""The kept part of an inventory document: what the schema marks with `x-share`, in the form the mark names (R2, R3).

Drives, arrays and interfaces are keyed by their labels. A field that the schema does not know does not exist (R1).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fioboard.app.sharing.redaction.bios import is_listed
from fioboard.app.sharing.redaction.patterns import PATTERNS, Scalar, match_word, split_words
from fioboard.app.sharing.redaction.provenance import Wording, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.core.sanitize import Document
from fioboard.engine.answers.inventory import SettingOut
from fioboard.engine.answers.shared import SharedHost
from fioboard.engine.hardware.inventory import firmware, identity, schema_marks
from fioboard.engine.hardware.inventory.firmware import Setting
from fioboard.engine.hardware.inventory.firmware_names import find
from fioboard.engine.hardware.inventory.tolerant import mapping, named, objects, text
from fioboard.engine.rules import judge_machine
from fioboard.engine.rules.settings import judge_firmware_settings

NOTHING = object()
# Fields whose text an owner can have set: in any words (the product of a virtual machine), or instead of the maker's (a
# slot's label). Not the operating system's name: that is its distributor's, and machines are called after it.
WORDED: Mapping[str, Wording] = {
    **dict.fromkeys(("system.product", "system.family", "system.board.product"), "owner"),
    **dict.fromkeys(
        (
            "system.slots.*.designation", "pci.*.slot.name", "disks.*.model", "disks.*.controllers.*.model",
            "cpu.model",
        ),
        "either",
    ),
}  # fmt: skip
# Forms that take anybody's words.
FREE = frozenset({"fact", "word", "place"})
# What makers call kinds of machines: nobody's own word, also where an owner could have one.
KINDS_OF_MACHINES = split_words("server workstation desktop laptop notebook tower rack blade none")
# What makers write where a serial number should be: tells no drive from another.
NO_SERIAL = frozenset(
    {"", "0", "none", "n/a", "na", "unknown", "default string", "not specified", "to be filled by o.e.m."}
)


@dataclass(frozen=True, slots=True)
class Names:
    """What the share calls the drives, volumes and interfaces of one inventory, by the kernel's names."""

    drives: dict[str, str] = field(default_factory=dict)
    volumes: dict[str, str] = field(default_factory=dict)
    interfaces: dict[str, str] = field(default_factory=dict)

    def get_label(self, name: str | None) -> str | None:
        """Return the label of whatever the kernel calls so; a partition has that of its drive. None: nothing
        known.
        """
        if not name:
            return None
        for known in (self.drives, self.volumes, self.interfaces):
            if name in known:
                return known[name]
        whole = max((d for d in self.drives if name.startswith(d)), key=len, default=None)
        return None if whole is None else self.drives[whole]


@dataclass(frozen=True, slots=True)
class Machine:
    """One inventory as the share shows it: answers.shared.SharedHost, and the names in it."""

    out: SharedHost
    names: Names

    @property
    def document(self) -> Document:
        """The kept document; empty when there was none."""
        return self.out["inventory"] or {}


def share_machine(document: Document | None, host: str, label: str, redactor: Redactor) -> Machine:
    """Return the kept part of an inventory. `host`: its name, which distinguishes drives without serial. `label`:
    what the share calls this inventory.
    """
    if document is None:
        return Machine({"label": label, "inventory": None, "firmware": [], "findings": []}, Names())
    names = _label_names(document, host, redactor)
    walked = _Walk(redactor, names).value(schema_marks.load_schema(), document, "", "")
    kept: dict[str, object] = walked if isinstance(walked, dict) else {}
    kept["host"] = {"name": label}
    if "drive.model" in redactor.hidden:
        _remove_models(kept)
    settings = _list_settings(document, redactor)
    usual = judge_machine(kept, mapping(kept, "moment"))
    pending = judge_firmware_settings(settings, mapping(kept, "firmware_settings"))
    findings = [*pending, *(f for f in usual if f.id not in {p.id for p in pending})]
    if "bios.settings" in redactor.hidden:
        kept.pop("firmware_settings", None)
        findings = [f for f in findings if f.id not in {"setting-conflict", "settings-pending"}]
    return Machine(
        {
            "label": label,
            "inventory": kept,
            "firmware": [_mark_setting(setting) for setting in settings],
            # Made of the kept document alone.
            "findings": mark_own([finding.serialize() for finding in findings]),
        },
        names,
    )


def _mark_setting(setting: Setting) -> SettingOut:
    """Return a firmware setting whose value is marked as a fact; its neutral name and its source are the
    service's.
    """
    return mark_own(setting.serialize())


def build_drive_key(host: str, lasting: str, disk: Document) -> tuple[str, ...]:
    """Return what makes two entries the same drive: its serial or WWN, else host and place."""
    for name in ("serial", "wwid"):
        serial = (text(disk, name) or "").strip()
        if serial.casefold() not in NO_SERIAL and set(serial) != {"0"}:
            return (serial,)
    return (host, lasting)


def _label_names(document: Document, host: str, redactor: Redactor) -> Names:
    lasting = identity.Names(document).disks
    names = Names()
    taken: dict[str, int] = {}
    for name, disk in named(document, "disks"):
        label = redactor.label("drive", build_drive_key(host, lasting[name], disk))
        taken[label] = taken.get(label, 0) + 1
        # Two namespaces of one drive, or two drives with one serial.
        names.drives[name] = label if taken[label] == 1 else mark_own(f"{label}.{taken[label]}")
        redactor.left["kernel_name"].add(name)
    for name, volume in named(document, "volumes"):
        names.volumes[name] = redactor.label("array", text(volume, "uuid") or (host, name))
        redactor.left["volume.name"].add(name)
    for entry in objects(document, "network"):
        if (interface := text(entry, "name")) is not None:
            names.interfaces[interface] = redactor.label("network", (host, interface))
            redactor.left["interface.name"].add(interface)
    return names


class _Walk:
    """Goes through document and schema side by side."""

    def __init__(self, redactor: Redactor, names: Names) -> None:
        self.redactor = redactor
        self.names = names

    def value(self, schema: schema_marks.Schema, value: object, group: str, path: str) -> object:
        """The kept part of a value; NOTHING when none of it is kept."""
        group = text(schema, "x-hide") or group
        if value is None:
            return None if "x-share" in schema or "properties" in schema else NOTHING
        if "properties" in schema:
            return self._keep_object(schema, value, group, path)
        if isinstance(items := schema.get("items"), Mapping):
            kept = (
                [self.value(items, item, group, f"{path}.*") for item in value]
                if isinstance(value, list)
                else []
            )
            return [item for item in kept if item is not NOTHING]
        if "x-share-keys" in schema and isinstance(value, Mapping):
            return self._map(schema, value, group, path)
        return self._keep_leaf(schema, value, group, path)

    def _keep_object(
        self, schema: schema_marks.Schema, value: object, group: str, path: str
    ) -> dict[str, object]:
        fields = mapping(schema, "properties")
        shown: dict[str, object] = {}
        for name, item in value.items() if isinstance(value, Mapping) else ():
            below = fields.get(name)
            if not isinstance(below, Mapping):
                self._count_other(name, item)
                continue
            kept = self.value(below, item, group, f"{path}.{name}" if path else name)
            if kept is not NOTHING:
                shown[name] = kept
        return shown

    def _map(self, schema: schema_marks.Schema, value: Document, group: str, path: str) -> dict[str, object]:
        form, below = text(schema, "x-share-keys") or "", mapping(schema, "additionalProperties")
        shown: dict[str, object] = {}
        for key, item in value.items():
            name = self._keep_or_label(form, key, group or None)
            if not isinstance(name, str):
                self._count_other(key, item)
                continue
            kept = self.value(below, item, group, f"{path}.*")
            if kept is not NOTHING:
                shown[name] = kept
        return shown

    def _keep_or_label(
        self, form: str, value: object, hide: str | None, wording: Wording = "maker"
    ) -> Scalar | None:
        """Return a value in its form; names of the kernel and of people become labels."""
        known = {
            "drive": self.names.drives,
            "volume": self.names.volumes,
            "interface": self.names.interfaces,
        }.get(form)
        if known is not None:
            return known.get(value) if isinstance(value, str) else None
        if form == "member":
            return self.names.get_label(value) if isinstance(value, str) else None
        return self.redactor.keep(PATTERNS[form](value), hide, wording if form in FREE else "form")

    def _keep_leaf(self, schema: schema_marks.Schema, value: object, group: str, path: str) -> object:
        if isinstance(reveal := schema.get("x-reveal"), str):
            revealed = self.redactor.reveal(reveal, value) if isinstance(value, str) else None
            return NOTHING if revealed is None or path == "host.name" else revealed
        if schema.get("x-identifying") is True:
            self.redactor.left["host.ids"].add(str(value))
            return NOTHING
        form = schema.get("x-share")
        if group in self.redactor.hidden or path in self.redactor.hidden:
            return NOTHING
        wording = WORDED.get(path, "maker")
        if isinstance(value, str) and value.strip().casefold() in KINDS_OF_MACHINES:
            wording = "maker"
        kept = self._keep_or_label(form, value, group or path, wording) if isinstance(form, str) else None
        if kept is None:
            if form is not None or schema.get("x-volatile") is not True:
                self._count_other(path, value)
            return NOTHING
        return kept

    def _count_other(self, name: str, value: object) -> None:
        if value not in (None, "", [], {}):
            self.redactor.left["inventory.other"].add(f"{name}={value}")


def _remove_models(kept: dict[str, object]) -> None:
    """Remove the name from a drive's PCIe function, which names its maker and model, too."""
    places = {text(disk, "pci") for _, disk in named(kept, "disks")}
    places |= {text(c, "pci") for _, disk in named(kept, "disks") for c in objects(disk, "controllers")}
    functions = dict(mapping(kept, "pci"))
    for address, function in named(kept, "pci"):
        if address in places:
            ids = {"class": text(function, "ids.class")}
            functions[address] = {**function, "name": None, "ids": ids}
    if functions:
        kept["pci"] = functions


def _list_settings(document: Document, redactor: Redactor) -> list[Setting]:
    """List BIOS settings with a neutral name and a listed value (R2); the vendor's own name only where it is a
    known one.
    """
    kept: list[Setting] = []
    for one in firmware.list_settings(document):
        if not is_listed(one) or "bios.settings" in redactor.hidden:
            continue
        attribute = one.attribute.split("|")[-1].strip() if one.attribute else None
        if attribute is not None and not (match_word(attribute) and _is_plain(attribute)):
            attribute = None
        kept.append(
            Setting(
                one.key,
                one.title,
                redactor.keep(one.value, "bios.settings"),
                one.source,
                redactor.keep(attribute, "bios.settings"),
                one.inferred,
            )
        )
    known = {s.attribute for s in firmware.list_settings(document) if is_listed(s)}
    for where in ("raw", "manual"):
        for name, value in mapping(document, f"firmware_settings.{where}").items():
            if (
                name not in known
                and value is not None
                and (where == "raw" or name not in {s.key for s in kept})
            ):
                redactor.left["bios.other"].add(f"{name}={value}")
    return kept


def _is_plain(attribute: str) -> bool:
    """Whether an attribute's name is wholly of known words, not one of a pattern that takes anything around them."""
    match = find(attribute)
    if match is None:
        return False
    name, part = match
    return ".*" not in name.pattern if part is None else part.isdigit()
