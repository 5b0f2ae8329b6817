"""The machines on two sides: how they differ, facet by facet and field by field, and the paths of the data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import orjson

from fioboard.app.compare.sides import Side
from fioboard.core.driver import Driver
from fioboard.engine.answers.compare import InventoryDifference, PathsOut
from fioboard.engine.answers.difference import Sameness
from fioboard.engine.answers.path import PathOut
from fioboard.engine.hardware.inventory.difference import compare_documents, compare_facets, limit_rows
from fioboard.engine.hardware.inventory.units import compare_units
from fioboard.store.queries import compare as compare_queries
from fioboard.store.queries import inventories as inventory_queries
from fioboard.store.queries.inventories import InventoryRow


@dataclass(frozen=True, slots=True)
class Machines:
    """Inventories by id and paths by run, for the newest compared run of every side."""

    bodies: Mapping[UUID, InventoryRow]
    paths: Mapping[UUID, str]


async def read(driver: Driver, sides: Sequence[Side]) -> Machines:
    """What the machines of the sides are compared by."""
    inventories = {side.inventories[0] for side in sides if side.inventories}
    runs = {side.compared[0]["id"] for side in sides if side.compared}
    return Machines(
        await inventory_queries.get_bodies(driver, list(inventories)),
        await compare_queries.get_paths(driver, list(runs)),
    )


def build_paths(base: Side, new: Side, machines: Machines) -> PathsOut:
    """Build the paths of each side's newest compared run."""
    paths: list[PathOut | None] = []
    for side in (base, new):
        text = machines.paths.get(side.compared[0]["id"]) if side.compared else None
        paths.append(orjson.loads(text) if text is not None else None)
    return {"base": paths[0], "new": paths[1], "state": _compare_fingerprints(paths[0], paths[1])}


def _compare_fingerprints(base: PathOut | None, new: PathOut | None) -> Sameness:
    """Compare fingerprints; those that lack different facts cannot be compared."""
    if base is None or new is None or not base["path_fingerprint"] or not new["path_fingerprint"]:
        return "cannot_tell"
    if base["path_unknown"] != new["path_unknown"]:
        return "cannot_tell"
    return "same" if base["path_fingerprint"] == new["path_fingerprint"] else "different"


def build_difference(base: Side, new: Side, machines: Machines) -> InventoryDifference | None:
    """Build what differs between each side's newest inventory; None when a side has none."""
    ours, theirs = base.inventories, new.inventories
    if not ours or not theirs:
        return None
    one, other = machines.bodies[ours[0]], machines.bodies[theirs[0]]
    documents = orjson.loads(one["body"]), orjson.loads(other["body"])
    rows = [] if ours[0] == theirs[0] else compare_documents(*documents)
    shown = limit_rows(row.serialize() for row in rows)
    units, sentence = compare_units(*documents)
    return {
        "base": {"id": str(one["id"]), "created_at": one["created_at"]},
        "new": {"id": str(other["id"]), "created_at": other["created_at"]},
        "facets": [
            {"facet": f.facet, "state": f.state, "text": f.text} for f in compare_facets(*documents, rows)
        ],
        "units": {"state": units, "text": sentence},
        "rows": shown,
        "rows_left_out": len(rows) - len(shown),
        "base_count": len(ours),
        "new_count": len(theirs),
    }
