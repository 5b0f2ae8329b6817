"""Measured figures of one job and direction, in base units."""

from typing import Literal

from pydantic import Field

from fioboard.schemas.base import Out
from fioboard.schemas.problem import RemarkOut

Direction = Literal["read", "write", "trim", "mixed"]


class LatencyOut(Out):
    """A latency distribution in nanoseconds. Null means not measured, never zero."""

    n: int | None = Field(description="Number of samples, null before fio 3.18")
    min: int | None = Field(description="Smallest, ns")
    mean: float | None = Field(description="Arithmetic mean, ns")
    stddev: float | None = Field(description="Standard deviation, ns")
    max: int | None = Field(description="Largest, ns")
    percentiles: dict[str, int] | None = Field(
        description='Percentile (as decimal text, e.g. "99.9") to ns; null when there are none'
    )
    percentiles_reason: str | None = Field(description="Why there are no percentiles; null when there are")
    saturated: list[str] = Field(
        description="Percentiles in fio's last bucket (17.1 s): the value is only a lower bound"
    )
    resolution_ns: int = Field(
        description="Unit the values were printed in: 1, or 1000 in the microsecond era"
    )
    percentile_resolution_ns: int = Field(description="The same for percentiles; text prints them coarser")
    has_histogram: bool = Field(description="True when json+ bins are stored, so that a CDF can be drawn")


class ResultRates(Out):
    """One logical job (clones merged) in one direction: with which options, and every figure but the latencies."""

    position: int = Field(description="Order in the output, from 0")
    job_name: str
    group: int = Field(description="fio's groupid")
    direction: Direction = Field(description="From the data, never from a name")
    rw: str | None = Field(description="fio's rw option; null when unknown")
    bs_bytes: int | None = Field(description="Block size in bytes; null when a range, a list or unknown")
    bs: str | None = Field(description="Block size as typed when it is a range, list or split")
    iodepth: int | None = Field(description="I/Os kept in flight per job, a count; null when unknown")
    numjobs: int | None = Field(description="Clones of the job, a count; null when unknown")
    ioengine: str | None
    direct: bool | None
    settings_source: dict[str, str] = Field(
        description="Where rw, bs_bytes, iodepth, … come from when no option says so: default, measured, banner, …"
    )
    is_merged_sections: bool = Field(
        description="fio merged job sections: name and options describe only parts"
    )
    member_count: int | None = Field(description="Clones or threads behind the figures; null when unknown")
    iops_bounds: list[float] | None = Field(
        description="[low, high) when the source printed a rounded number"
    )
    bw_bounds_bytes_per_s: list[float] | None = Field(
        description="[low, high) when the source printed a rounded number"
    )
    iops: float | None = Field(description="I/O operations per second")
    bw_bytes_per_s: int | None = Field(description="Bandwidth in bytes per second")
    io_bytes: int | None = Field(description="Bytes moved")
    total_ios: int | None = Field(description="I/O operations done")
    runtime_ms: int | None = Field(description="Milliseconds this direction ran")
    usr_cpu_pct: float | None = Field(description="User CPU, percent of one CPU")
    sys_cpu_pct: float | None = Field(description="System CPU, percent of one CPU")
    error: int = Field(description="fio's error number, 0 = none")
    problems: list[RemarkOut] = Field(description="Contradictions and remarks about this result")


class ResultFigures(ResultRates):
    """One logical job (clones merged) in one direction: what was measured, and with which options."""

    slat_ns: LatencyOut | None = Field(description="Submission latency; null when not measured")
    clat_ns: LatencyOut | None = Field(description="Completion latency; null when not measured")
    lat_ns: LatencyOut | None = Field(description="Total latency; null when not measured")


class ResultOut(ResultFigures):
    """A stored result."""

    id: str
    workload_id: str = Field(description="Same comparable job options, same id")


class LatencyP99(Out):
    """What a table shows of a latency."""

    percentiles: dict[str, int] | None = Field(description='"99" to ns; null when it is not there')
    percentiles_reason: str | None = Field(description="Why there are no percentiles; null when there are")
    saturated: list[str] = Field(
        description="Percentiles in fio's last bucket (17.1 s): the value is only a lower bound"
    )


class ListedResult(ResultRates):
    """A stored result in a list. With `brief`, clat_ns holds its p99 only, slat_ns and lat_ns are absent."""

    id: str
    workload_id: str = Field(description="Same comparable job options, same id")
    slat_ns: LatencyOut | None = Field(default=None, description="Submission latency; null when not measured")
    clat_ns: LatencyOut | LatencyP99 | None = Field(description="Completion latency; null when not measured")
    lat_ns: LatencyOut | None = Field(default=None, description="Total latency; null when not measured")


class JobResultOut(Out):
    """One clone of a job as fio printed it, before merging."""

    position: int = Field(description="Order among the clones, from 0")
    iops: float | None = Field(description="I/O operations per second; null when unknown")
    bw_bytes_per_s: int | None = Field(description="Bandwidth in bytes per second; null when unknown")
    io_bytes: int | None = Field(description="Bytes moved; null when unknown")
    runtime_ms: int | None = Field(description="Milliseconds this direction ran; null when unknown")
    clat_ns: LatencyOut | None = Field(description="Completion latency in ns; null when not measured")


class CdfPoint(Out):
    """One step of a cumulative distribution."""

    ns: int = Field(description="Upper end of the latency bucket, ns")
    share: float = Field(description="Share of I/Os at or below it, 0..1")


class CdfOut(Out):
    """The latency distribution of one result, from json+ bins, at most 400 points."""

    result_id: str
    kind: Literal["slat", "clat", "lat"]
    n: int = Field(description="Number of I/Os in the bins")
    points: list[CdfPoint]
