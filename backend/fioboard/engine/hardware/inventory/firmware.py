"""Firmware settings under vendor-neutral names: what is set, what the running system shows, and where they disagree."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from fioboard.core.sanitize import Document
from fioboard.engine.answers.inventory import SettingOut
from fioboard.engine.hardware.inventory.firmware_names import TITLES, Value, find, parse_nodes_per_socket
from fioboard.engine.hardware.inventory.tolerant import flag, mapping, named, objects, text, whole

Source = Literal["manual", "firmware_attributes", "redfish", "bios_file", "inferred"]
READ_FROM: Mapping[str, Source] = {
    "firmware_attributes": "firmware_attributes",
    "redfish": "redfish",
    "bios_file": "bios_file",
}
# Factor keys of settings, which a person may use for the neutral ones.
FACTOR_OF = {
    "numa.nodes_per_socket": "bios.nps",
    "numa.llc_as_node": "bios.llc_as_node",
    "cpu.smt": "bios.smt",
    "cpu.boost": "bios.boost",
    "cpu.c_states": "bios.c_states",
    "cpu.determinism": "bios.determinism",
    "power.profile": "bios.power_profile",
    "fabric.c_states": "bios.fabric_c_states",
    "fabric.pstate": "bios.fabric_pstate",
    "iommu": "bios.iommu",
    "pcie.aspm": "bios.aspm",
    "pcie.max_payload": "bios.max_payload",
    "pcie.relaxed_ordering": "bios.relaxed_ordering",
    "pcie.ten_bit_tag": "bios.ten_bit_tag",
    "pcie.preferred_io": "bios.preferred_io",
    "pcie.acs": "bios.acs",
    "pcie.sriov": "bios.sriov",
    "pcie.above_4g": "bios.above_4g",
    "pcie.rebar": "bios.rebar",
    "storage.vmd": "bios.vmd",
    "storage.nvme_raid": "bios.nvme_raid",
    "cpu.x2apic": "bios.x2apic",
}
_NEUTRAL = {factor: key for key, factor in FACTOR_OF.items()}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `value` is what is set (`auto` stays `auto`), `inferred` what the running system shows."""

    key: str
    title: str
    value: Value
    source: Source
    attribute: str | None
    inferred: Value

    @property
    def is_conflict(self) -> bool:
        """Both are known, neither is `auto`, and they differ."""
        known = self.value is not None and self.inferred is not None and self.value != "auto"
        return known and self.source != "inferred" and not _is_agreeing(self.value, self.inferred)

    @property
    def in_force(self) -> Value:
        """What the run was measured under: the running system is right where it contradicts, or where `auto` is set."""
        if self.inferred is not None and (self.value in (None, "auto") or self.is_conflict):
            return self.inferred
        return self.value

    def serialize(self) -> SettingOut:
        """Return the setting as answers have it."""
        return SettingOut(
            key=self.key,
            title=self.title,
            value=self.value,
            source=self.source,
            attribute=self.attribute,
            inferred=self.inferred,
            is_conflict=self.is_conflict,
        )


def _is_agreeing(value: Value, inferred: Value) -> bool:
    # A limit on C-states (c6) leaves some of them on; several settings of one kind are on when one is.
    return value == inferred or (inferred == "on" and isinstance(value, str) and value[:1] == "c")


def list_settings(document: Document) -> list[Setting]:
    """List every setting that has a neutral name, by key: stated by a person, read from the firmware, or inferred."""
    shown = infer(document)
    by_key = {s.key: s for s in _read(document, shown)}
    for key, value in mapping(document, "firmware_settings.manual").items():
        neutral = _NEUTRAL.get(key, key)
        if neutral.split("[")[0] in TITLES and isinstance(value, str | int):
            by_key[neutral] = Setting(
                neutral, _get_title(neutral), _convert_flag(value), "manual", None, shown.get(neutral)
            )
    for key, value in shown.items():
        by_key.setdefault(key, Setting(key, _get_title(key), value, "inferred", None, value))
    return [by_key[key] for key in sorted(by_key)]


def _get_title(key: str) -> str:
    name, _, part = key.partition("[")
    return TITLES[name] + (f", {part.removesuffix(']')}" if part else "")


def _convert_flag(value: str | int | bool) -> Value:
    if isinstance(value, bool):
        return "on" if value else "off"
    return int(value) if isinstance(value, str) and value.isdigit() else value


def _read(document: Document, shown: dict[str, Value]) -> Iterator[Setting]:
    source = READ_FROM.get(text(document, "firmware_settings.source") or "")
    if source is None:
        return
    registry = mapping(document, "firmware_settings.registry")
    taken: dict[str, Setting] = {}
    for attribute, raw in mapping(document, "firmware_settings.raw").items():
        match = find(attribute)
        if match is None:
            continue
        name, part = match
        key = f"{name.key}[{part}]" if part else name.key
        value = _decode(attribute, raw, name.decode, registry.get(attribute))
        before = taken.get(key)
        if before is not None and before.value not in (None, value):
            if value is None:
                continue
            key = f"{name.key}[{attribute}]"  # another attribute of that meaning says something else
        elif before is not None and value in (None, before.value):
            continue  # a copy for the second socket
        taken[key] = Setting(key, _get_title(key), value, source, attribute, shown.get(key))
    yield from taken.values()
    yield from _merge_ports(taken, "storage.vmd", shown)


def _merge_ports(taken: dict[str, Setting], key: str, shown: dict[str, Value]) -> Iterator[Setting]:
    """Merge what is switched port by port: on when one port is on, off when all are."""
    ports = [setting for name, setting in taken.items() if name.startswith(f"{key}[")]
    if key in taken or not ports or any(port.value is None for port in ports):
        return
    telling = next((port for port in ports if port.value == "on"), ports[0])
    yield Setting(key, _get_title(key), telling.value, telling.source, telling.attribute, shown.get(key))


def _decode(attribute: str, raw: object, decode: Callable[[str], Value], display: object) -> Value:
    """Numbers mean what the registry says, and nothing without it: 1 of `…Disable` may be on or off."""
    value = raw.get("current_value") if isinstance(raw, dict) else raw
    shown = display.get(str(value)) if isinstance(display, dict) else None
    if isinstance(shown, str):
        return decode(shown)
    if isinstance(value, bool):
        value = "Enabled" if value else "Disabled"
    if isinstance(value, int):
        return decode(str(value)) if decode is parse_nodes_per_socket and value in {2, 4, 8} else None
    if not isinstance(value, str):
        return None
    decoded: Value = decode(value)
    if attribute.lower().endswith("disable"):
        return {"on": "off", "off": "on"}.get(str(decoded), decoded)
    return decoded


def infer(document: Document) -> dict[str, Value]:
    """What the running system proves. Off is never inferred from what an operating system can switch off by itself;
    the topology of a virtual machine is invented and proves nothing."""
    inferred: dict[str, Value] = {}
    if text(document, "virtualized"):
        return inferred
    nodes, caches = whole(document, "cpu.numa.nodes_per_socket"), whole(document, "cpu.numa.llc_per_socket")
    if not flag(document, "cpu.numa.nodes_per_socket_is_ambiguous"):
        if nodes is not None:
            inferred["numa.nodes_per_socket"] = nodes
        if nodes and caches and caches > 1:
            inferred["numa.llc_as_node"] = "on" if nodes == caches else "off"
    if flag(document, "cpu.smt"):
        inferred["cpu.smt"] = "on"
    if flag(document, "cpu.frequency.boost"):
        inferred["cpu.boost"] = "on"
    deep = [s for s in objects(document, "cpu.idle.states") if (whole(s, "latency_us") or 0) > 10]
    if any(flag(state, "is_disabled") is False for state in deep):
        inferred["cpu.c_states"] = "on"
    if flag(document, "os.iommu.is_active"):
        inferred["iommu"] = "on"
    if any(text(entry, "vmd") for _, entry in named(document, "pci")):
        inferred["storage.vmd"] = "on"
    return inferred


def get_effective(document: Document) -> dict[str, Value]:
    """Return, by factor key, the value the machine ran with; settings of single slots are left out, as is what is
    unknown.
    """
    return {
        FACTOR_OF[setting.key]: setting.in_force
        for setting in list_settings(document)
        if setting.key in FACTOR_OF and setting.in_force is not None
    }
