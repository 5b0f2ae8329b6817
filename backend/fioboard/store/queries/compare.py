"""What a comparison reads: results of some runs as plain numbers, their bins, and what is known of the runs.

Asked inside planning.planned_anew.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import LiteralString, TypedDict, cast
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction, Outcome, RunState
from fioboard.engine.filters import Condition, Metric
from fioboard.engine.words.limits import MAX_TESTS_OF_RUN
from fioboard.engine.words.verdicts import VerdictKind
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.result_conditions import build_result_conditions


class ComparedRunRow(TypedDict):
    """A run of a side."""

    id: UUID
    title: str | None
    host_id: UUID
    host_name: str
    batch_id: UUID | None
    batch_name: str | None
    """As people call it, else as the agent did; None = it is of no batch."""
    started_at: datetime | None
    sorted_at: datetime
    outcome: Outcome
    state: RunState
    configuration_id: UUID
    inventory_id: UUID | None
    target: str | None
    tool_version: str | None
    finding_ids: list[str]
    limit_id: str | None
    """The rule of its verdict, where that names a limit."""
    verdict_kind: VerdictKind | None
    verdict_id: str | None
    """The rule that its verdict rests on."""
    verdict_share: float | None
    """Of the limit, 0..1."""


class ComparedResultRow(TypedDict):
    """A result of a side; beside it metrics as m0, m1, … and job options as o0, o1, …, see `list_results`."""

    id: UUID
    run_id: UUID
    workload_id: UUID
    position: int
    job_name: str
    direction: Direction
    error: int
    is_told: bool
    """Whether the output names the job's options: one that is absent was not set."""
    cpu_pct: float | None
    """fio's own, user and system together, of one processor; None = it does not tell both."""


def get_metric(row: ComparedResultRow, number: int) -> float | None:
    """Return the value of the metric asked for at this place."""
    columns: Mapping[str, object] = row
    return cast(float | None, columns[f"m{number}"])


def get_option(row: ComparedResultRow, number: int) -> str | None:
    """Return the job option asked for at this place, as typed."""
    columns: Mapping[str, object] = row
    return cast(str | None, columns[f"o{number}"])


class JobRow(TypedDict):
    """What a result was measured with."""

    result_id: UUID
    job_name: str
    job_options: str
    """As typed."""
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    ioengine: str | None
    direct: bool | None
    target: str | None
    tool_name: str


class ComparedSeriesRow(TypedDict):
    """A series of a run of a side."""

    run_id: UUID
    position: int
    source: str
    name: str
    is_epoch: bool
    is_per_io: bool
    n: int
    points: bytes


class CandidateRow(TypedDict):
    """A run that another can be compared with."""

    id: UUID
    configuration_id: UUID
    inventory_id: UUID | None
    sorted_at: datetime
    title: str | None
    host_name: str


class KnownConfigurationRow(TypedDict):
    """A configuration that some run has."""

    factors: str
    run_count: int
    last_seen_at: datetime


class BatchOfHostRow(TypedDict):
    """A batch of one host."""

    batch_id: UUID
    host_name: str
    name: str
    runs: int


class _Id(TypedDict):
    id: UUID


async def list_runs(driver: Driver, run_ids: Sequence[UUID]) -> list[ComparedRunRow]:
    """List the runs that exist, in order of their start."""
    rows: list[ComparedRunRow] = await driver.fetch(
        """
        select r.id, r.title, r.host_id, h.name as host_name, r.batch_id,
            coalesce((select t.title from batch t where t.id = r.batch_id), r.batch ->> 'name') as batch_name,
            r.started_at, r.sorted_at, r.outcome, r.state, r.configuration_id, r.inventory_id, r.target,
            r.tool_version, r.finding_ids, case when r.verdict_kind = 'limit' then r.verdict ->> 'id' end as limit_id,
            r.verdict_kind, r.verdict ->> 'id' as verdict_id, (r.verdict ->> 'share')::float8 as verdict_share
        from run r join host h on h.id = r.host_id
        where r.id = any($1::uuid[]) and r.deleted_at is null order by r.sorted_at, r.id
        """,
        list(run_ids),
    )
    return rows


async def list_results(
    driver: Driver,
    run_ids: Sequence[UUID],
    conditions: Sequence[Condition],
    *,
    metrics: Sequence[Metric],
    options: Sequence[str],
    most: int,
) -> list[ComparedResultRow]:
    """List results of some runs that satisfy the conditions, at most `most`, in order of run and position.

    Metrics stand in m0, m1, … (float8, base units, null = not measured), values of job options in o0, o1, … (text).
    """
    parameters = Parameters()
    where = [
        f"s.run_id = any({parameters.add(list(run_ids), 'uuid[]')})",
        *build_result_conditions(conditions, parameters),
    ]
    columns = [f"{metric.sql()} as m{i}" for i, metric in enumerate(metrics)]
    columns += [f"s.job_options->>{parameters.add(name, 'text')} as o{i}" for i, name in enumerate(options)]
    rows: list[ComparedResultRow] = await driver.fetch(
        f"""
        select s.id, s.run_id, s.workload_id, s.position, s.job_name, s.direction, s.error,
            s.job_options <> '{{}}' as is_told, s.cpu_pct, {", ".join(columns)}
        from result s where {" and ".join(where)} order by s.run_id, s.position
        limit {parameters.add(most, "bigint")}
        """,
        *parameters.values,
    )
    return rows


async def get_workloads(driver: Driver, workload_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return the options of some workloads, as JSON text."""
    rows = await driver.fetch(
        "select id, options from workload where id = any($1::uuid[])", list(workload_ids)
    )
    return {row["id"]: row["options"] for row in rows}


async def get_jobs(driver: Driver, result_ids: Sequence[UUID]) -> dict[UUID, JobRow]:
    """Return what results were measured with, by their ids; those that are gone are absent."""
    rows: list[JobRow] = await driver.fetch(
        """
        select s.id as result_id, s.job_name, s.job_options, s.rw, s.bs_bytes, s.iodepth, s.numjobs, s.ioengine,
            s.direct, r.target, r.tool_name
        from result s join run r on r.id = s.run_id where s.id = any($1::uuid[])
        """,
        list(result_ids),
    )
    return {row["result_id"]: row for row in rows}


async def get_paths(driver: Driver, run_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return the path of each run's data as JSON text (answers.path.PathOut), where its targets are known."""
    rows = await driver.fetch(
        "select id, path from run where id = any($1::uuid[]) and path is not null", list(run_ids)
    )
    return {row["id"]: row["path"] for row in rows}


async def get_bins(driver: Driver, result_ids: Sequence[UUID], kind: str) -> dict[UUID, bytes]:
    """Return stored latency bins by result, where there are any."""
    rows = await driver.fetch(
        "select result_id, bins from histogram where result_id = any($1::uuid[]) and kind = $2",
        *(list(result_ids), kind),
    )
    return {row["result_id"]: row["bins"] for row in rows}


async def list_series(
    driver: Driver, run_ids: Sequence[UUID], metric: str, direction: str, most: int
) -> list[ComparedSeriesRow]:
    """List series of a metric and direction of some runs, at most `most`, newest runs first."""
    rows: list[ComparedSeriesRow] = await driver.fetch(
        """
        select t.run_id, t.position, t.source, t.name, t.is_epoch, t.is_per_io, t.n, t.points
        from time_series t join run r on r.id = t.run_id
        where t.run_id = any($1::uuid[]) and t.metric = $2 and t.direction = $3
        order by r.sorted_at desc, r.id desc, t.position limit $4
        """,
        *(list(run_ids), metric, direction, most),
    )
    return rows


async def get_logs(
    driver: Driver, run_ids: Sequence[UUID], metric: str, direction: str
) -> dict[UUID, list[bytes]]:
    """Return the points of fio's logs of a metric, averaged over windows, by run: several where clones wrote one
    each.

    Only of runs with one result in the direction: a log does not say whose of several it is.
    """
    rows = await driver.fetch(
        """
        select t.run_id, t.points from time_series t
        where t.run_id = any($1::uuid[]) and t.metric = $2 and t.direction = $3
            and t.source = 'fio_log' and not t.is_per_io
            and (select count(*) from result s where s.run_id = t.run_id and s.direction = $3) = 1
        order by t.run_id, t.position
        """,
        *(list(run_ids), metric, direction),
    )
    by_run: dict[UUID, list[bytes]] = {}
    for row in rows:
        by_run.setdefault(row["run_id"], []).append(row["points"])
    return by_run


# Among the first results of both: the list is read once, and no more of any other run.
_SHARES_A_TEST = f"""exists (
    select from result s where s.run_id = r.id and s.position < {MAX_TESTS_OF_RUN} and s.workload_id = any(array(
        select distinct workload_id from result where run_id = $1 and position < {MAX_TESTS_OF_RUN}))
)"""


async def list_repeats(driver: Driver, run_id: UUID, most: int) -> list[UUID]:
    """List the ids of runs of the same configuration that share a workload with this run, newest first, itself among
    them.
    """
    rows: list[_Id] = await driver.fetch(
        f"""
        select r.id from run r
        where r.configuration_id = (select configuration_id from run where id = $1) and r.deleted_at is null
            and {_SHARES_A_TEST}
        order by r.sorted_at desc, r.id desc limit $2
        """,
        *(run_id, most),
    )
    return [row["id"] for row in rows]


async def find_previous_configuration(driver: Driver, run_id: UUID) -> CandidateRow | None:
    """Find the newest earlier run of the same host and a workload in common, but of another configuration; or None."""
    return await _find_earlier(driver, run_id, "r.configuration_id <> mine.configuration_id")


async def find_run_with_other_inventory(driver: Driver, run_id: UUID) -> CandidateRow | None:
    """Find the newest earlier run of the same host with a workload in common and another inventory; or None."""
    return await _find_earlier(driver, run_id, "r.inventory_id <> mine.inventory_id")


async def _find_earlier(driver: Driver, run_id: UUID, condition: LiteralString) -> CandidateRow | None:
    """Find the newest earlier run of the same host with a workload in common that meets a condition; or None."""
    row: CandidateRow | None = await driver.fetchrow(
        f"""
        select r.id, r.configuration_id, r.inventory_id, r.sorted_at, r.title, h.name as host_name
        from run mine
        join run r on r.host_id = mine.host_id and {condition}
            and r.started_at is not null and mine.started_at is not null
            and (r.sorted_at, r.id) < (mine.sorted_at, mine.id) and r.deleted_at is null
        join host h on h.id = r.host_id
        where mine.id = $1 and {_SHARES_A_TEST}
        order by r.sorted_at desc, r.id desc limit 1
        """,
        run_id,
    )
    return row


async def list_runs_of_other_hosts(driver: Driver, run_id: UUID, most: int) -> list[CandidateRow]:
    """List, of every other host that ran a workload of this run, its newest such run; newest hosts first."""
    rows: list[CandidateRow] = await driver.fetch(
        f"""
        select newest.* from host h
        join lateral (
            select r.id, r.configuration_id, r.inventory_id, r.sorted_at, r.title, h.name as host_name
            from run r
            where r.host_id = h.id and r.deleted_at is null and {_SHARES_A_TEST}
            order by r.sorted_at desc, r.id desc limit 1
        ) newest on true
        where h.id <> (select host_id from run where id = $1)
        order by newest.sorted_at desc, newest.id desc limit $2
        """,
        *(run_id, most),
    )
    return rows


async def list_known_configurations(driver: Driver, most: int) -> list[KnownConfigurationRow]:
    """List the configurations that some run has, those seen last first."""
    rows: list[KnownConfigurationRow] = await driver.fetch(
        """
        select factors, run_count, last_seen_at from configuration
        where run_count > 0 order by last_seen_at desc, id desc limit $1
        """,
        most,
    )
    return rows


async def list_batches_by_host(driver: Driver, most: int) -> list[BatchOfHostRow]:
    """List batches of the newest `most` runs that have one, by host and name, the newest first."""
    rows: list[BatchOfHostRow] = await driver.fetch(
        """
        select r.batch_id, h.name as host_name, count(*)::int as runs,
            coalesce(max(t.title), max(r.name), 'batch') as name
        from (
            select batch_id, host_id, batch ->> 'name' as name, sorted_at from run
            where batch_id is not null and deleted_at is null and started_at is not null
            order by sorted_at desc, id desc limit $1
        ) r
        join host h on h.id = r.host_id
        left join batch t on t.id = r.batch_id
        group by r.batch_id, h.name order by max(r.sorted_at) desc, r.batch_id desc
        """,
        most,
    )
    return rows
