"""Measured figures of one job and direction, in base units."""

from typing import Annotated, NotRequired
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import LatencyKind, SteadyKind, SteadyMetric
from fioboard.engine.answers.base import answer, described
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, Count, Flag, Number, share_word
from fioboard.engine.words.results import RESULT, SHOWN_DETAILS, Listed


@answer
class LatencyOut(TypedDict):
    """A latency distribution in nanoseconds. Null means not measured, never zero."""

    n: Annotated[Count | None, Field(description="Number of samples, null before fio 3.18")]
    min: Annotated[Count | None, Field(description="Smallest, ns")]
    mean: Annotated[Number | None, Field(description="Arithmetic mean, ns")]
    stddev: Annotated[Number | None, Field(description="Standard deviation, ns")]
    max: Annotated[Count | None, Field(description="Largest, ns")]
    percentiles: Annotated[
        dict[str, int] | None,
        COMPOSED,
        Field(description='Percentile (as decimal text, e.g. "99.9") to ns; null when there are none'),
    ]
    percentiles_reason: Annotated[
        str | None, COMPOSED, Field(description="Why there are no percentiles; null when there are")
    ]
    saturated: Annotated[
        list[str],
        COMPOSED,
        Field(description="Percentiles in fio's last bucket (17.1 s): the value is only a lower bound"),
    ]
    resolution_ns: Annotated[
        Count, Field(description="Unit the values were printed in: 1, or 1000 in the microsecond era")
    ]
    percentile_resolution_ns: Annotated[
        Count, Field(description="The same for percentiles; text prints them coarser")
    ]
    has_histogram: Annotated[
        Flag, Field(description="True when json+ bins are stored, so that a CDF can be drawn")
    ]


@answer
class SteadyStateOut(TypedDict):
    """What fio's own `steadystate` criterion gave. Null where the output does not say it."""

    is_attained: Annotated[Flag | None, Field(description="Whether fio ended the job because it was met")]
    metric: Annotated[SteadyMetric | None, share_word(), Field(description="iops, bw or lat")]
    kind: Annotated[
        SteadyKind | None,
        share_word(),
        Field(description="slope: of a line through the window; deviation: the largest from its mean"),
    ]
    limit: Annotated[
        Number | None,
        Field(description="What the job allows, in percent of the mean, else IOPS, bytes/s or ns"),
    ]
    reached: Annotated[Number | None, Field(description="What the last window showed, in the same unit")]
    is_share: Annotated[Flag | None, Field(description="Whether limit and reached are percent of the mean")]
    window_s: Annotated[Count | None, Field(description="Length of the window, seconds")]


_COLUMNS = {column.api: column.description for column in (*RESULT, *SHOWN_DETAILS)}


@described(_COLUMNS)
class ResultRates(Listed):
    """One logical job (clones merged) in one direction: with which options, and every figure but the latencies."""

    group: Count
    bs: Annotated[str | None, COMPOSED]
    settings_source: Annotated[dict[str, str] | None, COMPOSED]
    is_merged_sections: Flag
    member_count: Count | None
    iops_bounds: list[Number] | None
    bw_bounds_bytes_per_s: list[Number] | None
    steady_state: Annotated[SteadyStateOut | None, ANSWER]
    problems: Annotated[list[RemarkOut], COMPOSED]


@described(_COLUMNS)
class ResultFigures(ResultRates):
    """One logical job (clones merged) in one direction: what was measured, and with which options."""

    slat_ns: Annotated[LatencyOut | None, ANSWER]
    clat_ns: Annotated[LatencyOut | None, ANSWER]
    lat_ns: Annotated[LatencyOut | None, ANSWER]
    sync_lat_ns: Annotated[LatencyOut | None, ANSWER]


@described(_COLUMNS)
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


@described(_COLUMNS)
class ListedResult(ResultRates):
    """A stored result in a list. With `brief`, clat_ns holds its p99 only, the other latencies are absent."""

    id: UUID
    workload_id: Annotated[UUID, Field(description="Same comparable job options, same id")]
    slat_ns: NotRequired[LatencyOut | None]
    clat_ns: LatencyOut | LatencyP99 | None
    lat_ns: NotRequired[LatencyOut | None]
    sync_lat_ns: NotRequired[LatencyOut | None]


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

    ns: Annotated[Count, Field(description="Upper end of the latency bucket, ns")]
    share: Annotated[Number, Field(description="Share of I/Os at or below it, 0..1")]


@answer
class CdfOut(TypedDict):
    """The latency distribution of one result, from json+ bins, at most 400 points."""

    result_id: str
    kind: LatencyKind
    n: Annotated[int, Field(description="Number of I/Os in the bins")]
    points: list[CdfPoint]


@answer
class SharedLatencyCurve(TypedDict):
    """The distribution of one result, from json+ bins."""

    position: Annotated[Count, Field(description="Of the result within its run, from 0")]
    kind: Annotated[LatencyKind, share_word("clat")]
    n: Annotated[Count, Field(description="Number of I/Os in the bins")]
    points: Annotated[list[CdfPoint], ANSWER]
