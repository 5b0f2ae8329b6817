"""What is different between two inventories of one machine, field by field, by the marks of the service's schema.

Drives are identified by serial number and functions by place; kernel names and bus numbers change with a reboot.
What changes by itself is no difference, and what one side does not know is none either.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Optional

from fioboard_agent.inventory_marks import KEYS, MAPS, REFERENCES, SETS, TITLES, VOLATILE
from fioboard_agent.inventory_types import Document

# A virtual machine's memory grows and shrinks by itself; a module more or less is a larger step.
_BREATHING = re.compile(r"(cpu|memory)\..*_bytes")
_MAX_BREATH = 0.05
_ABSENT = "none"
# Of a target, which is no part of the inventory.
MOUNT_OPTIONS = "target.filesystem.options"
_MAPS = MAPS | {MOUNT_OPTIONS}


@dataclass(frozen=True)
class Change:
    """One field that differs, or an entry that came or went: then one side is None.

    `pattern` is its place with `*` for entries, `subject` the first entry on the way: a serial number of `disks`, the
    place of a function in `pci`.
    """

    place: str
    pattern: str
    subject: str
    before: object
    now: object

    @property
    def title(self) -> str:
        """What people call the field: as the service does."""
        return TITLES.get(self.pattern) or self.pattern.rpartition(".")[2].replace("_", " ")

    def __str__(self) -> str:
        return f"{self.place}: {_format_value(self.before)} -> {_format_value(self.now)}"


class Names:
    """Lasting names of what a document names by kernel names and bus numbers."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        pci: dict[str, Any] = document.get("pci") or {}
        self.pci = {address: entry.get("stable_path") or address for address, entry in pci.items()}
        self.disks: dict[str, str] = {}
        disks: dict[str, Any] = document.get("disks") or {}
        for name, disk in disks.items():
            place = self.pci.get(disk.get("pci") or "")
            made = f"{disk['model']} at {place}" if place and disk.get("model") else place
            self.disks[name] = _build_unique(
                disk.get("serial") or disk.get("wwid") or made or name, self.disks.values()
            )

    def resolve(self, kind: str, value: object) -> object:
        """Return what a reference means: an address, a disk or partition; lists one by one."""
        if isinstance(value, list):
            return [self.resolve(kind, one) for one in value]
        if not isinstance(value, str) or kind == "volumes":
            return value
        return self.pci.get(value, value) if kind == "pci" else self._resolve_disk(value)

    def _resolve_disk(self, name: str) -> str:
        if name in self.disks:
            return self.disks[name]
        # Longest name first: sdab1 is a partition of sdab, not of sda.
        for disk in sorted(self.disks, key=len, reverse=True):
            rest = re.fullmatch(r"p?(\d+)", name[len(disk) :]) if name.startswith(disk) else None
            if rest:
                return f"{self.disks[disk]} partition {rest.group(1)}"
        return name

    def identify_entry(self, pattern: str, name: str, entry: Mapping[str, Any]) -> str:
        """Name an entry by what tells it from its siblings."""
        if pattern == "disks":
            return self.disks.get(name, name)
        if pattern == "volumes":
            # An array that is made anew has another UUID and the same drives.
            members = ", ".join(str(self.resolve("disks", one)) for one in entry.get("members") or [])
            return f"{entry.get('kind')} on {members}" if members else name
        for key in KEYS[pattern]:
            value = entry.get(key)
            if value is not None and value != "":
                kind = REFERENCES.get(f"{pattern}.*.{key}")
                return str(self.resolve(kind, value) if kind else value)
        return name


def list_changes(before: Document, now: Document) -> list[Change]:
    """List what is different, in the order of the places."""
    walk = _Walk(Names(before), Names(now))
    return sorted(walk.compare("", "", "", before, now), key=lambda change: change.place)


class _Walk:
    """Goes through both documents side by side."""

    def __init__(self, before: Names, now: Names) -> None:
        self._before, self._now = before, now

    def compare(self, pattern: str, place: str, subject: str, before: Any, now: Any) -> Iterator[Change]:
        """Compare one field, whatever it holds."""
        if pattern in VOLATILE and not _BREATHING.fullmatch(pattern):
            return
        if before is None or now is None:
            return
        if pattern in KEYS:
            yield from self._compare_entries(pattern, place, subject, before, now)
        elif pattern in SETS:
            ours, theirs = _split_set(before), _split_set(now)
            yield from self._compare_map(pattern, place, subject, ours, theirs)
        elif pattern in _MAPS:
            yield from self._compare_map(pattern, place, subject, before, now)
        elif isinstance(before, dict) and isinstance(now, dict):
            for name in sorted({*before, *now}):
                yield from self.compare(
                    _join(pattern, name), _join(place, name), subject, before.get(name), now.get(name)
                )
        else:
            kind = REFERENCES.get(pattern)
            if kind:
                before, now = self._before.resolve(kind, before), self._now.resolve(kind, now)
            if before != now and not _has_breathed(pattern, before, now):
                yield Change(place, pattern, subject, before, now)

    def _compare_entries(self, pattern: str, place: str, subject: str, before: Any, now: Any) -> Iterator[Change]:
        ours = _map_entries(self._before, pattern, before)
        theirs = _map_entries(self._now, pattern, now)
        for name in dict.fromkeys((*ours, *theirs)):
            below, where, who = f"{pattern}.*", f"{place}[{name}]", subject or name
            if name in ours and name in theirs:
                yield from self.compare(below, where, who, ours[name], theirs[name])
            else:
                yield Change(where, below, who, *(_describe_entry(side.get(name)) for side in (ours, theirs)))

    def _compare_map(self, pattern: str, place: str, subject: str, before: Any, now: Any) -> Iterator[Change]:
        for name in sorted({*before, *now}):
            below, where = f"{pattern}.*", f"{place}[{name}]"
            if name not in before or name not in now:
                yield Change(where, below, subject, before.get(name), now.get(name))
            else:
                yield from self.compare(below, where, subject, before[name], now[name])


def _map_entries(names: Names, pattern: str, value: Any) -> dict[str, Any]:
    entries = value.items() if isinstance(value, dict) else [(str(place), one) for place, one in enumerate(value)]
    mapped: dict[str, Any] = {}
    for name, entry in entries:
        if isinstance(entry, dict) and entry.get("kind") != "loop":  # images that are mounted come and go by themselves
            mapped[_build_unique(names.identify_entry(pattern, name, entry), mapped)] = entry
    return mapped


def _build_unique(name: str, taken: Any) -> str:
    """Two drives may share a serial number; then their order has to do."""
    unique, number = name, 1
    while unique in taken:
        number += 1
        unique = f"{name}#{number}"
    return unique


def _split_set(value: list[str]) -> dict[str, str]:
    """`quiet`, `mitigations=off` by what is set: one that changes its value is one change."""
    return {str(word).partition("=")[0]: str(word) for word in value}


def _describe_entry(entry: Any) -> Optional[str]:
    if entry is None:
        return None
    return str(entry.get("model") or entry.get("name") or entry.get("kind") or "present")


def _has_breathed(pattern: str, before: object, now: object) -> bool:
    if not (isinstance(before, int) and isinstance(now, int) and _BREATHING.fullmatch(pattern)):
        return False
    return abs(before - now) <= _MAX_BREATH * max(before, now)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _format_value(value: object) -> str:
    return _ABSENT if value is None else str(value)[:80]
