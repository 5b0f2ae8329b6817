"""A batch as one row: how many of its steps there are, which options it swept, and the span of what it measured."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.queries import batches as batch_queries
from fioboard.queries.filtering import Selection

# What a sweep varies, the one that charts best on an axis first.
SWEPT = ("bs", "iodepth", "numjobs", "rw", "ioengine")
MOST_VALUES = 12
DIRECTIONS = ("read", "write", "trim", "mixed")
FIGURES = {"iops": "iops", "bw_bytes_per_s": "bw", "clat_p99_ns": "p99"}


async def folds(
    driver: Driver, selection: Selection, batch_ids: Sequence[UUID]
) -> dict[UUID, dict[str, Any]]:
    """schemas.batch.BatchFold of each batch, from the runs and results that the filter means."""
    if not batch_ids:
        return {}
    heads = await batch_queries.heads(driver, selection, batch_ids)
    measured: dict[UUID, list[Any]] = defaultdict(list)
    for row in await batch_queries.measured_in(driver, selection, batch_ids):
        measured[row["batch_id"]].append(row)
    return {row["batch_id"]: fold(row, measured[row["batch_id"]]) for row in heads}


def head(row: Mapping[str, Any]) -> dict[str, Any]:
    """schemas.batch.BatchHead of a row of `heads`."""
    return {
        "id": row["batch_id"],
        "name": row["name"],
        "steps": row["steps"],
        "runs": row["runs"],
        "host": {"id": row["host_id"], "name": row["host_name"]},
        "started_at": row["started_at"],
        "ended_at": row["ended_at"],
    }


def fold(row: Mapping[str, Any], measured: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """schemas.batch.BatchFold: a row of `heads` with what `measured_in` says of its batch."""
    counts = [m["n"] for m in measured]
    return head(row) | {
        "preconditions": row["preconditions"],
        "unfinished": row["unfinished"],
        "repeats_min": min(counts, default=0),
        "repeats_max": max(counts, default=0),
        "swept": swept(measured),
        "spans": [
            _span(d, rows) for d in DIRECTIONS if (rows := [m for m in measured if m["direction"] == d])
        ],
    }


def swept(measured: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """schemas.batch.SweptOption for each job option with more than one value, the most telling axis first."""
    rows = list(measured)
    found = []
    for key in SWEPT:
        values = {_option(row, key) for row in rows} - {None}
        if len(values) > 1:
            in_order = sorted(values, key=lambda v: (isinstance(v, str), v))
            found.append({"key": key, "count": len(in_order), "values": _ends(in_order)})
    return found


def _option(row: Mapping[str, Any], key: str) -> Any:
    if key == "bs":
        return row["bs"] if row["bs_bytes"] is None else row["bs_bytes"]
    return row[key]


def _ends(values: list[Any]) -> list[Any]:
    """All values, or where they are many, both ends of the line with its first ones."""
    return values if len(values) <= MOST_VALUES else [*values[: MOST_VALUES - 1], values[-1]]


def _span(direction: str, rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "direction": direction,
        "workloads": len(rows),
        "results": sum(row["results"] for row in rows),
        **{name: _extremes(rows, column) for name, column in FIGURES.items()},
    }


def _extremes(rows: list[Mapping[str, Any]], column: str) -> list[float] | None:
    least = [row[f"{column}_least"] for row in rows if row[f"{column}_least"] is not None]
    most = [row[f"{column}_most"] for row in rows if row[f"{column}_most"] is not None]
    return [min(least), max(most)] if least else None
