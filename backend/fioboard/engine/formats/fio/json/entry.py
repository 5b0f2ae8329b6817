"""One entry of `jobs` or `client_stats` → Entry: units by era, headline numbers, no judgement.

Source: fio stat.c, show_thread_status_json and add_ddir_status_json, at the release tags.
"""

import re

from fioboard.engine.formats.fio.json.latency import (
    Histograms,
    find_unit_ns,
    read_latencies,
    read_latency,
    read_priorities,
)
from fioboard.engine.formats.fio.json.shape import DirectionShape, JobShape, SteadyShape, SyncShape
from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.options import parse_flag
from fioboard.engine.formats.fio.model.reading import DirectionNumbers, Latency, SteadyState, build_counts

KIB = 1024
# As iops_slope:0.300000% or bw:31457280.000000.
_CRITERION = re.compile(r"(iops|bw|lat)(_slope)?:([0-9]{1,18}(?:\.[0-9]{1,9})?)(%?)")


def read_entry(
    job: JobShape, where: str, global_options: dict[str, str] | None, histograms: Histograms
) -> Entry:
    """The entry with the directions that moved data. Options come cleaned, see document.py."""
    own = job.job_options
    options = None
    if own is not None or global_options is not None:
        options = {**(global_options or {}), **(own or {})}
    has_total = options is not None and parse_flag(options.get("lat_percentiles"))
    directions: list[DirectionNumbers] = []
    resolution = 1
    for name, shape in (("read", job.read), ("write", job.write), ("trim", job.trim), ("mixed", job.mixed)):
        if shape is None or (name == "mixed" and directions):
            continue
        if shape.io_bytes or (shape.io_bytes is None and (shape.ios or shape.iops)):
            directions.append(read_direction(name, shape, histograms, has_total))
            resolution = max(resolution, find_unit_ns(shape))
    sync_ios, sync_lat = _read_sync(job.sync, histograms) if job.sync is not None else (None, None)
    return Entry(
        where=where,
        job_name=job.jobname or "",
        group=job.groupid or 0,
        directions=tuple(directions),
        own_options=own,
        options=options,
        hostname=job.hostname,
        port=job.port,
        error=job.error or 0,
        total_errors=job.total_err,
        started_at_ms=job.job_start,
        elapsed_s=job.elapsed,
        job_runtime_ms=job.job_runtime,
        usr_cpu_pct=job.usr_cpu,
        sys_cpu_pct=job.sys_cpu,
        ctx_switches=job.ctx,
        latency_depth=job.latency_depth,
        latency_target=job.latency_target,
        iodepth_level_pct=job.iodepth_level or {},
        sync_ios=sync_ios,
        sync_lat=sync_lat,
        steady_state=_read_steady_state(job.steadystate) if job.steadystate else None,
        description=job.desc,
        resolution_ns=resolution,
    )


def _read_sync(shape: SyncShape, histograms: Histograms) -> tuple[int | None, Latency | None]:
    """How many syncs, and their latency. Synchronous engines measure each one and yet print a total of 0."""
    latency = read_latency(shape.lat_ns, 1, histograms)
    return shape.ios or (latency.n if latency is not None else None), latency


def read_direction(
    name: str, shape: DirectionShape, histograms: Histograms, has_total: bool
) -> DirectionNumbers:
    """One direction in bytes, bytes/s, ms and ns.

    io_bytes was KiB before 2.21, which brought io_kbytes; bw_bytes came with 3.2, before it the bandwidth
    is computed from bytes and runtime, which keeps three digits more than `bw` in KiB/s. IOPS was cut to a
    whole number before 2.2.6; I/Os and runtime give it back.
    """
    io_bytes, runtime, ios, iops = shape.io_bytes, shape.runtime, shape.ios, shape.iops
    is_kib = io_bytes is not None and _is_in_kib(shape)
    io_bounds = None
    if is_kib and io_bytes is not None:
        io_bytes *= KIB
        # Cut to whole KiB, so up to 1023 bytes more; exact for the usual block sizes, see exact_bytes().
        io_bounds = None if _is_exact(io_bytes, ios) else (float(io_bytes), float(io_bytes + KIB))
    bandwidth, bounds = shape.bw_bytes, None
    if bandwidth is None and io_bytes is not None and runtime:
        bandwidth = 1_000 * io_bytes // runtime
    elif bandwidth is None and shape.bw is not None:
        bandwidth, bounds = shape.bw * KIB, (float(shape.bw * KIB), float((shape.bw + 1) * KIB))
    iops_bounds = None
    if iops is not None and iops == int(iops) and shape.bw_bytes is None:
        exact = 1_000 * ios / runtime if ios and runtime else None
        if exact is not None and int(exact) == iops:
            iops = exact
        elif exact is None and find_unit_ns(shape) != 1:
            iops_bounds = (iops, iops + 1)
    slat, clat, lat = read_latencies(shape, histograms, has_total)
    return DirectionNumbers(
        direction=name,
        iops=iops,
        iops_bounds=iops_bounds,
        bw_bytes_per_s=bandwidth,
        bw_bounds_bytes_per_s=bounds,
        io_bytes=io_bytes,
        io_bounds_bytes=io_bounds,
        **build_counts(ios, shape.short_ios, shape.drop_ios),
        runtime_ms=runtime,
        slat=slat,
        clat=clat,
        lat=lat,
        priorities=read_priorities(shape, histograms)
        if shape.prios or shape.clat_high_prio or shape.lat_high_prio
        else (),
    )


def _is_in_kib(shape: DirectionShape) -> bool:
    """Return whether io_bytes of this direction is in KiB (before 2.21)."""
    if shape.io_kbytes is not None or shape.bw_bytes is not None:
        return False
    if shape.clat is not None or shape.lat is not None or shape.slat is not None:
        return True
    if (
        shape.clat_ns is not None
        or shape.lat_ns is not None
        or not (shape.bw and shape.runtime and shape.io_bytes)
    ):
        return False
    # Neither key helps (a cut-down document): bw is KiB/s in every version.
    kib = shape.bw * shape.runtime / 1_000
    return abs(shape.io_bytes - kib) < abs(shape.io_bytes / KIB - kib)


def _is_exact(io_bytes: int, ios: int | None) -> bool:
    """Whether the bytes of I/Os all of one size in whole KiB were counted: then nothing was cut off."""
    return bool(ios) and io_bytes % (ios or 1) == 0


def _read_steady_state(shape: SteadyShape) -> SteadyState:
    data, criterion = shape.data, _CRITERION.fullmatch(shape.ss or "")
    return SteadyState(
        criterion=shape.ss or "",
        metric=criterion[1] if criterion else None,
        is_slope=bool(criterion[2]) if criterion else None,
        limit=float(criterion[3]) if criterion else None,
        is_share=bool(criterion[4]) if criterion else None,
        duration_s=shape.duration,
        is_attained=None if shape.attained is None else bool(shape.attained),
        slope=shape.slope,
        max_deviation=shape.max_deviation,
        reached=shape.criterion,
        bw_bytes_per_s=tuple(data.bw or ()) if data else (),
        iops=tuple(data.iops or ()) if data else (),
    )
