"""What this installation measured with drive models, as the cells of a reference set: only figures to be relied on."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypedDict, get_args
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.demo import TAG
from fioboard.engine.reference_sets.document import LEVELS, FigureName, RuntimeClass, SettingName, State
from fioboard.engine.rules import RULES_OF_RUNS
from fioboard.store.queries.batches import MEASURES

FIGURES: tuple[FigureName, ...] = get_args(FigureName)
SETTING: tuple[SettingName, ...] = get_args(SettingName)
# Beside the rules of reliability: what made the drive slower than it is, and what is no drive of its own.
_THROTTLING = (
    *("thermal-throttling", "hot-drive", "link-downgraded-width", "link-downgraded-speed", "pcie-errors"),
    *("drive-warning", "drive-worn", "rate-capped", "provisioned-cap", "cgroup-cpu", "cgroup-io"),
    *("virtual-device", "loop-device", "crypt-layer", "oversubscribed"),
)
UNRELIABLE = tuple(rule.id for rule in RULES_OF_RUNS.values() if rule.kind == "trust")
EXCLUDING = (*_THROTTLING, *UNRELIABLE)
_EVER = datetime(2000, 1, 1, tzinfo=UTC)
# The rule of short runs looks at the job's amount, too: a set takes none below this.
MIN_RUNTIME_MS = 10_000
# Factors that a cell is made of: a label that states one by hand keeps a run out.
_STATED = (
    *("drive.model", "drive.firmware", "drive.capacity", "drive.count", "pcie.link", "drive.transport"),
    *("raid.level", "raid.width", "raid.degraded", "fs.type", "target.kind", "virtualized"),
    *SETTING,
    *("cpu.model", "rw", "bs", "iodepth", "numjobs", "ioengine", "direct"),
)


# The others are networks and virtual machines: iscsi, tcp, virtio, xen …
LOCAL_TRANSPORTS = ("pcie", "sata", "sas", "usb", "mmc")


class CellRow(TypedDict):
    """One cell; of each figure the quantiles over its drives, each drive with the median of its runs."""

    model: str
    capacity_bytes: int | None
    firmware: str | None
    link: str | None
    layout: str
    file_system: str | None
    setting: str
    """JSON: the factors of `SettingName` that are known."""
    state: State
    runtime_class: RuntimeClass
    workload_id: UUID
    direction: Direction
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


_KEYS = (
    "model, capacity_bytes, firmware, link, layout, file_system, setting, state, runtime_class, workload_id, "
    "direction"
)
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
STATE = """
case when exists (
    select from run b
    where b.batch_id = r.batch_id and b.host_id = r.host_id and b.deleted_at is null and b.outcome = 'complete'
        and b.batch ->> 'role' = 'precondition' and (b.batch ->> 'step')::int < (r.batch ->> 'step')::int
        and coalesce((
            select prepared.drive_id = own.drive_id from run_drive prepared, run_drive own
            where prepared.run_id = b.id and own.run_id = r.id
        ), b.target = r.target)
) then 'preconditioned' else 'unknown' end
"""
"""Whether an earlier step of the batch prepared what the run `r` measured."""
# Between the limits that people set: 10, 30, 60, 300, 600 s.
RUNTIME_CLASS = """
case when s.runtime_ms < 45000 then 'short' when s.runtime_ms < 450000 then 'medium'
    when s.runtime_ms >= 450000 then 'long' end
"""
"""How long the result `s` was measured; null where that is not known."""
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
{_write_text("fs.type")} as file_system,
jsonb_strip_nulls(jsonb_build_object({", ".join(f"'{name}', c.factors -> '{name}'" for name in SETTING)})) as setting
"""
"""What a cell says of the drives of a configuration `c`, as columns."""
COMPARABLE = f"""
jsonb_typeof(c.factors -> 'drive.model') = 'string'
    and not c.factors ? 'virtualized' and c.factors -> 'raid.degraded' is distinct from 'true'
    and coalesce(c.factors ->> 'drive.transport', 'pcie') in ({", ".join(f"'{one}'" for one in LOCAL_TRANSPORTS)})
    -- One drive or one array; no array of one drive's partitions, and no two arrays at once.
    and case when c.factors -> 'drive.count' = '1' then not c.factors ? 'raid.level'
        else jsonb_typeof(c.factors -> 'raid.level') = 'string'
            and c.factors -> 'raid.width' = c.factors -> 'drive.count'
        end
    -- Drives that differ in one of these are not drives of which it is unknown.
    and not exists (
        select from unnest(array[
            'drive.capacity', 'drive.firmware', 'pcie.link', 'drive.transport', 'fs.type', 'target.kind',
            {", ".join(f"'{name}'" for name in SETTING)}
        ]) factor where jsonb_typeof(c.factors -> factor) = 'array'
    )
    -- A file on an unknown file system is not raw.
    and (c.factors ? 'fs.type' or c.factors ->> 'target.kind' not in ('file', 'directory', 'unknown'))
    -- Unknown block format, region or chunk: they may differ from those of the cell. A mirror has no chunk.
    and c.factors ?& array['target.layers', 'drive.lba_bytes', 'job.size']
    and (c.factors ? 'raid.chunk' or coalesce(c.factors ->> 'raid.level', 'raid1') in ('raid1', 'mirror'))
    -- Of a partition, a volume or a file without a size it is unknown how much of the drive was measured.
    and case when c.factors ? 'fs.type' then c.factors ->> 'job.size' !~ '%'
        else c.factors ->> 'target.layers' ~ '^(disk|(md|hardware_raid) raid[0-9]+)$' end
"""
"""Whether a cell can be of the drives of a configuration `c`."""
_CONFIGURATIONS = f"""
select c.id, c.factors ->> 'drive.model' as model, {_CPU} as cpu, {PLACE}
from configuration c
where lower(c.factors ->> 'drive.model') like any($1::text[]) and {COMPARABLE}
"""
_BY_DRIVE = f"""
with places as materialized ({_CONFIGURATIONS}), measured as (
    select p.model, p.capacity_bytes, p.firmware, p.link, p.layout, p.file_system, p.setting,
        {STATE} as state, {RUNTIME_CLASS} as runtime_class,
        s.workload_id, s.direction, r.id as run_id, p.cpu, r.started_at,
        -- One drive on two hosts is one; of arrays no more than one a host is counted.
        case when p.layout <> 'single' then r.host_id::text
            when d.has_serial then encode(d.unit, 'hex') else d.id::text end as unit,
        {", ".join(f"s.{name}" for name in FIGURES)}
    from places p join run r on r.configuration_id = p.id
        join result s on s.run_id = r.id and s.workload_id = any($4::uuid[])
        left join run_drive m on m.run_id = r.id left join drive d on d.id = m.drive_id
    where r.deleted_at is null and r.outcome = 'complete' and r.state = 'understood' and r.tool_name = 'fio'
        and r.verdict_kind is not null and r.verdict_kind <> 'trust' and not r.finding_ids && $3::text[]
        and r.inventory_id is not null and r.stated_hardware_id is null and r.overridden is null
        and not r.labels ?| $5::text[] and not r.tags && $6::text[] and r.started_at >= $2 and {MEASURES}
        and s.is_alone and s.direct and s.error = 0 and s.runtime_ms >= {MIN_RUNTIME_MS}
        and s.iops > 0 and s.bw_bytes_per_s > 0
        and s.direction in ('read', 'write') and (d.id is not null or p.layout <> 'single')
), by_drive as (
    select {_KEYS}, unit, count(distinct run_id) as runs, min(started_at) as first, max(started_at) as last,
        array_agg(distinct cpu) filter (where cpu is not null) as cpu, {_MEDIANS}
    from measured group by {_KEYS}, unit
)
"""
_CELLS = f"""
{_BY_DRIVE}
select {_KEYS}, count(*)::int as drives, sum(runs)::int as runs,
    to_char(min(first) at time zone 'UTC', 'YYYY-"Q"Q') as first,
    to_char(max(last) at time zone 'UTC', 'YYYY-"Q"Q') as last,
    array(select distinct unnest(string_to_array(string_agg(array_to_string(cpu, ';'), ';'), ';')) order by 1) as cpu,
    {_QUANTILES}
from by_drive group by {_KEYS} order by {_KEYS}
"""


# What drives here measured, to be set beside the cells of other labs: firmware and host make no difference.
_OWN_VALUES = f"""
{_BY_DRIVE}
select {_KEYS}, array_agg(iops order by iops) as iops, array_agg(bw_bytes_per_s order by bw_bytes_per_s) as bw,
    sum(runs)::int as runs, w.content_sha256 as workload_sha256
from by_drive join workload w on w.id = workload_id
group by {_KEYS}, w.content_sha256
"""


class OwnRow(TypedDict):
    """What the drives here measured of one test, each with the median of its runs."""

    model: str
    capacity_bytes: int | None
    firmware: str | None
    link: str | None
    layout: str
    file_system: str | None
    setting: str
    """JSON."""
    state: State
    runtime_class: RuntimeClass
    workload_sha256: bytes
    direction: Direction
    iops: list[float]
    bw: list[float]
    runs: int


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
    """List the cells of these models (`*` stands for any text), of runs that started since then and these workloads.

    The demo's runs are of other people's drives: no lab hands them on as its own.
    """
    patterns = [escape_model(one).replace("*", "%") for one in models]
    rows: list[CellRow] = await driver.fetch(
        f"{_CELLS} limit $7", patterns, since, list(EXCLUDING), list(workload_ids), list(_STATED), [TAG], most
    )
    return rows


async def list_own_values(driver: Driver, model: str, workload_sha256: Sequence[bytes]) -> list[OwnRow]:
    """List what each drive of a model measured reliably here, of these tests."""
    ids = [
        row["id"]
        for row in await driver.fetch(
            "select id from workload where content_sha256 = any($1::bytea[])", workload_sha256
        )
    ]
    rows: list[OwnRow] = await driver.fetch(
        _OWN_VALUES, [escape_model(model)], _EVER, list(EXCLUDING), ids, list(_STATED), []
    )
    return rows


def escape_model(model: str) -> str:
    """Write a model as a pattern of LIKE that means itself."""
    return model.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
