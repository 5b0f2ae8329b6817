"""Distributions and time series of one workload, side by side."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction, LatencyKind
from fioboard.schemas.base import answer
from fioboard.schemas.compare import IntervalMethod
from fioboard.schemas.compare_evidence import Decimals
from fioboard.schemas.result import CdfPoint


@answer
class PercentileOut(TypedDict):
    """A percentile of merged bins; the true value lies between low and high."""

    percentile: Annotated[float, Field(description="In percent of the I/Os, e.g. 99.9")]
    ns: Annotated[int, Field(description="As fio would print it, ns")]
    low_ns: Annotated[int, Field(description="Lower edge of its bucket, ns")]
    high_ns: Annotated[
        int | None,
        Field(description="Upper edge of its bucket, ns; null in fio's last bucket: `ns` is a lower bound"),
    ]


@answer
class SideDistribution(TypedDict):
    """Bins of all runs of a side, added."""

    runs: Annotated[int, Field(description="Number of runs with bins")]
    runs_without_bins: Annotated[int, Field(description="Number of runs without: not in the curve")]
    n: Annotated[int, Field(description="Number of I/Os")]
    resolution_ns: Annotated[int, Field(description="Coarsest unit anything in it was measured in, ns")]
    cdf: list[CdfPoint]
    percentiles: list[PercentileOut]


@answer
class ShiftOut(TypedDict):
    """How far a percentile moved: over the runs' own percentiles."""

    percentile: Annotated[float, Field(description="In percent of the I/Os, e.g. 99.9")]
    base_runs: Annotated[int, Field(description="Number of runs with enough I/Os to reach it")]
    new_runs: Annotated[int, Field(description="Number of runs with enough I/Os to reach it")]
    ratio: Annotated[float | None, Field(description="new/base, no unit")]
    ratio_ci95: Annotated[list[float] | None, Field(description="[low, high] of the ratio, no unit")]
    ratio_decimals: Decimals
    ratio_method: IntervalMethod | None


@answer
class DistributionOut(TypedDict):
    """Latency distributions of one workload, base first."""

    key: str
    workload: str
    direction: Direction
    kind: LatencyKind
    sides: list[SideDistribution]
    shifts: Annotated[list[list[ShiftOut]], Field(description="Per new side")]


@answer
class SeriesPointOut(TypedDict):
    """A bucket of time; buckets without a point are left out."""

    t_ms: Annotated[int, Field(description="Start of the bucket, ms from the start of the run")]
    mean: Annotated[float, Field(description="In the metric's unit")]
    min: Annotated[float, Field(description="Smallest, in the metric's unit")]
    max: Annotated[float, Field(description="Largest, in the metric's unit")]
    n: Annotated[int, Field(description="Number of points in the bucket")]


@answer
class RunTimeSeries(TypedDict):
    """One recorded series of a run."""

    run_id: str
    name: str
    source: str
    reason: Annotated[str | None, Field(description="Why it has no points; null when it has")]
    points: list[SeriesPointOut]


@answer
class TimeSeriesCompareOut(TypedDict):
    """Series of one metric, every run from its own start, base first."""

    key: str
    workload: str
    direction: Direction
    metric: str
    bucket_ms: Annotated[int, Field(description="Length of a bucket, ms")]
    sides: list[list[RunTimeSeries]]
    left_out: Annotated[int, Field(description="Number of series beyond the limit, oldest runs first")]
