"""The difference of the machines on two sides, facet by facet and field by field."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import orjson

from fioboard.inventory.difference import compare_facets, difference

MOST_ROWS = 2_000


def difference_out(
    base: Sequence[UUID], new: Sequence[UUID], bodies: Mapping[UUID, Any]
) -> dict[str, Any] | None:
    """schemas.compare.InventoryDifference of each side's first inventory; None when a side has none."""
    if not base or not new:
        return None
    one, other = bodies[base[0]], bodies[new[0]]
    documents = orjson.loads(one["body"]), orjson.loads(other["body"])
    rows = [] if base[0] == new[0] else difference(*documents)
    return {
        "base": {"id": one["id"], "created_at": one["created_at"]},
        "new": {"id": other["id"], "created_at": other["created_at"]},
        "facets": [{"facet": f.facet, "state": f.state, "text": f.text} for f in compare_facets(*documents)],
        "rows": [row.out() for row in rows[:MOST_ROWS]],
        "rows_left_out": max(0, len(rows) - MOST_ROWS),
        "base_count": len(base),
        "new_count": len(new),
    }
