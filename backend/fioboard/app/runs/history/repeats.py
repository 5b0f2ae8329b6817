"""The repeats within a batch, alike runs of one workload: their spread, and what the mean is."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from uuid import UUID

import numpy as np
import orjson

from fioboard.app.runs.history.sentences import TOGETHER
from fioboard.core.block_size import spoken_size
from fioboard.core.run_state import Direction
from fioboard.engine.answers.batch import RepeatsOut
from fioboard.engine.factors.implied import LABEL, find_cause
from fioboard.engine.factors.workload import SPOKEN_PATTERNS, TARGET
from fioboard.engine.formats.fio.model.options import split_filename
from fioboard.engine.rules.history import collect_setting
from fioboard.engine.stats.interval import mean_ci95
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.target_names import split_names
from fioboard.store.queries.rows import BatchRunRow, RatesRow, ResultRow

# More targets of one run than these are counted and not named.
MAX_NAMED = 4
# Groups of factors that say what was asked for; a workload has its own options.
_OF_THE_JOB = frozenset({"Run", "Job"})
Apart = tuple[tuple[str, object], ...]


def list_repeats(
    results: Iterable[ResultRow],
    settings: Mapping[UUID, str],
    varied: Mapping[UUID, Mapping[str, str]] | None = None,
) -> list[RepeatsOut]:
    """List the repeats of each workload and direction, in the order they first come.

    Alike runs only: `settings` says of each run, by its id, what sets it apart from others; `varied` of each
    workload which further options its words do not say. Results of several targets in one run are of several
    workloads (engine/factors/workload.py), and each is named.
    """
    rows = list(results)
    own = list_own_targets(rows)
    groups: dict[tuple[UUID, Direction, str], list[ResultRow]] = defaultdict(list)
    for row in rows:
        groups[row["workload_id"], row["direction"], settings[row["run_id"]]].append(row)
    return [
        _repeat(
            workload,
            direction,
            " · ".join(word for word in (_find_common(own, alike), setting) if word) or None,
            alike,
            dict((varied or {}).get(workload, {})),
        )
        for (workload, direction, setting), alike in groups.items()
    ]


def list_own_targets(results: Iterable[ResultRow]) -> dict[UUID, str]:
    """Name what each result was measured on, by the result's id, where the results of its run went to several files or
    devices."""
    files = {row["id"]: (row["run_id"], orjson.loads(row["job_options"]).get("filename")) for row in results}
    of_runs: dict[UUID, set[str | None]] = defaultdict(set)
    for run_id, file in files.values():
        of_runs[run_id].add(file)
    return {
        key: ", ".join(split_filename(file))
        for key, (run_id, file) in files.items()
        if file and len(of_runs[run_id]) > 1
    }


def _find_common(own: Mapping[UUID, str], alike: Iterable[ResultRow]) -> str | None:
    names = {own.get(row["id"]) for row in alike}
    return names.pop() if len(names) == 1 else None


def describe_settings(runs: Sequence[BatchRunRow]) -> dict[UUID, str]:
    """Describe what sets each run of a batch apart beside its job options: `epyc, /dev/md0, fan=off`.

    Host, target, labels and every recorded factor of the machine; empty where all runs have the same.
    """
    known: dict[str, Mapping[str, object]] = {}
    for run in runs:
        known.setdefault(run["factors"], _select_machine(run["factors"]))
    stated = {
        run["id"]: {"host": run["host_name"], TARGET: run["target"], **known[run["factors"]]} for run in runs
    }
    keys = dict.fromkeys(key for one in stated.values() for key in one)
    differing = [key for key in keys if len({one.get(key) for one in stated.values()}) > 1]
    differing_keys = frozenset(differing)
    # What follows from another difference is not named; it is no less a difference.
    roots = [
        key
        for key in differing
        if find_cause(key, differing_keys) is None and not (TARGET in differing_keys and _is_of_path(key))
    ] or differing
    names: dict[Apart, str] = {}
    for one in stated.values():
        apart = tuple((key, one.get(key)) for key in differing)
        name = ", ".join(_format_setting(key, one.get(key)) for key in roots)
        # Two that differ only in what follows keep their own groups, and so need their own names.
        if apart not in names and name in names.values():
            name = ", ".join(_format_setting(key, one.get(key)) for key in differing)
        if apart not in names and name in names.values():
            name = f"{name} ({one[TARGET]})"
        names.setdefault(apart, name)
    return {run_id: names[tuple((key, one.get(key)) for key in differing)] for run_id, one in stated.items()}


def _is_of_path(key: str) -> bool:
    """Whether a factor says what lies below the target, so that another target has another."""
    return key in FACTORS and FACTORS[key].facet == "path"


def _select_machine(factors: str) -> dict[str, object]:
    """Select the factors that say how the machine was, labels among them."""
    return {
        key: value
        for key, value in collect_setting(orjson.loads(factors), {}).items()
        if not (key in FACTORS and FACTORS[key].group in _OF_THE_JOB) and key != "target.path"
    }


def _format_setting(key: str, value: object) -> str:
    if key == TARGET and isinstance(value, str) and len(names := split_names(value)) > 1:
        return TOGETHER(targets=", ".join(names) if len(names) <= MAX_NAMED else f"{len(names)} targets")
    if key in {"host", TARGET}:
        return str(value or f"{key} unknown")
    word = key.removeprefix(LABEL)
    if value is None:
        return f"{word} unknown" if key in FACTORS else f"without {word}"
    return f"{word}={value}"


def _repeat(
    workload: UUID,
    direction: Direction,
    setting: str | None,
    rows: list[ResultRow],
    varied: dict[str, str],
) -> RepeatsOut:
    first = rows[0]
    iops = [row["iops"] for row in rows if row["iops"] is not None]
    interval = mean_ci95(np.array(iops))
    bandwidths = [row["bw_bytes_per_s"] for row in rows if row["bw_bytes_per_s"] is not None]
    bandwidth_interval = mean_ci95(np.array(bandwidths, dtype=np.float64))
    tails = [p99 for row in rows if (p99 := get_p99(row)) is not None]
    return {
        "workload": spell_workload(first, {workload: varied}),
        "workload_id": workload,
        "direction": direction,
        "rw": first["rw"],
        "bs_bytes": first["bs_bytes"],
        "bs": orjson.loads(first["details"]).get("bs"),
        "iodepth": first["iodepth"],
        "numjobs": first["numjobs"],
        "ioengine": first["ioengine"],
        "setting": setting,
        "varied": varied,
        "n": len(rows),
        "run_ids": list(dict.fromkeys(row["run_id"] for row in rows)),
        "iops_mean": _compute_mean(iops),
        "iops_min": min(iops, default=None),
        "iops_max": max(iops, default=None),
        "iops_ci95": None if interval is None else list(interval),
        "bw_mean_bytes_per_s": _compute_mean(bandwidths),
        "bw_ci95_bytes_per_s": None if bandwidth_interval is None else list(bandwidth_interval),
        "clat_p99_ns": median(tails) if tails else None,
        "clat_p99_min_ns": min(tails, default=None),
        "clat_p99_max_ns": max(tails, default=None),
    }


def get_p99(row: ResultRow) -> float | None:
    """Return p99 of the completion latency, ns; None when it was not measured."""
    percentiles = orjson.loads(row["clat"] or "{}").get("percentiles") or {}
    p99: float | None = percentiles.get("99")
    return p99


def _compute_mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def spell_workload(row: RatesRow, varied: Mapping[UUID, Mapping[str, str]]) -> str:
    """Name a workload with the options that its words do not say and that others of its batch have otherwise."""
    further = varied.get(row["workload_id"], {})
    return ", ".join([describe(row), *(f"{name}={value}" for name, value in further.items())])


def describe(row: RatesRow) -> str:
    """Describe what is known of a workload: `random read 4 KiB, QD 32, 4 jobs, libaio`."""
    size = row["bs_bytes"]
    details = orjson.loads(row["details"])
    block = details.get("bs") if size is None else spoken_size(size)
    parts = [
        " ".join(part for part in (SPOKEN_PATTERNS.get(row["rw"] or "", row["rw"]), block) if part),
        f"QD {row['iodepth']}" if row["iodepth"] else "",
        f"{row['numjobs']} jobs" if (row["numjobs"] or 1) > 1 else "",
        row["ioengine"] or "",
        "buffered" if row["direct"] is False else "",
    ]
    return ", ".join(part for part in parts if part) or row["job_name"]
