"""From published figures to the document that fio would have written, holding these figures and no others."""

from dataclasses import dataclass, field
from typing import Any, Literal

import orjson

RECONSTRUCTED = "reconstructed from published figures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One run as its owner published it. Base units: bytes, bytes/s, ns, ms; None = not published."""

    case: str
    """Also the host's name."""
    machine: str
    """Inventory document of the machine at that time, a file of data/."""
    title: str
    direction: Literal["read", "write"]
    options: dict[str, str]
    iops: float
    bw_bytes_per_s: float
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


def document(figures: Figures) -> bytes:
    """fio's JSON with these figures."""
    side: dict[str, Any] = {"bw_bytes": round(figures.bw_bytes_per_s), "iops": figures.iops}
    if figures.runtime_ms is not None:
        side |= {
            "runtime": figures.runtime_ms,
            "io_bytes": round(figures.bw_bytes_per_s * figures.runtime_ms / 1000),
            "total_ios": round(figures.iops * figures.runtime_ms / 1000),
        }
    clat: dict[str, Any] = {}
    if figures.clat_mean_ns is not None:
        clat["mean"] = figures.clat_mean_ns
    if figures.clat_max_ns is not None:
        clat["max"] = figures.clat_max_ns
    if figures.percentiles_ns:
        clat["percentile"] = {f"{float(p):.6f}": ns for p, ns in figures.percentiles_ns.items()}
    if clat:
        side["clat_ns"] = clat
    job: dict[str, Any] = {
        "jobname": figures.title,
        "groupid": 0,
        "error": 0,
        "job options": figures.options,
        figures.direction: side,
    }
    for name, share in (("usr_cpu", figures.usr_cpu_pct), ("sys_cpu", figures.sys_cpu_pct)):
        if share is not None:
            job[name] = share
    whole = {"fio version": f"{figures.version} ({RECONSTRUCTED})", "jobs": [job]}
    return orjson.dumps(whole, option=orjson.OPT_INDENT_2)
