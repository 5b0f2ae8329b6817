"""From published figures to the document that the tool would have written, holding these figures and no others."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

import orjson

from fioboard.engine.words.results import RATES

RECONSTRUCTED = "reconstructed from published figures, day and hour approximate"
FIO_KEY = {column.name: column.fio for column in RATES}
# Keys that fio gives what an IOPS figure counts, and what a bandwidth counts.
IO_COUNT, BYTE_COUNT = (FIO_KEY[rate.counts] for rate in RATES if rate.counts)


@dataclass(frozen=True, slots=True)
class Batch:
    """The place of a run in a batch: the batch's name, its number among those of that name, the step and all steps."""

    name: str
    number: int
    step: int
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One run as its owner published it, or as it was simulated. Base units: bytes, bytes/s, ns, ms; None = unknown."""

    case: str
    """Also the host's name."""
    machine: str
    """Inventory document of the machine at that time, a file of data/."""
    title: str | None
    """None: the workload is title enough."""
    started_at: datetime
    """Of a published case in the case's year; day and hour are placed."""
    direction: Literal["read", "write"]
    options: dict[str, str]
    iops: float | None
    """Rounded, as published; None: it follows from the bandwidth (fio), or stays unknown (other tools)."""
    bs_bytes: int
    bw_bytes_per_s: float | None = None
    """Rounded, as published; None: it follows from the IOPS."""
    io_count: int | None = None
    """Where the job's size tells it; None: it follows from IOPS and runtime."""
    io_bytes: int | None = None
    origin: str = RECONSTRUCTED
    """What the document says of itself beside its version."""
    tool: str = "fio"
    version: str = "fio-3"
    runtime_ms: int | None = None
    clat_mean_ns: int | None = None
    clat_max_ns: int | None = None
    percentiles_ns: dict[str, int] = field(default_factory=dict)
    usr_cpu_pct: float | None = None
    sys_cpu_pct: float | None = None
    labels: dict[str, str] = field(default_factory=dict)
    target: int = 0
    """Which of the machine's targets."""
    batch: Batch | None = None
    kernel: str | None = None
    """The machine's kernel at that time; None: as its document has it."""


def document(figures: Figures) -> bytes:
    """fio's JSON with these figures; of another tool, the document of named measurements (docs/formats.md)."""
    whole = _fio(figures) if figures.tool == "fio" else _measurement(figures)
    return orjson.dumps(whole, option=orjson.OPT_INDENT_2)


def _measurement(figures: Figures) -> dict[str, object]:
    row = {
        "name": figures.title,
        "direction": figures.direction,
        "rw": figures.options["rw"],
        "bs_bytes": figures.bs_bytes,
        "iodepth": int(figures.options["iodepth"]),
        "bw_bytes_per_s": figures.bw_bytes_per_s,
        "io_bytes": figures.io_bytes,
        "runtime_ms": figures.runtime_ms,
    }
    return {
        "tool": {"name": figures.tool, "version": f"{figures.version} ({figures.origin})"},
        "measurements": [row],
    }


def _fio(figures: Figures) -> dict[str, object]:
    clat: dict[str, object] = {}
    if figures.clat_mean_ns is not None:
        clat["mean"] = figures.clat_mean_ns
    if figures.clat_max_ns is not None:
        clat["max"] = figures.clat_max_ns
    if figures.percentiles_ns:
        clat["percentile"] = {f"{float(p):.6f}": ns for p, ns in figures.percentiles_ns.items()}
    side: dict[str, object] = {**_rates(figures)}
    if clat:
        side["clat_ns"] = clat
    job: dict[str, object] = {
        "jobname": figures.title or figures.options["rw"],
        "groupid": 0,
        "error": 0,
        "job options": figures.options,
        figures.direction: side,
    }
    for name, share in (("usr_cpu", figures.usr_cpu_pct), ("sys_cpu", figures.sys_cpu_pct)):
        if share is not None:
            job[name] = share
    return {"fio version": f"{figures.version} ({figures.origin})", "jobs": [job]}


def _rates(figures: Figures) -> dict[str, float]:
    """IOPS, bandwidth and amounts that agree with each other as fio's do, and round to what was published."""
    iops, bandwidth = figures.iops, figures.bw_bytes_per_s
    if iops is None:
        if bandwidth is None:
            return {}
        return {"bw_bytes": round(bandwidth), "iops": bandwidth / figures.bs_bytes}
    if figures.runtime_ms is None:
        return {"bw_bytes": round(iops * figures.bs_bytes), "iops": iops}
    count = figures.io_count or round(iops * figures.runtime_ms / 1000)
    size_bytes = count * figures.bs_bytes
    return {
        "bw_bytes": size_bytes * 1000 // figures.runtime_ms,
        "iops": count * 1000 / figures.runtime_ms,
        "runtime": figures.runtime_ms,
        BYTE_COUNT: size_bytes,
        IO_COUNT: count,
    }
