"""Drive models: which drives there are of each, and what they measured alone."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.columns import names
from fioboard.engine.words.drives import DRIVE, DriveColumns
from fioboard.engine.words.limits import MAX_TESTS_OF_RUN
from fioboard.store.queries.drive_conditions import HOST_IS_KEPT, IS_THERE, LINKS_KNOWN, OWN

# Repeats of one drive that count: its newest, so that a drive that was mended is not judged by what it was.
NEWEST = 5
# An id of a model that stands in an address: models hold spaces and slashes.
_ID = "md5(d.model)"
_STANDING = f"{HOST_IS_KEPT.format(h='d')} and {IS_THERE}"


class ModelRow(TypedDict):
    """One model and how many of it there are."""

    id: str
    model: str
    drives: int
    hosts: int
    firmware: list[str]
    """Distinct versions, the most frequent first."""
    capacities: list[int]
    """Distinct, in bytes, rising."""
    missing: int
    links: int
    """Whose state is known."""
    links_below: int
    worn: int
    hot: int
    warnings: int
    used_pct_max: int | None
    last_seen_at: datetime


class StandingRow(TypedDict):
    """How many drives of one model and capacity there are."""

    id: str
    model: str
    size_bytes: int | None
    drives: int


class ModelDriveRow(DriveColumns):
    """One drive of a model."""

    id: UUID
    host_id: UUID
    host_name: str
    is_missing: bool


class GroupRow(TypedDict):
    """What drives of one model and capacity measured under one workload, direction and kind of target, each alone: one
    entry of every list for each drive."""

    model: str
    size_bytes: int | None
    workload_id: UUID
    direction: str
    target_kind: str | None
    drives: list[UUID]
    n: list[int]
    """Runs."""
    log_means: list[float]
    """Means of the natural logarithms of IOPS."""
    log_squares: list[float]
    """Sums of squares about those means."""
    runs: list[UUID]
    """The newest run of each drive."""
    rated: list[float | None]
    """Its share of what the drive's datasheet rates; None where nothing may be read from it."""
    is_least: list[bool]
    """Whether the drive can do more: the share is the least that it reaches."""


class FigureRow(TypedDict):
    """What one drive measured alone under one workload and direction: its newest runs."""

    drive_id: UUID
    size_bytes: int | None
    workload_id: UUID
    direction: str
    target_kind: str | None
    firmware: str | None
    """Firmware, slot and link of these runs, which need not be those of today."""
    slot: str | None
    link: str | None
    n: int
    log_mean: float
    """Mean of the natural logarithms of IOPS."""
    bw_mean: float | None
    """Bytes per second."""
    latency_p50: float | None
    """Mean of the runs' medians of completion latency, in ns."""
    newest_run_id: UUID
    newest_iops: float
    """What that run alone measured."""


async def list_models(driver: Driver, model_id: str | None = None) -> list[ModelRow]:
    """Every model that a drive tells, or one of them, the most frequent first."""
    rows: list[ModelRow] = await driver.fetch(
        f"""
        with kept as (
            select d.*, {", ".join(f"({test}) is true as is_{one}" for one, test in OWN.items())}
            from drive d join host_state s on s.host_id = d.host_id
            where d.model is not null and ($1::text is null or {_ID} = $1) and {_STANDING}
        ), versions as (
            select model, array_agg(firmware order by n desc, firmware) as firmware
            from (select model, firmware, count(*) as n from kept where firmware is not null group by 1, 2) v
            group by model
        )
        select {_ID} as id, d.model, count(*) as drives, count(distinct d.host_id) as hosts,
            coalesce(v.firmware, '{{}}') as firmware,
            coalesce(array_agg(distinct d.size_bytes) filter (where d.size_bytes is not null), '{{}}') as capacities,
            count(*) filter (where d.is_missing) as missing, {LINKS_KNOWN} as links,
            count(*) filter (where d.is_link) as links_below, count(*) filter (where d.is_worn) as worn,
            count(*) filter (where d.is_hot) as hot, count(*) filter (where d.is_warning) as warnings,
            max(d.used_pct) as used_pct_max, max(d.seen_at) as last_seen_at
        from kept d left join versions v on v.model = d.model
        group by d.model, v.firmware order by drives desc, d.model
        """,
        model_id,
    )
    return rows


async def list_models_and_capacities(driver: Driver) -> list[StandingRow]:
    """List every model and capacity that a drive reports, the most frequent first."""
    rows: list[StandingRow] = await driver.fetch(
        f"""
        select {_ID} as id, d.model, d.size_bytes, count(*) as drives
        from drive d join host_state s on s.host_id = d.host_id
        where d.model is not null and {_STANDING}
        group by d.model, d.size_bytes order by drives desc, d.model, d.size_bytes
        """
    )
    return rows


async def count_unknown(driver: Driver) -> int:
    """Count the drives that are there and tell no model."""
    return int(
        await driver.fetchval(
            f"""
            select count(*) from drive d join host_state s on s.host_id = d.host_id
            where d.model is null and {_STANDING}
            """
        )
    )


async def list_drives(driver: Driver, model_id: str) -> tuple[str | None, list[ModelDriveRow]]:
    """Return the name of a model and its drives by host and name; None when no drive that is kept is of it."""
    rows = await driver.fetch(
        f"""
        select d.id, d.host_id, h.name as host_name, {OWN["missing"]} as is_missing, {names(DRIVE, "d")}
        from drive d join host h on h.id = d.host_id join host_state s on s.host_id = d.host_id
        where {_ID} = $1 and {_STANDING} order by h.name, d.name, d.id
        """,
        model_id,
    )
    drives: list[ModelDriveRow] = rows
    return (rows[0]["model"] if rows else None), drives


# Of every drive that is there, or those of one model ($1), what it measured alone: the newest whole run that can be
# believed, and its repeats in the same configuration. Another firmware, slot or kernel starts anew.
_ALIKE = f"""
with measured as (
    select m.drive_id, t.workload_id, t.direction, r.configuration_id, r.id as run_id, t.iops, ln(t.iops) as log,
        t.bw_bytes_per_s, t.clat_p50_ns, t.rated_share, t.rated_verdict, row_number() over newest as age,
        first_value(r.configuration_id) over newest = r.configuration_id as is_alike
    from drive d join host_state s on s.host_id = d.host_id and d.seen_at = s.seen_at
    join run_drive m on m.drive_id = d.id
    join run r on r.id = m.run_id and r.deleted_at is null and r.outcome = 'complete'
    -- Found by their run: a scan of all results would take longer the more others upload.
    cross join lateral (
        select * from result where run_id = r.id and position < {MAX_TESTS_OF_RUN} offset 0
    ) t
    where d.model is not null and t.iops > 0 and ($1::text is null or d.model = $1)
        and r.verdict_kind is distinct from 'trust'
    window newest as (partition by m.drive_id, t.workload_id, t.direction order by r.sorted_at desc, r.id desc)
), alike as (
    -- In the window's own order, so that nothing is sorted again; the rest is looked up for what is left.
    select drive_id, workload_id, direction, count(*)::int as n, avg(log) as log_mean,
        coalesce(var_samp(log) * (count(*) - 1), 0) as log_squares, avg(bw_bytes_per_s)::float8 as bw_mean,
        avg(clat_p50_ns)::float8 as latency_p50,
        (array_agg(run_id) filter (where age = 1))[1] as newest_run_id,
        (array_agg(iops) filter (where age = 1))[1] as newest_iops,
        (array_agg(configuration_id) filter (where age = 1))[1] as configuration_id,
        max(rated_share) filter (where age = 1 and rated_verdict in ('comparable', 'at_least')) as rated_share,
        bool_or(rated_verdict = 'at_least') filter (where age = 1) is true as is_least
    from measured where age <= {NEWEST} and is_alike group by drive_id, workload_id, direction
)
"""


async def list_groups(driver: Driver, model: str | None = None) -> list[GroupRow]:
    """List comparable figures of the whole fleet, or of one model. As lists: of 20,000 drives a row each takes as
    long to read as PostgreSQL takes to find them.
    """
    rows: list[GroupRow] = await driver.fetch(
        f"""
        {_ALIKE}
        select d.model, d.size_bytes, a.workload_id, a.direction, c.factors ->> 'target.kind' as target_kind,
            array_agg(a.drive_id) as drives, array_agg(a.n) as n, array_agg(a.log_mean) as log_means,
            array_agg(a.log_squares) as log_squares, array_agg(a.newest_run_id) as runs,
            array_agg(a.rated_share) as rated, array_agg(a.is_least) as is_least
        from alike a join drive d on d.id = a.drive_id join configuration c on c.id = a.configuration_id
        group by 1, 2, 3, 4, 5
        """,
        model,
    )
    return rows


async def list_figures(driver: Driver, model: str) -> list[FigureRow]:
    """List what each drive of one model measured alone."""
    rows: list[FigureRow] = await driver.fetch(
        f"""
        {_ALIKE}
        select a.drive_id, d.size_bytes, a.workload_id, a.direction, c.factors ->> 'target.kind' as target_kind,
            c.factors ->> 'drive.firmware' as firmware, c.factors ->> 'slot' as slot,
            c.factors ->> 'pcie.link' as link, a.n, a.log_mean, a.bw_mean, a.latency_p50, a.newest_run_id,
            a.newest_iops
        from alike a join drive d on d.id = a.drive_id join configuration c on c.id = a.configuration_id
        """,
        model,
    )
    return rows


class WorkloadRow(TypedDict):
    """A workload by its id."""

    id: UUID
    options: str
    """JSON."""


async def list_workloads(driver: Driver, ids: list[UUID]) -> list[WorkloadRow]:
    """List the options of workloads."""
    rows: list[WorkloadRow] = await driver.fetch(
        "select id, options from workload where id = any($1::uuid[])", ids
    )
    return rows


class RunFactsRow(TypedDict):
    """What is known of the machine that a run was measured on, and of its one drive as it was last read."""

    id: UUID
    factors: str
    """JSON: factor to value."""
    temperature_c: float | None
    used_pct: int | None


async def run_facts(driver: Driver, run_ids: list[UUID]) -> list[RunFactsRow]:
    """Of each run the factors of its configuration, and the health of its drive."""
    rows: list[RunFactsRow] = await driver.fetch(
        """
        select r.id, c.factors, d.temperature_c, d.used_pct from run r join configuration c on c.id = r.configuration_id
        join run_drive m on m.run_id = r.id join drive d on d.id = m.drive_id
        where r.id = any($1::uuid[])
        """,
        run_ids,
    )
    return rows
