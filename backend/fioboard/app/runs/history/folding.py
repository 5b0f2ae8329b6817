"""A batch as one row: how many of its steps there are, which options it swept, and the span of what it measured."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, get_args
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.answers.batch_fold import BatchFold, BatchHead, DirectionSpan, SweptOption
from fioboard.engine.factors.workload import IDENTITY, TARGET
from fioboard.engine.words.factors.subject import Scalar
from fioboard.engine.words.job_options import DEFAULTS
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries.batches import BatchHeadRow, MeasuredRow, OptionsRow
from fioboard.store.queries.filtering import Selection

OptionKey = Literal["bs", "iodepth", "numjobs", "rw", "ioengine"]
# What a sweep varies, the one that charts best on an axis first.
SWEPT: tuple[OptionKey, ...] = ("bs", "iodepth", "numjobs", "rw", "ioengine")
MAX_VALUES = 12
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


async def build_folds(
    driver: Driver, selection: Selection, batch_ids: Sequence[UUID]
) -> dict[UUID, BatchFold]:
    """Build each batch as a row, from the runs and results that the filter selects."""
    if not batch_ids:
        return {}
    heads = await batch_queries.list_heads(driver, selection, batch_ids)
    measured: dict[UUID, list[MeasuredRow]] = defaultdict(list)
    for row in await batch_queries.list_measured(driver, selection, batch_ids):
        measured[row["batch_id"]].append(row)
    return {row["batch_id"]: fold(row, measured[row["batch_id"]]) for row in heads}


def build_head(row: BatchHeadRow) -> BatchHead:
    """Build what a batch is."""
    return {
        "id": row["batch_id"],
        "name": row["title"] or row["name"],
        "steps": row["steps"],
        "runs": row["runs"],
        "host": {"id": row["host_id"], "name": row["host_name"]},
        "started_at": row["started_at"],
        "ended_at": row["ended_at"],
    }


def fold(row: BatchHeadRow, measured: Sequence[MeasuredRow]) -> BatchFold:
    """A batch with what it measured."""
    counts = [m["n"] for m in measured]
    return {
        **build_head(row),
        "preconditions": row["preconditions"],
        "unfinished": row["unfinished"],
        "limit_shares": _find_extremes([(row["share_least"], row["share_most"])]),
        "repeats_min": min(counts, default=0),
        "repeats_max": max(counts, default=0),
        "swept": list_swept(measured),
        "spans": [
            _build_span(d, rows) for d in DIRECTIONS if (rows := [m for m in measured if m["direction"] == d])
        ],
    }


def list_swept(measured: Sequence[OptionsRow]) -> list[SweptOption]:
    """List each job option with more than one value, the most telling axis first."""
    options: list[SweptOption] = []
    for key in SWEPT:
        values = {value for row in measured if (value := _get_option(row, key)) is not None}
        if len(values) > 1:
            in_order = sorted(values, key=lambda v: (isinstance(v, str), v))
            options.append({"key": key, "count": len(in_order), "values": _select_values(in_order)})
    return options


def list_varied(
    names: Sequence[str], workloads: Mapping[UUID, Mapping[str, Scalar | None]]
) -> dict[UUID, dict[str, str]]:
    """List of each workload the options that a sweep varied; one that is not stated is fio's default."""
    return {
        workload_id: {name: _describe_value(options.get(name), DEFAULTS.get(name)) for name in names}
        for workload_id, options in workloads.items()
    }


def list_differing_options(
    words: Mapping[UUID, str], workloads: Mapping[UUID, Mapping[str, Scalar | None]]
) -> dict[UUID, dict[str, str]]:
    """List of workloads that have the same words the further options in which they differ, as `offset` of three places
    of a disk. Which of its run's targets one is of is no option of fio's."""
    alike: dict[str, list[UUID]] = defaultdict(list)
    for workload_id, text in words.items():
        alike[text].append(workload_id)
    return {
        workload_id: {
            name: _describe_value(workloads[workload_id].get(name), DEFAULTS.get(name)) for name in names
        }
        for ids in alike.values()
        if (names := _list_differing_names([workloads[one] for one in ids]))
        for workload_id in ids
    }


def _list_differing_names(alike: Sequence[Mapping[str, Scalar | None]]) -> list[str]:
    names = {name for one in alike for name in one} - {*IDENTITY, TARGET}
    return sorted(name for name in names if any(one.get(name) != alike[0].get(name) for one in alike))


def list_swept_further(varied: Mapping[UUID, Mapping[str, str]]) -> list[SweptOption]:
    """List each further option with more than one value."""
    options: list[SweptOption] = []
    for name in dict.fromkeys(name for one in varied.values() for name in one):
        values = {
            int(value) if value.isdecimal() else value for one in varied.values() if (value := one.get(name))
        }
        if len(values) > 1:
            in_order = sorted(values, key=lambda v: (isinstance(v, str), v))
            options.append({"key": name, "count": len(in_order), "values": _select_values(in_order)})
    return options


def _describe_value(value: Scalar | None, default: str | None) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return str(value) if value is not None else default or "default"


def _get_option(row: OptionsRow, key: OptionKey) -> int | str | None:
    if key == "bs":
        return row["bs"] if row["bs_bytes"] is None else row["bs_bytes"]
    return row[key]


def _select_values(values: list[int | str]) -> list[int | str]:
    """All values, or where they are many, both ends of the line with its first ones."""
    return values if len(values) <= MAX_VALUES else [*values[: MAX_VALUES - 1], values[-1]]


def _build_span(direction: Direction, rows: list[MeasuredRow]) -> DirectionSpan:
    fastest = max(rows, key=lambda row: row["bw_most"] or 0)
    return {
        "direction": direction,
        "workloads": len({row["test"] for row in rows}),
        "results": sum(row["results"] for row in rows),
        "iops": _find_extremes([(row["iops_least"], row["iops_most"]) for row in rows]),
        "bw_bytes_per_s": _find_extremes([(row["bw_least"], row["bw_most"]) for row in rows]),
        "clat_p99_ns": _find_extremes([(row["p99_least"], row["p99_most"]) for row in rows]),
        "fastest": {
            "rw": fastest["rw"],
            "bs_bytes": fastest["bs_bytes"],
            "bs": fastest["bs"],
            "iodepth": fastest["iodepth"],
            "numjobs": fastest["numjobs"],
            "iops": fastest["iops_most"],
            "bw_bytes_per_s": fastest["bw_most"],
            "clat_p99_ns": _find_extremes([(fastest["p99_least"], fastest["p99_most"])]),
        },
    }


def _find_extremes(ranges: Sequence[tuple[float | None, float | None]]) -> list[float] | None:
    least = [low for low, _ in ranges if low is not None]
    most = [high for _, high in ranges if high is not None]
    return [min(least), max(most)] if least else None
