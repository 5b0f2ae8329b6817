"""A series as the share shows it: labels for what may not be named, the same figures."""

from collections.abc import Sequence
from typing import cast, get_args

from fioboard.factors import FACTORS
from fioboard.filters import metric
from fioboard.redaction import shown_factors
from fioboard.redaction.measured import choose_word, keep_list, keep_number, keep_numbers
from fioboard.redaction.provenance import mark_own
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.runs import label_run
from fioboard.redaction.sources import SourceRun, round_to_minute
from fioboard.redaction.templates import WITHHELD, restate
from fioboard.schemas.series import Mixture, RatedMissing, SeriesLine, SeriesPoint, Split, Variation
from fioboard.schemas.shared import SharedSeries
from fioboard.vocabulary import sentences
from fioboard.vocabulary.metrics import UNITS as METRIC_UNITS

POINT = ("n", "runs", "mean", "median", "min", "max", "values_left_out")
PROMISES = ("rated", "rated_drives", "rated_ratio")
UNITS = frozenset(METRIC_UNITS)
MISSING: frozenset[str] = frozenset(get_args(RatedMissing))


def share_series(
    chart: SharedSeries | None, runs: Sequence[SourceRun], redactor: Redactor
) -> SharedSeries | None:
    """Return the chart with labels for names."""
    if chart is None or (chart["metric"] == "rated_share" and "rated" in redactor.hidden):
        return None
    for run in runs:
        label_run(run["id"], redactor)
    x, by = chart["x"], chart.get("by")
    split = [one["key"] for one in chart.get("split") or []]
    shown = {
        "x": shown_factors.share_key(x, redactor),
        "by": None if by is None else shown_factors.share_key(by, redactor),
        "metric": mark_own(chart["metric"] if metric(chart["metric"]) else "unknown"),
        "unit": choose_word(chart.get("unit"), UNITS, "%"),
        "lower_is_better": keep_number(chart.get("lower_is_better")),
        "is_log_x": chart.get("is_log_x") is True,
        "is_log_y": chart.get("is_log_y") is True,
        "split": [_split(key, redactor) for key in split],
        "varies": [_share_variation(one, redactor) for one in chart.get("varies") or []],
        "is_asking": chart.get("is_asking") is True,
        "series": [_share_line(line, x, split, redactor) for line in chart.get("series") or []],
        "mixed": [_share_mixture(one, redactor) for one in chart.get("mixed") or []],
        **keep_numbers(chart, ("results", "without_value", "without_x")),
    }
    return cast(SharedSeries, shown)


def _share_line(line: SeriesLine, x: str, split: Sequence[str], redactor: Redactor) -> SeriesLine:
    scaling = line.get("scaling")
    values = [
        None if value is None else share_axis_value(key, value, redactor)
        for key, value in zip(split, line.get("values") or [], strict=True)
    ]
    shown = {
        # Of several values only `values` says which: their one text is made of what may not be shown.
        "key": values[0] if len(values) == 1 else None,
        "values": values,
        "is_alike": line.get("is_alike") is True,
        "points": [_share_point(point, x, redactor) for point in line.get("points") or []],
        "points_left_out": keep_number(line.get("points_left_out")),
        "scaling": {
            "per_drive": keep_number(scaling.get("per_drive")),
            "ideal": [keep_numbers(p, ("x", "value", "efficiency_ratio")) for p in scaling["ideal"]],
            "knee": keep_number(scaling.get("knee")),
        }
        if scaling
        else None,
        "saturates_at": keep_number(line.get("saturates_at")),
    }
    return cast(SeriesLine, shown)


def share_axis_value(key: str, value: object, redactor: Redactor) -> object:
    """Return a value of x or of the split, as the share shows it."""
    if key == "started_at":
        return round_to_minute(value) if not isinstance(value, bool | int | float) else value
    if isinstance(value, bool | int | float) and metric(key) is not None:
        return value
    return shown_factors.share_value(key, value, redactor)


def _restate_reason(text: str | None) -> str | None:
    return None if text is None else restate(text, sentences.OF_POINTS) or WITHHELD


def _share_point(point: SeriesPoint, x: str, redactor: Redactor) -> SeriesPoint:
    shown = keep_numbers(point, POINT) | {
        "x": share_axis_value(x, point.get("x"), redactor),
        "mean_reason": _restate_reason(point.get("mean_reason")),
        "ci95": keep_list(point.get("ci95")),
        "ci95_reason": _restate_reason(point.get("ci95_reason")),
        "mixed": [shown_factors.share_key(key, redactor) for key in point.get("mixed") or []],
        "values": [
            {"run_id": label_run(v["run_id"], redactor), "value": keep_number(v["value"])}
            for v in point.get("values") or []
        ],
        "ceiling": None if "path" in redactor.hidden else keep_number(point.get("ceiling")),
        "rated_missing": None
        if "rated" in redactor.hidden
        else choose_word(point.get("rated_missing"), MISSING, None),
        "drive_counts": keep_list(point.get("drive_counts")) or [],
        **(dict.fromkeys(PROMISES) if "rated" in redactor.hidden else keep_numbers(point, PROMISES)),
    }
    return cast(SeriesPoint, shown)


def _split(key: str, redactor: Redactor) -> Split:
    shown = shown_factors.share_key(key, redactor)
    return {"key": shown, "title": _choose_title(key, shown)}


def _choose_title(key: str, shown: str) -> str:
    return mark_own(FACTORS[key].title) if key in FACTORS else shown


def _share_variation(varied: Variation, redactor: Redactor) -> Variation:
    key = varied["key"]
    shown = shown_factors.share_key(key, redactor)
    variation = {
        "key": shown,
        "title": _choose_title(key, shown),
        "values": [
            {
                "value": None
                if one["value"] is None
                else shown_factors.share_known_value(key, one["value"], redactor),
                "n": keep_number(one["n"]),
            }
            for one in varied["values"]
        ],
        "is_askable": varied["is_askable"] is True,
        **keep_numbers(varied, ("values_left_out", "explains_pct", "n")),
    }
    return cast(Variation, variation)


def _share_mixture(mixture: Mixture, redactor: Redactor) -> Mixture:
    key = mixture["key"]
    values = [shown_factors.share_known_value(key, value, redactor) for value in mixture.get("values") or []]
    return {
        "key": shown_factors.share_key(key, redactor),
        "values": [v if isinstance(v, str) else mark_own(str(v)) for v in values],
    }
