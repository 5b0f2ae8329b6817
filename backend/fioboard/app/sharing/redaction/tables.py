"""The frozen document as one long table for programs: a figure a line, in base units (L8, W3)."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Literal, cast

from fioboard.core.spreadsheet import csv_cell
from fioboard.engine.answers.compare import PartOut
from fioboard.engine.answers.compare_evidence import BootstrapOut
from fioboard.engine.answers.result import LatencyOut
from fioboard.engine.answers.shared import SharedDocument, SharedRun, SharedSeries
from fioboard.engine.answers.shared_batch import SharedBatch
from fioboard.engine.words.results import CPU, DURABLE, ERROR, LATENCY_FIELDS, RATES

HEADINGS = ("section", "subject", "workload", "direction", "metric", "value", "unit", "of")
UNITS = {column.api: column.unit or "" for column in (*RATES, *CPU, ERROR, *DURABLE[:2])}
OF_SIDES: tuple[Literal["n", "mean", "median", "min", "max", "stddev"], ...] = (
    "n", "mean", "median", "min", "max", "stddev",
)  # fmt: skip
OF_LATENCY: tuple[Literal["min", "mean", "stddev", "max"], ...] = ("min", "mean", "stddev", "max")
OF_POINT: tuple[Literal["mean", "median", "min", "max"], ...] = ("mean", "median", "min", "max")
# Copies made by older versions.
NO_BOOTSTRAP = "Not computed when this link was made."
OF_RATIO: tuple[Literal["ratio", "p_value", "p_holm", "verdict"], ...] = (
    "ratio",
    "p_value",
    "p_holm",
    "verdict",
)
# Figures of a workload's repeats, and their units.
OF_REPEATS = {"n": "", "iops_mean": "IOPS", "iops_min": "IOPS", "iops_max": "IOPS", "bw_mean_bytes_per_s": "bytes/s",
              "clat_p99_ns": "ns", "clat_p99_min_ns": "ns", "clat_p99_max_ns": "ns"}  # fmt: skip
OF_CIRCUMSTANCE: tuple[Literal["n", "low", "high"], ...] = ("n", "low", "high")

Cell = str | float | bool | None
Line = tuple[Cell, ...]
SIDES: tuple[Literal["base"], Literal["new"]] = ("base", "new")


def write_csv(document: SharedDocument) -> str:
    """Write RFC 4180. Unknown is empty, numbers stay numbers; text that a spreadsheet would run gets an
    apostrophe.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(HEADINGS)
    for line in _list_lines(document):
        writer.writerow(map(csv_cell, line))
    return written.getvalue()


def _list_lines(document: SharedDocument) -> Iterator[Line]:
    for run in document["runs"]:
        yield from _list_run_lines(run)
    if document["compare"] is not None:
        for part in (document["compare"], *document["compare"]["more"]):
            yield from _list_part_lines(part)
    if document["series"] is not None:
        yield from _list_series_lines(document["series"])
    if batch := document.get("batch"):
        yield from _list_batch_lines(batch)
    for question in document["questions"]:
        yield (
            "question",
            question["title"],
            "",
            "",
            question["key"],
            question["value"] or question["answer"],
            "",
            "",
        )


def _list_run_lines(run: SharedRun) -> Iterator[Line]:
    label = run["label"]
    started_at = cast(str | None, run["started_at"])  # a document is JSON
    for key, value in (("host", run["host"]), ("started_at", started_at), ("outcome", run["outcome"]),
                       ("tool", run["tool"]["name"]), ("tool_version", run["tool"]["version"])):  # fmt: skip
        yield ("run", label, "", "", key, value, "", "")
    for result in run["results"]:
        here = ("result", label, result["job_name"], result["direction"])
        columns = cast(Mapping[str, Cell | LatencyOut], result)
        for metric, unit in UNITS.items():
            yield (*here, metric, cast(Cell, columns.get(metric)), unit, "")
        for kind in LATENCY_FIELDS:
            latency = cast(LatencyOut | None, columns.get(kind))  # older copies have none of syncs
            if latency is None:
                continue
            spoken = kind.removesuffix("_ns")
            for name in OF_LATENCY:
                yield (*here, f"{spoken}_{name}_ns", latency[name], "ns", "")
            for percentile, ns in (latency["percentiles"] or {}).items():
                yield (*here, f"{spoken}_p{percentile.replace('.', '_')}_ns", ns, "ns", "")
    for factor in run["factor_values"]:
        of_run = factor["value"]
        for one in of_run if isinstance(of_run, list) else [of_run]:
            yield ("factor", label, "", "", factor["key"], one, "", factor["source"])


def _list_part_lines(part: PartOut) -> Iterator[Line]:
    for row in part["workloads"]:
        for metric, cell in row["metrics"].items():
            here = (row["workload"], row["direction"], metric)
            for side in SIDES:
                for name in OF_SIDES:
                    yield (
                        "comparison",
                        side,
                        *here,
                        cell[side][name],
                        cell["unit"] if name != "n" else "",
                        name,
                    )
                for of_run in cell[side]["values"]:
                    yield ("comparison", of_run["run_id"], *here, of_run["value"], cell["unit"], side)
            for of_ratio in OF_RATIO:
                yield ("comparison", "new/base", *here, cell[of_ratio], "", of_ratio)
            low, high = cell["ratio_ci95"] or (None, None)
            yield ("comparison", "new/base", *here, low, "", "ratio_ci95_low")
            yield ("comparison", "new/base", *here, high, "", "ratio_ci95_high")
            for resampled, value in _list_bootstrap_cells(cell.get("bootstrap")):
                yield ("comparison", "new/base", *here, value, "", f"bootstrap_{resampled}")
    for change in part["factors_changed"]:
        for side in SIDES:
            values = change[side]
            for one in values if isinstance(values, list) else [values]:
                yield ("factor changed", side, "", "", change["key"], one, change["unit"], change["state"])

    yield from _list_circumstance_lines(part)


def _list_circumstance_lines(part: PartOut) -> Iterator[Line]:
    for one in part.get("circumstances") or ():  # copies made by older versions have none
        for side in SIDES:
            for name in OF_CIRCUMSTANCE:
                unit = "" if name == "n" else one["unit"]
                yield ("circumstance", side, "", "", one["key"], one[side][name], unit, name)


def _list_bootstrap_cells(bootstrap: BootstrapOut | None) -> Iterator[tuple[str, Cell]]:
    if bootstrap is None:
        yield "reason", NO_BOOTSTRAP
        return
    low, high = bootstrap["ci95"] or (None, None)
    yield from (("ratio", bootstrap["ratio"]), ("ci95_low", low), ("ci95_high", high))
    yield "levels", " and ".join(bootstrap["levels"])
    yield from (("resamples", bootstrap["resamples"]), ("seed", bootstrap["seed"]))
    yield from (("holds_percent", bootstrap["holds_percent"]), ("reason", bootstrap["reason"]))


def _list_series_lines(series: SharedSeries) -> Iterator[Line]:
    for line in series["series"]:
        of_line = " · ".join("unknown" if value is None else str(value) for value in line["values"]) or None
        for point in line["points"]:
            here = ("series", of_line, f"{series['x']}={point['x']}", "", series["metric"])
            for name in OF_POINT:
                yield (*here, point[name], series["unit"], name)
            for of_run in point["values"]:
                yield (*here, of_run["value"], series["unit"], of_run["run_id"])


def _list_batch_lines(batch: SharedBatch) -> Iterator[Line]:
    for one in batch["repeats"]:
        here = ("batch", one["setting"], one["workload"], one["direction"])
        columns = cast(Mapping[str, Cell], one)
        for name, unit in OF_REPEATS.items():
            yield (*here, name, columns[name], unit, "")
        for name, interval, unit in (
            ("iops_mean", one["iops_ci95"], "IOPS"),
            ("bw_mean_bytes_per_s", one["bw_ci95_bytes_per_s"], "bytes/s"),
        ):
            low, high = interval or (None, None)
            yield (*here, name, low, unit, "ci95_low")
            yield (*here, name, high, unit, "ci95_high")
