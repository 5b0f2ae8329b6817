"""Which runs stand on a page of a filtered list, in an order, by short index walks at any depth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from fioboard.filters import Filter
from fioboard.queries.filtering import PROBE_ROWS, Selection, select
from fioboard.queries.parameters import Parameters

# Orders with an index of their own: a page is a walk along it.
WALKS: dict[str, str] = {
    "started_at": "timestamptz",
    "iops": "float8",
    "bw_bytes_per_s": "float8",
    "clat_p99_ns": "float8",
}
_COLUMNS = {key: "sorted_at" if key == "started_at" else key for key in WALKS}


@dataclass(frozen=True, slots=True)
class Order:
    """What a list is sorted by: a key of WALKS, any other metric, or any factor."""

    key: str
    direction: Literal["asc", "desc"]


@dataclass(frozen=True, slots=True)
class Place:
    """A run's place in an order: its value (None = null, these stand last) and its id."""

    value: Any
    id: UUID


async def run_ids(driver: Any, wanted: Filter, limit: int) -> list[UUID]:
    """The newest runs that a filter means, at most `limit`. Raises FilterError for what no run has."""
    selection = await select(driver, wanted)
    places = await walk(driver, selection, Order("started_at", "desc"), limit, None)
    return [place.id for place in places]


async def walk(
    driver: Any, selection: Selection, order: Order, limit: int, after: Place | None
) -> list[Place]:
    """A page in the order of a key of WALKS: first runs with a value, then those without; ties by id."""
    found: list[Place] = []
    if after is None or after.value is not None:
        found = await _part(driver, selection, order, limit, after, valued=True)
        after = None
    if len(found) < limit and order.key != "started_at":
        found += await _part(driver, selection, order, limit - len(found), after, valued=False)
    return found


async def _part(
    driver: Any, selection: Selection, order: Order, limit: int, after: Place | None, *, valued: bool
) -> list[Place]:
    column = f"r.{_COLUMNS[order.key]}"
    parameters = Parameters()
    conditions = selection.conditions(parameters)
    conditions.append(f"{column} is {'not ' if valued else ''}null")
    sign = "<" if order.direction == "desc" else ">"
    if after is not None and valued:
        value = parameters.add(after.value, WALKS[order.key])
        conditions.append(f"({column}, r.id) {sign} ({value}, {parameters.add(after.id, 'uuid')})")
    elif after is not None:
        conditions.append(f"r.id {sign} {parameters.add(after.id, 'uuid')}")
    # Word for word the order of the index, or its reverse; else PostgreSQL sorts the whole table (tests/queries).
    nulls = (
        "" if order.key == "started_at" else " nulls last" if order.direction == "desc" else " nulls first"
    )
    by = f"{column} {order.direction}{nulls}, r.id {order.direction}"
    most = parameters.add(limit, "bigint")
    inner = f"select r.id, {column} as value from run r where {' and '.join(conditions)}"
    if selection.is_everything:
        statement = f"{inner} order by {by} limit {most}"
    else:
        ids = selection.ids()
        if not ids:
            return []
        chosen = parameters.add(ids, "uuid[]")
        outer = f"x.value {order.direction}{nulls}, x.id {order.direction}"
        match _way(selection, order, limit, len(ids)):
            case "probe":
                statement = f"""
                    select x.* from unnest({chosen}) as c (id)
                    cross join lateral ({inner} and r.configuration_id = c.id order by {by} limit {most}) x
                    order by {outer} limit {most}"""
            case "gather":
                statement = f"""
                    with x as materialized ({inner} and r.configuration_id = any({chosen}))
                    select * from x order by {outer} limit {most}"""
            case "walk":
                # In parentheses with `is true`, so that the planner walks in order instead of probing and sorting.
                statement = (
                    f"{inner} and (r.configuration_id = any({chosen})) is true order by {by} limit {most}"
                )
    rows = await driver.fetch(statement, *parameters.values)
    return [Place(row["value"], row["id"]) for row in rows]


def _way(
    selection: Selection, order: Order, limit: int, configurations: int
) -> Literal["probe", "gather", "walk"]:
    """The cheapest way by the rows it looks at; the counters say how many runs match at most."""
    matching = max(1, selection.at_most)
    walked = limit * max(1, int(selection.table.counts.sum())) / matching
    taken = min(matching, configurations * limit) if order.key == "started_at" else matching
    if PROBE_ROWS * configurations + taken > walked:
        return "walk"
    return "probe" if order.key == "started_at" else "gather"


async def summaries(driver: Any, ids: Sequence[UUID]) -> dict[UUID, Any]:
    """What lists show of these runs, by id."""
    rows = await driver.fetch(
        """
        select r.id, r.started_at, r.uploaded_at, r.title, r.host_id, h.name as host_name, r.tool_name,
            r.tool_version, r.state, r.outcome, r.target, r.labels, r.tags, c.factors, r.configuration_id
        from run r join host h on h.id = r.host_id join configuration c on c.id = r.configuration_id
        where r.id = any($1::uuid[])
        """,
        list(ids),
    )
    return {row["id"]: row for row in rows}
