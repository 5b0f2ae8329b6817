"""Reading batches: the runs of one sweep or suite, as one thing and one by one."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.factors.workload import TARGET
from fioboard.engine.words.limits import MAX_TESTS_OF_RUN
from fioboard.store.queries.filtering import Selection
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.result_conditions import build_result_conditions
from fioboard.store.queries.rows import BatchRunRow
from fioboard.store.queries.target_keys import write_target_key

P99 = "(s.clat -> 'percentiles' ->> '99')::float8"
# Of a run `r`: what a person calls its batch, and whether it measures: a preconditioning run is a step, but no repeat.
BATCH_TITLE = "(select t.title from batch t where t.id = r.batch_id) as batch_title"
MEASURES = "r.batch ->> 'role' is distinct from 'precondition'"


class StepRow(TypedDict):
    """A run among those of its batch."""

    id: UUID
    title: str | None
    started_at: datetime | None
    batch_id: UUID
    batch: str
    batch_title: str | None
    is_repeat: bool
    """It measured the same workloads in the same directions, on the same host and target, with the same labels."""


class StatedStepRow(TypedDict):
    """A run of a batch as its agent said it; `batch` is the manifest's own JSON."""

    batch: str
    argv: str | None
    agent_command: str | None


class BatchConfigurationRow(TypedDict):
    """One configuration of a batch."""

    batch_id: UUID
    configuration_id: UUID


class BatchHeadRow(TypedDict):
    """What a batch is, by some of its runs. `name`: as the agent called it; `title`: as a person does, or None."""

    batch_id: UUID
    name: str
    title: str | None
    steps: int
    """Planned."""
    host_id: UUID
    host_name: str
    started_at: datetime | None
    ended_at: datetime | None
    runs: int
    preconditions: int
    unfinished: int
    share_least: float | None
    """The least share of its limit that a run at a limit reached; None: none is."""
    share_most: float | None


class OptionsRow(TypedDict):
    """The job options that a sweep may vary."""

    rw: str | None
    bs_bytes: int | None
    bs: str | None
    """As typed."""
    iodepth: int | None
    numjobs: int | None
    ioengine: str | None


class MeasuredRow(OptionsRow):
    """What a batch measured of one workload in one direction on one target; least and most over its results."""

    batch_id: UUID
    test: int
    """Equal for workloads that differ in nothing but which of a run's targets is measured."""
    direction: Direction
    n: int
    """Runs."""
    results: int
    iops_least: float | None
    iops_most: float | None
    bw_least: int | None
    bw_most: int | None
    p99_least: float | None
    p99_most: float | None


async def run_ids(driver: Driver, batch_id: UUID, limit: int) -> list[UUID]:
    """The ids of a batch's runs, deleted ones left out, in order of their step."""
    rows = await driver.fetch(
        """
        select r.id from run r where r.batch_id = $1 and r.deleted_at is null
        order by (r.batch ->> 'step')::int, r.sorted_at, r.id limit $2
        """,
        *(batch_id, limit),
    )
    return [row["id"] for row in rows]


async def count_runs(driver: Driver, batch_id: UUID) -> int:
    """How many runs of a batch are here, deleted ones left out."""
    return int(
        await driver.fetchval("select count(*) from run where batch_id = $1 and deleted_at is null", batch_id)
    )


async def list_configurations(driver: Driver, batch_ids: Sequence[UUID]) -> list[BatchConfigurationRow]:
    """List the configurations that these batches were measured in, each once; preconditioning is left out."""
    rows: list[BatchConfigurationRow] = await driver.fetch(
        f"""
        select distinct r.batch_id, r.configuration_id from run r
        where r.batch_id = any($1::uuid[]) and r.deleted_at is null and {MEASURES}
        """,
        list(batch_ids),
    )
    return rows


async def list_runs(driver: Driver, batch_id: UUID, limit: int) -> list[BatchRunRow]:
    """List the runs of a batch in order of their step, with `batch`, `ended_at` and what was found."""
    rows: list[BatchRunRow] = await driver.fetch(
        f"""
        select r.id, r.started_at, r.uploaded_at, r.title, r.host_id, h.name as host_name, r.tool_name,
            r.tool_version, r.state, r.outcome, r.target, r.labels, r.tags, r.verdict, r.finding_ids,
            c.factors, r.batch_id, r.batch, {BATCH_TITLE}, r.ended_at
        from run r join host h on h.id = r.host_id join configuration c on c.id = r.configuration_id
        where r.batch_id = $1 and r.deleted_at is null
        order by (r.batch ->> 'step')::int, r.sorted_at, r.id limit $2
        """,
        *(batch_id, limit),
    )
    return rows


async def list_stated_steps(driver: Driver, batch_id: UUID, limit: int) -> list[StatedStepRow]:
    """List the runs of a batch as their agent described them, in order of their step; no more than `limit`."""
    rows: list[StatedStepRow] = await driver.fetch(
        """
        select coalesce(u.manifest -> 'batch', '{}') as batch, r.argv, u.manifest #>> '{agent,command}' as agent_command
        from run r join upload u on u.id = r.upload_id
        where r.batch_id = $1 and r.deleted_at is null
        order by (r.batch ->> 'step')::int, r.sorted_at, r.id limit $2
        """,
        *(batch_id, limit),
    )
    return rows


async def list_steps(driver: Driver, run_id: UUID) -> list[StepRow]:
    """List the runs of a run's batch in order of their step, at most 10,000. Empty when the run was made alone."""
    measured = f"""array(select (s.workload_id, s.direction) from result s
        where s.run_id = {{}} and s.position < {MAX_TESTS_OF_RUN} order by s.position)"""
    rows: list[StepRow] = await driver.fetch(
        f"""
        with here as (
            select h.batch_id, h.host_id, {write_target_key("h")} as place, h.labels,
                {measured.format("h.id")} as measured
            from run h join configuration c on c.id = h.configuration_id
            where h.id = $1 and h.deleted_at is null
        )
        select r.id, r.title, r.started_at, r.batch_id, r.batch, {BATCH_TITLE},
            {MEASURES} and (r.host_id, r.labels) = (here.host_id, here.labels)
                and {write_target_key("r")} is not distinct from here.place
                and {measured.format("r.id")} = here.measured as is_repeat
        from here join run r on r.batch_id = here.batch_id and r.deleted_at is null
        join configuration c on c.id = r.configuration_id
        order by (r.batch ->> 'step')::int, r.sorted_at, r.id limit 10000
        """,
        run_id,
    )
    return rows


async def find_previous_batch(driver: Driver, batch_id: UUID, limit: int) -> UUID | None:
    """Find the newest batch before of its name, else of any, with a workload in common, among `limit` runs."""
    previous: UUID | None = await driver.fetchval(
        f"""
        with first as materialized (
            select r.host_id, r.sorted_at, r.batch ->> 'name' as name from run r
            where r.batch_id = $1 and r.deleted_at is null and r.started_at is not null
            order by r.sorted_at, r.id limit 1
        ), mine as materialized (
            select distinct s.workload_id, s.direction from run r join result s on s.run_id = r.id
            where r.batch_id = $1 and r.deleted_at is null and {MEASURES} and s.position < {MAX_TESTS_OF_RUN}
        ), earlier as materialized (
            select r.id, r.batch_id, r.batch, r.sorted_at from run r
            where r.host_id = (select host_id from first) and r.deleted_at is null
                and r.started_at is not null and r.sorted_at < (select sorted_at from first)
            order by r.sorted_at desc, r.id desc limit $2
        )
        select r.batch_id from earlier r, first f
        where r.batch_id is not null and r.batch_id <> $1 and {MEASURES}
            and exists (select from result s join mine m on m.workload_id = s.workload_id
                and m.direction = s.direction where s.run_id = r.id and s.position < {MAX_TESTS_OF_RUN})
        order by (r.batch ->> 'name') is distinct from f.name, r.sorted_at desc, r.id desc limit 1
        """,
        *(batch_id, limit),
    )
    return previous


async def count_rows(driver: Driver, selection: Selection) -> int:
    """How many rows the matching runs make when each batch is one. Reads every matching run: callers bound these."""
    parameters = Parameters()
    conditions = _join_conditions(selection, parameters)
    return int(
        await driver.fetchval(
            f"""
            select count(*) - count(r.batch_id) + count(distinct r.batch_id) from run r where {conditions}
            """,
            *parameters.values,
        )
    )


def select_batch_heads(
    selection: Selection, parameters: Parameters, sign: str, *, is_dated: bool | None = None
) -> str:
    """Return the condition of runs made alone and of the first run of each batch in the order of time.

    Only runs that the filter selects can stand for their batch. `sign`: `>` where the newest comes first, `<` the
    oldest. `is_dated`: whether the judged run states its start, where runs that do come before the others.
    """
    first = f"(n.sorted_at, n.id) {sign} (r.sorted_at, r.id)"
    if is_dated:
        first = f"n.started_at is not null and {first}"
    # The inner `r` is its own: conditions are written for that name. The outer one is the run that is judged.
    others = f"""select from (
        select r.batch_id, r.sorted_at, r.started_at, r.id from run r where {_join_conditions(selection, parameters)}
    ) n where n.batch_id = r.batch_id and"""
    is_first = f"not exists ({others} {first})"
    if is_dated is False:
        # In this order: where no run of a batch is dated, only its first one looks through them all.
        is_first = f"({is_first} and not exists ({others} n.started_at is not null))"
    return f"(r.batch_id is null or {is_first})"


def match_batch_name(find: str, parameters: Parameters) -> str:
    """Return a condition that is true of runs of a batch whose name holds this text."""
    if not find:
        return "r.batch_id is not null"
    text = parameters.add(find, "text")
    called = "coalesce((select t.title from batch t where t.id = r.batch_id), r.batch ->> 'name')"
    return f"strpos(lower({called}), lower({text})) > 0"


def _join_conditions(selection: Selection, parameters: Parameters) -> str:
    """Join the conditions of a selection."""
    conditions = selection.conditions(parameters)
    if not selection.is_everything:
        conditions.append(f"r.configuration_id = any({parameters.add(selection.ids(), 'uuid[]')})")
    return " and ".join(conditions)


async def list_heads(driver: Driver, selection: Selection, batch_ids: Sequence[UUID]) -> list[BatchHeadRow]:
    """Return what these batches are, from the runs that the filter selects: one row per batch, in no order."""
    parameters = Parameters()
    conditions = _join_conditions(selection, parameters)
    chosen = parameters.add(list(batch_ids), "uuid[]")
    rows: list[BatchHeadRow] = await driver.fetch(
        f"""
        select x.*, h.name as host_name, (select t.title from batch t where t.id = x.batch_id) as title from (
            select r.batch_id, (array_agg(r.batch ->> 'name'))[1] as name, (array_agg(r.host_id))[1] as host_id,
                max((r.batch ->> 'steps')::int) as steps, min(r.started_at) as started_at,
                max(r.ended_at) as ended_at, count(*) as runs,
                count(*) filter (where not ({MEASURES})) as preconditions,
                count(*) filter (where r.outcome <> 'complete' or r.state <> 'understood') as unfinished,
                min((r.verdict ->> 'share')::float8) filter (where r.verdict_kind = 'limit') as share_least,
                max((r.verdict ->> 'share')::float8) filter (where r.verdict_kind = 'limit') as share_most
            from run r where {conditions} and r.batch_id = any({chosen}) group by r.batch_id
        ) x join host h on h.id = x.host_id
        """,
        *parameters.values,
    )
    return rows


async def list_measured(driver: Driver, selection: Selection, batch_ids: Sequence[UUID]) -> list[MeasuredRow]:
    """Return what these batches measured, from the results that the filter selects: a row per workload, direction and
    target by its name, in the order of the batches' first runs. Preconditioning is left out.
    """
    parameters = Parameters()
    conditions = _join_conditions(selection, parameters)
    results = build_result_conditions(selection.wanted.of_results, parameters)
    chosen = parameters.add(list(batch_ids), "uuid[]")
    where = " and ".join([conditions, MEASURES, f"r.batch_id = any({chosen})", *results])
    rows: list[MeasuredRow] = await driver.fetch(
        f"""
        select r.batch_id, hashtextextended((o.options - '{TARGET}')::text, 0) as test, s.direction,
            count(distinct r.id) as n, count(*) as results, min(s.rw) as rw, min(s.bs_bytes) as bs_bytes,
            min(s.details ->> 'bs') as bs, min(s.iodepth) as iodepth, min(s.numjobs) as numjobs,
            min(s.ioengine) as ioengine, min(s.iops) as iops_least, max(s.iops) as iops_most,
            min(s.bw_bytes_per_s) as bw_least, max(s.bw_bytes_per_s) as bw_most,
            min({P99}) as p99_least, max({P99}) as p99_most
        from run r join result s on s.run_id = r.id join workload o on o.id = s.workload_id where {where}
        group by r.batch_id, o.id, s.direction, r.target order by min(r.sorted_at), o.id, s.direction, r.target
        """,
        *parameters.values,
    )
    return rows
