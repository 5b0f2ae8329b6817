"""The figures of all results that a filter means: what series, groups and exports are made of."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.filters import Metric
from fioboard.engine.filters.answer_keys import ANSWER_AXES
from fioboard.store.queries.filtering import Selection
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.result_conditions import build_result_conditions


class ChartedRow(TypedDict):
    """What a chart reads of a result."""

    run_id: UUID
    configuration_id: UUID
    workload_id: UUID
    position: int
    """Of the result within its run, from 0."""
    direction: Direction
    sorted_at: datetime
    started_at: datetime | None
    value: float | None
    """Of the charted metric, in its base unit; None = not measured."""
    x: float | None
    """Of the metric that is the x axis; None also when none is."""
    answers: list[str | None]
    """Of the keys of answers that were asked for, in their order."""


async def list_measured(
    driver: Driver,
    selection: Selection,
    metric: Metric,
    x: Metric | None,
    limit: int,
    *,
    answers: Sequence[str] = (),
) -> list[ChartedRow]:
    """List up to `limit` results that satisfy the filter's conditions on results, with their values of one or two
    metrics and of `answers`, keys of ANSWER_AXES.

    In no order; one row more than a caller can use tells it that there are too many.
    """
    parameters = Parameters()
    conditions = selection.conditions(parameters)
    conditions += build_result_conditions(selection.wanted.of_results, parameters)
    ids = selection.ids()
    if not ids:
        return []
    if not selection.is_everything:
        conditions.append(f"r.configuration_id = any({parameters.add(ids, 'uuid[]')})")
    judged = ", ".join(ANSWER_AXES[key] for key in answers)
    rows: list[ChartedRow] = await driver.fetch(
        f"""
        select s.run_id, r.configuration_id, s.workload_id, s.position, s.direction, r.sorted_at, r.started_at,
            {metric.sql()} as value, {x.sql() if x else "null::float8"} as x, array[{judged}]::text[] as answers
        from run r join result s on s.run_id = r.id where {" and ".join(conditions)}
        limit {parameters.add(limit, "bigint")}
        """,
        *parameters.values,
    )
    return rows


async def get_verdicts(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return, of each run that was judged, the limit that its verdict rests on, else the verdict's kind."""
    rows = await driver.fetch(
        """
        select id,
            case when verdict_kind = 'limit' then coalesce(limit_ids[1], 'limit') else verdict_kind end as verdict
        from run where id = any($1::uuid[]) and verdict_kind is not null
        """,
        list(run_ids),
    )
    return {row["id"]: row["verdict"] for row in rows}


class WorkloadRow(TypedDict):
    """A workload's comparable job options."""

    id: UUID
    options: str
    """JSON: option to value."""


async def get_workloads(driver: Driver, workload_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return comparable job options of workloads, as JSON text by id."""
    rows: list[WorkloadRow] = await driver.fetch(
        "select id, options from workload where id = any($1::uuid[])", list(workload_ids)
    )
    return {row["id"]: row["options"] for row in rows}
