"""One run as the share shows it."""

from fioboard.app.sharing.redaction import jobs, measured, shown_factors
from fioboard.app.sharing.redaction.answer import AnswerRedactor
from fioboard.app.sharing.redaction.fields import LABEL
from fioboard.app.sharing.redaction.hosts import Hosts
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.ratings import share_rating
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.reference_sets import share_sets
from fioboard.app.sharing.redaction.sources import SourceRun
from fioboard.app.sharing.redaction.support import share_support
from fioboard.engine.answers.shared import SharedRun


def label_run(run_id: object, redactor: Redactor) -> str:
    """Return `run 1`."""
    return redactor.label("run", str(run_id))


def share_run(run: SourceRun, hosts: Hosts, redactor: Redactor) -> SharedRun:
    """Return a run with labels for whatever names its place and its people."""
    label = label_run(run["id"], redactor)
    machine = hosts.get_run_machine(run)
    paths = hosts.paths(run)
    results = [measured.share_result(result, redactor) for result in run.get("results") or []]
    listed = [jobs.select_options(options, redactor) for options in run.get("job_options") or []]
    options = [kept for kept, _ in listed]
    path = paths.path(run.get("path"))
    tool = jobs.share_tool(run["tool"], redactor)
    _count_words(run, redactor)
    composed = {
        "label": label,
        "host": machine.out["label"],
        "tool": tool,
        "factor_values": shown_factors.share_factors(run.get("factor_values"), redactor),
        "results": results,
        "results_total": max(len(results), int(measured.keep_number(run.get("results_total")) or 0)),
        "job_options": options,
        "options_left_out": sum(left for _, left in listed),
        # Made of the shown options alone.
        "command": mark_own(jobs.build_command(tool["name"], options)),
        "path": path,
        "answer": AnswerRedactor(paths).answer(run.get("answer")),
        "rating": share_rating(run.get("rating"), redactor),
        "reference_sets": share_sets(run.get("reference_sets"), redactor),
        "machine": paths.picture(run.get("machine"), label),
        "support": share_support(run.get("support"), paths, redactor),
        "time_series": measured.share_recorded(run.get("time_series"), machine.names, redactor),
    }
    return Projector(redactor).share(SharedRun, run, composed)


def _count_words(run: SourceRun, redactor: Redactor) -> None:
    """Counts what people wrote and what else is not shown."""
    for key, value in (run.get("labels") or {}).items():
        if shown_factors.read_rated_value(key, value) is None:
            redactor.reveal(LABEL + key, str(value))
    for document in run.get("documents") or []:
        redactor.left["file.name"].add(str(document.get("name")))
    if argv := run.get("argv"):
        redactor.left["command"].add(" ".join(map(str, argv)))
