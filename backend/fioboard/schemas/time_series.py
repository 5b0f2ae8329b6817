"""Time series of a run in buckets that the server made."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer

ClockBasis = Literal["stated", "computed"]
"""How the place of fio's logs is known: fio states its job's start (3.36+), or its end less its runtime tells."""
FigureName = Literal["iops", "bandwidth", "latency", "p50", "p99", "p99_9", "temperature", "cpu_busy"]
Unit = Literal["bytes/s", "1/s", "ns", "°C", "%", ""]
"""Empty: a count, or not known."""


@answer
class BucketPoint(TypedDict):
    """All values of one bucket. Buckets without a value are left out: a gap is a gap."""

    t_ms: Annotated[int, Field(description="Start of the bucket, milliseconds from the start of the run")]
    min: Annotated[float, Field(description="Smallest value, in the series' unit")]
    mean: Annotated[float, Field(description="Mean weighted by time, in the series' unit")]
    max: Annotated[float, Field(description="Largest value, in the series' unit")]
    n: Annotated[int, Field(description="Number of values")]


@answer
class TimeSeriesOut(TypedDict):
    """One series."""

    key: Annotated[str, Field(description="Names it within the run")]
    source: Literal["fio_log", "status_interval", "samples"]
    subject: Annotated[str, Field(description='"disk:nvme0n1", "node:0", "sensor:…", or the job or log file')]
    metric: str
    direction: str | None
    unit: Unit
    points: list[BucketPoint]


@answer
class RunSeries(TypedDict):
    """All series of a run over one range."""

    from_ms: Annotated[int, Field(description="Start of the range, milliseconds from the start of the run")]
    to_ms: Annotated[int, Field(description="End of the range, milliseconds from the start of the run")]
    bucket_ms: Annotated[int, Field(description="Length of a bucket, milliseconds")]
    series: list[TimeSeriesOut]


@answer
class Phase(TypedDict):
    """A part of a run."""

    name: Annotated[
        Literal["before", "ramp", "measured"],
        Field(
            description="before: fio starts and lays out its files; ramp: ramp_time, which no figure holds; measured"
        ),
    ]
    from_ms: Annotated[int, Field(description="Its start on the run's clock, ms")]
    to_ms: Annotated[int, Field(description="Its end on the run's clock, ms")]


@answer
class RunClock(TypedDict):
    """The one clock of a run."""

    zero: Annotated[
        Literal["samples", "job"],
        Field(description="What 0 is: the agent started fio; or, without samples, the job began to measure"),
    ]
    zero_at_ms: Annotated[
        int | None, Field(description="The same as Unix ms by the host's clock; null = unknown")
    ]
    basis: Annotated[
        ClockBasis | None,
        Field(
            description="How the place of fio's logs among the samples is known; null = there is none to know"
        ),
    ]
    log_offset_ms: Annotated[
        int | None,
        Field(description="0 of fio's logs on this clock, ms; null = unknown, and `reason` says why"),
    ]
    reason: Annotated[str | None, Field(description="Why fio's logs have no place on this clock, a sentence")]
    phases: Annotated[list[Phase], Field(description="In order; empty when they are not known")]
    logs_hold_maxima: Annotated[
        bool, Field(description="fio logged the largest value of each window (log_max_value), not its mean")
    ]


@answer
class Timeline(RunSeries):
    """All series of a run over one range, on its one clock."""

    clock: RunClock
    off_clock: Annotated[
        list[str],
        Field(
            description="Keys of series whose place on the clock is not known: their times count from their own 0"
        ),
    ]


@answer
class WindowFigure(TypedDict):
    """One figure of a window, made of the stored points."""

    name: FigureName
    direction: str | None
    unit: Unit
    value: Annotated[float | None, Field(description="In its unit; null with a reason")]
    n: Annotated[int, Field(description="Number of points that it is made of; of I/Os, where `of` says so")]
    covered_ms: Annotated[int, Field(description="How much of the window those points tell of, ms")]
    source: Annotated[
        Literal["fio_log", "status_interval", "samples"] | None, Field(description="Who recorded it")
    ]
    of: Annotated[
        str, Field(description="What the points are, and how the figure follows from them; in words")
    ]
    reason: Annotated[str | None, Field(description="Why there is no value, a sentence")]


@answer
class RunWindow(TypedDict):
    """What a part of a run measured."""

    from_ms: Annotated[int, Field(description="Start on the run's clock, ms")]
    to_ms: Annotated[int, Field(description="End on the run's clock, ms")]
    is_measured_phase: Annotated[bool, Field(description="The window is the whole of what fio measured")]
    figures: Annotated[list[WindowFigure], Field(description="By direction; empty when nothing was recorded")]
