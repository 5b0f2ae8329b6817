"""The shape of fio's JSON, every key of 2.0.10 … 3.42, as msgspec decodes it.

Only names and value ranges: what a value means is decided in entry.py and latency.py. Keys that
nobody reads are declared too (as raw bytes): a document that has only declared keys can be checked for
keys given twice without a second parse, see decode.py.
Source: fio stat.c (show_thread_status_json, add_ddir_status_json), client.c, diskutil.c, json.c.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct, field

# No measurement has more: 144 PB, or four years in ns. Sums of dozens of such stay within the 64 bits of a column.
MAX_INT = 2**57
Nat = Annotated[int, Meta(ge=0, le=MAX_INT)]
Amount = Annotated[float, Meta(ge=0, le=float(MAX_INT))]
Code = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
_NONE = Raw(b"")
NO_BINS = _NONE


class LatencyShape(Struct, omit_defaults=True):
    """slat, clat, lat; also of priorities and of sync. µs or ns: the key it is found under says which."""

    min: Nat | None = None
    max: Nat | None = None
    mean: Amount | None = None
    stddev: Amount | None = None
    n: Nat | None = field(default=None, name="N")
    percentile: dict[str, Nat] | None = None
    bins: Raw = _NONE


class PriorityShape(Struct, omit_defaults=True):
    """One of `prios` (3.30+)."""

    prioclass: Raw = _NONE
    prio: Raw = _NONE
    priohint: Raw = _NONE
    clat_ns: LatencyShape | None = None
    lat_ns: LatencyShape | None = None


class DirectionShape(Struct, omit_defaults=True):
    """read, write, trim, mixed."""

    io_bytes: Nat | None = None
    io_kbytes: Nat | None = None
    bw_bytes: Nat | None = None
    bw: Nat | None = None
    iops: Amount | None = None
    runtime: Nat | None = None
    ios: Nat | None = field(default=None, name="total_ios")
    short_ios: Nat | None = None
    drop_ios: Nat | None = None
    slat: LatencyShape | None = None
    clat: LatencyShape | None = None
    lat: LatencyShape | None = None
    slat_ns: LatencyShape | None = None
    clat_ns: LatencyShape | None = None
    lat_ns: LatencyShape | None = None
    clat_high_prio: LatencyShape | None = None
    clat_low_prio: LatencyShape | None = None
    lat_high_prio: LatencyShape | None = None
    lat_low_prio: LatencyShape | None = None
    prios: list[PriorityShape] | None = None
    bw_min: Raw = _NONE
    bw_max: Raw = _NONE
    bw_agg: Raw = _NONE
    bw_mean: Raw = _NONE
    bw_dev: Raw = _NONE
    bw_samples: Raw = _NONE
    iops_min: Raw = _NONE
    iops_max: Raw = _NONE
    iops_mean: Raw = _NONE
    iops_stddev: Raw = _NONE
    iops_samples: Raw = _NONE
    cachehit: Raw = _NONE


class SyncShape(Struct, omit_defaults=True):
    """fsync, fdatasync, sync_file_range and syncfs (3.4+)."""

    ios: Nat | None = field(default=None, name="total_ios")
    lat_ns: LatencyShape | None = None


class SteadyDataShape(Struct, omit_defaults=True):
    """One value per check interval; bw in bytes/s."""

    bw_mean: Raw = _NONE
    iops_mean: Raw = _NONE
    lat_mean: Raw = _NONE
    iops: list[float] | None = None
    bw: list[float] | None = None
    lat_ns: Raw = _NONE
    lat: Raw = _NONE


class SteadyShape(Struct, omit_defaults=True):
    """steadystate (2.16+)."""

    ss: str | None = None
    duration: Nat | None = None
    attained: Nat | None = None
    criterion: str | None = None
    max_deviation: float | None = None
    slope: float | None = None
    data: SteadyDataShape | None = None


class JobShape(Struct, omit_defaults=True):
    """One entry of `jobs` or `client_stats`."""

    jobname: str | None = None
    groupid: Annotated[int, Meta(ge=0, lt=2**31)] | None = None
    job_start: Nat | None = None
    error: Code | None = None
    eta: Raw = _NONE
    elapsed: Nat | None = None
    job_options: dict[str, str] | None = field(default=None, name="job options")
    read: DirectionShape | None = None
    write: DirectionShape | None = None
    trim: DirectionShape | None = None
    mixed: DirectionShape | None = None
    sync: SyncShape | None = None
    job_runtime: Nat | None = None
    usr_cpu: Amount | None = None
    sys_cpu: Amount | None = None
    ctx: Nat | None = None
    majf: Raw = _NONE
    minf: Raw = _NONE
    iodepth_level: dict[str, Amount] | None = None
    iodepth_submit: Raw = _NONE
    iodepth_complete: Raw = _NONE
    latency_ns: Raw = _NONE
    latency_us: Raw = _NONE
    latency_ms: Raw = _NONE
    total_err: Nat | None = None
    first_error: Nat | None = None
    latency_depth: Nat | None = None
    latency_target: Nat | None = None
    latency_percentile: Raw = _NONE
    latency_window: Raw = _NONE
    latency_target_ns: Raw = _NONE
    latency_window_us: Raw = _NONE
    desc: str | None = None
    block: Raw = _NONE
    steadystate: SteadyShape | None = None
    zone_resets: Raw = _NONE
    hostname: str | None = None
    port: Nat | None = None


class DiskShape(Struct, omit_defaults=True):
    """One item of disk_util. `aggr_write_merge` has no s in every version."""

    name: str | None = None
    read_ios: Nat | None = None
    write_ios: Nat | None = None
    read_sectors: Nat | None = None
    write_sectors: Nat | None = None
    read_merges: Nat | None = None
    write_merges: Nat | None = None
    read_ticks: Nat | None = None
    write_ticks: Nat | None = None
    in_queue: Nat | None = None
    util: float | None = None
    aggr_read_ios: Nat | None = None
    aggr_write_ios: Nat | None = None
    aggr_read_sectors: Nat | None = None
    aggr_write_sectors: Nat | None = None
    aggr_read_merges: Nat | None = None
    aggr_write_merge: Nat | None = None
    aggr_read_ticks: Nat | None = None
    aggr_write_ticks: Nat | None = None
    aggr_in_queue: Nat | None = None
    aggr_util: float | None = None
    hostname: str | None = None
    port: Nat | None = None


class DocumentShape(Struct, omit_defaults=True):
    """The root object."""

    version: str | None = field(default=None, name="fio version")
    timestamp: Nat | None = None
    timestamp_ms: Nat | None = None
    time: str | None = None
    global_options: dict[str, str | int] | list[dict[str, str | int]] | None = field(
        default=None, name="global options"
    )
    jobs: list[JobShape] | None = None
    client_stats: list[JobShape] | None = None
    disk_util: list[DiskShape] | None = None
    cpu_idleness: Raw = _NONE


document_decoder: msgspec.json.Decoder[DocumentShape] = msgspec.json.Decoder(DocumentShape)
encoder = msgspec.json.Encoder()
