"""A page of the run history: which order, which columns, where the next page begins."""

from collections.abc import Sequence
from dataclasses import replace

import orjson

from fioboard.app.runs.history import brief, distinctions, sentences, shape
from fioboard.app.runs.history import cursor as cursors
from fioboard.app.runs.history.answer_cells import build_answer_cells
from fioboard.app.runs.history.changed_rows import mark
from fioboard.app.runs.history.fitting import choose_result_count, select_each_fitting
from fioboard.app.runs.history.folding import build_folds
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.errors import Problem, quoted
from fioboard.engine.answers.result import ResultOut
from fioboard.engine.answers.run import CellValue, RunItem, RunPage, UndatedOut
from fioboard.engine.factors import FACTORS
from fioboard.engine.filters import Filter, metric
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.engine.filters.keys import LABEL, current, nearest
from fioboard.engine.words.limits import MAX_LIST_COLUMNS, MAX_ROW_RESULTS, MAX_WHOLE_LIST_RESULTS
from fioboard.engine.words.metrics import OFFERED
from fioboard.store.queries.batches import count_rows, select_batch_heads
from fioboard.store.queries.configurations import get_factors
from fioboard.store.queries.filtering import Selection, count, count_matching, select
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.rows import ListedRunRow
from fioboard.store.queries.runs import lists as run_lists
from fioboard.store.queries.runs.first_results import count_results, list_first_results
from fioboard.store.queries.runs.lists import WALKS, Direction, Sided

# Orders without an index read every matching run.
MAX_SORTED = 50_000
# The number of rows of a folded list reads every matching run, too; beyond this it stays unknown.
MAX_FOLDED = 2_000
# So many runs without a start are counted where the list comes to them.
MAX_UNDATED = 1_000


def known_key(key: str, what: str, also: Sequence[str] = ()) -> str:
    """The key as it is now of a factor, label or metric. Raises UnknownKey that names the parameter and the nearest."""
    if key in also:
        return key
    key = current(key)
    if key in FACTORS or metric(key) is not None or LABEL.fullmatch(key):
        return key
    raise errors.UnknownKey(
        sentences.NO_COLUMN(parameter=what, key=quoted(key), hint=nearest(key, (*also, *FACTORS, *OFFERED))),
        problems=[Problem(f"/query/{what}", "UnknownKey", "unknown factor or metric")],
    )


def parse_sort(sort: str) -> tuple[str, Direction]:
    """`-started_at` → (started_at, desc). Raises UnknownKey."""
    falling = sort.startswith("-")
    return known_key(sort.removeprefix("-"), "sort", ("started_at",)), "desc" if falling else "asc"


def parse_columns(columns: str | None) -> list[str]:
    """`host,bs,iops` → its keys. Raises UnknownKey, Invalid."""
    keys = [key for key in (columns or "").split(",") if key]
    if len(keys) > MAX_LIST_COLUMNS:
        raise errors.Invalid(sentences.TOO_MANY_COLUMNS(most=MAX_LIST_COLUMNS))
    return [known_key(key, "columns", tuple(ANSWER_KEYS)) for key in keys]


async def page(
    driver: Driver,
    wanted: Filter,
    *,
    sort: str,
    limit: int,
    cursor: str | None,
    columns: Sequence[str],
    is_folded: bool = False,
    is_brief: bool = False,
    has_distinctions: bool = False,
) -> RunPage:
    """A page; folded, one row stands for all runs of a batch. Raises FilterError, BadCursor, Invalid."""
    key, direction = parse_sort(sort)
    if is_folded and key != "started_at":
        raise errors.Invalid(
            sentences.FOLDED_BY_TIME(key=key),
            problems=[Problem("/query/fold", "Invalid", "sort by started_at")],
        )
    selection = await select(driver, wanted)
    counted = await _require_sortable(driver, selection, key)
    if counted is None and bool(selection.uncertain.any()):
        # First, since how many there are decides by which way they are found.
        selection, number, is_sure = await count_matching(driver, selection)
        counted = number, is_sure
    elif counted is not None and counted[1]:
        selection = replace(selection, matching=counted[0])
    sign = ">" if direction == "desc" else "<"

    def one_of_each(parameters: Parameters, *, is_dated: bool) -> list[str]:
        return [select_batch_heads(selection, parameters, sign, is_dated=is_dated)]

    more: Sided | None = one_of_each if is_folded else None
    rows, next_cursor = await _rows(driver, selection, sort, limit=limit, cursor=cursor, more=more)
    if cursor is None and next_cursor is None and not is_folded:
        total, is_exact = len(rows), True  # all of them are here: rare words would be looked up twice
    else:
        total, is_exact = counted or await count(driver, selection)
    if is_brief:
        items = await brief.build_items(driver, selection.table, rows, columns)
    else:
        items = await _whole(driver, rows, columns)
    answer: RunPage = {
        "items": items,
        "next_cursor": next_cursor,
        "total": total,
        "total_is_exact": is_exact,
    }
    if is_folded:
        answer["items"] = await _folded(driver, selection, rows, items)
        is_countable = cursor is None and is_exact and total <= MAX_FOLDED
        answer["row_count"] = await count_rows(driver, selection) if is_countable else None
    if has_distinctions:
        scope = await distinctions.find_scope(driver, selection, total, is_exact=is_exact)
        await distinctions.add_distinctions(driver, selection, rows, answer["items"], scope)
        if cursor is None:
            answer["in_common"] = None if scope is None else distinctions.list_common(selection.table, scope)
    if key == "started_at" and rows and rows[-1]["started_at"] is None and not _begins_undated(cursor, sort):
        answer["undated"] = await _undated(driver, selection)
    await mark(driver, answer["items"])
    return answer


def _begins_undated(cursor: str | None, sort: str) -> bool:
    """Tell whether a page begins among the runs whose start is not stated."""
    return cursor is not None and cursors.read(cursor, sort).is_received


async def _undated(driver: Driver, selection: Selection) -> UndatedOut:
    counted = await run_lists.count_undated(driver, selection, MAX_UNDATED + 1)
    return {"count": min(counted, MAX_UNDATED), "is_exact": counted <= MAX_UNDATED}


async def add_match_count(driver: Driver, selection: Selection) -> Selection:
    """Return the selection with its number of runs where that decides by which way they are read."""
    if not bool(selection.uncertain.any()):
        return selection
    return (await count_matching(driver, selection))[0]


async def _require_sortable(driver: Driver, selection: Selection, key: str) -> tuple[int, bool] | None:
    """Number of runs and whether it is exact where the order reads them all, else None. Raises Invalid for too many."""
    if key in WALKS or metric(key) is None:
        return None
    total, is_exact = await count(driver, selection)
    if total > MAX_SORTED:
        raise errors.Invalid(
            sentences.TOO_MANY_TO_SORT(runs=total, key=key, most=MAX_SORTED, keys=", ".join(WALKS)),
            problems=[Problem("/query/sort", "Invalid", "too many runs")],
        )
    return total, is_exact


async def _whole(driver: Driver, rows: Sequence[ListedRunRow], columns: Sequence[str]) -> list[RunItem]:
    totals = await count_results(driver, [row["id"] for row in rows])
    most = choose_result_count(totals.values(), MAX_ROW_RESULTS, MAX_WHOLE_LIST_RESULTS)
    results = select_each_fitting(await list_first_results(driver, totals, most), len(rows))
    factors = await get_factors(driver, (row["configuration_id"] for row in rows))
    items = []
    for row in rows:
        of_run = [shape.result(one) for one in results[row["id"]]]
        text = factors[row["configuration_id"]]
        item = shape.item(row, of_run, totals[row["id"]])
        item["factors"] = shape.insert_json(text)
        if columns:
            item["cells"] = cells(text, of_run, columns) | build_answer_cells(row, columns)
        items.append(item)
    return items


async def _folded(
    driver: Driver, selection: Selection, rows: Sequence[ListedRunRow], items: list[RunItem]
) -> list[RunItem]:
    """Each item with what it stands for. The only run of its batch that matches is a run like any other."""
    by_batch = await build_folds(driver, selection, [row["batch_id"] for row in rows if row["batch_id"]])
    for row, item in zip(rows, items, strict=True):
        fold = by_batch.get(row["batch_id"]) if row["batch_id"] else None
        if fold is not None and fold["runs"] > 1:
            item["fold"] = fold
    return items


async def _rows(
    driver: Driver,
    selection: Selection,
    sort: str,
    *,
    limit: int,
    cursor: str | None,
    more: Sided | None,
) -> tuple[list[ListedRunRow], str | None]:
    key, direction = parse_sort(sort)
    wanted = metric(key)
    if key in WALKS or wanted is not None:
        after = cursors.read(cursor, sort) if cursor else None
        if key == "started_at":
            rows = await run_lists.list_by_start(driver, selection, direction, limit + 1, after, more=more)
        elif key in WALKS:
            rows = await run_lists.walk(driver, selection, (key, direction), limit + 1, after)
        elif wanted is not None:
            rows = await run_lists.list_by_metric(driver, selection, (wanted, direction), limit + 1, after)
        last = rows[limit - 1] if len(rows) > limit else None
        if last is None:
            return rows, None
        received = (cursors.RECEIVED,) if key == "started_at" and last["started_at"] is None else ()
        return rows[:limit], cursors.make(sort, last["value"], last["id"], *received)
    reached = cursors.read_factor(cursor, sort) if cursor else None
    pairs = await run_lists.list_by_factor(driver, selection, (key, direction), limit + 1, reached)
    following = None
    if len(pairs) > limit:
        value, last = pairs[limit - 1]
        following = cursors.make(sort, value, last["sorted_at"], last["id"])
    return [row for _, row in pairs[:limit]], following


def cells(text: str, results: Sequence[ResultOut], columns: Sequence[str]) -> dict[str, CellValue]:
    """Column to what stands in it: a factor's value, or a metric's value per result in order; null = unknown."""
    factors = orjson.loads(text)
    return {
        key: factors.get(key) if (wanted := metric(key)) is None else [wanted.read(r) for r in results]
        for key in columns
    }
