"""One line per job and direction of a result, as fio itself prints it: for the terminal, never stored."""

from __future__ import annotations

import json
from typing import Any

from fioboard_agent.delivery.spool import Entry

_MAX_READ_BYTES = 64 << 20


def describe_result(entry: Entry) -> list[str]:
    """IOPS and bandwidth as fio measured them; [] when the output is not one JSON document (the service reads more)."""
    path = entry.files / "fio.json"
    try:
        if path.stat().st_size > _MAX_READ_BYTES:
            return []
        text = path.read_text(encoding="utf-8", errors="replace")
        document = json.loads(text[text.index("{") :], strict=False)
        return [
            line
            for job in document["jobs"]
            for direction in ("read", "write", "trim")
            for line in _describe_direction(job, direction)
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def describe_run(entry: Entry) -> str:
    """`2026-11-21T13:00:00Z  randread.fio … (interrupted)` of a kept run."""
    manifest = entry.manifest()
    what = manifest.get("title") or manifest.get("target") or " ".join(manifest.get("argv", [])[1:4])
    batch = manifest.get("batch")
    step = f"  {batch['name']} {batch['step']}/{batch['steps']}" if batch else ""
    mark = "  (interrupted)" if manifest.get("interrupted") else ""
    return f"{manifest.get('started_at')}  {entry.key}  {what}{step}{mark}"


def _describe_direction(job: dict[str, Any], direction: str) -> list[str]:
    measured = job[direction]
    if not measured["io_bytes"]:
        return []
    # bw_bytes is bytes per second; fio's plain bw is KiB/s.
    bandwidth = float(measured["bw_bytes"])
    return [
        f"  {job['jobname']}: {direction} {measured['iops']:,.0f} IOPS, "
        f"{bandwidth / (1 << 20):,.1f} MiB/s ({bandwidth / 1e6:,.1f} MB/s)"
    ]
