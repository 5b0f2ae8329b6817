"""A series as the share shows it: labels for what may not be named, the same figures."""

from collections.abc import Sequence
from typing import cast, get_args

from fioboard.factors import FACTORS
from fioboard.filters import metric
from fioboard.redaction import shown_factors
from fioboard.redaction.measured import figure, figures, numbers, one_of
from fioboard.redaction.provenance import own
from fioboard.redaction.quoted import WITHHELD, restated
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.runs import label_of
from fioboard.redaction.sources import SourceRun, to_the_minute
from fioboard.schemas.series import Mixture, RatedMissing, SeriesLine, SeriesPoint, Split, Variation
from fioboard.schemas.shared import SharedSeries
from fioboard.vocabulary import sentences
from fioboard.vocabulary.metrics import UNITS as METRIC_UNITS

POINT = ("n", "runs", "mean", "median", "min", "max", "values_left_out")
PROMISES = ("rated", "rated_drives", "rated_ratio")
UNITS = frozenset(METRIC_UNITS)
MISSING: frozenset[str] = frozenset(get_args(RatedMissing))


def shared_series(
    chart: SharedSeries | None, runs: Sequence[SourceRun], redactor: Redactor
) -> SharedSeries | None:
    """The chart with labels for names."""
    if chart is None or (chart["metric"] == "rated_share" and "rated" in redactor.hidden):
        return None
    for run in runs:
        label_of(run["id"], redactor)
    x, by = chart["x"], chart.get("by")
    split = [one["key"] for one in chart.get("split") or []]
    shown = {
        "x": shown_factors.key_of(x, redactor),
        "by": None if by is None else shown_factors.key_of(by, redactor),
        "metric": own(chart["metric"] if metric(chart["metric"]) else "unknown"),
        "unit": one_of(chart.get("unit"), UNITS, "%"),
        "lower_is_better": figure(chart.get("lower_is_better")),
        "is_log_x": chart.get("is_log_x") is True,
        "is_log_y": chart.get("is_log_y") is True,
        "split": [_split(key, redactor) for key in split],
        "varies": [_variation(one, redactor) for one in chart.get("varies") or []],
        "is_asking": chart.get("is_asking") is True,
        "series": [_line(line, x, split, redactor) for line in chart.get("series") or []],
        "mixed": [_mixture(one, redactor) for one in chart.get("mixed") or []],
        **figures(chart, ("results", "without_value", "without_x")),
    }
    return cast(SharedSeries, shown)


def _line(line: SeriesLine, x: str, split: Sequence[str], redactor: Redactor) -> SeriesLine:
    scaling = line.get("scaling")
    values = [
        None if value is None else axis(key, value, redactor)
        for key, value in zip(split, line.get("values") or [], strict=True)
    ]
    shown = {
        # Of several values only `values` says which: their one text is made of what may not be shown.
        "key": values[0] if len(values) == 1 else None,
        "values": values,
        "is_alike": line.get("is_alike") is True,
        "points": [_point(point, x, redactor) for point in line.get("points") or []],
        "points_left_out": figure(line.get("points_left_out")),
        "scaling": {
            "per_drive": figure(scaling.get("per_drive")),
            "ideal": [figures(p, ("x", "value", "efficiency_ratio")) for p in scaling["ideal"]],
            "knee": figure(scaling.get("knee")),
        }
        if scaling
        else None,
        "saturates_at": figure(line.get("saturates_at")),
    }
    return cast(SeriesLine, shown)


def axis(key: str, value: object, redactor: Redactor) -> object:
    """A value of x or of the split."""
    if key == "started_at":
        return to_the_minute(value) if not isinstance(value, bool | int | float) else value
    if isinstance(value, bool | int | float) and metric(key) is not None:
        return value
    return shown_factors.shown(key, value, redactor)


def _reason(text: str | None) -> str | None:
    return None if text is None else restated(text, sentences.OF_POINTS) or WITHHELD


def _point(point: SeriesPoint, x: str, redactor: Redactor) -> SeriesPoint:
    shown = figures(point, POINT) | {
        "x": axis(x, point.get("x"), redactor),
        "mean_reason": _reason(point.get("mean_reason")),
        "ci95": numbers(point.get("ci95")),
        "ci95_reason": _reason(point.get("ci95_reason")),
        "mixed": [shown_factors.key_of(key, redactor) for key in point.get("mixed") or []],
        "values": [
            {"run_id": label_of(v["run_id"], redactor), "value": figure(v["value"])}
            for v in point.get("values") or []
        ],
        "ceiling": None if "path" in redactor.hidden else figure(point.get("ceiling")),
        "rated_missing": None
        if "rated" in redactor.hidden
        else one_of(point.get("rated_missing"), MISSING, None),
        "drive_counts": numbers(point.get("drive_counts")) or [],
        **(dict.fromkeys(PROMISES) if "rated" in redactor.hidden else figures(point, PROMISES)),
    }
    return cast(SeriesPoint, shown)


def _split(key: str, redactor: Redactor) -> Split:
    shown = shown_factors.key_of(key, redactor)
    return {"key": shown, "title": _title(key, shown)}


def _title(key: str, shown: str) -> str:
    return own(FACTORS[key].title) if key in FACTORS else shown


def _variation(varied: Variation, redactor: Redactor) -> Variation:
    key = varied["key"]
    shown = shown_factors.key_of(key, redactor)
    variation = {
        "key": shown,
        "title": _title(key, shown),
        "values": [
            {
                "value": None
                if one["value"] is None
                else shown_factors.shown_one(key, one["value"], redactor),
                "n": figure(one["n"]),
            }
            for one in varied["values"]
        ],
        "is_askable": varied["is_askable"] is True,
        **figures(varied, ("values_left_out", "explains_pct", "n")),
    }
    return cast(Variation, variation)


def _mixture(mixture: Mixture, redactor: Redactor) -> Mixture:
    key = mixture["key"]
    values = [shown_factors.shown_one(key, value, redactor) for value in mixture.get("values") or []]
    return {
        "key": shown_factors.key_of(key, redactor),
        "values": [v if isinstance(v, str) else own(str(v)) for v in values],
    }
