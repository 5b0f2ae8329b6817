"""Which runs stand on a page of a filtered list, in an order, by short index walks at any depth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, Protocol, TypedDict
from uuid import UUID

import numpy as np

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction as DataDirection
from fioboard.engine.filters import Filter, Metric
from fioboard.engine.filters.table import Cell
from fioboard.engine.filters.values import Value
from fioboard.engine.words.metrics import HEADLINES
from fioboard.store.queries.batches import BATCH_TITLE
from fioboard.store.queries.filtering import PROBE_ROWS, Selection, select
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.result_conditions import build_result_conditions
from fioboard.store.queries.rows import ListedRunRow

# Orders with an index of their own: a page is a walk along it.
WALKS: dict[str, str] = {"started_at": "timestamptz", **dict.fromkeys(HEADLINES, "float8")}
Direction = Literal["asc", "desc"]
Order = tuple[str, Direction]
"""What a list is sorted by, and which way."""
Strategy = Literal["probe", "gather", "walk"]
More = Callable[[Parameters], list[str]]
"""Further conditions over `run r`, beside those of the filter."""
UNDATED = "r.started_at is null"


class Sided(Protocol):
    """Further conditions over `run r`, of runs that state their start or of those that do not."""

    def __call__(self, parameters: Parameters, /, *, is_dated: bool) -> list[str]:
        """The conditions."""


_SHOWN = f"""
select r.id, x.value, r.sorted_at, r.started_at, r.uploaded_at, r.title, r.host_id, h.name as host_name, r.tool_name,
    r.tool_version, r.state, r.outcome, r.target, r.batch_id, r.batch, {BATCH_TITLE}, r.labels, r.tags, r.verdict,
    r.finding_ids, r.configuration_id, r.stated_hardware_id
from ({{page}}) x join run r on r.id = x.id join host h on h.id = r.host_id
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ended: the sort value of its last run (None = null; these stand last) and its id."""

    value: datetime | float | None
    id: UUID
    is_received: bool = False
    """In the order of time: the start is not stated, `value` is when the run was received; these stand last."""


class HistoryRow(TypedDict):
    """One result of a workload."""

    run_id: UUID
    started_at: datetime
    """Of its upload when the start is unknown."""
    direction: DataDirection
    value: float | None
    """In the metric's unit; null = not measured."""


async def run_ids(driver: Driver, wanted: Filter | Selection, limit: int) -> list[UUID]:
    """The newest runs that a filter means, at most `limit`. Raises FilterError for what no run has."""
    selection = wanted if isinstance(wanted, Selection) else await select(driver, wanted)
    rows = await _list_part(driver, selection, ("started_at", "desc"), limit, None, page="{page}")
    return [row["id"] for row in rows]


async def walk(
    driver: Driver,
    selection: Selection,
    order: Order,
    limit: int,
    after: Place | None,
    *,
    more: More | None = None,
) -> list[ListedRunRow]:
    """A page of runs in the order of a key of WALKS: first those with a value, then those without; ties by id."""
    rows: list[ListedRunRow] = []
    if after is None or after.value is not None:
        rows = await _list_part(driver, selection, order, limit, after, more=more)
        after = None
    if len(rows) < limit and order[0] != "started_at":
        rows += await _list_part(driver, selection, order, limit - len(rows), after, valued=False)
    return rows


async def list_by_start(
    driver: Driver,
    selection: Selection,
    direction: Direction,
    limit: int,
    after: Place | None,
    *,
    more: Sided | None = None,
) -> list[ListedRunRow]:
    """List a page of runs in the order of their starts; those that state none come below, in the order received."""
    if selection.matching is not None and selection.is_rare(limit):
        few = await _list_few(driver, selection, direction, selection.matching, more)
        return [row for row in few if after is None or _is_after_place(row, after, direction)][:limit]
    rows: list[ListedRunRow] = []
    if after is None or not after.is_received:
        rows = await _list_side(driver, selection, direction, limit, after, is_dated=True, more=more)
        after = None
    if len(rows) < limit:
        rows += await _list_side(
            driver, selection, direction, limit - len(rows), after, is_dated=False, more=more
        )
    return rows


async def _list_few(
    driver: Driver, selection: Selection, direction: Direction, most: int, more: Sided | None
) -> list[ListedRunRow]:
    """List all runs of a filter that few match, with one statement for both sides."""

    def conditions(parameters: Parameters) -> list[str]:
        if more is None:
            return []
        dated = " and ".join(["r.started_at is not null", *more(parameters, is_dated=True)])
        undated = " and ".join([UNDATED, *more(parameters, is_dated=False)])
        return [f"(({dated}) or ({undated}))"]

    rows = await _list_part(driver, selection, ("started_at", direction), most, None, more=conditions)
    return sorted(rows, key=lambda row: row["started_at"] is None)


def _is_after_place(row: ListedRunRow, place: Place, direction: Direction) -> bool:
    if (row["started_at"] is None) != place.is_received:
        return row["started_at"] is None
    if not isinstance(place.value, datetime):
        raise TypeError(f"{place.value} is no time")
    here, there = (row["sorted_at"], row["id"]), (place.value, place.id)
    return here < there if direction == "desc" else here > there


async def _list_side(
    driver: Driver,
    selection: Selection,
    direction: Direction,
    limit: int,
    after: Place | None,
    *,
    is_dated: bool,
    more: Sided | None,
) -> list[ListedRunRow]:
    """List a page of the runs that state their start, or of those that state none."""

    def conditions(parameters: Parameters) -> list[str]:
        side = "r.started_at is not null" if is_dated else UNDATED
        return [side, *(more(parameters, is_dated=is_dated) if more else [])]

    # Runs without a start have an index of their own, as short as they are few.
    strategy: Strategy | None = None if is_dated else "walk"
    order: Order = ("started_at", direction)
    return await _list_part(driver, selection, order, limit, after, more=conditions, strategy=strategy)


async def find_adjacent(
    driver: Driver, selection: Selection, order: Order, place: Place
) -> tuple[ListedRunRow | None, ListedRunRow | None]:
    """Find the runs before and behind a place of the history, in the order of a key of WALKS."""
    key, direction = order
    back: Direction = "asc" if direction == "desc" else "desc"
    if key == "started_at":
        behind = await list_by_start(driver, selection, direction, 1, place)
        is_dated = not place.is_received
        before = await _list_side(driver, selection, back, 1, place, is_dated=is_dated, more=None)
        if not before and not is_dated:
            before = await _list_side(driver, selection, back, 1, None, is_dated=True, more=None)
    else:
        behind = await walk(driver, selection, order, 1, place)
        valued = place.value is not None
        before = await _list_part(driver, selection, (key, back), 1, place, valued=valued)
        if not before and not valued:
            before = await _list_part(driver, selection, (key, back), 1, None)
    return (before[0] if before else None), (behind[0] if behind else None)


async def count_undated(driver: Driver, selection: Selection, most: int) -> int:
    """How many of the runs that the filter means do not state their start; no further than `most`."""
    parameters = Parameters()
    conditions = [*selection.conditions(parameters), UNDATED]
    if not selection.is_everything:
        conditions.append(f"(r.configuration_id = any({parameters.add(selection.ids(), 'uuid[]')})) is true")
    inner = f"select from run r where {' and '.join(conditions)} limit {int(most)}"
    return int(await driver.fetchval(f"select count(*) from ({inner}) x", *parameters.values))


async def _list_part(
    driver: Driver,
    selection: Selection,
    order: Order,
    limit: int,
    after: Place | None,
    *,
    valued: bool = True,
    page: str = _SHOWN,
    more: More | None = None,
    strategy: Strategy | None = None,
) -> list[ListedRunRow]:
    """List a page in the order of a key, among the runs that have a value or among those that have none."""
    key, direction = order
    column = "r.sorted_at" if key == "started_at" else f"r.{key}"
    parameters = Parameters()
    conditions = selection.conditions(parameters) + (more(parameters) if more else [])
    conditions.append(f"{column} is {'not ' if valued else ''}null")
    sign = "<" if direction == "desc" else ">"
    if after is not None and valued:
        value = parameters.add(after.value, WALKS[key])
        conditions.append(f"({column}, r.id) {sign} ({value}, {parameters.add(after.id, 'uuid')})")
    elif after is not None:
        conditions.append(f"r.id {sign} {parameters.add(after.id, 'uuid')}")
    # Word for word the order of the index, or its reverse; else PostgreSQL sorts the whole table (tests/store/queries).
    nulls = "" if key == "started_at" else " nulls last" if direction == "desc" else " nulls first"
    by = f"order by {column} {direction}{nulls}, r.id {direction}"
    inner = f"select r.id, {column} as value from run r where {' and '.join(conditions)}"
    statement = _select_first(selection, parameters, (key, limit), inner, by, strategy=strategy)
    if statement is None:
        return []
    rows: list[ListedRunRow] = await driver.fetch(page.format(page=statement), *parameters.values)
    return sorted(
        rows, key=lambda r: (r["value"], r["id"]) if valued else (0, r["id"]), reverse=direction == "desc"
    )


def select_newest(
    selection: Selection, parameters: Parameters, limit: int, columns: str, *, common_words: bool = False
) -> str | None:
    """Return SQL of a filter's newest runs: id, `value` (sorted_at), `columns` of run r; None when there are none."""
    conditions = " and ".join(selection.conditions(parameters, common_words=common_words))
    inner = f"select r.id, r.sorted_at as value, {columns} from run r where {conditions}"
    by = "order by r.sorted_at desc, r.id desc"
    return _select_first(selection, parameters, ("started_at", limit), inner, by)


def _select_first(
    selection: Selection,
    parameters: Parameters,
    page: tuple[str, int],
    inner: str,
    by: str,
    *,
    strategy: Strategy | None = None,
) -> str | None:
    """Return SQL of the first rows of `inner` in possible configurations; None when there are none of these.

    `page`: the key of WALKS that `by` orders by, and how many rows. `strategy`: else the cheapest.
    """
    if selection.matching == 0:
        return None
    key, limit = page
    # A number in the text, not a parameter: planned for any limit, PostgreSQL would read the whole table to join it.
    most = str(int(limit))
    outer = by.replace(by.split()[2], "y.value", 1).replace("r.id", "y.id")
    if selection.is_everything:
        # `offset 0`, so that the planner gathers first and does not walk the order's index
        rare = f"select y.* from ({inner} offset 0) y {outer} limit {most}"
        return rare if selection.is_rare(limit) else f"{inner} {by} limit {most}"
    ids = selection.ids()
    if not ids:
        return None
    chosen = parameters.add(ids, "uuid[]")
    if selection.is_rare(limit):
        strategy = "gather"
    strategy = strategy or _choose_strategy(selection, key, limit, len(ids))
    if strategy == "probe":
        return f"""select y.* from unnest({chosen}) as c (id)
            cross join lateral ({inner} and r.configuration_id = c.id {by} limit {most}) y {outer} limit {most}"""
    if strategy == "gather":
        return f"""select y.* from ({inner} and r.configuration_id = any({chosen}) offset 0) y
            {outer} limit {most}"""
    # With `is true`, so that the planner walks in order instead of probing each configuration and sorting.
    return f"{inner} and (r.configuration_id = any({chosen})) is true {by} limit {most}"


def _choose_strategy(selection: Selection, key: str, limit: int, configurations: int) -> Strategy:
    """Choose the strategy that looks at the fewest rows; the counters say how many runs match at most."""
    matching = max(1, selection.at_most)
    walked = limit * max(1, int(selection.table.counts.sum())) / matching
    taken = min(matching, configurations * limit) if key == "started_at" else matching
    if PROBE_ROWS * configurations + taken > walked:
        return "walk"
    return "probe" if key == "started_at" else "gather"


def _rank(cell: Cell) -> tuple[bool, Value]:
    """Numbers before texts; of several values the first counts."""
    first = cell[0] if isinstance(cell, tuple) else cell
    return (isinstance(first, str), first)


async def list_by_factor(
    driver: Driver, selection: Selection, order: Order, limit: int, after: tuple[Value | None, Place] | None
) -> list[tuple[Value | None, ListedRunRow]]:
    """List a page in the order of a factor: (value, run), unknown last; within one value the newest first."""
    key, direction = order
    table = selection.table
    codes = table.codes(key)
    column = table.columns.get(key)
    groups: dict[tuple[bool, Value] | None, list[int]] = {}
    for code in sorted({int(c) for c in codes[selection.rows()]}):
        value = None if code == 0 or column is None else _rank(column.values[code - 1])
        groups.setdefault(value, []).append(code)
    known = sorted((v for v in groups if v is not None), reverse=direction == "desc")
    page: list[tuple[Value | None, ListedRunRow]] = []
    for value in [*known, *([None] if None in groups else [])]:
        place = None
        if after is not None:
            reached = None if after[0] is None else (isinstance(after[0], str), after[0])
            if value == reached:
                place = after[1]
            elif not _is_after_value(value, reached, direction):
                continue
        here = selection.possible & np.isin(codes, groups[value])
        uncertain = selection.uncertain & here
        narrowed = replace(selection, possible=here, uncertain=uncertain, is_everything=False, matching=None)
        rows = await _list_part(driver, narrowed, ("started_at", "desc"), limit - len(page), place)
        page += [(None if value is None else value[1], row) for row in rows]
        if len(page) >= limit:
            break
    return page


def _is_after_value(
    value: tuple[bool, Value] | None, reached: tuple[bool, Value] | None, direction: Direction
) -> bool:
    if reached is None:
        return False
    if value is None:
        return True
    return bool(value < reached if direction == "desc" else value > reached)


async def list_by_metric(
    driver: Driver, selection: Selection, order: tuple[Metric, Direction], limit: int, after: Place | None
) -> list[ListedRunRow]:
    """List a page by the largest of a metric in each run; unmeasured last. Reads every match: callers bound them."""
    wanted, direction = order
    parameters = Parameters()
    conditions = selection.conditions(parameters)
    results = " and ".join(
        ["s.run_id = r.id", *build_result_conditions(selection.wanted.of_results, parameters)]
    )
    ids = selection.ids()
    if not ids:
        return []
    if not selection.is_everything:
        conditions.append(f"r.configuration_id = any({parameters.add(ids, 'uuid[]')})")
    beyond = "true"
    sign = "<" if direction == "desc" else ">"
    if after is not None and after.value is not None:
        value, last = parameters.add(after.value, "float8"), parameters.add(after.id, "uuid")
        beyond = f"(y.value is null or (y.value, y.id) {sign} ({value}, {last}))"
    elif after is not None:
        beyond = f"y.value is null and y.id {sign} {parameters.add(after.id, 'uuid')}"
    statement = f"""
        select y.* from (
            select r.id, (select max({wanted.sql()}) from result s where {results}) as value
            from run r where {" and ".join(conditions)} offset 0
        ) y where {beyond} order by y.value {direction} nulls last, y.id {direction}
        limit {parameters.add(limit, "bigint")}"""
    rows: list[ListedRunRow] = list(await driver.fetch(_SHOWN.format(page=statement), *parameters.values))
    valued = [row for row in rows if row["value"] is not None]
    without = [row for row in rows if row["value"] is None]
    falling = direction == "desc"
    return sorted(valued, key=lambda r: (r["value"], r["id"]), reverse=falling) + sorted(
        without, key=lambda r: r["id"], reverse=falling
    )


async def list_histories(
    driver: Driver, workload_id: UUID, run_ids: Sequence[UUID], wanted: Metric
) -> list[HistoryRow]:
    """List the figures of one workload in these runs, oldest first."""
    rows: list[HistoryRow] = await driver.fetch(
        f"""
        select s.run_id, r.sorted_at as started_at, s.direction, {wanted.sql()} as value
        from result s join run r on r.id = s.run_id
        where s.run_id = any($1::uuid[]) and s.workload_id = $2 order by r.sorted_at, r.id, s.position
        """,
        *(list(run_ids), workload_id),
    )
    return rows


async def get_workload_options(driver: Driver, workload_id: UUID) -> str | None:
    """Return the comparable job options of a workload as JSON text; None when there is no such workload."""
    options: str | None = await driver.fetchval("select options from workload where id = $1", workload_id)
    return options
