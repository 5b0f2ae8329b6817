"""The figures of all results that a filter means: what series, groups and exports are made of."""

from collections.abc import Sequence
from typing import Any

from fioboard.filters import Metric
from fioboard.queries.filtering import Selection
from fioboard.queries.parameters import Parameters
from fioboard.queries.result_conditions import of_results


async def measured(driver: Any, selection: Selection, metrics: Sequence[Metric], limit: int) -> list[Any]:
    """Up to `limit` results: run_id, configuration_id, batch_id, workload_id, direction, sorted_at, started_at, m0, …

    `m0` … are the metrics' values, float8 in base units, null = not measured. Only results that satisfy what the
    filter says of results. In no order; one row more than a caller can use tells it that there are too many.
    """
    parameters = Parameters()
    conditions = selection.conditions(parameters)
    conditions += of_results(selection.wanted.of_results, parameters)
    ids = selection.ids()
    if not ids:
        return []
    if not selection.is_everything:
        conditions.append(f"r.configuration_id = any({parameters.add(ids, 'uuid[]')})")
    values = "".join(f", {wanted.sql()} as m{n}" for n, wanted in enumerate(metrics))
    rows: list[Any] = await driver.fetch(
        f"""
        select s.run_id, r.configuration_id, r.batch_id, s.workload_id, s.direction, r.sorted_at, r.started_at{values}
        from run r join result s on s.run_id = r.id where {" and ".join(conditions)}
        limit {parameters.add(limit, "bigint")}
        """,
        *parameters.values,
    )
    return rows


async def workloads(driver: Any, workload_ids: Sequence[Any]) -> dict[Any, str]:
    """Comparable job options of workloads, as JSON text by id."""
    rows = await driver.fetch(
        "select id, options from workload where id = any($1::uuid[])", list(workload_ids)
    )
    return {row["id"]: row["options"] for row in rows}
