"""Stored results as measurements of jobs."""

from collections.abc import Iterable
from uuid import UUID

import orjson

from fioboard.engine.purposes.measurement import Measurement
from fioboard.engine.purposes.parts import Part, build_measurement
from fioboard.store.queries.purposes import PurposeRow

Key = frozenset[tuple[UUID, str]]
"""Workload and direction of each part: the same in the repeats of a job."""


def group_measurements(rows: Iterable[PurposeRow]) -> dict[tuple[UUID, Key], tuple[PurposeRow, Measurement]]:
    """Group results to the measurements of jobs, by run and workload, each with its first row."""
    jobs: dict[tuple[UUID, int, str, str | None], list[PurposeRow]] = {}
    for row in rows:
        jobs.setdefault((row["run_id"], row["job_group"], row["job_name"], row["rw"]), []).append(row)
    grouped: dict[tuple[UUID, Key], tuple[PurposeRow, Measurement]] = {}
    for parts in jobs.values():
        key = frozenset((part["workload_id"], part["direction"]) for part in parts)
        measurement = build_measurement([_read_part(part) for part in parts])
        grouped.setdefault((parts[0]["run_id"], key), (parts[0], measurement))
    return grouped


def _read_part(row: PurposeRow) -> Part:
    source = orjson.loads(row["settings_source"] or "{}") or {}
    return Part(
        job_name=row["job_name"],
        rw=row["rw"],
        bs_bytes=row["bs_bytes"],
        iodepth=row["iodepth"],
        numjobs=row["numjobs"],
        ioengine=row["ioengine"],
        direct=row["direct"],
        iops=row["iops"],
        bw_bytes_per_s=row["bw_bytes_per_s"],
        total_ios=row["total_ios"],
        clat=orjson.loads(row["clat"] or "null"),
        lat=orjson.loads(row["lat"] or "null"),
        sync_lat=orjson.loads(row["sync_lat"] or "null"),
        sync_count=orjson.loads(row["sync_ios"] or "null"),
        options=orjson.loads(row["job_options"]),
        is_sync_stated=row["syncs"] is not None or "default" in source.values(),
        is_alone=row["is_alone"],
        doubts=orjson.loads(row["doubts"] or "[]"),
        is_unreliable=row["is_unreliable"],
    )
