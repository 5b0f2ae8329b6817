"""Measured figures: numbers pass, words only from lists; remarks of the reader in words of our own (R4)."""

import re
from collections.abc import Mapping
from typing import Any

from fioboard.fio.model.remarks import CLASS_OF
from fioboard.redaction.hardware import Names
from fioboard.redaction.jobs import DIRECTIONS, ENGINES, SIZE, job_name
from fioboard.redaction.patterns import word_set
from fioboard.redaction.redactor import Redactor
from fioboard.vocabulary.results import LATENCY_FIELDS, LATENCY_FIGURES, RESULT, SHOWN_DETAILS

PLAIN = tuple(column.api for column in (*RESULT, *SHOWN_DETAILS) if column.share == "figure")
SETTINGS = frozenset({"direction", "rw", "bs_bytes", "bs", "iodepth", "numjobs", "ioengine", "direct"})
METRICS = word_set(
    "bw_bytes_per_s iops await_ns queue_depth temperature_c cpu_busy_pct cpu_sys_pct cpu_iowait_pct cpu_irq_pct "
    "slat_ns clat_ns lat_ns"
)
UNITS = frozenset({"bytes/s", "1/s", "ns", "°C", "%", ""})
_PERCENTILE = re.compile(r"\d{1,3}(\.\d{1,6})?")
NO_PERCENTILES = "the output states none"
REMARKS = {
    "BadValue": "A value of the output was no number of a measurement; it is taken as unknown.",
    "BrokenLine": "A line of the output is broken.",
    "Contradiction": "Values of the output contradict each other.",
    "CutShort": "It ended before its time.",
    "Interrupted": "fio was interrupted.",
    "InterruptedInRamp": "fio was interrupted before it began to measure.",
    "JobError": "A job ended with an error.",
    "LostJobs": "More jobs were started than reported.",
    "LostLines": "Lines of the output were not understood.",
    "LostResult": "A result is missing of which the output tells.",
    "MergedSections": "fio merged several job sections: name and options describe only parts.",
    "MisleadingName": "The job's name says another direction than what was measured.",
    "MissingClones": "Fewer clones reported than numjobs says.",
    "MistypedDevice": "A device's name was probably mistyped: fio wrote a file instead.",
    "NoIo": "No data was moved.",
    "NoLatency": "Data was moved, but no latency was measured.",
    "NotFinite": "A value of the output is no finite number; it is taken as unknown.",
    "SubSecond": "It ran for less than a second: not a basis for ranking.",
    "Truncated": "The output is cut short.",
}


def figure(value: Any) -> Any:
    """A number or truth value; anything else is unknown."""
    return value if isinstance(value, bool | int | float) else None


def numbers(value: Any) -> list[Any] | None:
    """A list of numbers; None when it is none."""
    return [figure(v) for v in value] if isinstance(value, list) else None


def result(found: Mapping[str, Any], redactor: Redactor) -> dict[str, Any]:
    """schemas.result.ResultFigures with a label as the job's name."""
    source = found.get("settings_source") or {}
    return {name: figure(found.get(name)) for name in PLAIN} | {
        "job_name": job_name(found, redactor),
        "direction": found["direction"]
        if found.get("direction") in {"read", "write", "trim", "mixed"}
        else "mixed",
        "rw": redactor.keep(found.get("rw") if found.get("rw") in DIRECTIONS else None, None),
        "bs": redactor.keep(SIZE(found.get("bs")), None),
        "ioengine": redactor.keep(found.get("ioengine") if found.get("ioengine") in ENGINES else None, None),
        "settings_source": {
            name: value
            for name, value in source.items()
            if name in SETTINGS and isinstance(value, str) and re.fullmatch(r"[a-z_ ]{1,24}", value)
        },
        "iops_bounds": numbers(found.get("iops_bounds")),
        "bw_bounds_bytes_per_s": numbers(found.get("bw_bounds_bytes_per_s")),
        **{name: latency(found.get(name)) for name in LATENCY_FIELDS},
        "problems": problems(found.get("problems")),
    }


def latency(found: Any) -> dict[str, Any] | None:
    """schemas.result.LatencyOut."""
    if not isinstance(found, Mapping):
        return None
    stated = found.get("percentiles")
    percentiles = (
        {key: figure(ns) for key, ns in stated.items() if _PERCENTILE.fullmatch(key)}
        if isinstance(stated, Mapping)
        else None
    )
    return {name: figure(found.get(name)) for name in LATENCY_FIGURES} | {
        "percentiles": percentiles or None,
        "percentiles_reason": None if percentiles else NO_PERCENTILES,
        "saturated": [
            p for p in found.get("saturated") or [] if isinstance(p, str) and _PERCENTILE.fullmatch(p)
        ],
    }


def problems(found: Any) -> list[dict[str, str]]:
    """Remarks by their stable name; the reader's own words may quote the output."""
    names = [p.get("error") for p in found or [] if isinstance(p, Mapping)]
    known = [name for name in dict.fromkeys(names) if name in REMARKS]
    return [
        {"where": "", "error": name, "detail": REMARKS[name], "remark_class": CLASS_OF[name]}
        for name in known
    ]


def curve(found: Mapping[str, Any]) -> dict[str, Any]:
    """schemas.shared.SharedLatencyCurve."""
    kind = found.get("kind")
    return {
        "position": figure(found.get("position")),
        "kind": kind if kind in {"slat", "clat", "lat"} else "clat",
        "n": figure(found.get("n")),
        "points": [{"ns": figure(p["ns"]), "share": figure(p["share"])} for p in found.get("points") or []],
    }


def recorded(found: Mapping[str, Any] | None, names: Names, redactor: Redactor) -> dict[str, Any] | None:
    """schemas.time_series.RunSeries: what a series is of is said by labels."""
    if not isinstance(found, Mapping) or "time_series" in redactor.hidden:
        return None
    kept: list[dict[str, Any]] = []
    for one in found.get("series") or []:
        metric = one.get("metric")
        if metric not in METRICS or ("temperatures" in redactor.hidden and metric == "temperature_c"):
            continue
        source, direction = one.get("source"), one.get("direction")
        kept.append(
            {
                "key": str(len(kept)),
                "source": source if source in {"fio_log", "status_interval", "samples"} else "samples",
                "subject": _subject(one.get("subject"), source, names, redactor),
                "metric": metric,
                "direction": direction if direction in {"read", "write", "trim", "mixed"} else None,
                "unit": one["unit"] if one.get("unit") in UNITS else "",
                "points": [
                    {n: figure(p.get(n)) for n in ("t_ms", "min", "mean", "max", "n")}
                    for p in one.get("points") or []
                ],
            }
        )
    return {name: figure(found.get(name)) for name in ("from_ms", "to_ms", "bucket_ms")} | {"series": kept}


def _subject(subject: Any, source: Any, names: Names, redactor: Redactor) -> str:
    """`disk:drive A`, `node:0`, `sensor:sensor 1`, `log 1`."""
    kind, colon, name = subject.partition(":") if isinstance(subject, str) else ("", "", "")
    if source != "samples" or not colon:
        if isinstance(subject, str):
            redactor.left["file.name" if source == "fio_log" else "job.name"].add(subject)
        return redactor.label("log", (source, subject))
    if kind in {"node", "cpu", "socket"} and re.fullmatch(r"\d{1,5}|all", name):
        return f"{kind}:{name}"
    known = names.of(name)
    if known is not None:
        return f"{kind if kind in {'disk', 'volume', 'interface', 'md'} else 'disk'}:{known}"
    return f"sensor:{redactor.label('sensor', subject)}"
