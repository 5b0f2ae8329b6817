"""A host's history: for every stretch with one inventory, what changed since the stretch before."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import orjson

from fioboard.app.hosts.machines import sentences
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.host import Headline, TimelineEntry
from fioboard.engine.hardware.inventory.difference import (
    MOVED,
    UNTOLD,
    Row,
    compare_documents,
    compare_facets,
    count_followers,
)
from fioboard.engine.hardware.inventory.units import Swap, compare_units, list_swaps
from fioboard.store.queries.inventories import InventoryRow, StretchRow

MAX_HEADLINES, MAX_HEADLINE_CHARACTERS = 6, 300
# What people ask for first; of drives and ports only what came, went, or changed its firmware or link.
TELLING = (
    "system.bios.version",
    "cpu.numa.nodes_per_socket",
    "cpu.model",
    "cpu.smt",
    "os.kernel",
    "os.version",
    "memory.dimms",
    "disks",
    "volumes",
    "firmware_settings",
    "os.iommu",
    "fio.version",
)


def timeline(stretches: Sequence[StretchRow], bodies: Mapping[UUID, InventoryRow]) -> list[TimelineEntry]:
    """Each stretch, newest first. The oldest given has nothing before it."""
    documents = {key: orjson.loads(row["body"]) for key, row in bodies.items()}
    entries: list[TimelineEntry] = []
    for place, stretch in enumerate(stretches):
        before = stretches[place + 1] if place + 1 < len(stretches) else None
        entry: TimelineEntry = {
            "inventory_id": str(stretch["inventory_id"]),
            "previous_inventory_id": str(before["inventory_id"]) if before else None,
            "first_seen_at": stretch["first_seen_at"],
            "last_seen_at": stretch["last_seen_at"],
            "run_count": stretch["run_count"],
            "headlines": [],
            "change_count": 0,
            "follow_count": 0,
            "unknown_count": 0,
            "facets_changed": [],
            "units": None,
        }
        if before is not None:
            base, new = documents[before["inventory_id"]], documents[stretch["inventory_id"]]
            swapped = list_swaps(base, new)
            fields = compare_documents(base, new)
            rows = _drop_swapped(fields, swapped)
            followers = count_followers(rows)
            own = [row for row in rows if row.follows_from is None]
            first = [_swap(swap) for swap in swapped]
            first += [_headline(row, followers.get(row.path, 0)) for row in _first(own)]
            entry["headlines"] = first[:MAX_HEADLINES]
            entry["change_count"] = len(swapped) + len(rows)
            entry["follow_count"] = len(rows) - len(own)
            entry["unknown_count"] = sum(row.change in UNTOLD for row in rows)
            entry["units"] = compare_units(base, new)[0]
            entry["facets_changed"] = [
                f.facet for f in compare_facets(base, new, fields) if f.state == "different"
            ]
        entries.append(entry)
    return entries


def _rank(row: Row) -> int:
    place = next((i for i, path in enumerate(TELLING) if row.path.startswith(path)), len(TELLING))
    # What became known only now did not change on the machine.
    return place + (len(TELLING) + 1 if row.change.startswith("became") else 0)


def _first(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=_rank)[:MAX_HEADLINES]


def _drop_swapped(rows: list[Row], swapped: list[Swap]) -> list[Row]:
    """Drop the rows that say of a swapped drive that one came and one went."""
    paths = {f"disks[{s}]" for swap in swapped for s in (swap.base_serial, swap.new_serial)}
    return [row for row in rows if row.path not in paths]


def _swap(swap: Swap) -> Headline:
    where = "in the same place" if swap.is_in_place else "in another place"
    return {
        "key": "disks.unit",
        "title": "Drive",
        "base": swap.model,
        "new": sentences.OTHER_UNIT(where=where),
        "unit": None,
        "is_change": True,
        "follow_count": 0,
    }


def _headline(row: Row, follow_count: int) -> Headline:
    return {
        "key": row.path,
        "title": row.title,
        "base": _short(row.base),
        "new": _short(row.new),
        "unit": row.unit,
        "is_change": row.change in MOVED,
        "follow_count": follow_count,
    }


def _short(value: object) -> str | int | float | bool | None:
    if value is None or isinstance(value, int | float | bool):
        return value
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return clean_text(
        value if isinstance(value, str) else orjson.dumps(value).decode(), MAX_HEADLINE_CHARACTERS
    )
