"""Counting and summarising runs by a factor, their batch, their tags or their answer, from the newest of them."""

from typing import TypedDict
from uuid import UUID

import numpy as np

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.filters import Metric
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.engine.filters.table import Counts
from fioboard.store.queries.filtering import Selection, count_by_configuration, estimate
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.result_conditions import build_result_conditions
from fioboard.store.queries.runs.lists import select_newest

# Read in 0.1 to 0.3 s at a million runs, as they lie side by side; all of a broad filter take many seconds.
MAX_RUNS = 20_000
# More matching runs are not counted per value: a quarter million took 0.8 s, three times as many 2.6.
MAX_WEIGHED = 100_000

# Where each of them is decided by a document: a quarter of them, a quarter of the seconds.
MAX_OF_DOCUMENTS = 5_000

_DOUBTS = ANSWER_KEYS["trust"].values
# The groups that a run `r` belongs to: it counts once under each of its tags; without any it counts as such.
_VALUES = {
    "batch": "cross join lateral (select r.batch_id as value) v",
    "tag": "left join lateral unnest(r.tags) v (value) on true",
    "verdict": "cross join lateral (select r.verdict_kind as value) v",
    "limit": "left join lateral unnest(r.limit_ids) v (value) on true",
    "finding": "left join lateral unnest(r.finding_ids) v (value) on true",
    "trust": f"left join lateral unnest(r.finding_ids) v (value) on v.value = any('{{{','.join(_DOUBTS)}}}'::text[])",
    "configuration": "cross join lateral (select r.configuration_id as value) v",
}
_COLUMNS = "r.configuration_id, r.batch_id, r.tags, r.verdict_kind, r.limit_ids, r.finding_ids"
KEYS = ("batch", "tag", *ANSWER_KEYS)


class GroupRow(TypedDict):
    """A group of runs."""

    value: UUID | str | None
    """Id of its batch or configuration, a tag, a rule or a verdict; null = of no batch, without tag, nothing found."""
    runs: int
    groups: int
    """How many groups there are."""


class AnswersRow(TypedDict):
    """Runs whose answers say the same: the columns of ANSWER_KEYS."""

    verdict_kind: str | None
    limit_ids: list[str]
    finding_ids: list[str]
    runs: int


class GroupFiguresRow(TypedDict):
    """What a group measured of one workload in one direction."""

    value: UUID | str | None
    workload_id: UUID
    direction: Direction
    configurations: int
    """How many different settings of machine and job its runs had."""
    figures: bytes
    """The values that were measured, 8 bytes each, big-endian, unordered: rows cost more to take over than to read."""


async def count_groups(
    driver: Driver,
    selection: Selection,
    by: str,
    limit: int | None,
    *,
    most: int | None = None,
    common_words: bool,
) -> list[GroupRow]:
    """Count the largest groups of the newest runs, `most` of them, else MAX_RUNS.

    null = of no batch, without tag. `by`: one of KEYS, or configuration.
    """
    parameters = Parameters()
    runs = select_newest(
        selection, parameters, MAX_RUNS if most is None else most, _COLUMNS, common_words=common_words
    )
    if runs is None:
        return []
    rows: list[GroupRow] = await driver.fetch(
        f"""
        select v.value, count(*) as runs, count(*) over () as groups from ({runs}) r {_VALUES[by]} group by v.value
        order by count(*) desc, max(r.value) desc, v.value limit {parameters.add(limit, "bigint")}
        """,
        *parameters.values,
    )
    return rows


async def count_newest_by_configuration(
    driver: Driver, selection: Selection, most: int | None = None, *, common_words: bool
) -> Counts:
    """Count the newest runs per configuration, `most` of them, else MAX_RUNS."""
    table = selection.table
    runs = np.zeros(len(table), np.int64)
    for row in await count_groups(
        driver, selection, "configuration", None, most=most, common_words=common_words
    ):
        place = table.find_row(row["value"]) if isinstance(row["value"], UUID) else None
        if place is not None:
            runs[place] = row["runs"]
    return runs


async def count_weights(driver: Driver, selection: Selection) -> tuple[Counts, int | None]:
    """Count matching runs per configuration, and return of how many of the newest alone; None: of all.

    Of all where the counters tell, and where they are, as counted or as the planner guesses, no more than that.
    """
    is_broad = not selection.is_counted and selection.at_most > MAX_WEIGHED
    # What results decide was counted already, as far as it is read.
    if is_broad and (selection.is_many or await estimate(driver, selection) > MAX_WEIGHED):
        most = MAX_OF_DOCUMENTS if selection.reads_documents else MAX_RUNS
        runs = await count_newest_by_configuration(driver, selection, most, common_words=False)
        return runs, most if runs.sum() >= most else None
    return await count_by_configuration(driver, selection), None


async def count_answers(
    driver: Driver, selection: Selection, most: int, *, common_words: bool
) -> list[AnswersRow]:
    """Count what the answers of the newest runs say, of so many at most: few differ."""
    parameters = Parameters()
    columns = "r.verdict_kind, r.limit_ids, r.finding_ids"
    runs = select_newest(selection, parameters, most, columns, common_words=common_words)
    if runs is None:
        return []
    rows: list[AnswersRow] = await driver.fetch(
        f"select {columns}, count(*) as runs from ({runs}) r group by {columns}", *parameters.values
    )
    return rows


async def list_figures(
    driver: Driver, selection: Selection, by: str, wanted: Metric, *, common_words: bool
) -> list[GroupFiguresRow]:
    """List a metric of the newest MAX_RUNS runs' results, of those that satisfy the filter's conditions on results."""
    parameters = Parameters()
    runs = select_newest(selection, parameters, MAX_RUNS, _COLUMNS, common_words=common_words)
    if runs is None:
        return []
    conditions = " and ".join(["true", *build_result_conditions(selection.wanted.of_results, parameters)])
    # `offset 0`: the figure is taken out of its document first, or PostgreSQL sorts whole documents on disk.
    rows: list[GroupFiguresRow] = await driver.fetch(
        f"""
        select x.value, x.workload_id, x.direction, string_agg(float8send(x.figure), '') as figures,
            count(distinct x.configuration_id) as configurations from (
            select v.value, s.workload_id, s.direction, r.configuration_id, {wanted.sql()} as figure
            from ({runs}) r {_VALUES[by]} join result s on s.run_id = r.id where {conditions} offset 0
        ) x where x.figure is not null group by x.value, x.workload_id, x.direction
        """,
        *parameters.values,
    )
    return rows
