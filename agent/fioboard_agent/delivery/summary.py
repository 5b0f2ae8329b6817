"""One line per job and direction of a result, as fio itself prints it: for the terminal, never stored."""

from __future__ import annotations

import json
import re
from typing import Any, Optional

from fioboard_agent.delivery.spool import Entry

_MAX_READ_BYTES = 64 << 20
_KIB = 1024
# Of version 3: where the KiB read and written stand; bandwidth in KiB/s and IOPS follow.
_TERSE_PLACES = (("read", 5), ("write", 46))


def describe_result(entry: Entry) -> list[str]:
    """IOPS and bandwidth as fio measured them, whatever form its output has; [] where there is none to be read."""
    try:
        is_json = (entry.files / "fio.json").exists()
        path = entry.files / ("fio.json" if is_json else "fio.txt")
        if path.stat().st_size > _MAX_READ_BYTES:
            return []
        text = path.read_text(encoding="utf-8", errors="replace")
        return _describe_json(text) if is_json else _describe_terse(text) or _describe_text(text)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return []


def read_written_bytes(entry: Entry) -> Optional[int]:
    """Read what fio wrote and trimmed according to its result; None where that is not JSON or not whole."""
    try:
        text = (entry.files / "fio.json").read_text(encoding="utf-8", errors="replace")
        jobs = json.loads(text[text.index("{") :], strict=False)["jobs"]
        return sum(int(job[direction]["io_bytes"]) for job in jobs for direction in ("write", "trim"))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _describe_json(text: str) -> list[str]:
    document = json.loads(text[text.index("{") :], strict=False)
    return [
        line
        for job in document["jobs"]
        for direction in ("read", "write", "trim")
        for line in _describe_direction(job, direction)
    ]


def _describe_terse(text: str) -> list[str]:
    """Of `--minimal` and `--output-format=terse`: one line a job, in version 3, fio's own choice."""
    rows = [line.split(";") for line in text.splitlines() if line.startswith("3;")]
    return [
        _format_line(row[2], direction, float(row[at + 2]), float(row[at + 1]) * _KIB)
        for row in rows
        for direction, at in _TERSE_PLACES
        if len(row) > at + 2 and float(row[at])
    ]


def _describe_text(text: str) -> list[str]:
    """Of `--output-format=normal`, and of gdsio: its own words, with the job that they are of."""
    name, lines = "", []
    for line in text.splitlines():
        head = re.match(r"(\S.*?): \(groupid=\d+, jobs=\d+\): err=", line)
        name = head.group(1) if head else name
        if line.startswith("IoType: "):  # gdsio
            lines.append(f"  {line}")
        if name and re.match(r"\s+(read|write|trim)\s*: (IOPS=|io=)", line):
            lines.append(f"  {name}: {line.strip()}")
    return lines


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
    return [_format_line(job["jobname"], direction, measured["iops"], read_bandwidth(measured))]


def read_bandwidth(measured: dict[str, Any]) -> float:
    """Read the bytes per second of a direction: fio 3.1 wrote them in KiB/s only, as `bw`."""
    return float(measured["bw_bytes"] if "bw_bytes" in measured else measured["bw"] * _KIB)


def _format_line(name: str, direction: str, iops: float, bandwidth: float) -> str:
    return f"  {name}: {direction} {iops:,.0f} IOPS, {bandwidth / (1 << 20):,.1f} MiB/s ({bandwidth / 1e6:,.1f} MB/s)"
