"""Counting runs by what is no factor: their batch, their tags."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from fioboard.queries.filtering import Selection
from fioboard.queries.parameters import Parameters

# A run counts once under each of its tags; without any it counts as such.
_VALUES = {
    "batch": "from run r cross join lateral (select r.batch_id as value) v",
    "tag": "from run r left join lateral unnest(r.tags) v (value) on true",
}
KEYS = tuple(_VALUES)


async def counted(driver: Any, selection: Selection, by: str, limit: int) -> list[Any]:
    """The largest groups (value, runs, groups): null = of no batch, without tag; `groups` is how many there are."""
    ids = selection.ids()
    if not ids:
        return []
    parameters = Parameters()
    conditions = selection.conditions(parameters)
    if not selection.is_everything:
        conditions.append(f"r.configuration_id = any({parameters.add(ids, 'uuid[]')})")
    rows: list[Any] = await driver.fetch(
        f"""
        select v.value, count(*) as runs, count(*) over () as groups {_VALUES[by]}
        where {" and ".join(conditions)} group by v.value
        order by count(*) desc, max(r.sorted_at) desc, v.value limit {parameters.add(limit, "bigint")}
        """,
        *parameters.values,
    )
    return rows


async def tags_of(driver: Any, run_ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    """The tags of those runs that have any."""
    rows = await driver.fetch(
        "select id, tags from run where id = any($1::uuid[]) and tags <> '{}'", list(run_ids)
    )
    return {row["id"]: row["tags"] for row in rows}
