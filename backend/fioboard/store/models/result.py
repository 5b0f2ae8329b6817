"""Measured figures: per job and direction, the unmerged clones, and the latency bins."""

from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Computed,
    Double,
    ForeignKey,
    Index,
    SmallInteger,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.engine.words.metrics import METRICS, STORED
from fioboard.store.models.base import Base, Big, Bytes, Json, JsonList, Key, split_by_month


class LatencyColumns:
    """Three latency distributions in ns, in the shape of answers.result.LatencyOut; null = not measured."""

    slat: Mapped[dict[str, object] | None] = mapped_column(JSONB(none_as_null=True))
    clat: Mapped[dict[str, object] | None] = mapped_column(JSONB(none_as_null=True))
    lat: Mapped[dict[str, object] | None] = mapped_column(JSONB(none_as_null=True))


class RateColumns:
    """Rates and totals in base units; null = unknown, never 0."""

    iops: Mapped[float | None]
    bw_bytes_per_s: Mapped[int | None] = mapped_column(BigInteger)
    io_bytes: Mapped[int | None] = mapped_column(BigInteger)
    total_ios: Mapped[int | None] = mapped_column(BigInteger)
    runtime_ms: Mapped[int | None] = mapped_column(BigInteger)


def _figure(name: str) -> Mapped[float | None]:
    """The column of a metric that PostgreSQL works out; null = not measured."""
    return mapped_column(Double, Computed(METRICS[name].computed, persisted=True))


class FigureColumns:
    """The metrics that are stored (vocabulary.metrics.STORED), so that a filter reads 200 bytes a result, not 2 KB.

    Made by PostgreSQL from the latencies, ns, and from the CPU's shares, %; the documents stay what is shown.
    """

    clat_mean_ns: Mapped[float | None] = _figure("clat_mean_ns")
    clat_p50_ns: Mapped[float | None] = _figure("clat_p50_ns")
    clat_p95_ns: Mapped[float | None] = _figure("clat_p95_ns")
    clat_p99_ns: Mapped[float | None] = _figure("clat_p99_ns")
    clat_p99_9_ns: Mapped[float | None] = _figure("clat_p99_9_ns")
    lat_mean_ns: Mapped[float | None] = _figure("lat_mean_ns")
    lat_p50_ns: Mapped[float | None] = _figure("lat_p50_ns")
    lat_p95_ns: Mapped[float | None] = _figure("lat_p95_ns")
    lat_p99_ns: Mapped[float | None] = _figure("lat_p99_ns")
    lat_p99_9_ns: Mapped[float | None] = _figure("lat_p99_9_ns")
    slat_mean_ns: Mapped[float | None] = _figure("slat_mean_ns")
    slat_p50_ns: Mapped[float | None] = _figure("slat_p50_ns")
    slat_p95_ns: Mapped[float | None] = _figure("slat_p95_ns")
    slat_p99_ns: Mapped[float | None] = _figure("slat_p99_ns")
    slat_p99_9_ns: Mapped[float | None] = _figure("slat_p99_9_ns")
    sync_lat_mean_ns: Mapped[float | None] = _figure("sync_lat_mean_ns")
    sync_lat_p50_ns: Mapped[float | None] = _figure("sync_lat_p50_ns")
    sync_lat_p95_ns: Mapped[float | None] = _figure("sync_lat_p95_ns")
    sync_lat_p99_ns: Mapped[float | None] = _figure("sync_lat_p99_ns")
    sync_lat_p99_9_ns: Mapped[float | None] = _figure("sync_lat_p99_9_ns")
    cpu_pct: Mapped[float | None] = _figure("cpu_pct")


class Result(RateColumns, LatencyColumns, FigureColumns, Base):
    """One logical job (clones merged) in one direction. The charts read this."""

    __tablename__ = "result"
    __table_args__ = (
        CheckConstraint("direction in ('read', 'write', 'trim', 'mixed')", name="direction"),
        # Carries what filters, series and groups ask of results: a million of them are read without their table.
        Index(
            "ix_result_run_id_position",
            "run_id",
            "position",
            postgresql_include=["workload_id", "direction", "iops", "bw_bytes_per_s", *STORED, "rated_share"],
        ),
    )

    id: Mapped[Key]
    run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"))
    workload_id: Mapped[UUID] = mapped_column(ForeignKey("workload.id"), index=True)
    position: Mapped[int] = mapped_column(SmallInteger, comment="order in the output, from 0")
    job_name: Mapped[str] = mapped_column(Text)
    job_group: Mapped[int] = mapped_column(comment="fio's groupid")
    is_alone: Mapped[bool] = mapped_column(
        server_default=text("true"), comment="no other job of its group ran beside it"
    )
    direction: Mapped[str] = mapped_column(Text)
    rw: Mapped[str | None] = mapped_column(Text)
    bs_bytes: Mapped[int | None] = mapped_column(BigInteger)
    iodepth: Mapped[int | None] = mapped_column(BigInteger)
    numjobs: Mapped[int | None] = mapped_column(BigInteger)
    ioengine: Mapped[str | None] = mapped_column(Text)
    direct: Mapped[bool | None]
    sync_lat: Mapped[dict[str, object] | None] = mapped_column(
        JSONB(none_as_null=True), comment="of the job's syncs, in the shape of slat; null for reads"
    )
    job_options: Mapped[Json] = mapped_column(comment="effective options as typed")
    details: Mapped[Json] = mapped_column(
        comment="what only the run page shows; keys with their units in the name"
    )
    usr_cpu_pct: Mapped[float | None]
    sys_cpu_pct: Mapped[float | None]
    error: Mapped[Big]
    rated_share: Mapped[float | None] = mapped_column(comment="measured / rated")
    rated_verdict: Mapped[str | None] = mapped_column(Text, comment="null = nothing rates it")
    durable_write_mean_ns: Mapped[float | None] = mapped_column(
        comment="mean time of a durable write; null = unknown"
    )
    durable_write_p99_ns: Mapped[float | None] = mapped_column(
        comment="the same, 99th percentile, where it is exact"
    )
    durable_basis: Mapped[str | None] = mapped_column(
        Text, comment="what it is known from, or why it is unknown; null for what is no write"
    )
    power_source: Mapped[str | None] = mapped_column(
        Text, comment="the meter of power_w; null = no meter, or not the first result"
    )
    power_w: Mapped[float | None] = mapped_column(comment="mean power of the run in watts")
    power_low_w: Mapped[float | None] = mapped_column(comment="95 % interval of that mean, lower end")
    power_high_w: Mapped[float | None] = mapped_column(comment="the same, upper end")
    power_readings: Mapped[int | None] = mapped_column(comment="of the meter in that time, a count")
    power_bytes_per_s: Mapped[float | None] = mapped_column(comment="of all jobs together in that time")
    power_iops: Mapped[float | None] = mapped_column(comment="of all jobs together in that time")
    problems: Mapped[JsonList]


class JobResult(RateColumns, LatencyColumns, Base):
    """One clone as fio printed it; rows only where a result was merged from several."""

    __tablename__ = "job_result"
    __table_args__ = split_by_month("result_id")

    result_id: Mapped[UUID] = mapped_column(ForeignKey("result.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, comment="order among the clones, from 0")


class Histogram(Base):
    """Latency bins of json+ of one result, merged over its clones, in the form of model/histogram.py."""

    __tablename__ = "histogram"
    __table_args__ = split_by_month("result_id")

    result_id: Mapped[UUID] = mapped_column(ForeignKey("result.id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(Text, primary_key=True, comment="slat, clat, lat or sync_lat")
    n: Mapped[Big] = mapped_column(comment="I/Os in the bins")
    bins: Mapped[Bytes]
