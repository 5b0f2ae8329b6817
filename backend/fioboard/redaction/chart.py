"""A series as the share shows it: labels for what may not be named, the same figures."""

from collections.abc import Sequence
from typing import cast

from fioboard.filters import metric
from fioboard.redaction import shown_factors
from fioboard.redaction.jobs import OPTIONS
from fioboard.redaction.measured import figure, figures, numbers, one_of
from fioboard.redaction.provenance import own
from fioboard.redaction.quoted import WITHHELD, restated
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.runs import label_of
from fioboard.redaction.sources import SourceRun, to_the_minute
from fioboard.schemas.series import Mixture, SeriesLine, SeriesPoint
from fioboard.schemas.shared import SharedSeries
from fioboard.vocabulary import sentences

POINT = ("n", "runs", "mean", "median", "min", "max", "values_left_out")
PROMISES = ("rated", "rated_ratio")
UNITS = frozenset({"IOPS", "bytes/s", "ns", "%"})


def shared_series(
    chart: SharedSeries | None, runs: Sequence[SourceRun], redactor: Redactor
) -> SharedSeries | None:
    """The chart with labels for names."""
    if chart is None:
        return None
    for run in runs:
        label_of(run["id"], redactor)
    x, by = chart["x"], chart.get("by")
    shown = {
        "x": shown_factors.key_of(x, redactor),
        "by": None if by is None else shown_factors.key_of(by, redactor),
        "metric": own(chart["metric"] if metric(chart["metric"]) else "unknown"),
        "unit": one_of(chart.get("unit"), UNITS, "%"),
        "lower_is_better": figure(chart.get("lower_is_better")),
        "is_log_x": chart.get("is_log_x") is True,
        "is_log_y": chart.get("is_log_y") is True,
        "series": [_line(line, x, by, redactor) for line in chart.get("series") or []],
        "mixed": [_mixture(one, redactor) for one in chart.get("mixed") or []],
        **figures(chart, ("results", "without_value", "without_x")),
    }
    return cast(SharedSeries, shown)


def _line(line: SeriesLine, x: str, by: str | None, redactor: Redactor) -> SeriesLine:
    scaling = line.get("scaling")
    shown = {
        "key": None if by is None else axis(by, line.get("key"), redactor),
        "points": [_point(point, x, redactor) for point in line.get("points") or []],
        "points_left_out": figure(line.get("points_left_out")),
        "scaling": {
            "per_drive": figure(scaling.get("per_drive")),
            "ideal": [figures(p, ("x", "value", "efficiency_ratio")) for p in scaling["ideal"]],
            "knee": figure(scaling.get("knee")),
        }
        if scaling
        else None,
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
    mixed = [own(name) for name in point.get("mixed") or [] if name in OPTIONS or name == "direction"]
    shown = figures(point, POINT) | {
        "x": axis(x, point.get("x"), redactor),
        "mean_reason": _reason(point.get("mean_reason")),
        "ci95": numbers(point.get("ci95")),
        "ci95_reason": _reason(point.get("ci95_reason")),
        "mixed": mixed,
        "values": [
            {"run_id": label_of(v["run_id"], redactor), "value": figure(v["value"])}
            for v in point.get("values") or []
        ],
        "ceiling": None if "path" in redactor.hidden else figure(point.get("ceiling")),
        **(dict.fromkeys(PROMISES) if "rated" in redactor.hidden else figures(point, PROMISES)),
    }
    return cast(SeriesPoint, shown)


def _mixture(mixture: Mixture, redactor: Redactor) -> Mixture:
    key = mixture["key"] if mixture["key"] in OPTIONS or mixture["key"] == "direction" else "option"
    values = [shown_factors.shown_one(key, value, redactor) for value in mixture.get("values") or []]
    return {"key": own(key), "values": [v if isinstance(v, str) else own(str(v)) for v in values]}
