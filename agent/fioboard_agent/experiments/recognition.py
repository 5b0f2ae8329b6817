"""Whether the thing that an experiment varies changed between two scenes, and nothing else did."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Iterable, Optional, cast

from fioboard_agent.experiments.things import SETTING_SHOWS, Thing
from fioboard_agent.inventory.difference import Change, Names, list_changes
from fioboard_agent.inventory_marks import FOLLOWS_FROM, SETTING_NAMES
from fioboard_agent.inventory_types import Document
from fioboard_agent.targets.resolution import Target

_SETTINGS = ("firmware_settings.raw", "firmware_settings.manual")
# What a link says of itself at rest, and what is built on other drives, is no condition of this target.
_OF_THE_PATH = ("pci.*.link", "volumes", "disks.*.partitions")
_KNOWN_KEYS = frozenset(key for _, key in SETTING_NAMES)
_STATED = re.compile(r"\[(.*)\]$")


@dataclass(frozen=True)
class Scene:
    """The machine and the target as they are at one moment."""

    inventory: Document
    target: Target

    def build_document(self) -> dict[str, Any]:
        """Build what is compared: the inventory, and the file system of the target."""
        system = self.target.get("filesystem") or {}
        options = {_find_option_key(word): word for word in system.get("options") or []}
        described = {
            "filesystem": {
                **{name: system.get(name) for name in ("type", "mount_point", "read_ahead_kb", "size_bytes")},
                "options": options or None,
            }
        }
        return {**self.inventory, "target": described}


@dataclass(frozen=True)
class Recognition:
    """`thing`: the changes that are the condition; `others`: those that are not, and do not follow from it."""

    thing: list[Change]
    others: list[Change]


def recognize(thing: Thing, before: Scene, now: Scene) -> Recognition:
    """Recognise the change of one thing between two scenes."""
    relevant, reaches = find_changes(before, now), (_Reach(before), _Reach(now))
    near = [change for change in relevant if any(reach.contains(change) for reach in reaches)]
    if thing.name == "bios-setting":
        return _recognize_setting(relevant)
    shown: list[Change] = []
    for rule in thing.shown_by:
        shown = [change for change in near if _matches(change, rule) and _is_whole_entry(rule, change)]
        if shown:
            break
    # Of one host-wide thing each place is a change of its own; drives of one array change together.
    first = min((_get_face(change) for change in shown), default="")
    thing_changes = [change for change in shown if _get_face(change) == first]
    carried = [change for change in near if any(_matches(change, rule) for rule in thing.carries)]
    return _split(relevant, thing_changes, carried if shown else [])


def find_changes(before: Scene, now: Scene) -> list[Change]:
    """List what is different and may touch the target: nothing, where a condition goes on after an interruption."""
    reaches = _Reach(before), _Reach(now)
    changes = list_changes(cast(Document, before.build_document()), cast(Document, now.build_document()))
    return [change for change in changes if not _is_far(change, reaches)]


def _find_option_key(word: str) -> str:
    """Name what a mount option sets: `relatime` and `noatime` are two values of one."""
    name = word.partition("=")[0]
    return {"relatime": "atime", "strictatime": "atime", "ro": "rw"}.get(name) or re.sub(r"^no(?=[a-z]{3})", "", name)


def _split(changes: list[Change], thing: list[Change], carried: list[Change]) -> Recognition:
    """Split off what is carried, and what follows from the thing or from that."""
    accepted = [*thing, *(change for change in carried if change not in thing)]
    grew = bool(thing)
    while grew:
        patterns = [change.pattern for change in accepted]
        more = [change for change in changes if change not in accepted and _is_follower(change, patterns)]
        accepted += more
        grew = bool(more)
    return Recognition(thing, [change for change in changes if change not in accepted])


def _recognize_setting(changes: list[Change]) -> Recognition:
    """Recognise one BIOS setting: by its name where the firmware says it, else by what it shows."""
    named = [change for change in changes if any(_matches(change, rule) for rule in _SETTINGS)]
    shown = [change for change in changes if change not in named]
    keys = sorted({_find_setting(change) for change in named})
    if len(keys) > 1:
        first = [change for change in named if _find_setting(change) == keys[0]]
        return Recognition(first, [change for change in changes if change not in first])
    # A setting that nobody knows may show in any one way; without a name, VMD looks like drives that were moved.
    is_known = bool(keys) and (keys[0] in _KNOWN_KEYS or named[0].pattern.startswith(_SETTINGS[1]))
    candidates = [keys[0]] if is_known else [key for key in SETTING_SHOWS if key != "storage.vmd"]
    best: Optional[Recognition] = None
    for key in candidates:
        places = _list_effects(key)
        effects = [change for change in shown if any(_matches(change, place) for place in places)]
        made = _split(changes, named or effects, [*named, *effects])
        if (made.thing or named) and (best is None or len(made.others) < len(best.others)):
            best = made
    return best or Recognition([], changes)


def _find_setting(change: Change) -> str:
    """Find the neutral key of a setting, else its own name."""
    stated = _STATED.search(change.place)
    name = stated.group(1) if stated else change.place
    if change.pattern.startswith(_SETTINGS[1]):
        return re.sub(r"\[.*\]", "", name)
    plain = re.sub(r"[^a-z0-9]", "", re.split(r"[|/>\\]", name)[-1].lower())
    return next((key for pattern, key in SETTING_NAMES if re.fullmatch(pattern, plain)), name)


def _list_effects(key: str) -> tuple[str, ...]:
    return next((places for name, places in SETTING_SHOWS.items() if key == name or key.startswith(name + ".")), ())


def _matches(change: Change, rule: str) -> bool:
    """Whether a change lies at a place of the rule or below it; of a kernel option also by the option's name."""
    if change.pattern == rule or change.pattern.startswith(rule + "."):
        return True
    head, _, name = rule.rpartition(".")
    return change.pattern == f"{head}.*" and change.place == f"{head}[{name}]"


def _is_whole_entry(rule: str, change: Change) -> bool:
    """A rule that ends in `*` means an entry that came or went, not a field of one that stayed."""
    return not rule.endswith("*") or change.pattern == rule


def _get_face(change: Change) -> str:
    if change.pattern.startswith(("disks.", "pci.", "volumes.")):
        return ".".join(change.pattern.split(".")[:3])
    # Processors leave one governor and come to another: one change.
    return change.pattern if change.pattern.startswith("cpu.") else change.place


def _is_follower(change: Change, patterns: Iterable[str]) -> bool:
    sources = FOLLOWS_FROM.get(change.pattern, ())
    return any(pattern == source or pattern.startswith(source + ".") for pattern in patterns for source in sources)


class _Reach:
    """What a target stands on: its drives, the functions on their way, the volumes between, by lasting names."""

    def __init__(self, scene: Scene) -> None:
        inventory = cast("dict[str, Any]", scene.inventory)
        names = Names(inventory)
        self.is_remote = bool(scene.target.get("network"))
        members: list[str] = list(scene.target.get("members") or [])
        self.drives = {names.disks.get(member, member) for member in members}
        pci, disks = inventory.get("pci") or {}, inventory.get("disks") or {}
        self.functions: set[str] = set()
        for member in members:
            disk = disks.get(member) or {}
            asked = [disk.get("pci"), *(one.get("pci") for one in disk.get("controllers") or [])]
            while asked:
                address = asked.pop()
                if address and names.pci.get(address, address) not in self.functions:
                    self.functions.add(names.pci.get(address, address))
                    asked.append((pci.get(address) or {}).get("parent"))
        nodes = ((scene.target.get("graph") or {}).get("nodes") or {}).values()
        layers = {node.get("name") for node in nodes}
        volumes = inventory.get("volumes") or {}
        self.volumes = {names.identify_entry("volumes", name, one) for name, one in volumes.items() if name in layers}
        slots = (inventory.get("system") or {}).get("slots") or []
        self.slots = {
            names.identify_entry("system.slots", str(place), slot)
            for place, slot in enumerate(slots)
            if names.pci.get(slot.get("address") or "", slot.get("address")) in self.functions
        }

    def contains(self, change: Change) -> bool:
        """Whether a change is of the target, or of the whole host."""
        kept = {"disks": self.drives, "pci": self.functions, "volumes": self.volumes}.get(change.pattern.split(".")[0])
        if kept is None:
            kept = self.slots if change.pattern.startswith("system.slots.*") else {change.subject}
        return change.subject in kept


def _is_far(change: Change, reaches: tuple[_Reach, _Reach]) -> bool:
    """Whether a change cannot touch the target: another drive's link at rest, or an interface of no use to it."""
    if change.pattern.startswith("network."):
        return not any(reach.is_remote for reach in reaches)
    is_local = change.pattern.startswith(_OF_THE_PATH)
    return is_local and not any(reach.contains(change) for reach in reaches)
