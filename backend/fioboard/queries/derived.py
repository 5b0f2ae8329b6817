"""The rows that are derived from a tool's output, as pieces of SQL: ingest writes them first, reparse writes them anew.

Every piece reads JSON or arrays from the parameter it is given and stands behind `insert into …`; `workloads` and
`configurations` name relations with (id, content_sha256).
"""

from dataclasses import dataclass, field
from uuid import UUID


@dataclass(slots=True)
class Columns:
    """Rows of one table of distinct contents by column, for unnest()."""

    ids: list[UUID] = field(default_factory=list)
    sha256: list[bytes] = field(default_factory=list)
    body: list[str] = field(default_factory=list)


FACET_COLUMNS = (
    "hw_fingerprint, fw_fingerprint, os_fingerprint, units_fingerprint, facets_unknown, facts_version"
)


def facets(parameter: str) -> str:
    """The values of FACET_COLUMNS from a JSON object."""
    names = ", ".join(f"{parameter} ->> '{facet}'" for facet in ("hw", "fw", "os", "units"))
    return f"{names}, {parameter} -> 'unknown', ({parameter} ->> 'facts_version')::int"


@dataclass(slots=True, kw_only=True)
class Derived:
    """Everything that is derived from the outputs of one upload. JSON values are already encoded text."""

    configurations: Columns = field(default_factory=Columns)
    configuration_runs: list[int] = field(default_factory=list)
    workloads: Columns = field(default_factory=Columns)
    runs: str = "[]"
    results: str = "[]"
    job_results: str = "[]"
    histogram_results: list[UUID] = field(default_factory=list)
    histogram_kinds: list[str] = field(default_factory=list)
    histogram_n: list[int] = field(default_factory=list)
    histogram_bins: list[bytes] = field(default_factory=list)
    series: str = "[]"
    series_points: list[bytes] = field(default_factory=list)


RUN_RECORD = """(
    id uuid, position smallint, configuration text, started_at timestamptz, started_at_reason text,
    ended_at timestamptz, state text, state_reason text, outcome text, reader_version int, tool_name text,
    tool_version text, target text, argv jsonb, global_options jsonb, disk_util jsonb, problems jsonb,
    batch_id uuid, batch jsonb, title text, labels jsonb, tags jsonb, job_names jsonb, iops float8,
    bw_bytes_per_s float8, clat_p99_ns float8, facts_version int, path jsonb, path_fingerprint text,
    overridden jsonb)"""


def results(parameter: str, workloads: str) -> str:
    """Columns and rows of `result` from a JSON array."""
    return f"""(id, run_id, workload_id, position, job_name, job_group, direction, rw, bs_bytes, iodepth,
        numjobs, ioengine, direct, job_options, details, usr_cpu_pct, sys_cpu_pct, error, problems, iops,
        bw_bytes_per_s, io_bytes, total_ios, runtime_ms, slat, clat, lat)
    select r.id, r.run_id, (select id from {workloads} w where w.content_sha256 = decode(r.workload, 'hex')),
        r.position, r.job_name, r.job_group, r.direction, r.rw, r.bs_bytes, r.iodepth, r.numjobs, r.ioengine,
        r.direct, r.job_options, r.details, r.usr_cpu_pct, r.sys_cpu_pct, r.error, r.problems, r.iops,
        r.bw_bytes_per_s, r.io_bytes, r.total_ios, r.runtime_ms, r.slat, r.clat, r.lat
    from jsonb_to_recordset({parameter}::jsonb) as r (
        id uuid, run_id uuid, workload text, position smallint, job_name text, job_group int, direction text,
        rw text, bs_bytes bigint, iodepth bigint, numjobs bigint, ioengine text, direct bool, job_options jsonb,
        details jsonb, usr_cpu_pct float8, sys_cpu_pct float8, error bigint, problems jsonb, iops float8,
        bw_bytes_per_s bigint, io_bytes bigint, total_ios bigint, runtime_ms bigint, slat jsonb, clat jsonb,
        lat jsonb)"""


def job_results(parameter: str) -> str:
    """Columns and rows of `job_result` from a JSON array."""
    return f"""(result_id, position, iops, bw_bytes_per_s, io_bytes, total_ios, runtime_ms, slat, clat, lat)
    select r.result_id, r.position, r.iops, r.bw_bytes_per_s, r.io_bytes, r.total_ios, r.runtime_ms,
        r.slat, r.clat, r.lat
    from jsonb_to_recordset({parameter}::jsonb) as r (
        result_id uuid, position int, iops float8, bw_bytes_per_s bigint, io_bytes bigint, total_ios bigint,
        runtime_ms bigint, slat jsonb, clat jsonb, lat jsonb)"""


def histograms(first: int) -> str:
    """Columns and rows of `histogram` from four arrays, parameters `first` to `first` + 3."""
    return f"""(result_id, kind, n, bins)
    select h.* from unnest(${first}::uuid[], ${first + 1}::text[], ${first + 2}::bigint[], ${first + 3}::bytea[])
        as h (result_id, kind, n, bins)"""


def time_series(first: int) -> str:
    """Columns and rows of `time_series`: a JSON array (parameter `first`) and the points beside it."""
    return f"""(run_id, position, source, name, metric, direction, is_epoch, is_per_io, n, points)
    select s.run_id, s.position, s.source, s.name, s.metric, s.direction, s.is_epoch, s.is_per_io, s.n, p.points
    from jsonb_to_recordset(${first}::jsonb) as s (
        number int, run_id uuid, position int, source text, name text, metric text, direction text, is_epoch bool,
        is_per_io bool, n bigint)
    join unnest(${first + 1}::bytea[]) with ordinality as p (points, number) on p.number = s.number"""
