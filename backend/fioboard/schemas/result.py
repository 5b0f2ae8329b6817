"""Measured figures of one job and direction, in base units."""

from typing import Annotated, NotRequired
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction, LatencyKind
from fioboard.schemas.base import answer
from fioboard.schemas.problem import ProblemOut


@answer
class LatencyOut(TypedDict):
    """A latency distribution in nanoseconds. Null means not measured, never zero."""

    n: Annotated[int | None, Field(description="Number of samples, null before fio 3.18")]
    min: Annotated[int | None, Field(description="Smallest, ns")]
    mean: Annotated[float | None, Field(description="Arithmetic mean, ns")]
    stddev: Annotated[float | None, Field(description="Standard deviation, ns")]
    max: Annotated[int | None, Field(description="Largest, ns")]
    percentiles: Annotated[
        dict[str, int] | None,
        Field(description='Percentile (as decimal text, e.g. "99.9") to ns; null when there are none'),
    ]
    percentiles_reason: Annotated[
        str | None, Field(description="Why there are no percentiles; null when there are")
    ]
    saturated: Annotated[
        list[str],
        Field(description="Percentiles in fio's last bucket (17.1 s): the value is only a lower bound"),
    ]
    resolution_ns: Annotated[
        int, Field(description="Unit the values were printed in: 1, or 1000 in the microsecond era")
    ]
    percentile_resolution_ns: Annotated[
        int, Field(description="The same for percentiles; text prints them coarser")
    ]
    has_histogram: Annotated[
        bool, Field(description="True when json+ bins are stored, so that a CDF can be drawn")
    ]


@answer
class ResultRates(TypedDict):
    """One logical job (clones merged) in one direction: with which options, and every figure but the latencies."""

    position: Annotated[int, Field(description="Order in the output, from 0")]
    job_name: str
    group: Annotated[int, Field(description="fio's groupid")]
    direction: Annotated[Direction, Field(description="From the data, never from a name")]
    rw: Annotated[str | None, Field(description="fio's rw option; null when unknown")]
    bs_bytes: Annotated[
        int | None, Field(description="Block size in bytes; null when a range, a list or unknown")
    ]
    bs: Annotated[str | None, Field(description="Block size as typed when it is a range, list or split")]
    iodepth: Annotated[
        int | None, Field(description="I/Os kept in flight per job, a count; null when unknown")
    ]
    numjobs: Annotated[int | None, Field(description="Clones of the job, a count; null when unknown")]
    ioengine: str | None
    direct: bool | None
    settings_source: Annotated[
        dict[str, str],
        Field(
            description="Where rw, bs_bytes, iodepth, … come from when no option says so: default, measured, banner, …"
        ),
    ]
    is_merged_sections: Annotated[
        bool, Field(description="fio merged job sections: name and options describe only parts")
    ]
    member_count: Annotated[
        int | None, Field(description="Clones or threads behind the figures; null when unknown")
    ]
    iops_bounds: Annotated[
        list[float] | None, Field(description="[low, high) when the source printed a rounded number")
    ]
    bw_bounds_bytes_per_s: Annotated[
        list[float] | None, Field(description="[low, high) when the source printed a rounded number")
    ]
    iops: Annotated[float | None, Field(description="I/O operations per second")]
    bw_bytes_per_s: Annotated[int | None, Field(description="Bandwidth in bytes per second")]
    io_bytes: Annotated[int | None, Field(description="Bytes moved")]
    total_ios: Annotated[int | None, Field(description="I/O operations done")]
    runtime_ms: Annotated[int | None, Field(description="Milliseconds this direction ran")]
    usr_cpu_pct: Annotated[float | None, Field(description="User CPU, percent of one CPU")]
    sys_cpu_pct: Annotated[float | None, Field(description="System CPU, percent of one CPU")]
    error: Annotated[int, Field(description="fio's error number, 0 = none")]
    problems: Annotated[list[ProblemOut], Field(description="Contradictions and remarks about this result")]


@answer
class ResultFigures(ResultRates):
    """One logical job (clones merged) in one direction: what was measured, and with which options."""

    slat_ns: Annotated[LatencyOut | None, Field(description="Submission latency; null when not measured")]
    clat_ns: Annotated[LatencyOut | None, Field(description="Completion latency; null when not measured")]
    lat_ns: Annotated[LatencyOut | None, Field(description="Total latency; null when not measured")]


@answer
class ResultOut(ResultFigures):
    """A stored result."""

    id: UUID
    workload_id: Annotated[UUID, Field(description="Same comparable job options, same id")]


@answer
class LatencyP99(TypedDict):
    """What a table shows of a latency."""

    percentiles: Annotated[dict[str, int] | None, Field(description='"99" to ns; null when it is not there')]
    percentiles_reason: Annotated[
        str | None, Field(description="Why there are no percentiles; null when there are")
    ]
    saturated: Annotated[
        list[str],
        Field(description="Percentiles in fio's last bucket (17.1 s): the value is only a lower bound"),
    ]


@answer
class ListedResult(ResultRates):
    """A stored result in a list. With `brief`, clat_ns holds its p99 only, slat_ns and lat_ns are absent."""

    id: UUID
    workload_id: Annotated[UUID, Field(description="Same comparable job options, same id")]
    slat_ns: NotRequired[
        Annotated[LatencyOut | None, Field(description="Submission latency; null when not measured")]
    ]
    clat_ns: Annotated[
        LatencyOut | LatencyP99 | None, Field(description="Completion latency; null when not measured")
    ]
    lat_ns: NotRequired[
        Annotated[LatencyOut | None, Field(description="Total latency; null when not measured")]
    ]


@answer
class JobResultOut(TypedDict):
    """One clone of a job as fio printed it, before merging."""

    position: Annotated[int, Field(description="Order among the clones, from 0")]
    iops: Annotated[float | None, Field(description="I/O operations per second; null when unknown")]
    bw_bytes_per_s: Annotated[
        int | None, Field(description="Bandwidth in bytes per second; null when unknown")
    ]
    io_bytes: Annotated[int | None, Field(description="Bytes moved; null when unknown")]
    runtime_ms: Annotated[int | None, Field(description="Milliseconds this direction ran; null when unknown")]
    clat_ns: Annotated[
        LatencyOut | None, Field(description="Completion latency in ns; null when not measured")
    ]


@answer
class CdfPoint(TypedDict):
    """One step of a cumulative distribution."""

    ns: Annotated[int, Field(description="Upper end of the latency bucket, ns")]
    share: Annotated[float, Field(description="Share of I/Os at or below it, 0..1")]


@answer
class CdfOut(TypedDict):
    """The latency distribution of one result, from json+ bins, at most 400 points."""

    result_id: str
    kind: LatencyKind
    n: Annotated[int, Field(description="Number of I/Os in the bins")]
    points: list[CdfPoint]
