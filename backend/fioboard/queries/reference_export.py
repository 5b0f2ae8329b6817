"""What this installation measured with drive models, as the cells of a reference set: only figures to be relied on."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.queries.batches import MEASURES
from fioboard.reference_sets.document import LEVELS, FigureName
from fioboard.vocabulary.findings import RULES_OF_RUNS

FIGURES: tuple[FigureName, ...] = (
    "iops",
    "bw_bytes_per_s",
    "lat_mean_ns",
    "clat_p50_ns",
    "clat_p99_ns",
    "clat_p99_9_ns",
)
# Beside the rules of reliability: what made the drive slower than it is, and what is no drive of its own.
_THROTTLING = (
    *("thermal-throttling", "hot-drive", "link-downgraded-width", "link-downgraded-speed", "pcie-errors"),
    *("drive-warning", "drive-worn", "rate-capped", "provisioned-cap", "cgroup-cpu", "cgroup-io"),
    *("virtual-device", "loop-device", "crypt-layer", "oversubscribed"),
)
EXCLUDING = (*_THROTTLING, *(rule.id for rule in RULES_OF_RUNS.values() if rule.kind == "trust"))
# The rule of short runs looks at the job's amount, too: a set takes none below this.
MIN_RUNTIME_MS = 10_000
# Factors that a cell is made of: a label that states one by hand keeps a run out.
_STATED = (
    *("drive.model", "drive.firmware", "drive.capacity", "drive.count", "pcie.link", "drive.transport"),
    *("raid.level", "raid.width", "raid.degraded", "fs.type", "target.kind", "target.layers", "virtualized"),
    *("cpu.model", "rw", "bs", "iodepth", "numjobs", "ioengine", "direct"),
)


class CellRow(TypedDict):
    """One cell; of each figure the quantiles over its drives, each drive with the median of its runs."""

    model: str
    capacity_bytes: int | None
    firmware: str | None
    link: str | None
    layout: str
    file_system: str | None
    state: Literal["preconditioned", "unknown"]
    workload_id: UUID
    direction: str
    drives: int
    runs: int
    first: str
    last: str
    cpu: list[str]
    iops: list[float] | None
    """None here and below: not every drive has it."""
    bw_bytes_per_s: list[float] | None
    lat_mean_ns: list[float] | None
    clat_p50_ns: list[float] | None
    clat_p99_ns: list[float] | None
    clat_p99_9_ns: list[float] | None


def _write_text(factor: str) -> str:
    """Write a factor that has one text; null where it is unknown or the drives differ."""
    return f"case when jsonb_typeof(c.factors -> '{factor}') = 'string' then c.factors ->> '{factor}' end"


_KEYS = "model, capacity_bytes, firmware, link, layout, file_system, state, workload_id, direction"
_LEVELS = f"array[{', '.join(str(level / 100) for level in LEVELS)}]::float8[]"
_MEDIANS = ", ".join(
    f"percentile_cont(0.5) within group (order by {name}::float8) as {name}" for name in FIGURES
)
_QUANTILES = ", ".join(
    f"case when count({name}) = count(*) then percentile_cont({_LEVELS}) within group (order by {name}) end as {name}"
    for name in FIGURES
)
_CPU = """
case when c.factors ->> 'cpu.model' ilike '%epyc%' then 'AMD EPYC'
    when c.factors ->> 'cpu.model' ilike '%threadripper%' then 'AMD Ryzen Threadripper'
    when c.factors ->> 'cpu.model' ilike '%ryzen%' then 'AMD Ryzen'
    when c.factors ->> 'cpu.model' ilike '%xeon%' then 'Intel Xeon'
    when c.factors ->> 'cpu.model' ~* 'intel.*core' then 'Intel Core'
    when c.factors ->> 'cpu.model' ~* '(neoverse|cortex|ampere|graviton|apple)' then 'Arm' end
"""
PLACE = f"""
case when jsonb_typeof(c.factors -> 'drive.capacity') = 'number' and (c.factors ->> 'drive.capacity')::numeric > 0
    -- As sold: three digits, so that 1,920,383,410,176 bytes are 1.92 TB.
    then round(
        (c.factors ->> 'drive.capacity')::numeric, 2 - floor(log((c.factors ->> 'drive.capacity')::numeric))::int
    )::bigint end as capacity_bytes,
{_write_text("drive.firmware")} as firmware,
coalesce({_write_text("pcie.link")}, {_write_text("drive.transport")}) as link,
case when c.factors -> 'drive.count' = '1' then 'single'
    else (c.factors ->> 'raid.level') || ' x' || (c.factors ->> 'raid.width') end as layout,
c.factors ->> 'fs.type' as file_system
"""
"""What a cell says of the drives of a configuration `c`, as columns."""
_CONFIGURATIONS = f"""
select c.id, c.factors ->> 'drive.model' as model, {_CPU} as cpu, {PLACE}
from configuration c
where jsonb_typeof(c.factors -> 'drive.model') = 'string' and lower(c.factors ->> 'drive.model') like any($1::text[])
    and not c.factors ? 'virtualized' and c.factors -> 'raid.degraded' is distinct from 'true'
    and coalesce(c.factors ->> 'drive.transport', '') not in ('virtio', 'tcp', 'rdma', 'fc')
    and (c.factors -> 'drive.count' = '1' or (
        jsonb_typeof(c.factors -> 'raid.level') = 'string' and jsonb_typeof(c.factors -> 'raid.width') = 'number'
    ))
"""
_CELLS = f"""
with places as materialized ({_CONFIGURATIONS}), prepared as materialized (
    select r.batch_id, r.host_id, min((r.batch ->> 'step')::int) as step from run r
    where r.batch_id is not null and r.deleted_at is null and r.outcome = 'complete' and not {MEASURES}
    group by r.batch_id, r.host_id
), measured as (
    select p.model, p.capacity_bytes, p.firmware, p.link, p.layout, p.file_system,
        case when (r.batch ->> 'step')::int > b.step then 'preconditioned' else 'unknown' end as state,
        s.workload_id, s.direction, r.id as run_id, p.cpu, r.started_at,
        -- One drive on two hosts is one; of arrays no more than one a host is counted.
        case when p.layout <> 'single' then r.host_id::text
            when d.has_serial then encode(d.unit, 'hex') else d.id::text end as unit,
        s.iops, s.bw_bytes_per_s, s.lat_mean_ns, s.clat_p50_ns, s.clat_p99_ns, s.clat_p99_9_ns
    from places p join run r on r.configuration_id = p.id
        join result s on s.run_id = r.id and s.workload_id = any($4::uuid[])
        left join run_drive m on m.run_id = r.id left join drive d on d.id = m.drive_id
        left join prepared b on b.batch_id = r.batch_id and b.host_id = r.host_id
    where r.deleted_at is null and r.outcome = 'complete' and r.state = 'understood' and r.tool_name = 'fio'
        and r.verdict_kind is not null and r.verdict_kind <> 'trust' and not r.finding_ids && $3::text[]
        and r.inventory_id is not null and r.stated_hardware_id is null and r.overridden is null
        and not r.labels ?| $5::text[] and r.started_at >= $2 and {MEASURES}
        and s.is_alone and s.direct and s.error = 0 and s.runtime_ms >= {MIN_RUNTIME_MS}
        and s.iops > 0 and s.bw_bytes_per_s > 0
        and s.direction in ('read', 'write') and (d.id is not null or p.layout <> 'single')
), by_drive as (
    select {_KEYS}, unit, count(distinct run_id) as runs, min(started_at) as first, max(started_at) as last,
        array_agg(distinct cpu) filter (where cpu is not null) as cpu, {_MEDIANS}
    from measured group by {_KEYS}, unit
)
select {_KEYS}, count(*)::int as drives, sum(runs)::int as runs,
    to_char(min(first) at time zone 'UTC', 'YYYY-"Q"Q') as first,
    to_char(max(last) at time zone 'UTC', 'YYYY-"Q"Q') as last,
    array(select distinct unnest(string_to_array(string_agg(array_to_string(cpu, ';'), ';'), ';')) order by 1) as cpu,
    {_QUANTILES}
from by_drive group by {_KEYS} order by {_KEYS}
"""


class WorkloadRow(TypedDict):
    """A workload that results were measured with."""

    id: UUID
    options: str
    """JSON."""


async def list_workloads(driver: Driver) -> list[WorkloadRow]:
    """List every workload."""
    rows: list[WorkloadRow] = await driver.fetch("select id, options::text as options from workload")
    return rows


async def list_cells(
    driver: Driver, models: Sequence[str], since: datetime, workload_ids: Sequence[UUID], *, most: int
) -> list[CellRow]:
    """List the cells of these models (`*` stands for any text), of runs that started since then and these workloads."""
    patterns = [
        one.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").replace("*", "%")
        for one in models
    ]
    rows: list[CellRow] = await driver.fetch(
        f"{_CELLS} limit $6", patterns, since, list(EXCLUDING), list(workload_ids), list(_STATED), most
    )
    return rows
