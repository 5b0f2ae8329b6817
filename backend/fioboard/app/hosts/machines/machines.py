"""Whether the history of one host holds two machines: their inventories alternate."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.engine.answers.host_move import MAX_INVENTORIES, AlternatingMachineOut
from fioboard.engine.hardware.inventory.machine import Identifier, are_different, read_identifiers
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.store.queries import inventories as inventory_queries
from fioboard.store.queries.inventories import InventoryRow, StretchRow

MAX_STRETCHES = 1_000


def find_machines(
    stretches: Sequence[StretchRow], bodies: Mapping[UUID, InventoryRow]
) -> list[AlternatingMachineOut]:
    """The machines of a host's stretches, newest first; none unless one comes again after another: A, B, A.

    A replaced board is another machine once, and does not come again. An inventory without identifiers tells nothing.
    """
    documents = {inventory_id: orjson.loads(row["body"]) for inventory_id, row in bodies.items()}
    known = {key: read_identifiers(document, {}) for key, document in documents.items()}
    groups: list[set[Identifier]] = []
    group_of: dict[UUID, int] = {}
    for inventory_id, identifiers in known.items():
        if not identifiers:
            continue
        number = next((n for n, one in enumerate(groups) if not are_different(identifiers, one)), len(groups))
        if number == len(groups):
            groups.append(set())
        groups[number] |= identifiers
        group_of[inventory_id] = number
    order = [group_of[one["inventory_id"]] for one in stretches if one["inventory_id"] in group_of]
    turns = [number for place, number in enumerate(order) if place == 0 or order[place - 1] != number]
    if len(turns) == len(set(turns)):
        return []
    return [
        _machine(number, [one for one in stretches if group_of.get(one["inventory_id"]) == number], documents)
        for number in dict.fromkeys(turns)
    ]


def _machine(
    number: int, stretches: Sequence[StretchRow], documents: Mapping[UUID, Mapping[str, object]]
) -> AlternatingMachineOut:
    document = documents[stretches[0]["inventory_id"]]
    name = text(document, "system.product") or text(document, "system.board.product") or "machine"
    ids = dict.fromkeys(str(one["inventory_id"]) for one in stretches)
    return {
        "inventory_ids": list(ids)[:MAX_INVENTORIES],
        "first_seen_at": min(one["first_seen_at"] for one in stretches),
        "last_seen_at": max(one["last_seen_at"] for one in stretches),
        "run_count": sum(one["run_count"] for one in stretches),
        "name": f"{name}, {number + 1}",
    }


async def identifiers_of_inventories(driver: Driver, host_id: UUID) -> frozenset[Identifier]:
    """All identifiers that a host's inventories have."""
    stretches = await inventory_queries.list_stretches(driver, host_id, MAX_STRETCHES)
    bodies = await inventory_queries.get_bodies(driver, list({one["inventory_id"] for one in stretches}))
    return frozenset(
        identifier
        for row in bodies.values()
        for identifier in read_identifiers(orjson.loads(row["body"]), {})
    )
