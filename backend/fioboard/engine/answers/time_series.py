"""Time series of a run in buckets that the server made."""

from typing import Annotated, Literal, get_args

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, EMPTY, Count, Flag, Number, share_word

ClockBasis = Literal["stated", "computed"]
"""How the place of fio's logs is known: fio states its job's start (3.36+), or its end less its runtime tells."""
PhaseName = Literal["before", "ramp", "unknown", "measured"]
FigureName = Literal["iops", "bandwidth", "latency", "p50", "p99", "p99_9", "temperature", "cpu_busy"]
Unit = Literal["bytes/s", "1/s", "ns", "°C", "%", "W", ""]
"""Empty: a count, or not known."""


@answer
class BucketPoint(TypedDict):
    """All values of one bucket. Buckets without a value are left out: a gap is a gap."""

    t_ms: Annotated[Count, Field(description="Start of the bucket, milliseconds from the start of the run")]
    min: Annotated[Number, Field(description="Smallest value, in the series' unit")]
    mean: Annotated[Number, Field(description="Mean weighted by time, in the series' unit")]
    max: Annotated[Number, Field(description="Largest value, in the series' unit")]
    n: Annotated[Count, Field(description="Number of values")]


@answer
class TimeSeriesOut(TypedDict):
    """One series."""

    key: Annotated[str, COMPOSED, Field(description="Names it within the run")]
    source: Annotated[Literal["fio_log", "status_interval", "samples"], share_word("samples")]
    subject: Annotated[
        str, COMPOSED, Field(description='"disk:nvme0n1", "node:0", "sensor:…", or the job or log file')
    ]
    metric: Annotated[str, COMPOSED]
    direction: Annotated[str | None, share_word(among=get_args(Direction))]
    unit: Annotated[Unit, share_word("")]
    points: Annotated[list[BucketPoint], ANSWER]
    reason: Annotated[
        str | None,
        COMPOSED,
        Field(
            description="Why it has no points though it was recorded, a sentence: what stands at one time "
            "is no value of the run"
        ),
    ]


@answer
class RunSeries(TypedDict):
    """All series of a run over one range."""

    from_ms: Annotated[Count, Field(description="Start of the range, milliseconds from the start of the run")]
    to_ms: Annotated[Count, Field(description="End of the range, milliseconds from the start of the run")]
    bucket_ms: Annotated[Count, Field(description="Length of a bucket, milliseconds")]
    series: Annotated[list[TimeSeriesOut], ANSWER]


@answer
class Phase(TypedDict):
    """A part of a run."""

    name: Annotated[
        PhaseName,
        share_word("unknown"),
        Field(
            description="before: fio starts and lays out its files; ramp: ramp_time, which no figure holds; unknown: "
            "before or ramp, which nothing tells apart; measured"
        ),
    ]
    job: Annotated[
        str | None,
        EMPTY,
        Field(
            description="Whose part it is, by name, where jobs ran one after the other; null = of all of them"
        ),
    ]
    from_ms: Annotated[Count, Field(description="Its start on the run's clock, ms")]
    to_ms: Annotated[Count, Field(description="Its end on the run's clock, ms")]


@answer
class ClockJob(TypedDict):
    """When one job of a run measured, and which logs are its own."""

    name: str
    group: Annotated[int, Field(description="fio's groupid")]
    from_ms: Annotated[
        int | None, Field(description="It began to measure, ms on the run's clock; null = unknown")
    ]
    to_ms: Annotated[int | None, Field(description="It ended, ms on the run's clock; null = unknown")]
    first_log: Annotated[
        int | None, Field(description="The lowest number of its logs (x_bw.N.log); null = unknown")
    ]
    last_log: Annotated[int | None, Field(description="The highest number of its logs; null = unknown")]


@answer
class RunClock(TypedDict):
    """The one clock of a run."""

    zero: Annotated[
        Literal["samples", "job"],
        share_word("job"),
        Field(description="What 0 is: the agent started fio; or, without samples, the job began to measure"),
    ]
    zero_at_ms: Annotated[
        int | None, EMPTY, Field(description="The same as Unix ms by the host's clock; null = unknown")
    ]
    basis: Annotated[
        ClockBasis | None,
        share_word(),
        Field(
            description="How the place of fio's logs among the samples is known; null = there is none to know"
        ),
    ]
    log_offset_ms: Annotated[
        Count | None,
        Field(
            description="0 of fio's logs on this clock, ms; null = they have none in common: each of `jobs` has its "
            "own, and `reason` says what is unknown"
        ),
    ]
    reason: Annotated[
        str | None,
        EMPTY,
        Field(description="Why logs of fio, or some of them, have no place on this clock, a sentence"),
    ]
    phases: Annotated[list[Phase], ANSWER, Field(description="In order; empty when they are not known")]
    jobs: Annotated[
        list[ClockJob],
        EMPTY,
        Field(description="In fio's order; empty where nothing tells one log from another"),
    ]
    logs_hold_maxima: Annotated[
        Flag, Field(description="fio logged the largest value of each window (log_max_value), not its mean")
    ]


@answer
class Timeline(RunSeries):
    """All series of a run over one range, on its one clock."""

    clock: Annotated[RunClock, ANSWER]
    off_clock: Annotated[
        list[str],
        COMPOSED,
        Field(
            description="Keys of series whose place on the clock is not known: their times count from their own 0"
        ),
    ]


@answer
class WindowFigure(TypedDict):
    """One figure of a window, made of the stored points."""

    name: FigureName
    job: Annotated[
        str | None, Field(description="The job that it is of, by name; null = of all that ran together")
    ]
    group: Annotated[int | None, Field(description="fio's groupid of that job")]
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
