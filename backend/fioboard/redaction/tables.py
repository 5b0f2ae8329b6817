"""The frozen document as one long table for programs: a figure a line, in base units (L8, W3)."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from fioboard.core.spreadsheet import csv_cell
from fioboard.vocabulary.results import CPU, ERROR, LATENCY_FIELDS, RATES

HEADINGS = ("section", "subject", "workload", "direction", "metric", "value", "unit", "of")
UNITS = {column.api: column.unit or "" for column in (*RATES, *CPU, ERROR)}
OF_SIDES = ("n", "mean", "median", "min", "max", "stddev")
# Copies made by older versions.
NO_BOOTSTRAP = "Not computed when this link was made."
OF_RATIO = ("ratio", "p_value", "p_holm", "verdict")

Line = tuple[Any, ...]


def tables_csv(document: Mapping[str, Any]) -> str:
    """RFC 4180. Unknown is empty, numbers stay numbers; text that a spreadsheet would run gets an apostrophe."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(HEADINGS)
    for line in _lines(document):
        writer.writerow(map(csv_cell, line))
    return written.getvalue()


def _lines(document: Mapping[str, Any]) -> Iterator[Line]:
    for run in document["runs"]:
        yield from _of_run(run)
    if document["compare"] is not None:
        for part in (document["compare"], *document["compare"]["more"]):
            yield from _of_part(part)
    if document["series"] is not None:
        yield from _of_series(document["series"])
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


def _of_run(run: Mapping[str, Any]) -> Iterator[Line]:
    label = run["label"]
    for key, value in (("host", run["host"]), ("started_at", run["started_at"]), ("outcome", run["outcome"]),
                       ("tool", run["tool"]["name"]), ("tool_version", run["tool"]["version"])):  # fmt: skip
        yield ("run", label, "", "", key, value, "", "")
    for result in run["results"]:
        here = ("result", label, result["job_name"], result["direction"])
        for metric, unit in UNITS.items():
            yield (*here, metric, result[metric], unit, "")
        for kind in LATENCY_FIELDS:
            found = result[kind]
            for name in ("min", "mean", "stddev", "max") if found else ():
                yield (*here, f"{kind.removesuffix('_ns')}_{name}_ns", found[name], "ns", "")
            for percentile, ns in ((found or {}).get("percentiles") or {}).items():
                yield (*here, f"{kind.removesuffix('_ns')}_p{percentile.replace('.', '_')}_ns", ns, "ns", "")
    for factor in run["factor_values"]:
        value = factor["value"]
        for one in value if isinstance(value, list) else [value]:
            yield ("factor", label, "", "", factor["key"], one, "", factor["source"])


def _of_part(part: Mapping[str, Any]) -> Iterator[Line]:
    for row in part["workloads"]:
        for metric, cell in row["metrics"].items():
            here = (row["workload"], row["direction"], metric)
            for side in ("base", "new"):
                for name in OF_SIDES:
                    yield (
                        "comparison",
                        side,
                        *here,
                        cell[side][name],
                        cell["unit"] if name != "n" else "",
                        name,
                    )
                for value in cell[side]["values"]:
                    yield ("comparison", value["run_id"], *here, value["value"], cell["unit"], side)
            for name in OF_RATIO:
                yield ("comparison", "new/base", *here, cell[name], "", name)
            low, high = cell["ratio_ci95"] or (None, None)
            yield ("comparison", "new/base", *here, low, "", "ratio_ci95_low")
            yield ("comparison", "new/base", *here, high, "", "ratio_ci95_high")
            for name, value in _of_bootstrap(cell.get("bootstrap")):
                yield ("comparison", "new/base", *here, value, "", f"bootstrap_{name}")
    for change in part["factors_changed"]:
        for side in ("base", "new"):
            value = change[side]
            for one in value if isinstance(value, list) else [value]:
                yield ("factor changed", side, "", "", change["key"], one, change["unit"], change["state"])


def _of_bootstrap(found: Mapping[str, Any] | None) -> Iterator[tuple[str, Any]]:
    if found is None:
        yield "reason", NO_BOOTSTRAP
        return
    low, high = found["ci95"] or (None, None)
    yield from (("ratio", found["ratio"]), ("ci95_low", low), ("ci95_high", high))
    yield "levels", " and ".join(found["levels"])
    for name in ("resamples", "seed", "holds_percent", "reason"):
        yield name, found[name]


def _of_series(series: Mapping[str, Any]) -> Iterator[Line]:
    for line in series["series"]:
        for point in line["points"]:
            here = ("series", line["key"], f"{series['x']}={point['x']}", "", series["metric"])
            for name in ("mean", "median", "min", "max"):
                yield (*here, point[name], series["unit"], name)
            for value in point["values"]:
                yield (*here, value["value"], series["unit"], value["run_id"])
