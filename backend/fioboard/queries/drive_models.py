"""Drive models: which drives there are of each, and what they measured alone."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.vocabulary.fleet import HOT_C, WORN_PCT

# Repeats of one drive that count: its newest, so that a drive that was mended is not judged by what it was.
NEWEST = 5
# An id of a model that stands in an address: models hold spaces and slashes.
_ID = "md5(d.model)"
_KEPT = "exists (select from run r where r.host_id = d.host_id and r.deleted_at is null)"

# A drive without a serial is known by its place: gone from there, it may be the one in another place.
_THERE = "(d.has_serial or d.seen_at >= s.seen_at)"


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
    links_below: int
    worn: int
    hot: int
    warnings: int
    used_pct_max: int | None
    last_seen_at: datetime


class ModelDriveRow(TypedDict):
    """One drive of a model."""

    id: UUID
    host_id: UUID
    host_name: str
    name: str
    slot: str | None
    firmware: str | None
    size_bytes: int | None
    link_gts: float | None
    link_lanes: int | None
    link_class: str | None
    temperature_c: float | None
    used_pct: int | None
    is_missing: bool


class FigureRow(TypedDict):
    """What one drive measured alone under one workload and direction: its newest runs."""

    drive_id: UUID
    model: str
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
    log_squares: float
    """Sum of squares about that mean."""
    bw_mean: float | None
    """Bytes per second."""
    latency_p50: float | None
    """Mean of the runs' medians of completion latency, in ns."""
    newest_run_id: UUID
    temperature_c: float | None
    """Of the drive, as last read."""
    used_pct: int | None


async def list_models(driver: Driver) -> list[ModelRow]:
    """Every model that a drive tells, the most frequent first."""
    rows: list[ModelRow] = await driver.fetch(
        f"""
        with kept as (
            select d.*, d.seen_at < s.seen_at as is_missing
            from drive d join host_state s on s.host_id = d.host_id where d.model is not null and {_KEPT} and {_THERE}
        ), versions as (
            select model, array_agg(firmware order by n desc, firmware) as firmware
            from (select model, firmware, count(*) as n from kept where firmware is not null group by 1, 2) v
            group by model
        )
        select {_ID} as id, d.model, count(*) as drives, count(distinct d.host_id) as hosts,
            coalesce(v.firmware, '{{}}') as firmware,
            coalesce(array_agg(distinct d.size_bytes) filter (where d.size_bytes is not null), '{{}}') as capacities,
            count(*) filter (where d.is_missing) as missing,
            count(*) filter (where d.link_class in ('downgraded-width', 'downgraded-speed')) as links_below,
            count(*) filter (where d.used_pct >= {WORN_PCT}) as worn,
            count(*) filter (where d.temperature_c >= coalesce(d.temperature_limit_c, {HOT_C})) as hot,
            count(*) filter (where d.critical_warning > 0) as warnings,
            max(d.used_pct) as used_pct_max, max(d.seen_at) as last_seen_at
        from kept d left join versions v on v.model = d.model
        group by d.model, v.firmware order by drives desc, d.model
        """
    )
    return rows


async def drives_of(driver: Driver, model_id: str) -> tuple[str | None, list[ModelDriveRow]]:
    """The name of a model and its drives by host and name; None when no drive that is kept is of it."""
    rows = await driver.fetch(
        f"""
        select d.model, d.id, d.host_id, h.name as host_name, d.name, d.slot, d.firmware, d.size_bytes, d.link_gts,
            d.link_lanes, d.link_class, d.temperature_c, d.used_pct, d.seen_at < s.seen_at as is_missing
        from drive d join host h on h.id = d.host_id join host_state s on s.host_id = d.host_id
        where {_ID} = $1 and {_KEPT} and {_THERE} order by h.name, d.name, d.id
        """,
        model_id,
    )
    drives: list[ModelDriveRow] = rows
    return (rows[0]["model"] if rows else None), drives


async def figures(driver: Driver, model: str | None = None) -> list[FigureRow]:
    """Of every drive that is there, or those of one model, what it measured alone: the newest whole run that can be
    believed, and its repeats in the same configuration. Another firmware, slot or kernel starts anew."""
    rows: list[FigureRow] = await driver.fetch(
        f"""
        with measured as (
            select d.id as drive_id, d.model, d.size_bytes, d.temperature_c, d.used_pct, t.workload_id, t.direction,
                c.factors ->> 'target.kind' as target_kind, c.factors ->> 'drive.firmware' as firmware,
                c.factors ->> 'slot' as slot, c.factors ->> 'pcie.link' as link,
                t.iops, t.bw_bytes_per_s, t.clat_p50_ns, r.id as run_id,
                row_number() over newest as age,
                first_value(r.configuration_id) over newest = r.configuration_id as is_alike
            from drive d join host_state s on s.host_id = d.host_id and d.seen_at = s.seen_at
            join run_drive m on m.drive_id = d.id
            join run r on r.id = m.run_id and r.deleted_at is null and r.outcome = 'complete'
            join configuration c on c.id = r.configuration_id
            join result t on t.run_id = r.id
            where d.model is not null and t.iops > 0 and ($1::text is null or d.model = $1)
                and r.verdict_kind is distinct from 'trust'
            window newest as (partition by d.id, t.workload_id, t.direction order by r.sorted_at desc, r.id desc)
        )
        select drive_id, model, size_bytes, workload_id, direction, target_kind, firmware, slot, link, count(*) as n,
            avg(ln(iops)) as log_mean, coalesce(var_samp(ln(iops)) * (count(*) - 1), 0) as log_squares,
            avg(bw_bytes_per_s) as bw_mean, avg(clat_p50_ns) as latency_p50,
            (array_agg(run_id order by age))[1] as newest_run_id, temperature_c, used_pct
        from measured where age <= {NEWEST} and is_alike
        group by drive_id, model, size_bytes, workload_id, direction, target_kind, firmware, slot, link,
            temperature_c, used_pct
        """,
        model,
    )
    return rows


class WorkloadRow(TypedDict):
    """A workload by its id."""

    id: UUID
    options: str
    """JSON."""


async def workloads(driver: Driver, ids: list[UUID]) -> list[WorkloadRow]:
    """The options of workloads."""
    rows: list[WorkloadRow] = await driver.fetch(
        "select id, options from workload where id = any($1::uuid[])", ids
    )
    return rows


class RunFactorsRow(TypedDict):
    """What is known of the machine that a run was measured on."""

    id: UUID
    factors: str
    """JSON: factor to value."""


async def run_factors(driver: Driver, run_ids: list[UUID]) -> list[RunFactorsRow]:
    """Of each run the factors of its configuration."""
    rows: list[RunFactorsRow] = await driver.fetch(
        """
        select r.id, c.factors from run r join configuration c on c.id = r.configuration_id
        where r.id = any($1::uuid[])
        """,
        run_ids,
    )
    return rows
