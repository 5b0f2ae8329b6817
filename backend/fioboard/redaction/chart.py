"""A series as the share shows it: labels for what may not be named, the same figures."""

from collections.abc import Mapping, Sequence
from typing import Any

from fioboard.filters import metric
from fioboard.redaction import shown_factors
from fioboard.redaction.jobs import OPTIONS
from fioboard.redaction.measured import figure, numbers
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.runs import label_of
from fioboard.redaction.sources import Json, to_the_minute

POINT = ("n", "runs", "mean", "median", "min", "max", "values_left_out")
PROMISES = ("rated", "rated_ratio")
UNITS = frozenset({"IOPS", "bytes/s", "ns", "%"})


def shared_series(found: Json | None, runs: Sequence[Json], redactor: Redactor) -> dict[str, Any] | None:
    """schemas.shared.SharedSeries."""
    if found is None:
        return None
    for run in runs:
        label_of(run["id"], redactor)
    x, by = found["x"], found.get("by")
    return {
        "x": shown_factors.key_of(x, redactor),
        "by": None if by is None else shown_factors.key_of(by, redactor),
        "metric": found["metric"] if metric(found["metric"]) else "unknown",
        "unit": found["unit"] if found.get("unit") in UNITS else "%",
        "lower_is_better": figure(found.get("lower_is_better")),
        "is_log_x": found.get("is_log_x") is True,
        "is_log_y": found.get("is_log_y") is True,
        "series": [_line(line, x, by, redactor) for line in found.get("series") or []],
        "mixed": [_mixture(one, redactor) for one in found.get("mixed") or []],
        **{name: figure(found.get(name)) for name in ("results", "without_value", "without_x")},
    }


def _line(line: Mapping[str, Any], x: str, by: str | None, redactor: Redactor) -> dict[str, Any]:
    scaling = line.get("scaling")
    return {
        "key": None if by is None else axis(by, line.get("key"), redactor),
        "points": [_point(point, x, redactor) for point in line.get("points") or []],
        "points_left_out": figure(line.get("points_left_out")),
        "scaling": {
            "per_drive": figure(scaling.get("per_drive")),
            "ideal": [
                {n: figure(p.get(n)) for n in ("x", "value", "efficiency_ratio")} for p in scaling["ideal"]
            ],
            "knee": figure(scaling.get("knee")),
        }
        if scaling
        else None,
    }


def axis(key: str, value: Any, redactor: Redactor) -> Any:
    """A value of x or of the split."""
    if key == "started_at":
        return to_the_minute(value) if not isinstance(value, bool | int | float) else value
    if isinstance(value, bool | int | float) and metric(key) is not None:
        return value
    return shown_factors.shown(key, value, redactor)


def _point(point: Mapping[str, Any], x: str, redactor: Redactor) -> dict[str, Any]:
    mixed = [name for name in point.get("mixed") or [] if name in OPTIONS or name == "direction"]
    is_rated = "rated" not in redactor.hidden
    return {name: figure(point.get(name)) for name in POINT} | {
        "x": axis(x, point.get("x"), redactor),
        "mean_reason": point.get("mean_reason"),
        "ci95": numbers(point.get("ci95")),
        "ci95_reason": point.get("ci95_reason"),
        "mixed": mixed,
        "values": [
            {"run_id": label_of(v["run_id"], redactor), "value": figure(v["value"])}
            for v in point.get("values") or []
        ],
        "ceiling": None if "path" in redactor.hidden else figure(point.get("ceiling")),
        **{name: figure(point.get(name)) if is_rated else None for name in PROMISES},
    }


def _mixture(found: Mapping[str, Any], redactor: Redactor) -> dict[str, Any]:
    key = found["key"] if found["key"] in OPTIONS or found["key"] == "direction" else "option"
    return {
        "key": key,
        "values": [str(shown_factors.shown(key, value, redactor)) for value in found.get("values") or []],
    }
