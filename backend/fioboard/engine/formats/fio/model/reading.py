"""What a reader gives: frozen values in base units (bytes, bytes/s, ns, ms), and what was wrong with them.

None means unknown or not measured, never zero; a direction without I/O has no Result at all.
Nothing here decides which of two runs is faster, and nothing here was repaired: a number that
contradicts another one is kept as printed, with a Problem beside it. Structs of msgspec, because building a
frozen dataclass of fifty fields takes five times as long.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Final, Literal, TypedDict

from msgspec import Struct, field

from fioboard.engine.formats.fio.model.histogram import Histogram
from fioboard.engine.formats.fio.model.remarks import CLASS_OF, NOTE, RemarkClass
from fioboard.engine.formats.fio.model.time_series import TimeSeries

Outcome = Literal["complete", "partial", "interrupted", "failed", "not_understood"]


class Problem(Struct, frozen=True):
    """A warning for people. `error` is the contract, `detail` one sentence."""

    where: str
    """JSON pointer ("/jobs/0/read/iops") or "line 12"; "" is the whole body."""
    error: str
    detail: str

    @property
    def remark_class(self) -> RemarkClass:
        """What it means for the figures: "wrong_figure", "missing" or "note", see remarks.py."""
        return CLASS_OF.get(self.error, NOTE)


class Message(Struct, frozen=True):
    """A line that is no part of any result; kept so that nothing is dropped unseen."""

    line: int
    """1-based line of the decoded body."""
    text: str


class Latency(Struct, frozen=True, kw_only=True):
    """One latency of one direction: slat (submission), clat (completion) or lat (total)."""

    n: int | None = None
    """Samples. None where fio does not print it (before 3.18, text, terse)."""
    min_ns: int | None = None
    mean_ns: float | None = None
    stddev_ns: float | None = None
    max_ns: int | None = None
    percentiles: Mapping[str, int] = field(default_factory=dict)
    """Percentile ("50", "99", "99.9": shortest decimal) to ns; fio prints the middle of its bucket."""
    percentiles_reason: str | None = None
    """Why there are none; None when there are some."""
    saturated: tuple[str, ...] = ()
    """Keys of `percentiles` that lie in fio's last bucket: the value is only a lower bound (17.1 s)."""
    histogram: Histogram | None = None
    resolution_ns: int = 1
    """Unit the values were printed in: 1, 1_000 (fio 2.x, terse) or 1_000_000 (text in msec)."""
    percentile_resolution_ns: int = 1
    """The same for the percentiles: text prints them in a unit of their own, rounded up to whole units."""


class PriorityLatency(Struct, frozen=True, kw_only=True):
    """Latency of the I/Os of one priority: a subset of the direction's own, never to be added to it."""

    priority: str
    """As fio names it: "high", "low", or "class/level/hint"."""
    latency_kind: str
    """"clat" or "lat"."""
    latency: Latency


class SteadyState(Struct, frozen=True, kw_only=True):
    """fio's steadystate block: the criterion and whether it was met."""

    criterion: str
    duration_s: int | None
    is_attained: bool | None
    slope: float | None
    max_deviation: float | None
    reached: str | None
    """What the last window showed, as fio prints it: "0.12%", or without a sign in the unit of the metric."""
    metric: str | None = None
    """"iops", "bw" or "lat" (3.42); None when not understood."""
    is_slope: bool | None = None
    """The slope over the window is compared with the limit; else the largest deviation from its mean."""
    limit: float | None = None
    """In percent of the mean with `is_share`, else in the unit of the metric."""
    is_share: bool | None = None
    bw_bytes_per_s: tuple[float, ...] = ()
    iops: tuple[float, ...] = ()

    @property
    def reached_value(self) -> float | None:
        """`reached` as a number."""
        try:
            value = float((self.reached or "").removesuffix("%"))
        except ValueError:
            return None
        return value if isfinite(value) else None


class Counts(TypedDict):
    """Fields of what was measured that count I/Os: done, cut short, dropped; null when unknown."""

    total_ios: int | None
    short_ios: int | None
    drop_ios: int | None


def build_counts(done: int | None, short: int | None = None, dropped: int | None = None) -> Counts:
    """Build the fields of counts for `DirectionNumbers(…, **build_counts(done))` and a result of another tool: the
    fields' names are written here alone.
    """
    return {"total_ios": done, "short_ios": short, "drop_ios": dropped}


class DirectionNumbers(Struct, frozen=True, kw_only=True):
    """What fio measured for one direction of one entry, or for the clones of a job together."""

    direction: str
    """"read", "write", "trim", or "mixed" (unified_rw_reporting)."""
    iops: float | None = None
    iops_bounds: tuple[float, float] | None = None
    """[low, high) of the true value where the source printed a rounded number; None when exact."""
    bw_bytes_per_s: int | None = None
    bw_bounds_bytes_per_s: tuple[float, float] | None = None
    io_bytes: int | None = None
    io_bounds_bytes: tuple[float, float] | None = None
    total_ios: int | None = None
    short_ios: int | None = None
    drop_ios: int | None = None
    runtime_ms: int | None = None
    slat: Latency | None = None
    clat: Latency | None = None
    lat: Latency | None = None
    priorities: tuple[PriorityLatency, ...] = ()

    @property
    def amounts(self) -> tuple[float | None, ...]:
        """What tells two measurements apart: bytes, I/Os, runtime, IOPS."""
        return self.io_bytes, self.total_ios, self.runtime_ms, self.iops

    @property
    def weight(self) -> int | None:
        """How much the means of this entry count among those of others: its I/Os; None when unknown."""
        return self.total_ios

    @property
    def counted_iops(self) -> float | None:
        """I/Os over runtime; None when either is unknown, or no time passed."""
        if self.total_ios is None or not self.runtime_ms:
            return None
        return 1_000 * self.total_ios / self.runtime_ms

    @property
    def iops_is_rounded(self) -> bool:
        """Whether `iops` lost digits when it was printed."""
        return self.iops_bounds is not None

    @property
    def bw_is_rounded(self) -> bool:
        """Whether `bw_bytes_per_s` lost digits when it was printed."""
        return self.bw_bounds_bytes_per_s is not None

    @property
    def mean_bs_bytes(self) -> float | None:
        """Measured mean size of one I/O; None when unknown or when I/Os were cut short."""
        if not self.total_ios or self.io_bytes is None or self.io_bounds_bytes or self.short_ios:
            return None
        return self.io_bytes / self.total_ios


SUMS: Final = ("io_bytes", "total_ios", "short_ios", "drop_ios")
"""Amounts of which several entries have one together, and which any tool may state."""
DIRECTION_FIELDS: Final = DirectionNumbers.__struct_fields__
"""What a member and a result carry on as it is: `**{name: getattr(numbers, name) for name in DIRECTION_FIELDS}`."""


class Member(DirectionNumbers, frozen=True, kw_only=True):
    """One entry as fio printed it, where several of them are clones of one job."""

    where: str
    job_name: str
    hostname: str | None = None
    error: int = 0
    usr_cpu_pct: float | None = None
    sys_cpu_pct: float | None = None


class Result(DirectionNumbers, frozen=True, kw_only=True):
    """One logical job and one direction that moved data.

    Clones (numjobs without group_reporting) are one Result: sums of bytes and I/Os over the longest
    runtime, latencies pooled, percentiles only where all members have bins.
    """

    where: str
    job_name: str
    group: int
    job_options: Mapping[str, str] = field(default_factory=dict)
    """Options as typed, global ones overlaid by the job's own; empty when the source has none."""
    has_all_options: bool = False
    """Whether an option that is not among them is at fio's default."""
    are_options_typed: bool = False
    """Whether they stand on a command line: fio itself leaves out flags without a value before 3.39."""
    rw: str | None = None
    bs_bytes: int | None = None
    bs: str | None = None
    """Block size as given where it is not one size: a list, range or split ("8k,4k", "4k/60:64k/40")."""
    iodepth: int | None = None
    numjobs: int | None = None
    ioengine: str | None = None
    direct: bool | None = None
    settings_source: Mapping[str, str] = field(default_factory=dict)
    """Where rw, bs_bytes, iodepth, … come from when not from an option: "default", "measured", "banner"."""
    is_merged_sections: bool = False
    """fio merged several job sections into this entry: its options and name describe only parts of it."""
    member_count: int | None = None
    started_at_ms: int | None = None
    """Unix ms at which it began to measure, of clones the first; only where fio states it (3.36+)."""
    hostname: str | None = None
    error: int = 0
    usr_cpu_pct: float | None = None
    sys_cpu_pct: float | None = None
    ctx_switches: int | None = None
    latency_resolution_ns: int = 1
    iops_sum: float | None = None
    """Sum of the members' own IOPS; differs from `iops` when they end at different times."""
    bw_sum_bytes_per_s: int | None = None
    sync_ios: int | None = None
    sync_lat: Latency | None = None
    steady_state: SteadyState | None = None
    iodepth_level_pct: Mapping[str, float] = field(default_factory=dict)
    description: str | None = None
    members: tuple[Member, ...] = ()
    """The entries behind it, when there are two or more."""
    problems: tuple[Problem, ...] = ()


class DiskUtil(Struct, frozen=True, kw_only=True):
    """One device of "Disk stats": the kernel's counters of the whole device over the whole run."""

    name: str
    read_ios: int | None = None
    write_ios: int | None = None
    read_sectors: int | None = None
    write_sectors: int | None = None
    read_merges: int | None = None
    write_merges: int | None = None
    read_ticks_ms: int | None = None
    write_ticks_ms: int | None = None
    in_queue_ms: int | None = None
    util_pct: float | None = None
    is_aggregate: bool = False
    """An array (md, dm, multipath) whose members follow as items of their own: do not add both."""
    member_of: str | None = None
    """Name of the array this device was listed under, where the source tells."""
    aggregate_util_pct: float | None = None
    hostname: str | None = None


class SnapshotRow(Struct, frozen=True, kw_only=True):
    """One entry and direction as it stood when a status interval ended: counted from the start of the run."""

    job_name: str
    group: int
    direction: str
    io_bytes: int | None
    total_ios: int | None
    runtime_ms: int | None
    iops: float | None
    bw_bytes_per_s: int | None


SNAPSHOT_FIELDS: Final = tuple(name for name in SnapshotRow.__struct_fields__ if name in DIRECTION_FIELDS)


class Snapshot(Struct, frozen=True, kw_only=True):
    """One intermediate report of --status-interval; cumulative, so rates of an interval are differences."""

    elapsed_ms: int | None
    rows: tuple[SnapshotRow, ...]


class Invocation(Struct, frozen=True, kw_only=True):
    """One run of a tool."""

    tool_name: str
    tool_version: str | None = None
    """As printed ("fio-3.33", "3.28-261-gc3773-dirty")."""
    ended_at_ms: int | None = None
    """Unix ms at which fio printed the result."""
    started_at_ms: int | None = None
    """Unix ms of the first job_start (3.36+)."""
    estimated_start_ms: int | None = None
    """Unix ms of printing less fio's `elapsed`, which counts whole seconds rounded up: up to 1 s too early."""
    is_zone_unknown: bool = False
    """The times were printed as local time without a zone, and are taken as UTC."""
    global_options: Mapping[str, str] = field(default_factory=dict)
    command_line: str | None = None
    """The line as typed, with what stood before fio (`numactl …`)."""
    argv: tuple[str, ...] = ()
    """The same as the words that a shell made of it; empty where no command line was found."""
    launcher: Mapping[str, str] = field(default_factory=dict)
    """Programs that started fio, bound to processors, memory, a group or a priority: name → arguments."""
    targets: tuple[str, ...] = ()
    """Files, devices and directories that the jobs name, each once, in order."""
    title: str | None = None
    """The line of prose before a result that was quoted alone, or the heading over it."""
    heading: str | None = None
    """Of a document with several runs: its headings over this one, as far as they tell its runs apart."""
    results: tuple[Result, ...] = ()
    disk_util: tuple[DiskUtil, ...] | None = None
    """None: fio printed no disk statistics at all."""
    outcome: Outcome = "complete"
    """"complete"; "partial": the output tells of results that it does not hold, or that could not be read;
    "interrupted"; "failed"; "not_understood": no result and no series at all."""
    snapshots: tuple[Snapshot, ...] = ()
    series: tuple[TimeSeries, ...] = ()
    """Columns of fio logs."""
    problems: tuple[Problem, ...] = ()
    source_lines: tuple[int, int] | None = None
    """First and last line in the body, 1-based."""
    lines_used: tuple[tuple[int, int], ...] = ()
    """Lines that were read, as rising ranges [first, last]."""
    lines_not_understood: tuple[tuple[int, int], ...] = ()
    """Lines at or behind this run that look like figures and became none."""


class Reading(Struct, frozen=True, kw_only=True):
    """One body, read: at least one invocation."""

    kind: str
    """fio_json, fio_json_plus, fio_text, fio_terse, fio_log, or the `kind` of another tool's reader (foreign/)."""
    invocations: tuple[Invocation, ...]
    problems: tuple[Problem, ...] = ()
    messages: tuple[Message, ...] = ()
