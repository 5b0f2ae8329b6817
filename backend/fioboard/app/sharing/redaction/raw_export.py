"""The raw download of a share: JSON like fio's, rebuilt from the frozen document, never edited original bytes (R9)."""

from collections.abc import Mapping

import orjson

from fioboard.engine.answers.result import ResultFigures
from fioboard.engine.answers.shared import SharedDocument, SharedRun
from fioboard.engine.words.results import CPU, LATENCY, RATES, SYNC_LATENCY

NOTE = "Rebuilt by fioboard from a shared, redacted copy; not fio's own output. Units as in fio's JSON."
SIDES = ("read", "write", "trim", "mixed")


def rebuild_raw(document: SharedDocument) -> bytes:
    """Rebuild the jobs of each run as fio prints them: bw_bytes in bytes/s, runtime in ms, latencies in ns."""
    return orjson.dumps(
        {"fioboard": {"version": document["fioboard_version"], "note": NOTE, "title": document["title"]},
         "runs": [_run(run) for run in document["runs"]]},
        option=orjson.OPT_INDENT_2,
    )  # fmt: skip


def _run(run: SharedRun) -> dict[str, object]:
    jobs: list[dict[str, object]] = []
    for number, result in enumerate(run["results"]):
        columns: Mapping[str, object] = result
        options = run["job_options"][number] if number < len(run["job_options"]) else {}
        same = next((job for job in jobs if _is_same(job, result, options)), None)
        if same is None:
            same = {
                "jobname": result["job_name"],
                "groupid": result["group"],
                "error": result["error"],
                "job options": options,
                **_drop_unknown({column.fio: columns[column.api] for column in CPU}),
            }
            jobs.append(same)
        same[result["direction"]] = _build_side(result)
        if (syncs := _build_latency(columns.get(SYNC_LATENCY.api))) is not None:
            same["sync"] = {SYNC_LATENCY.fio: syncs}
    return {
        "label": run["label"],
        "host": run["host"],
        "fio version": run["tool"]["version"],
        "tool": run["tool"]["name"],
        "time": run["started_at"],
        "outcome": run["outcome"],
        "jobs": jobs,
    }


def _is_same(job: Mapping[str, object], result: ResultFigures, options: Mapping[str, str]) -> bool:
    """The other direction of a job already begun."""
    known = (job["jobname"], job["groupid"], job["job options"])
    return known == (result["job_name"], result["group"], options) and result["direction"] not in job


def _build_side(result: Mapping[str, object]) -> dict[str, object]:
    return _drop_unknown(
        {
            **{column.fio: result[column.api] for column in RATES},
            **{column.fio: _build_latency(result[column.api]) for column in LATENCY},
        }
    )


def _build_latency(measured: object) -> dict[str, object] | None:
    if not isinstance(measured, Mapping):
        return None
    percentiles = {f"{float(p):.6f}": ns for p, ns in (measured["percentiles"] or {}).items()}
    figures = {name: measured[name] for name in ("min", "max", "mean", "stddev")} | {"N": measured["n"]}
    return _drop_unknown(figures) | ({"percentile": percentiles} if percentiles else {})


def _drop_unknown(figures: Mapping[str, object]) -> dict[str, object]:
    """Drop what is unknown: fio prints zero where nothing was measured; here it is absent."""
    return {name: value for name, value in figures.items() if value is not None}
