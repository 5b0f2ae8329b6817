"""What is different on this machine since the first half of a confirmation: how a person's step is recognised."""

from __future__ import annotations

import re
from typing import Iterator

from fioboard_agent.inventory_types import Document

# What is another at every reading, or tells of the reading itself.
_PASSING = frozenset({"schema", "collected_at", "collector", "sources", "moment"})
# Their names may change with a reboot; what they are does not.
_LASTING = {"disks": ("serial", "wwid"), "pci": ("stable_path",)}
# A virtual machine's memory grows and shrinks by itself; a module more or less is a larger step.
_BREATHING = re.compile(r"(cpu|memory)\..*_bytes")
_MAX_BREATH = 0.05
MAX_CHANGES = 8


def list_changes(before: Document, now: Document) -> list[str]:
    """List `os.cmdline.0: quiet -> mitigations=off`, by place; empty when nothing that lasts is different."""
    then, here = dict(_list_leaves(_select_lasting(before), "")), dict(_list_leaves(_select_lasting(now), ""))
    return [
        f"{place}: {_format_value(then.get(place))} -> {_format_value(here.get(place))}"
        for place in sorted({*then, *here})
        if _is_other(place, then.get(place), here.get(place))
    ]


def _is_other(place: str, before: object, now: object) -> bool:
    if isinstance(before, int) and isinstance(now, int) and _BREATHING.fullmatch(place):
        return abs(before - now) > _MAX_BREATH * max(before, now)
    return before != now


def _select_lasting(document: Document) -> dict[str, object]:
    lasting: dict[str, object] = {key: value for key, value in document.items() if key not in _PASSING}
    volumes = lasting.get("volumes")
    if isinstance(volumes, dict):
        # Images that somebody mounts come and go by themselves; no step of a person is made of them.
        lasting["volumes"] = {name: entry for name, entry in volumes.items() if not _is_loop(entry)}
    for part, keys in _LASTING.items():
        entries = lasting.get(part)
        if isinstance(entries, dict):
            lasting[part] = {_choose_name(name, entry, keys): entry for name, entry in entries.items()}
    return lasting


def _is_loop(entry: object) -> bool:
    return isinstance(entry, dict) and entry.get("kind") == "loop"


def _choose_name(name: str, entry: object, keys: tuple[str, ...]) -> str:
    known = (entry.get(key) for key in keys) if isinstance(entry, dict) else iter(())
    return next((str(value) for value in known if value), name)


def _list_leaves(value: object, place: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, (dict, list)):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in entries:
            yield from _list_leaves(inner, f"{place}.{key}" if place else str(key))
    else:
        yield place, value


def _format_value(value: object) -> str:
    return "unknown" if value is None else str(value)[:80]
