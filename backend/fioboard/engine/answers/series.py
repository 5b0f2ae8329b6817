"""Series: a metric over a factor."""

from typing import Annotated, Literal, NotRequired

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import (
    ANSWER,
    COMPOSED,
    FACTOR_KEY,
    Count,
    Flag,
    Number,
    share_figure,
    share_label,
    share_sentence,
    share_word,
)
from fioboard.engine.words.metrics import Unit
from fioboard.engine.words.sentences import OF_POINTS

Axis = str | int | float | bool
X = AwareDatetime | Axis


@answer
class SeriesValue(TypedDict):
    """One result."""

    run_id: Annotated[str, share_label("run")]
    value: Annotated[Number, Field(description="In the series' unit")]
    verdict: NotRequired[
        Annotated[
            str,
            Field(
                description="What held its run back: the rule of the limit its verdict rests on, else its "
                "verdict's kind. Missing where nothing was judged, in a chart of more than 2,000 results, in a share"
            ),
        ]
    ]


class PointFigures(TypedDict):
    """All results with one value of x, without what is promised for it."""

    x: Annotated[X, COMPOSED, Field(description="Value of x: sizes in bytes, a metric in its own unit")]
    n: Annotated[Count, Field(description="Number of values")]
    runs: Annotated[Count, Field(description="Number of runs they come from")]
    mean: Annotated[
        Number | None, Field(description="Arithmetic mean in the series' unit; null with mean_reason")
    ]
    mean_reason: Annotated[str | None, share_sentence(OF_POINTS)]
    median: Annotated[
        Number | None, Field(description="In the series' unit; null when several kinds of runs are mixed")
    ]
    min: Annotated[Number, Field(description="Smallest, in the series' unit")]
    max: Annotated[Number, Field(description="Largest, in the series' unit")]
    ci95: Annotated[
        list[Number] | None,
        Field(
            description="95 % interval [low, high] of the mean by Student's t, in the series' unit; null "
            "with ci95_reason"
        ),
    ]
    ci95_reason: Annotated[
        str | None,
        share_sentence(OF_POINTS),
        Field(description="Why there is no interval, or of what it is one"),
    ]
    mixed: Annotated[
        list[str],
        FACTOR_KEY,
        Field(description="Job options, factors and labels that differ between the values"),
    ]
    values: Annotated[
        list[SeriesValue],
        ANSWER,
        Field(description="Oldest first; the newest when there are too many to draw"),
    ]
    values_left_out: Annotated[
        Count, Field(description="Number of values not listed; they count in everything else")
    ]


RatedMissing = Literal["rated", "drives", "mixed_drives", "differs"]


class Promises(TypedDict):
    """What a point is held against, where all its runs agree on it."""

    ceiling: Annotated[
        float | None,
        share_figure("path"),
        Field(description="What the slowest link can carry, bytes per second; null = unknown"),
    ]
    rated: Annotated[
        float | None,
        share_figure("rated"),
        Field(
            description="Rated value of all drives together, from the label rated_METRIC of one, in the series' unit; "
            "null = unknown"
        ),
    ]
    rated_drives: Annotated[
        float | None,
        share_figure("rated"),
        Field(description="Number of drives that `rated` is of; null without it"),
    ]
    rated_missing: Annotated[
        RatedMissing | None,
        share_word(hidden_by=("rated",)),
        Field(
            description="What `rated` lacks: the label rated_METRIC, the number of drives, one number of drives for "
            "all runs, or one rated value for all runs; null: nothing"
        ),
    ]
    drive_counts: Annotated[
        list[Number | None],
        Field(description="Numbers of drives of its runs, rising; null, last: unknown of some"),
    ]
    rated_ratio: Annotated[
        float | None,
        share_figure("rated"),
        Field(description="Median / rated, 1.0 = as promised, a share 0..1 or above"),
    ]


@answer
class SeriesPoint(PointFigures, Promises):
    """All results with one value of x. The mean is null where it would mix workloads or average percentiles."""


@answer
class IdealPoint(TypedDict):
    """The ideal line at one width."""

    x: Annotated[Number, Field(description="Number of drives")]
    value: Annotated[
        Number, Field(description="What the smallest width's value per drive promises, in the series' unit")
    ]
    efficiency_ratio: Annotated[Number, Field(description="Measured / ideal, a share 0..1 or above")]


@answer
class Scaling(TypedDict):
    """How a series grows with the number of drives."""

    per_drive: Annotated[
        Number, Field(description="Value per drive at the smallest width, in the series' unit")
    ]
    ideal: Annotated[list[IdealPoint], ANSWER]
    knee: Annotated[
        Number | None,
        Field(
            description="Number of drives beyond which the next step brings less than half of the ideal; "
            "null: none seen"
        ),
    ]


@answer
class SeriesLine(TypedDict):
    """One line: the results with one value of the split."""

    key: Annotated[
        Axis | None,
        COMPOSED,
        Field(
            description="Value of the split, sizes in bytes; null = no split, or unknown. Where several keys split: "
            "their values in one text"
        ),
    ]
    values: Annotated[
        list[Axis | None],
        COMPOSED,
        Field(description="Of each key of `split`, in that order; null = unknown"),
    ]
    is_alike: Annotated[
        Flag, Field(description="One group of alike runs: its points may be joined; false: they may not")
    ]
    points: Annotated[list[SeriesPoint], ANSWER]
    points_left_out: Annotated[
        Count, Field(description="Number of points beyond 500, those with the smallest x")
    ]
    scaling: Annotated[
        Scaling | None, ANSWER, Field(description="Null unless x is a number of drives and more is better")
    ]
    saturates_at: NotRequired[
        Annotated[
            Number | None,
            Field(
                description="Depth or number of jobs beyond which more brought no more; null: none seen, x is neither, "
                "or more is not better. Missing in shares made by older versions"
            ),
        ]
    ]


@answer
class Mixture(TypedDict):
    """A job option, factor or label that differs within points: filter or split by it."""

    key: Annotated[str, FACTOR_KEY]
    values: Annotated[list[str], COMPOSED]


@answer
class Split(TypedDict):
    """A key that tells lines apart."""

    key: Annotated[str, FACTOR_KEY]
    title: Annotated[str, COMPOSED]


@answer
class VariedValue(TypedDict):
    """One value of what varies."""

    value: Annotated[Axis | None, COMPOSED, Field(description="Sizes in bytes; null = unknown")]
    n: Annotated[Count, Field(description="Number of results with it")]


@answer
class Variation(TypedDict):
    """A job option, factor or label that is neither x nor the split and not the same in all runs."""

    key: Annotated[str, FACTOR_KEY]
    title: Annotated[str, COMPOSED]
    values: Annotated[list[VariedValue], COMPOSED, Field(description="Those of most results")]
    values_left_out: Annotated[Count, Field(description="Number of values not listed")]
    explains_pct: Annotated[
        Number | None,
        Field(
            description="Share of the variance of the logarithms at equal x and split that goes with it, adjusted for "
            "the number of its values (ε²), in per cent; null when every value of it was measured once, or nothing "
            "varies at equal x"
        ),
    ]
    n: Annotated[Count, Field(description="Number of results that `explains_pct` stands on")]
    is_askable: Annotated[Flag, Field(description="Whether `by` and the filter know the key")]


@answer
class SeriesChange(TypedDict):
    """Something recorded of a host that changed from one run of the chart to the next that tells it."""

    at: Annotated[AwareDatetime, Field(description="Start of the first run that tells the new value")]
    host: str
    run_id: Annotated[str, Field(description="That run")]
    key: Annotated[str, Field(description="Factor or label")]
    title: str
    unit: Annotated[str | None, Field(description="Of both values; null without one")]
    before: Annotated[Axis | None, Field(description="In `unit`; null: known to be without")]
    after: Annotated[Axis | None, Field(description="In `unit`; null: known to be without")]


@answer
class SeriesOut(TypedDict):
    """A metric over x."""

    x: Annotated[str, FACTOR_KEY]
    by: Annotated[str | None, FACTOR_KEY]
    metric: Annotated[str, COMPOSED]
    unit: Annotated[Unit, share_word("%")]
    lower_is_better: Flag | None
    split: Annotated[
        list[Split],
        ANSWER,
        Field(description="What tells the lines apart: `by`, then what splits by itself, the host first"),
    ]
    varies: Annotated[
        list[Variation],
        ANSWER,
        Field(
            description="What varies beside x and `by`: the host, then by what explains most; no more than needed"
        ),
    ]
    is_asking: Annotated[
        Flag,
        Field(
            description="True: all that varies would make more than eight lines; filter or split by one of `varies`. "
            "Points that mix kinds of runs have no mean"
        ),
    ]
    series: Annotated[list[SeriesLine], ANSWER]
    mixed: Annotated[list[Mixture], ANSWER, Field(description="Not empty: these points have no mean")]
    results: Annotated[Count, Field(description="Number of results that match")]
    without_value: Annotated[Count, Field(description="Number of them without the metric")]
    without_x: Annotated[Count, Field(description="Number of them without a value of x")]
    changes: NotRequired[
        Annotated[
            list[SeriesChange],
            Field(
                description="Over time: label, firmware, BIOS, kernel and all else recorded that changed between runs "
                "of a host, the oldest first. Missing over anything else, for more than 2,000 results, and in shares"
            ),
        ]
    ]


@answer
class PresetOut(TypedDict):
    """A chart to start from."""

    key: str
    title: str
    question: Annotated[str, Field(description="What it answers")]
    chart: Literal["line", "bars", "scatter", "heat map"]
    x: str
    metric: str
    by: str | None
    filter: Annotated[
        str,
        Field(
            description="The host and workload that answer it, as a query string; empty: everything, or nothing answers"
        ),
    ]
    starts_with: Annotated[str | None, Field(description="The filter in words; null: everything")]
    scale: Annotated[Literal["linear", "log"], Field(description="Of the x axis")]
    markers: Annotated[Literal["host timeline"] | None, Field(description="What to draw behind the points")]
    is_available: Annotated[
        bool,
        Field(
            description="False while no runs answer it: no host has one workload with two values of x, or too few runs"
        ),
    ]


@answer
class PresetsOut(TypedDict):
    """All presets."""

    items: list[PresetOut]
