"""A reading's values as rows and answers hold them: by the names that the vocabulary declares, base units untouched."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import cast

from fioboard.core.run_state import SteadyMetric
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.answers.result import LatencyOut, ResultFigures, SteadyStateOut
from fioboard.engine.answers.run import DiskUtilOut
from fioboard.engine.factors import Scalar
from fioboard.engine.formats.fio.model.reading import (
    DirectionNumbers,
    Invocation,
    Latency,
    Problem,
    Result,
    SteadyState,
)
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.rating import ResultShare
from fioboard.engine.rules.durable import measure_durable
from fioboard.engine.rules.energy import Power
from fioboard.engine.words.columns import Column
from fioboard.engine.words.metrics import HEADLINES, METRICS
from fioboard.engine.words.results import (
    ALONE,
    DETAILS,
    DURABLE,
    LATENCIES,
    LATENCY,
    OPTIONS,
    POWER,
    RATES,
    RATING,
    RESULT,
    SHOWN_DETAILS,
)

_OF_HEADLINES = tuple(
    c for c in (*RATES, *LATENCY) if c.name in {METRICS[name].latency or name for name in HEADLINES}
)
_INT64 = 1 << 63
_PLAIN = frozenset({type(None), bool, int, float, str})
# A result's columns that its reading holds as they are stored; the others are put together here.
READ = tuple(
    c
    for c in RESULT
    if c.name not in {"position", "problems", "details"} and c not in (ALONE, *RATING, *DURABLE, *POWER)
)


def build_remarks(problems: Iterable[Problem]) -> list[RemarkOut]:
    """Build remarks in the API's shape."""
    return [
        {"where": p.where, "error": p.error, "detail": p.detail, "remark_class": p.remark_class}
        for p in problems
    ]


def build_latency(latency: Latency) -> LatencyOut:
    """Build a latency as answers show it, and as it is stored."""
    return {
        "n": latency.n,
        "min": latency.min_ns,
        "mean": latency.mean_ns,
        "stddev": latency.stddev_ns,
        "max": latency.max_ns,
        "percentiles": dict(latency.percentiles) or None,
        "percentiles_reason": latency.percentiles_reason,
        "saturated": list(latency.saturated),
        "resolution_ns": latency.resolution_ns,
        "percentile_resolution_ns": latency.percentile_resolution_ns,
        "has_histogram": latency.histogram is not None,
    }


def build_steady_state(state: SteadyState) -> SteadyStateOut:
    """Build what fio's steadystate criterion gave as answers show it, and as it is stored."""
    return {
        "is_attained": state.is_attained,
        "metric": cast(SteadyMetric | None, state.metric),
        "kind": None if state.is_slope is None else "slope" if state.is_slope else "deviation",
        "limit": state.limit,
        "reached": state.reached_value,
        "is_share": state.is_share,
        "window_s": state.duration_s,
    }


def _stored(value: object) -> object:
    """Turn a value of a reading into what its row holds; a number beyond the 64 bits of a column is unknown."""
    if type(value) in _PLAIN:
        is_number = type(value) is int or type(value) is float
        return None if is_number and not -_INT64 <= cast(float, value) < _INT64 else value
    if isinstance(value, Latency):
        return build_latency(value)
    if isinstance(value, SteadyState):
        return build_steady_state(value)
    return dict(value) if isinstance(value, Mapping) else value


def _make_cell_reader(columns: Sequence[Column]) -> Callable[[DirectionNumbers], dict[str, object]]:
    """Make the function that reads these columns of a row from a reading; once, since a run may have hundreds of
    results.
    """
    names, read = [c.name for c in columns], attrgetter(*(c.read_from for c in columns))
    return lambda reading: dict(zip(names, map(_stored, read(reading)), strict=True))


read_cells = _make_cell_reader(READ)
detail_cells = _make_cell_reader(DETAILS)
clone_cells = _make_cell_reader((*RATES, *LATENCY))
_option_cells = _make_cell_reader(OPTIONS)
_shown_cells = _make_cell_reader(SHOWN_DETAILS)


def get_identity(result: Result) -> dict[str, Scalar | None]:
    """Return the options that identify a result's workload; block size in bytes, or as typed when it is not one
    size.
    """
    options = cast(dict[str, Scalar | None], _option_cells(result))
    size = options.pop("bs_bytes")
    return options | {"bs": size if size is not None else result.bs}


def figures(position: int, result: Result) -> ResultFigures:
    """A result that is not stored, as answers show it."""
    shown = [c for c in READ if c.is_listed or c in LATENCIES]
    answer = {
        "position": position,
        **{column.api: _stored(getattr(result, column.read_from)) for column in shown},
        **dict.fromkeys(column.api for column in RATING),
        **durable_cells(result, None),
        **power_cells(None),
        **_shown_cells(result),
        "problems": build_remarks(result.problems),
    }
    return cast(ResultFigures, answer)  # tests/store/derive/test_figures.py holds the keys to its fields


def find_headlines(
    results: Sequence[Result],
    problems: Iterable[Problem] = (),
    ratings: Mapping[int, ResultShare] | None = None,
) -> dict[str, float | None]:
    """Find of each headline metric the largest over the results, but those that measured memory and no drive."""
    of_memory = {problem.where for problem in problems if problem.error == "CacheOnly"}
    read: list[dict[str, object]] = [
        {c.api: _stored(getattr(r, c.read_from)) for c in _OF_HEADLINES}
        | rating_cells((ratings or {}).get(position))
        for position, r in enumerate(results)
        if r.where not in of_memory
    ]
    return {
        name: max((v for one in read if (v := METRICS[name].read(one)) is not None), default=None)
        for name in HEADLINES
    }


def headline_position(results: Sequence[Result], problems: Iterable[Problem] = ()) -> int | None:
    """The position of the result with the headline bandwidth, the first of equal ones; None where none has any.

    As in `find_headlines`, a result that measured memory does not count.
    """
    of_memory = {problem.where for problem in problems if problem.error == "CacheOnly"}
    measured = [
        (result.bw_bytes_per_s, -position)
        for position, result in enumerate(results)
        if result.bw_bytes_per_s is not None and result.where not in of_memory
    ]
    return -max(measured)[1] if measured else None


def groups_of_several(results: Iterable[Result]) -> frozenset[int]:
    """fio's groups in which jobs of more than one name ran beside each other."""
    first: dict[int, str] = {}
    return frozenset(
        result.group
        for result in results
        if first.setdefault(result.group, result.job_name) != result.job_name
    )


def rating_cells(rating: ResultShare | None) -> dict[str, object]:
    """The columns of RATING; null where nothing rates the result."""
    known = rating or ResultShare()
    return {"rated_share": known.share, "rated_verdict": known.verdict}


def durable_cells(result: Result, path: Path | None) -> dict[str, object]:
    """The columns of DURABLE. `path`: of the run, None where it is not known."""
    durable = measure_durable(result, path)
    return {
        "durable_write_mean_ns": durable.mean_ns,
        "durable_write_p99_ns": durable.p99_ns,
        "durable_basis": durable.basis,
    }


def power_cells(power: Power | None) -> dict[str, object]:
    """The columns of POWER; null where no meter told the power of the run, or where it stands with another result."""
    if power is None:
        return dict.fromkeys(column.name for column in POWER)
    return {
        "power_source": power.source,
        "power_w": power.watts,
        "power_low_w": power.low_w,
        "power_high_w": power.high_w,
        "power_readings": power.readings,
        "power_bytes_per_s": power.bytes_per_s,
        "power_iops": power.iops,
    }


def build_disk_util(invocation: Invocation) -> list[DiskUtilOut] | None:
    """Build fio's disk statistics; None when it printed none."""
    if invocation.disk_util is None:
        return None
    return [
        {
            "name": disk.name,
            "util_pct": disk.util_pct,
            "read_ios": disk.read_ios,
            "write_ios": disk.write_ios,
            "is_aggregate": disk.is_aggregate,
            "member_of": disk.member_of,
        }
        for disk in invocation.disk_util
    ]
