"""The raw download of a share: JSON like fio's, rebuilt from the frozen document, never edited original bytes (R9)."""

from collections.abc import Mapping
from typing import Any

import orjson

from fioboard.vocabulary.results import CPU, LATENCY, RATES

NOTE = "Rebuilt by fioboard from a shared, redacted copy; not fio's own output. Units as in fio's JSON."
SIDES = ("read", "write", "trim", "mixed")


def rebuilt_raw(document: Mapping[str, Any]) -> bytes:
    """Of each run its jobs as fio prints them: bw_bytes in bytes/s, runtime in ms, latencies in ns."""
    return orjson.dumps(
        {"fioboard": {"version": document["fioboard_version"], "note": NOTE, "title": document["title"]},
         "runs": [_run(run) for run in document["runs"]]},
        option=orjson.OPT_INDENT_2,
    )  # fmt: skip


def _run(run: Mapping[str, Any]) -> dict[str, Any]:
    jobs: list[dict[str, Any]] = []
    for number, result in enumerate(run["results"]):
        options = run["job_options"][number] if number < len(run["job_options"]) else {}
        same = next((job for job in jobs if _is_same(job, result, options)), None)
        if same is None:
            same = {
                "jobname": result["job_name"],
                "groupid": result["group"],
                "error": result["error"],
                "job options": options,
                **_known({column.fio: result[column.api] for column in CPU}),
            }
            jobs.append(same)
        same[result["direction"]] = _side(result)
    return {
        "label": run["label"],
        "host": run["host"],
        "fio version": run["tool"]["version"],
        "tool": run["tool"]["name"],
        "time": run["started_at"],
        "outcome": run["outcome"],
        "jobs": jobs,
    }


def _is_same(job: Mapping[str, Any], result: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """The other direction of a job already begun."""
    known = (job["jobname"], job["groupid"], job["job options"])
    return known == (result["job_name"], result["group"], options) and result["direction"] not in job


def _side(result: Mapping[str, Any]) -> dict[str, Any]:
    return _known(
        {
            **{column.fio: result[column.api] for column in RATES},
            **{column.fio: _latency(result[column.api]) for column in LATENCY},
        }
    )


def _latency(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if found is None:
        return None
    percentiles = {f"{float(p):.6f}": ns for p, ns in (found["percentiles"] or {}).items()}
    return _known({name: found[name] for name in ("min", "max", "mean", "stddev")} | {"N": found["n"]}) | (
        {"percentile": percentiles} if percentiles else {}
    )


def _known(found: dict[str, Any]) -> dict[str, Any]:
    """fio prints zero where nothing was measured; here what is unknown is absent."""
    return {name: value for name, value in found.items() if value is not None}
