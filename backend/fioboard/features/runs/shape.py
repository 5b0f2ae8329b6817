"""From rows to the JSON of lists and pages. JSON columns are passed on as text: a third of a page's cost."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

import orjson

from fioboard.factors import FACTORS
from fioboard.vocabulary.results import LATENCIES, LISTED, SHOWN_DETAILS


def _as_is(text: str | None) -> Any:
    return None if text is None else orjson.Fragment(text)


def result(row: Mapping[str, Any]) -> dict[str, Any]:
    """schemas.result.ResultOut of a row of `result`."""
    return rates(row) | {f"{name}_ns": _as_is(row[name]) for name in LATENCIES}


def rates(row: Mapping[str, Any]) -> dict[str, Any]:
    """schemas.result.ResultRates, id and workload of a row of `result`."""
    details = orjson.loads(row["details"])
    return {
        "id": row["id"],
        "workload_id": row["workload_id"],
        **{column.api: row[column.name] for column in LISTED},
        **{column.name: details.get(column.name) for column in SHOWN_DETAILS},
        "problems": _as_is(row["problems"]),
    }


def brief_result(row: Mapping[str, Any]) -> dict[str, Any]:
    """schemas.result.ListedResult of a row of `brief_results_of`."""
    clat = row["has_clat"] and {
        "percentiles": None if row["p99"] is None else {"99": row["p99"]},
        "percentiles_reason": row["percentiles_reason"],
        "saturated": _as_is(row["saturated"]),
    }
    return rates(row) | {"clat_ns": clat or None}


def by_run(rows: Iterable[Mapping[str, Any]]) -> dict[UUID, list[dict[str, Any]]]:
    """Results of several runs, by run."""
    grouped: dict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        grouped[row["run_id"]].append(result(row))
    return grouped


def summary(row: Mapping[str, Any], results: list[dict[str, Any]], factors: str) -> dict[str, Any]:
    """schemas.run.RunSummary; `factors` as JSON text."""
    return head(row) | {"factors": _as_is(factors), "results": results}


def head(row: Mapping[str, Any]) -> dict[str, Any]:
    """schemas.run.RunHead."""
    return {
        "id": row["id"],
        "started_at": row["started_at"],
        "uploaded_at": row["uploaded_at"],
        "title": row["title"],
        "host": {"id": row["host_id"], "name": row["host_name"]},
        "tool": {"name": row["tool_name"], "version": row["tool_version"]},
        "state": row["state"],
        "outcome": row["outcome"],
        "target": row["target"],
        "batch": batch_ref(row),
        "labels": _as_is(row["labels"]),
        "tags": row["tags"],
    }


def batch_ref(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """schemas.run.BatchRef; None for a run that was made alone."""
    return {"id": row["batch_id"], "role": None, **orjson.loads(row["batch"])} if row["batch"] else None


def job_result(row: Mapping[str, Any]) -> dict[str, Any]:
    """schemas.result.JobResultOut of a row of `job_result`."""
    names = ("position", "iops", "bw_bytes_per_s", "io_bytes", "runtime_ms")
    return {name: row[name] for name in names} | {"clat_ns": _as_is(row["clat"])}


def factor_values(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """schemas.run.FactorValueOut of each factor of a run, in the registry's order, labels last."""
    values = orjson.loads(row["factors"])
    overridden = orjson.loads(row["overridden"]) if row["overridden"] else {}
    order = {key: place for place, key in enumerate(FACTORS)}
    found = []
    for key in sorted(values, key=lambda k: (order.get(k, len(order)), k)):
        if key in overridden:
            source, detected = "stated", overridden[key]
        elif key in FACTORS:
            source, detected = FACTORS[key].source, values[key]
        else:
            source, detected = "stated", None
        found.append({"key": key, "value": values[key], "source": source, "detected": detected})
    return found


def detail(
    row: Mapping[str, Any],
    results: Iterable[Mapping[str, Any]],
    job_results: Iterable[Mapping[str, Any]],
    documents: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """schemas.run.RunDetail."""
    result_rows = list(results)
    clones: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for clone in job_results:
        clones[str(clone["result_id"])].append(job_result(clone))
    return summary(row, [result(r) for r in result_rows], row["factors"]) | {
        "note": row["note"],
        "state_reason": row["state_reason"],
        "started_at_reason": row["started_at_reason"],
        "ended_at": row["ended_at"],
        "argv": _as_is(row["argv"]),
        "job_options": [_as_is(r["job_options"]) for r in result_rows],
        "global_options": _as_is(row["global_options"]),
        "job_results": dict(clones),
        "disk_util": _as_is(row["disk_util"]),
        "inventory_id": row["inventory_id"],
        "inventory": _as_is(row["inventory"]),
        "path": _as_is(row["path"]),
        "factor_values": factor_values(row),
        "documents": [
            {"name": d["name"], "kind": d["kind"], "sha256": d["sha256"].hex(), "bytes": d["size_bytes"]}
            for d in documents
        ],
        "problems": _as_is(row["problems"]),
        "reader_version": row["reader_version"],
    }
