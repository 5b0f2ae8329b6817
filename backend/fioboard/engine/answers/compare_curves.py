"""Distributions and time series of one workload, side by side."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction, LatencyKind
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.compare_evidence import Decimals
from fioboard.engine.answers.result import CdfPoint
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, Count, Number, share_word
from fioboard.engine.answers.workload import IntervalMethod


@answer
class PercentileOut(TypedDict):
    """A percentile of merged bins; the true value lies between low and high."""

    percentile: Annotated[Number, Field(description="In percent of the I/Os, e.g. 99.9")]
    ns: Annotated[Count, Field(description="As fio would print it, ns")]
    low_ns: Annotated[Count, Field(description="Lower edge of its bucket, ns")]
    high_ns: Annotated[
        Count | None,
        Field(description="Upper edge of its bucket, ns; null in fio's last bucket: `ns` is a lower bound"),
    ]


@answer
class SideDistribution(TypedDict):
    """Bins of all runs of a side, added."""

    runs: Annotated[Count, Field(description="Number of runs with bins")]
    runs_without_bins: Annotated[Count, Field(description="Number of runs without: not in the curve")]
    n: Annotated[Count, Field(description="Number of I/Os")]
    resolution_ns: Annotated[Count, Field(description="Coarsest unit anything in it was measured in, ns")]
    cdf: Annotated[list[CdfPoint], ANSWER]
    percentiles: Annotated[list[PercentileOut], ANSWER]


@answer
class ShiftOut(TypedDict):
    """How far a percentile moved: over the runs' own percentiles."""

    percentile: Annotated[Number, Field(description="In percent of the I/Os, e.g. 99.9")]
    base_runs: Annotated[Count, Field(description="Number of runs with enough I/Os to reach it")]
    new_runs: Annotated[Count, Field(description="Number of runs with enough I/Os to reach it")]
    ratio: Annotated[Number | None, Field(description="new/base, no unit")]
    ratio_ci95: Annotated[list[Number] | None, Field(description="[low, high] of the ratio, no unit")]
    ratio_decimals: Decimals
    ratio_method: Annotated[IntervalMethod | None, share_word()]


@answer
class DistributionOut(TypedDict):
    """Latency distributions of one workload, base first."""

    key: Annotated[str, COMPOSED]
    workload: Annotated[str, COMPOSED]
    direction: Annotated[Direction, share_word("mixed")]
    kind: Annotated[LatencyKind, share_word("clat")]
    sides: Annotated[list[SideDistribution], ANSWER]
    shifts: Annotated[list[list[ShiftOut]], ANSWER, Field(description="Per new side")]


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
