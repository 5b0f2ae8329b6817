"""The rows that are derived from a tool's output, as pieces of SQL: ingest writes them first, reparse writes them anew.

Every piece stands behind `insert into …` and reads JSON or arrays from parameters named after the fields of Derived.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from uuid import UUID

from fioboard.core.ids import uuid7
from fioboard.core.sanitize import content_sha256, encoded
from fioboard.engine.words import runs
from fioboard.engine.words.columns import names, record, values
from fioboard.engine.words.drives import DRIVE
from fioboard.engine.words.results import JOB_RESULT, RESULT, SERIES


@dataclass(slots=True)
class Columns:
    """Rows of one table of distinct contents by column, for unnest()."""

    ids: list[UUID] = field(default_factory=list)
    sha256: list[bytes] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    _places: dict[bytes, int] = field(default_factory=dict)

    def add(self, content: object) -> tuple[bytes, int]:
        """Adds a clean content unless it is there; gives its hash and its place."""
        sha256 = content_sha256(content)
        place = self._places.setdefault(sha256, len(self.ids))
        if place == len(self.ids):
            self.ids.append(uuid7())
            self.sha256.append(sha256)
            self.body.append(encoded(content))
        return sha256, place

    def parameters(self, table: str) -> dict[str, object]:
        """`workload_ids`, `workload_sha256`, `workload_body`."""
        return {f"{table}_ids": self.ids, f"{table}_sha256": self.sha256, f"{table}_body": self.body}


MAX_TARGET_NAMES = 400
TARGET_NAMES = "array(select jsonb_array_elements_text({names}::jsonb))"
"""Names that came with a configuration, from JSON."""
MORE_TARGET_NAMES = f"""array(select name from unnest(c.target_names || array(
        select name from unnest({{names}}) name where name <> all(c.target_names))) with ordinality as kept (name, n)
        order by n limit {MAX_TARGET_NAMES})"""
"""What a configuration `c` keeps of the names under which its target was measured: those it had first."""

FACETS = ("hw", "fw", "os", "units")
FACET_COLUMNS = ", ".join((*(f"{facet}_fingerprint" for facet in FACETS), "facets_unknown", "facts_version"))


def build_facets(parameter: str) -> str:
    """Return SQL for the values of FACET_COLUMNS from a JSON object."""
    fingerprints = ", ".join(f"{parameter} ->> '{facet}'" for facet in FACETS)
    return f"{fingerprints}, {parameter} -> 'unknown', ({parameter} ->> 'facts_version')::int"


@dataclass(slots=True, kw_only=True)
class Derived:
    """Everything that is derived from the outputs of one upload. JSON values are already encoded text."""

    configurations: Columns = field(default_factory=Columns)
    configuration_runs: list[int] = field(default_factory=list)
    configuration_names: list[list[str]] = field(default_factory=list)
    """Of each configuration the names of its runs' targets."""
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
    machine: str = "[]"
    """The host's state, in a list: none when no inventory was sent."""
    identifiers: str = "[]"
    """Of the host's machine: kind and sha256 in hex."""
    drives: str = "[]"
    run_drives: str = "[]"

    def parameters(self) -> Mapping[str, object]:
        """By the names of the fields; configurations and workloads by their columns."""
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            **own,
            "configuration_names": [encoded(one) for one in self.configuration_names],
            **self.configurations.parameters("configuration"),
            **self.workloads.parameters("workload"),
        }


RUN_RECORD = f"(id uuid, position smallint, configuration text, {record((*runs.READ, *runs.STATED))})"

RESULTS = f"""(id, run_id, workload_id, {names(RESULT)})
    select r.id, r.run_id, w.id, {values(RESULT, "r")}
    from jsonb_to_recordset(:results ::jsonb) as r (id uuid, run_id uuid, workload text, {record(RESULT)})
    left join {{workloads}} w on w.content_sha256 = decode(r.workload, 'hex')"""
"""Columns and rows of `result`. `workloads` names a relation with id and content_sha256.

Joined, because PostgreSQL scans such a relation once per result for a subquery. A workload that is not there (another
upload wins the race for it) leaves null in a column that takes none, so that no result is lost."""

JOB_RESULTS = f"""(result_id, {names(JOB_RESULT)})
    select r.result_id, {values(JOB_RESULT, "r")}
    from jsonb_to_recordset(:job_results ::jsonb) as r (result_id uuid, {record(JOB_RESULT)})"""

HISTOGRAMS = """(result_id, kind, n, bins)
    select h.* from unnest(
        :histogram_results ::uuid[], :histogram_kinds ::text[], :histogram_n ::bigint[], :histogram_bins ::bytea[])
        as h (result_id, kind, n, bins)"""

TIME_SERIES = f"""(run_id, {names(SERIES)}, points)
    select s.run_id, {values(SERIES, "s")}, p.points
    from jsonb_to_recordset(:series ::jsonb) as s (number int, run_id uuid, {record(SERIES)})
    join unnest(:series_points ::bytea[]) with ordinality as p (points, number) on p.number = s.number"""

MACHINE = """(host_id, seen_at, degraded_arrays)
    select {host}, m.seen_at, array(select jsonb_array_elements_text(m.degraded_arrays))
    from jsonb_to_recordset(:machine ::jsonb) as m (seen_at timestamptz, degraded_arrays jsonb)
    where {condition}
    on conflict (host_id) do update set seen_at = excluded.seen_at, degraded_arrays = excluded.degraded_arrays
    where host_state.seen_at <= excluded.seen_at"""
"""Rows of `host_state`: what an older upload tells late is passed over. `host` gives the host's id."""

IDENTIFIERS = """(host_id, kind, sha256, seen_at)
    select {host}, i.kind, decode(i.sha256, 'hex'), i.seen_at
    from jsonb_to_recordset(:identifiers ::jsonb) as i (kind text, sha256 text, seen_at timestamptz)
    where {condition} order by i.kind, i.sha256
    on conflict do nothing"""
"""Rows of `host_identifier`, in an order that two uploads of one host share."""

DRIVES = f"""(id, host_id, unit, seen_at, {names(DRIVE)})
    select d.id, {{host}}, decode(d.unit, 'hex'), d.seen_at, {values(DRIVE, "d")}
    from jsonb_to_recordset(:drives ::jsonb) as d (id uuid, unit text, seen_at timestamptz, {record(DRIVE)})
    where {{condition}} order by d.unit
    on conflict (host_id, unit) do update set seen_at = excluded.seen_at,
        ({names(DRIVE)}) = row({names(DRIVE, "excluded")})
    where drive.seen_at <= excluded.seen_at"""
"""Rows of `drive`, in an order that two uploads of one host share, so that neither waits for the other's."""

RUN_DRIVES = """(run_id, drive_id)
    select r.run_id, d.id
    from jsonb_to_recordset(:run_drives ::jsonb) as r (run_id uuid, unit text)
    left join {drives} d on d.host_id = {host} and d.unit = decode(r.unit, 'hex')
    where {condition}"""
"""Rows of `run_drive`. `drives` names a relation with id, host_id and unit."""
