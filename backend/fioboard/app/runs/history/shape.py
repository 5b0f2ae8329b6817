"""From rows to the JSON of lists and pages. JSON columns are passed on as text: a third of a page's cost."""

import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

import orjson

from fioboard.core.agent_program import read_agent_program
from fioboard.engine.answers.result import JobResultOut, LatencyP99, ListedResult, ResultOut
from fioboard.engine.answers.run import BatchRef, FactorValueOut, RunDetail, RunHead, RunItem, RunSummary
from fioboard.engine.factors import FACTORS
from fioboard.engine.words.limits import MAX_ANSWER_BYTES, MAX_SHOWN_BYTES
from fioboard.engine.words.results import LATENCIES, LISTED, SHOWN_DETAILS
from fioboard.store.queries.batches import StepRow
from fioboard.store.queries.rows import BriefResultRow, RatesRow, ResultRow, RunHeadRow, RunRow
from fioboard.store.queries.runs.first_results import FirstResults
from fioboard.store.queries.runs.run import DocumentRow, JobResultRow


def insert_json(text: str | None) -> Any:
    """Insert JSON text as what it says, whatever type the field has that it is for: it is never decoded here."""
    return None if text is None else orjson.Fragment(text)


def unless_long(text: str | None, most_bytes: int) -> str | None:
    """None where a text is longer than an answer may be: nobody sees a part of it as the whole."""
    return text if text is not None and len(text) <= most_bytes else None


# Looked up once: a page of fifty runs asks for them a hundred times.
_LISTED = tuple((column.api, column.name) for column in LISTED)
_LATENCIES = tuple((column.api, column.name) for column in LATENCIES)
_DETAILS = tuple(column.name for column in SHOWN_DETAILS)


def result(row: ResultRow) -> ResultOut:
    """A stored result."""
    shown, columns = _rates(row), cast(Mapping[str, str | None], row)
    for api, name in _LATENCIES:
        shown[api] = insert_json(columns[name])
    return cast(ResultOut, shown)  # tests/app/runs/history/test_shape.py holds the keys to its fields


def _rates(row: RatesRow) -> dict[str, object]:
    details = orjson.loads(row["details"])
    columns: Mapping[str, object] = row
    shown = {api: columns[name] for api, name in _LISTED}
    for name in _DETAILS:
        shown[name] = details.get(name)
    shown["id"] = row["id"]
    shown["workload_id"] = row["workload_id"]
    shown["problems"] = insert_json(row["problems"])
    return shown


def brief_result(row: BriefResultRow) -> ListedResult:
    """A result as a table shows it."""
    clat: LatencyP99 = {
        "percentiles": None if row["p99"] is None else {"99": row["p99"]},
        "percentiles_reason": row["percentiles_reason"],
        "saturated": insert_json(row["saturated"]),
    }
    shown = _rates(row)
    shown["clat_ns"] = clat if row["has_clat"] else None
    return cast(ListedResult, shown)


def summary(row: RunHeadRow, results: list[ResultOut], total: int, factors: str) -> RunSummary:
    """A run with its first results and their number; `factors` as JSON text."""
    return {**head(row), "factors": insert_json(factors), "results": results, "results_total": total}


def item(row: RunHeadRow, results: Sequence[ListedResult] | Sequence[ResultOut], total: int) -> RunItem:
    """A run in a list, without what only some lists show: factors, cells, its batch. `total`: of its results."""
    shown = cast(RunItem, head(row))
    shown["results"] = cast(list[ListedResult], results)
    shown["results_total"] = total
    return shown


def head(row: RunHeadRow) -> RunHead:
    """A run without its factors and results."""
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
        "labels": insert_json(row["labels"]),
        "tags": row["tags"],
        "verdict": insert_json(row["verdict"]),
        "finding_ids": row["finding_ids"],
    }


def batch_ref(row: RunHeadRow) -> BatchRef | None:
    """The batch that a run belongs to; None for a run that was made alone."""
    if row["batch_id"] is None or row["batch"] is None:
        return None
    return _batch(row["batch_id"], row["batch"], row["batch_title"])


def build_step_batch(row: StepRow) -> BatchRef:
    """Build the batch that a step belongs to."""
    return _batch(row["batch_id"], row["batch"], row["batch_title"])


def _batch(batch_id: UUID, text: str, title: str | None) -> BatchRef:
    batch = orjson.loads(text)
    return {
        "id": batch_id,
        "name": title or batch["name"],
        "step": batch["step"],
        "steps": batch["steps"],
        "role": batch.get("role"),
    }


def job_result(row: JobResultRow) -> JobResultOut:
    """One clone of a job."""
    return {
        "position": row["position"],
        "iops": row["iops"],
        "bw_bytes_per_s": row["bw_bytes_per_s"],
        "io_bytes": row["io_bytes"],
        "runtime_ms": row["runtime_ms"],
        "clat_ns": insert_json(row["clat"]),
    }


def factor_values(row: RunRow) -> list[FactorValueOut]:
    """Each factor of a run, in the registry's order, labels last."""
    values = orjson.loads(row["factors"])
    overridden = orjson.loads(row["overridden"]) if row["overridden"] else {}
    is_pasted = row["stated_hardware_id"] is not None
    order = {key: place for place, key in enumerate(FACTORS)}
    items: list[FactorValueOut] = []
    for key in sorted(values, key=lambda k: (order.get(k, len(order)), k)):
        if key in FACTORS and is_pasted and FACTORS[key].is_of_machine:
            source, detected = "stated", None
        elif key in overridden:
            source, detected = "stated", overridden[key]
        elif key in FACTORS:
            source, detected = FACTORS[key].source, values[key]
        else:
            source, detected = "stated", None
        items.append({"key": key, "value": values[key], "source": source, "detected": detected})
    return items


def detail(
    row: RunRow,
    first: FirstResults,
    job_results: Sequence[JobResultRow],
    job_results_total: int,
    documents: Iterable[DocumentRow],
) -> RunDetail:
    """One run with its first results and their first clones."""
    clones: dict[str, list[JobResultOut]] = defaultdict(list)
    for clone in job_results:
        clones[str(clone["result_id"])].append(job_result(clone))
    return {
        **summary(row, [result(r) for r in first.rows], first.total, row["factors"]),
        "note": row["note"],
        "state_reason": row["state_reason"],
        "started_at_reason": row["started_at_reason"],
        "clock_ahead_ms": row["clock_ahead_ms"],
        "ended_at": row["ended_at"],
        "argv": insert_json(unless_long(row["argv"], MAX_SHOWN_BYTES)),
        "agent_program": shlex.quote(read_agent_program(row["agent_command"])),
        "results_next_cursor": first.next_cursor,
        "job_options": [insert_json(r["job_options"]) for r in first.rows],
        "global_options": insert_json(row["global_options"]),
        "job_results": dict(clones),
        "job_results_total": job_results_total,
        "disk_util": insert_json(unless_long(row["disk_util"], MAX_SHOWN_BYTES)),
        "inventory_id": row["inventory_id"],
        "hardware_stated_at": row["hardware_stated_at"],
        "inventory": insert_json(unless_long(row["inventory"], MAX_ANSWER_BYTES)),
        "path": insert_json(row["path"]),
        "answer": insert_json(row["answer"]),
        "factor_values": factor_values(row),
        "documents": [
            {"name": d["name"], "kind": d["kind"], "sha256": d["sha256"].hex(), "bytes": d["size_bytes"]}
            for d in documents
        ],
        "problems": insert_json(row["problems"]),
        "reader_version": row["reader_version"],
    }
