"""One run as the share shows it."""

from typing import Any

from fioboard.redaction import jobs, measured, shown_factors
from fioboard.redaction.fields import LABEL
from fioboard.redaction.hosts import Hosts
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.sources import Json, to_the_minute

OUTCOMES = frozenset({"complete", "partial", "interrupted", "failed", "not_understood"})


def label_of(run_id: Any, redactor: Redactor) -> str:
    """`run 1`."""
    return redactor.label("run", str(run_id))


def shared_run(run: Json, hosts: Hosts, redactor: Redactor) -> dict[str, Any]:
    """schemas.shared.SharedRun."""
    label = label_of(run["id"], redactor)
    machine = hosts.of_run(run)
    paths = hosts.paths(run)
    results = [measured.result(result, redactor) for result in run.get("results") or []]
    listed = [jobs.listed(options, redactor) for options in run.get("job_options") or []]
    options = [kept for kept, _ in listed]
    path = paths.path(run.get("path"))
    tool = jobs.tool(run["tool"], redactor)
    _people_s_words(run, redactor)
    return {
        "label": label,
        "host": machine.out["label"],
        "title": redactor.reveal("run.title", run.get("title")),
        "note": redactor.reveal("run.note", run.get("note")),
        "tags": redactor.reveal("run.tags", run.get("tags")) or [],
        "started_at": None if "times" in redactor.hidden else to_the_minute(run.get("started_at")),
        "tool": tool,
        "outcome": run["outcome"] if run.get("outcome") in OUTCOMES else "failed",
        "factor_values": shown_factors.of_run(run.get("factor_values"), redactor),
        "results": results,
        "job_options": options,
        "options_left_out": sum(left for _, left in listed),
        "command": jobs.command(tool["name"], options),
        "path": path,
        "machine": paths.picture(run.get("machine"), label),
        "curves": [measured.curve(curve) for curve in run.get("curves") or []],
        "time_series": measured.recorded(run.get("time_series"), machine.names, redactor),
    }


def _people_s_words(run: Json, redactor: Redactor) -> None:
    """Counts what people wrote and what else is not shown."""
    for key, value in (run.get("labels") or {}).items():
        if shown_factors.rated_value(key, value) is None:
            redactor.reveal(LABEL + key, str(value))
    for document in run.get("documents") or []:
        redactor.left["file.name"].add(str(document.get("name")))
    if run.get("argv"):
        redactor.left["command"].add(" ".join(map(str, run["argv"])))
