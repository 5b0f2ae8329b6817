"""The outputs of one upload to its rows: which file is the result, which are logs, what is said about them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

import orjson

from fioboard.core.run_state import Outcome as RunOutcome
from fioboard.core.sanitize import Unstorable, clean
from fioboard.core.times import plausible
from fioboard.engine.answers.preview import ImportPreview, PreviewRun
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.factors import FACTORS
from fioboard.engine.formats import fio
from fioboard.engine.formats.claims.auditor import Measured
from fioboard.engine.formats.fio.model.reading import Invocation, Problem, Reading
from fioboard.engine.formats.fio.model.remarks import MISSING, NOTE
from fioboard.engine.hardware.inventory.samples import BadSamples, Samples, read_samples
from fioboard.store.derive import sentences, series
from fioboard.store.derive.claims import ReadBody, build_claim, classify_lines, judged
from fioboard.store.derive.context import Context
from fioboard.store.derive.figures import build_remarks, figures
from fioboard.store.derive.pasted import accept_facts, read_facts
from fioboard.store.derive.rows import Known, Rows

# What people most often say of a run beside its output, as keys of factors: an imported run has no inventory.
SUGGESTED_LABELS = tuple(
    key
    for key in (
        "slot",
        "drive.model",
        "drive.firmware",
        "drive.count",
        "raid.level",
        "raid.width",
        "fs.type",
        "bios.nps",
    )
    if FACTORS[key].is_stateable
)


@dataclass(frozen=True, slots=True)
class OriginalFile:
    """One file of an upload, as it came."""

    name: str
    kind: str
    content: bytes


class RunAccount(TypedDict):
    """What an import's answer says of a run, without the run it became."""

    outcome: RunOutcome | None
    problems: list[RemarkOut]
    lines_used: list[tuple[int, int]]
    lines_not_understood: list[tuple[int, int]]


NO_ACCOUNT = RunAccount(outcome=None, problems=[], lines_used=[], lines_not_understood=[])


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rows of an upload, what each file was taken for, and remarks for its sender."""

    rows: Rows
    media_kinds: dict[str, str] = field(default_factory=dict)
    warnings: list[RemarkOut] = field(default_factory=list)
    accounts: list[RunAccount] = field(default_factory=list)
    """One per run of an import."""


def convert_upload(files: Sequence[OriginalFile], context: Context, known: Known | None = None) -> Outcome:
    """Convert one upload of an agent to one run, even when its output is not understood. Raises fio.TooMany."""
    rows = Rows(context, known)
    outcome = Outcome(rows, dict.fromkeys((file.name for file in files), "unknown"))
    output = next((file for file in files if file.kind == "fio_output"), None)
    if output is None:
        rows.add_not_understood("The upload holds no file of kind fio_output.")
        return outcome
    try:
        reading = fio.read_output(output.content)
    except fio.TooMany:
        raise
    except fio.FioFormatError as error:
        rows.add_not_understood(error.detail)
        return outcome
    outcome.media_kinds[output.name] = reading.kind
    problems = (*reading.problems, *_several(reading))
    version = reading.invocations[-1].tool_version
    logs = [recorded for file in files if file.kind == "fio_log" for recorded in _log(file, version, outcome)]
    samples = next((_samples(file, outcome) for file in files if file.kind == "samples"), None)
    rows.add(reading.invocations[-1], problems, logs, samples)
    outcome.warnings.extend(build_remarks((*problems, *reading.invocations[-1].problems)))
    outcome.warnings.extend(_unread_labels(rows))
    return outcome


def _samples(file: OriginalFile, outcome: Outcome) -> Samples | None:
    """The agent's samples; a file that cannot be read is kept as bytes and named in the warnings."""
    try:
        samples = read_samples(clean(orjson.loads(file.content)))
    except orjson.JSONDecodeError:
        detail = "It is not JSON."
    except Unstorable as error:
        detail = error.problem.detail
    except BadSamples as error:
        detail = str(error)
    else:
        outcome.media_kinds[file.name] = "samples"
        return samples
    outcome.warnings.append(
        {"where": file.name, "error": "BadSamples", "detail": detail, "remark_class": MISSING}
    )
    return None


def _unread_labels(rows: Rows) -> Iterable[RemarkOut]:
    for key in rows.unread_labels:
        kind = FACTORS[key].type
        yield {
            "where": f"/manifest/labels/{key}",
            "error": "LabelNotRead",
            "detail": sentences.LABEL_OF_OTHER_TYPE(key=key, type=kind),
            "remark_class": NOTE,
        }


def convert_import(
    reading: Reading, context: Context, known: Known | None = None, logs: Sequence[OriginalFile] = ()
) -> Outcome:
    """Convert every invocation found in an imported body to a run; `logs` came beside one that holds a single run."""
    rows = Rows(context, known)
    outcome = Outcome(rows, {"import": reading.kind})
    for invocation in reading.invocations:
        recorded = [one for log in logs for one in _log(log, invocation.tool_version, outcome)]
        rows.add(invocation, reading.problems, recorded)
        outcome.accounts.append(account(invocation))
    spoken = (*reading.problems, *(p for i in reading.invocations for p in i.problems))
    outcome.warnings.extend((*build_remarks(spoken), *_unread_labels(rows)))
    return outcome


def _several(reading: Reading) -> Iterable[Problem]:
    if len(reading.invocations) > 1:
        detail = sentences.LAST_INVOCATION(invocations=len(reading.invocations))
        yield Problem("", "SeveralInvocations", detail)


def _log(file: OriginalFile, version: str | None, outcome: Outcome) -> Iterable[series.StoredSeries]:
    """A log beside the output of a fio of this version; what cannot be read is kept and named in the warnings."""
    try:
        reading = fio.read_output(file.content, name=file.name, version=version)
    except fio.FioFormatError as error:
        outcome.warnings.append(
            {
                "where": file.name,
                "error": type(error).__name__,
                "detail": error.detail,
                "remark_class": MISSING,
            }
        )
        return
    outcome.media_kinds[file.name] = reading.kind
    for invocation in reading.invocations:
        yield from series.build_invocation_series(invocation, file.name)


def preview(body: ReadBody, received_at: datetime, known: Sequence[Measured] = ()) -> ImportPreview:
    """What an import of it would store, and what its tables claim; nothing is stored."""
    reading = body.reading
    return {
        "kind": reading.kind,
        "runs": [_preview_run(invocation, received_at) for invocation in reading.invocations],
        "messages": [{"line": m.line, "text": m.text} for m in reading.messages],
        "warnings": build_remarks(reading.problems),
        "claims": [build_claim(verdict) for verdict in judged(body, known)],
        "lines": classify_lines(body),
        "found": accept_facts(read_facts(body), reading.invocations).facts,
        "labels": list(SUGGESTED_LABELS),
    }


def _preview_run(invocation: Invocation, received_at: datetime) -> PreviewRun:
    lines = invocation.source_lines or (None, None)
    return {
        **account(invocation),
        "outcome": invocation.outcome,
        "tool": {"name": invocation.tool_name, "version": invocation.tool_version},
        "title": invocation.title,
        "target": ":".join(invocation.targets) or None,
        "started_at": plausible(invocation.started_at_ms or invocation.estimated_start_ms, received_at)[0],
        "command_line": invocation.command_line,
        "first_line": lines[0],
        "last_line": lines[1],
        "results": [figures(i, result) for i, result in enumerate(invocation.results)],
        "job_options": [dict(result.job_options) for result in invocation.results],
        "series": len(invocation.series),
    }


def account(invocation: Invocation) -> RunAccount:
    """How it ended, what is to be said of it, and what became of its lines."""
    lines = (invocation.source_lines,) if invocation.source_lines else ()
    return {
        "outcome": invocation.outcome,
        "problems": build_remarks(invocation.problems),
        "lines_used": list(invocation.lines_used or lines),
        "lines_not_understood": list(invocation.lines_not_understood),
    }
