"""Runs as columns: a row for each result, in base units, which the names state; unknown is None, never 0."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Literal, cast, get_args, get_origin, get_type_hints

from fioboard_client.models import FactorList, LatencyOut, ListedResult, RunItem

if TYPE_CHECKING:
    import pandas
    import polars

Kind = type[bool] | type[int] | type[float] | type[str] | type[datetime]
Cell = bool | int | float | str | datetime | None
Row = dict[str, Cell]
OF_RUN: dict[str, Kind] = {
    "run_id": str,
    "started_at": datetime,
    "host": str,
    "title": str,
    "tool": str,
    "outcome": str,
    "tags": str,
    "verdict": str,
    "verdict_sentence": str,
    "finding_ids": str,
}
FIRST = ("job_name", "direction", "rw", "bs", "bs_bytes", "iodepth", "numjobs", "ioengine", "direct")
NOT_SHOWN = {"id", "workload_id", "position", "group"}
LATENCIES = ("slat", "clat", "lat", "sync_lat")


@dataclass(frozen=True, slots=True)
class Column:
    """Cells of one kind, or None."""

    kind: Kind
    cells: Sequence[Cell]


Columns = dict[str, Column]


def build_columns(runs: Iterable[RunItem], factors: FactorList) -> Columns:
    """Build the columns of runs; a run without results has one row of its own."""
    names = {one["key"]: _name_factor(one["key"], one["unit"]) for one in factors["items"]}
    rows = [row for run in runs for row in _list_rows(run, names)]
    kinds = {**OF_RUN, **_list_result_kinds()}
    for name in sorted({name for row in rows for name in row} - kinds.keys(), key=_get_place):
        kinds[name] = _find_kind(row.get(name) for row in rows)
    return {
        name: Column(kind, [_convert(row.get(name), kind) for row in rows]) for name, kind in kinds.items()
    }


def _list_result_kinds() -> dict[str, Kind]:
    """List the columns of a result that are one text, number or flag, from its declaration."""
    hints = get_type_hints(ListedResult)
    names = [*FIRST, *(name for name in hints if name not in {*FIRST, *NOT_SHOWN})]
    return {name: kind for name in names if (kind := _read_kind(hints[name])) is not None}


def _read_kind(hint: object) -> Kind | None:
    options = (
        [one for one in get_args(hint) if one is not NoneType] if isinstance(hint, UnionType) else [hint]
    )
    if get_origin(options[0]) is Literal:
        return str
    return next((kind for kind in (bool, int, float, str) if options == [kind]), None)


def _list_rows(run: RunItem, names: dict[str, str]) -> list[Row]:
    verdict, started_at = run["verdict"], run["started_at"]
    head: Row = {
        "run_id": run["id"],
        "started_at": None if started_at is None else datetime.fromisoformat(started_at),
        "host": run["host"]["name"],
        "title": run["title"],
        "tool": " ".join(filter(None, (run["tool"]["name"], run["tool"]["version"]))),
        "outcome": run["outcome"],
        "tags": " ".join(run["tags"]),
        "verdict": None if verdict is None else verdict["kind"],
        "verdict_sentence": None if verdict is None else verdict["sentence"],
        "finding_ids": None if verdict is None else " ".join(run["finding_ids"]),
    }
    shown = head.keys() | _list_result_kinds().keys()
    for key, value in run.get("factors", {}).items():
        if key not in shown:
            head[names.get(key, key)] = " + ".join(map(str, value)) if isinstance(value, list) else value
    head.update({f"label.{key}": value for key, value in run["labels"].items()})
    return [{**head, **_list_figures(result)} for result in run["results"]] or [head]


def _list_figures(result: ListedResult) -> Row:
    row: Row = {}
    for name, value in result.items():
        if value is None or isinstance(value, bool | int | float | str):
            row[name] = value
    for name in LATENCIES:
        latency = cast(LatencyOut | None, result.get(f"{name}_ns"))
        if latency is not None:
            row.update(_list_latency(name, latency))
    return row


def _list_latency(name: str, latency: LatencyOut) -> Row:
    row: Row = {f"{name}_n": latency["n"]}
    row.update({f"{name}_{figure}_ns": latency[figure] for figure in ("min", "mean", "stddev", "max")})
    for percentile, value in (latency["percentiles"] or {}).items():
        row[f"{name}_p{percentile.replace('.', '_')}_ns"] = value
    # Percentiles in fio's last bucket are only lower bounds.
    row[f"{name}_saturated"] = " ".join(latency["saturated"])
    return row


def _name_factor(key: str, unit: str | None) -> str:
    return key if unit is None else f"{key} [{unit}]"


def _get_place(name: str) -> tuple[int, int, float, str]:
    """Order: latencies by kind with their percentiles rising, then labels, then factors."""
    for place, latency in enumerate(LATENCIES):
        if name.startswith(f"{latency}_"):
            percentile = name.removeprefix(f"{latency}_p").removesuffix("_ns").replace("_", ".")
            is_one = percentile.replace(".", "").isdecimal()
            return 0, place, float(percentile) if is_one else -1, name
    return (1 if name.startswith("label.") else 2), 0, 0, name


def _find_kind(cells: Iterable[Cell]) -> Kind:
    """Find the kind that holds all cells of a factor, label or latency; text holds anything."""
    found = {type(cell) for cell in cells if cell is not None}
    if found == {bool}:
        return bool
    if found <= {int, float}:
        return int if found == {int} else float
    return str


def _convert(cell: Cell, kind: Kind) -> Cell:
    if cell is None or isinstance(cell, kind):
        return cell
    return float(cell) if kind is float and isinstance(cell, int) else str(cell)


def build_pandas(columns: Columns) -> "pandas.DataFrame":
    """Build a table of pandas, by dtypes that know what is unknown."""
    import pandas  # noqa: PLC0415 -- an extra: whoever uses Polars does without

    dtypes: dict[Kind, str] = {
        bool: "boolean",
        int: "Int64",
        float: "Float64",
        str: "string",
        datetime: "datetime64[us, UTC]",
    }
    return pandas.DataFrame(
        {name: pandas.Series(list(one.cells), dtype=dtypes[one.kind]) for name, one in columns.items()}
    )


def build_polars(columns: Columns) -> "polars.DataFrame":
    """Build a table of Polars."""
    import polars  # noqa: PLC0415 -- an extra: whoever uses pandas does without

    dtypes: dict[Kind, polars.DataType] = {
        bool: polars.Boolean(),
        int: polars.Int64(),
        float: polars.Float64(),
        str: polars.String(),
        datetime: polars.Datetime("us", "UTC"),
    }
    return polars.DataFrame(
        [polars.Series(name, list(one.cells), dtype=dtypes[one.kind]) for name, one in columns.items()]
    )
