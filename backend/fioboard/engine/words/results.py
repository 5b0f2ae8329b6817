"""The columns of a result: one logical job (clones merged) in one direction, in base units; null = unknown, never 0.

A new figure of the readers is one entry here, one attribute in fio's reading and one column in store/models/result.py.
"""

from typing import get_args

from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.words.columns import Column
from fioboard.engine.words.durable import DURABLE_BASES, DurableBasis
from fioboard.engine.words.power import POWER_SOURCES, PowerSource
from fioboard.engine.words.ratings import RATING_VERDICTS, RatingVerdict

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

# What was measured: the same of a result and of each clone before merging.
RATES: tuple[Column, ...] = (
    Column(name="iops", sql="float8", unit="IOPS", description="I/O operations per second",
           fio="iops", counts="total_ios", share="figure", is_listed=True),
    Column(name="bw_bytes_per_s", sql="bigint", unit="bytes/s", description="Bandwidth in bytes per second",
           fio="bw_bytes", counts="io_bytes", share="figure", is_listed=True),
    Column(name="io_bytes", sql="bigint", unit="bytes", description="Bytes moved",
           fio="io_bytes", share="figure", is_listed=True),
    Column(name="total_ios", sql="bigint", description="I/O operations done",
           fio="total_ios", share="figure", is_listed=True),
    Column(name="runtime_ms", sql="bigint", unit="ms", description="Milliseconds this direction ran",
           fio="runtime", share="figure", is_listed=True),
)  # fmt: skip
LATENCY: tuple[Column, ...] = (
    Column(name="slat", sql="jsonb", field="slat_ns", unit="ns",
           description="Submission latency; null when not measured", fio="slat_ns"),
    Column(name="clat", sql="jsonb", field="clat_ns", unit="ns",
           description="Completion latency; null when not measured", fio="clat_ns"),
    Column(name="lat", sql="jsonb", field="lat_ns", unit="ns",
           description="Total latency; null when not measured", fio="lat_ns"),
)  # fmt: skip
SYNC_LATENCY = Column(
    name="sync_lat",
    sql="jsonb",
    field="sync_lat_ns",
    unit="ns",
    description="Latency of fsync, fdatasync and sync_file_range; null when not measured, and for reads and trims",
    fio="lat_ns",
)
LATENCIES: tuple[Column, ...] = (*LATENCY, SYNC_LATENCY)
"""Those of each I/O, and that of the job's syncs: of a clone alone fio prints the same, but no row keeps it."""
# With which options it was measured.
OPTIONS: tuple[Column, ...] = (
    Column(name="rw", sql="text", description="fio's rw option; null when unknown", is_listed=True),
    Column(name="bs_bytes", sql="bigint", unit="bytes", share="figure", is_listed=True,
           description="Block size in bytes; null when a range, a list or unknown"),
    Column(name="iodepth", sql="bigint", share="figure", is_listed=True,
           description="I/Os kept in flight per job, a count; null when unknown"),
    Column(name="numjobs", sql="bigint", share="figure", is_listed=True,
           description="Clones of the job, a count; null when unknown"),
    Column(name="ioengine", sql="text", description="fio's ioengine; null when unknown", is_listed=True),
    Column(name="direct", sql="bool", share="figure", is_listed=True,
           description="Whether the page cache was bypassed; null when unknown"),
)  # fmt: skip
CPU: tuple[Column, ...] = (
    Column(name="usr_cpu_pct", sql="float8", unit="%", description="User CPU, percent of one CPU",
           fio="usr_cpu", share="figure", is_listed=True),
    Column(name="sys_cpu_pct", sql="float8", unit="%", description="System CPU, percent of one CPU",
           fio="sys_cpu", share="figure", is_listed=True),
)  # fmt: skip
PLACE: tuple[Column, ...] = (
    Column(name="position", sql="smallint", description="Order in the output, from 0",
           share="figure", is_listed=True, is_fact=False),
    Column(name="job_name", sql="text", description="fio's jobname", is_listed=True),
    Column(name="job_group", sql="int", field="group", attribute="group", description="fio's groupid",
           share="figure", is_listed=True),
    Column(name="direction", sql="text", description="From the data, never from a name", is_listed=True),
)  # fmt: skip
ERROR = Column(
    name="error", sql="bigint", description="fio's error number, 0 = none", share="figure", is_listed=True
)
# Beside the datasheets of the drives: no reading holds it, it is held against the cards in force (rating/).
RATING: tuple[Column, ...] = (
    Column(name="rated_share", sql="float8", is_listed=True, is_fact=False,
           description="Measured over what the datasheet rates, a share 0..1 or above; of a test that several results "
           "give together it stands with the first; null when not comparable, or when nothing rates it"),
    Column(name="rated_verdict", sql="text", is_listed=True, is_fact=False,
           description=f"{', '.join(RATING_VERDICTS)}: what may be said of rated_share; null when nothing rates it"),
)  # fmt: skip
# Of the writes of a job with the caches of its drives: no reading holds it, engine/rules/durable.py works it out.
DURABLE: tuple[Column, ...] = (
    Column(name="durable_write_mean_ns", sql="float8", unit="ns", share="figure", is_listed=True, is_fact=False,
           description="Mean time of a durable write: the write and its sync, or the write alone where that waits "
           "itself; null when unknown, with the reason in durable_basis"),
    Column(name="durable_write_p99_ns", sql="float8", unit="ns", share="figure", is_listed=True, is_fact=False,
           description="99th percentile of the same, where the write alone is durable: two percentiles have no sum; "
           "else null"),
    Column(name="durable_basis", sql="text", is_listed=True, is_fact=False,
           description=f"{', '.join(DURABLE_BASES)}: what the time of a durable write is known from, or why it is "
           "unknown; null for what is no write"),
)  # fmt: skip
# Of all jobs of a run together, with the first result: no reading holds it, engine/rules/energy.py works it out.
POWER: tuple[Column, ...] = (
    Column(name="power_source", sql="text", is_listed=True, is_fact=False,
           description=f"{', '.join(POWER_SOURCES)}: the meter of the power drawn while the jobs ran; null where no "
           "meter was read, where jobs ran one after another, and with all results but the first"),
    Column(name="power_w", sql="float8", unit="W", share="figure", is_listed=True, is_fact=False,
           description="Mean power over the run, watts"),
    Column(name="power_low_w", sql="float8", unit="W", share="figure", is_listed=True, is_fact=False,
           description="Lower end of the 95 % interval of that mean; null below 30 readings"),
    Column(name="power_high_w", sql="float8", unit="W", share="figure", is_listed=True, is_fact=False,
           description="Upper end of the same interval"),
    Column(name="power_readings", sql="int", share="figure", is_listed=True, is_fact=False,
           description="Number of readings of the meter in that time"),
    Column(name="power_bytes_per_s", sql="float8", unit="bytes/s", share="figure", is_listed=True, is_fact=False,
           description="Bandwidth of all jobs together in that time"),
    Column(name="power_iops", sql="float8", unit="IOPS", share="figure", is_listed=True, is_fact=False,
           description="I/O operations per second of all jobs together in that time"),
)  # fmt: skip
ALONE = Column(
    name="is_alone",
    sql="bool",
    is_fact=False,
    description="No other job of its group ran beside it: the figure is that of its own depth",
)
DOCUMENTS: tuple[Column, ...] = (
    Column(name="problems", sql="jsonb", description="Contradictions and remarks about this result"),
    Column(
        name="details", sql="jsonb", description="What only pages show; keys with their units in the name"
    ),
    Column(name="job_options", sql="jsonb", description="Effective options as typed"),
)

FIGURES: tuple[Column, ...] = (*OPTIONS, *RATES, *CPU, ERROR, *LATENCIES)
RESULT: tuple[Column, ...] = (*PLACE, ALONE, *FIGURES, *RATING, *DURABLE, *POWER, *DOCUMENTS)
"""Every column that is derived from an output; beside them a row has ids, and the metrics that PostgreSQL works out."""
JOB_RESULT: tuple[Column, ...] = (
    Column(name="position", sql="int", description="Order among the clones, from 0"),
    *RATES,
    *LATENCY,
)
LISTED: tuple[Column, ...] = tuple(column for column in RESULT if column.is_listed)
BRIEF: tuple[Column, ...] = tuple(c for c in RESULT if c.is_listed or c.name in {"problems", "details"})
"""What a row of a list is made of: all but latencies and options as typed."""
FACTS: tuple[Column, ...] = tuple(column for column in RESULT if column.is_fact)


class Listed(TypedDict):
    """Types of LISTED, the same in rows and in answers; only fio's groupid has two names."""

    position: int
    job_name: str
    direction: Direction
    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    ioengine: str | None
    direct: bool | None
    iops: float | None
    bw_bytes_per_s: int | None
    io_bytes: int | None
    total_ios: int | None
    runtime_ms: int | None
    usr_cpu_pct: float | None
    sys_cpu_pct: float | None
    error: int
    rated_share: float | None
    rated_verdict: RatingVerdict | None
    durable_write_mean_ns: float | None
    durable_write_p99_ns: float | None
    durable_basis: DurableBasis | None
    power_source: PowerSource | None
    power_w: float | None
    power_low_w: float | None
    power_high_w: float | None
    power_readings: int | None
    power_bytes_per_s: float | None
    power_iops: float | None


# Keys of `details`. What is not listed is kept for a later question and shown by no answer.
DETAILS: tuple[Column, ...] = (
    Column(name="bs", sql="text", is_listed=True,
           description="Block size as typed when it is a range, list or split"),
    Column(name="settings_source", sql="jsonb", is_listed=True,
           description="Where rw, bs_bytes, iodepth, … come from when no option says so: default, measured, banner, …; "
           "null where a version read it that did not keep this"),
    Column(name="is_merged_sections", sql="bool", share="figure", is_listed=True,
           description="fio merged job sections: name and options describe only parts"),
    Column(name="member_count", sql="bigint", share="figure", is_listed=True,
           description="Clones or threads behind the figures; null when unknown"),
    Column(name="iops_bounds", sql="jsonb", share="list", is_listed=True,
           description="[low, high) when the source printed a rounded number"),
    Column(name="bw_bounds_bytes_per_s", sql="jsonb", unit="bytes/s", share="list", is_listed=True,
           description="[low, high) when the source printed a rounded number"),
    Column(name="hostname", sql="text", description="Host that fio's server named"),
    Column(name="where", sql="text", description="Place in the output"),
    Column(name="short_ios", sql="bigint", description="I/Os that moved less than was asked"),
    Column(name="drop_ios", sql="bigint", description="I/Os that were dropped"),
    Column(name="ctx_switches", sql="bigint", description="Context switches of the job"),
    Column(name="iops_sum", sql="float8", unit="IOPS", description="Sum of the clones' own IOPS"),
    Column(name="bw_sum_bytes_per_s", sql="float8", unit="bytes/s", description="Sum of the clones' own bandwidth"),
    Column(name="sync_ios", sql="bigint", description="Syncs done"),
    Column(name="description", sql="text", description="fio's description of the job"),
    Column(name="steady_state", sql="jsonb", is_listed=True,
           description="What fio's own steadystate criterion gave; null when the job has none"),
    Column(name="iodepth_level_pct", sql="jsonb", unit="%", description="Share of I/Os per queue depth"),
)  # fmt: skip
SHOWN_DETAILS: tuple[Column, ...] = tuple(column for column in DETAILS if column.is_listed)

# Of what was recorded over time: all but the points, which stand beside it.
SERIES: tuple[Column, ...] = (
    Column(name="position", sql="int", description="Order within the run, from 0"),
    Column(name="source", sql="text", description="fio_log, status_interval or samples"),
    Column(name="name", sql="text", description="File or job it came from; of samples the subject"),
    Column(name="metric", sql="text", description="bw_bytes_per_s, iops, clat_ns, …; unknown"),
    Column(name="direction", sql="text", description="null where it has none: a temperature"),
    Column(name="is_epoch", sql="bool", description="Times are Unix ms; else ms from the start of the job"),
    Column(name="is_per_io", sql="bool", description="One point per I/O: values are no rates of a window"),
    Column(name="n", sql="bigint", description="Number of points"),
    Column(
        name="offset_ms",
        sql="bigint",
        unit="ms",
        description="To be added for the run's clock; null when its place there is not known",
    ),
)

# What a figure of a latency is called in answers, documents and shares.
LATENCY_FIELDS = tuple(column.api for column in LATENCIES)
LATENCY_FIGURES = (
    "n",
    "min",
    "mean",
    "stddev",
    "max",
    "resolution_ns",
    "percentile_resolution_ns",
    "has_histogram",
)
