"""The reports of one run → the Invocation: its results, how it ended, what is lacking, and which lines told it."""

from collections.abc import Sequence

from fioboard.core.figures import format_runtime, format_things
from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.lines import Ranges, add_lines, build_ranges
from fioboard.engine.formats.fio.model.options import split_filename
from fioboard.engine.formats.fio.model.reading import (
    SNAPSHOT_FIELDS,
    Invocation,
    Message,
    Outcome,
    Problem,
    Result,
    Snapshot,
    SnapshotRow,
)
from fioboard.engine.formats.fio.model.report import Report
from fioboard.engine.formats.fio.results import sentences
from fioboard.engine.formats.fio.results.checks import is_cut_short
from fioboard.engine.formats.fio.results.devices import check_devices
from fioboard.engine.formats.fio.results.jobs import build_results

# What makes a run partial: the output tells of more than was read.
_LACKING = frozenset(("LostResult", "LostJobs", "LostLines", "Truncated"))
_FAILED = ("fio: pid=", "err=")
_MAX_TARGETS = 64


def _find_elapsed_ms(report: Report) -> int | None:
    """Return how long the run had lasted: job_start to printing (3.36+), else fio's whole seconds."""
    if report.started_at_ms is not None and report.printed_at_ms is not None:
        return report.printed_at_ms - report.started_at_ms
    elapsed = max((entry.elapsed_s for entry in report.entries if entry.elapsed_s is not None), default=None)
    if elapsed is not None:
        return elapsed * 1_000
    return max((n.runtime_ms or 0 for entry in report.entries for n in entry.directions), default=None)


def estimate_start_ms(report: Report) -> int | None:
    """Estimate when the run began, by the clock of printing less how long it had lasted."""
    elapsed = max([entry.elapsed_s for entry in report.entries if entry.elapsed_s is not None], default=None)
    if report.printed_at_ms is None or elapsed is None:
        return None
    return report.printed_at_ms - 1_000 * elapsed


def _build_snapshot(report: Report) -> Snapshot:
    """Build the state of a run at the moment of a report."""
    rows = (
        SnapshotRow(
            job_name=entry.job_name,
            group=entry.group,
            **{name: getattr(numbers, name) for name in SNAPSHOT_FIELDS},
        )
        for entry in report.entries
        for numbers in entry.directions
    )
    return Snapshot(elapsed_ms=_find_elapsed_ms(report), rows=tuple(rows))


def build_invocation(run: Sequence[Report]) -> Invocation:
    """Build one run from its reports, in the order they were printed."""
    last = run[-1]
    results, lacking = build_results(last.entries, last.problems)
    problems = [
        *lacking,
        *(problem for report in run[:-1] for problem in report.problems if _is_of_run(problem)),
    ]
    if last.lists_disks:
        problems += check_devices(results, last.disks)
    problems += _list_failures(last.entries, run)
    is_failed = bool(problems) and any(problem.error == "JobError" for problem in problems)
    problems += [
        Problem(entry.where, "NoIo", _explain_empty(entry, last))
        for entry in last.entries
        if not entry.directions
    ]
    if len(run) > 1:
        detail = sentences.SNAPSHOTS(reports=len(run))
        problems.append(Problem("", "SeveralDocuments", detail))
    signal = _find_signal(run)
    if signal is not None:
        problems.append(
            Problem(f"line {signal.line}", "Interrupted", f"fio said: {signal.text.strip()[:120]}")
        )
    cut_short = [result for result in results if is_cut_short(result)]
    for result in cut_short:
        wanted = result.job_options.get("runtime", "")
        detail = sentences.ENDED_EARLY(asked=wanted, runtime=format_runtime(result.runtime_ms or 0))
        problems.append(Problem(result.where, "CutShort", detail))
    outcome: Outcome = "complete"
    if is_failed:
        outcome = "failed"
    elif not results:
        outcome = "not_understood"
    elif signal is not None or cut_short or _are_in_ramp(results):
        outcome = "interrupted"
    elif last.is_truncated or any(problem.error in _LACKING for problem in (*problems, *last.problems)):
        outcome = "partial"
    command = next((report.command for report in run if report.command), None)
    first_line = run[0].lines[0] if run[0].lines else None
    stated_end, stated_start = _find_stated_times(last)
    is_zone_unknown = last.printed_at_ms is None and stated_end is not None
    return Invocation(
        tool_name="fio",
        tool_version=last.version,
        ended_at_ms=last.printed_at_ms if last.printed_at_ms is not None else stated_end,
        started_at_ms=last.started_at_ms,
        estimated_start_ms=stated_start if is_zone_unknown else estimate_start_ms(last),
        is_zone_unknown=is_zone_unknown,
        global_options=last.global_options,
        command_line=(command.text or None) if command is not None else None,
        argv=command.words if command is not None else (),
        launcher=command.launcher if command is not None else {},
        targets=_list_targets(results, last, command),
        title=last.title,
        results=results,
        disk_util=last.disks,
        outcome=outcome,
        snapshots=tuple(_build_snapshot(report) for report in run) if len(run) > 1 else (),
        problems=tuple(problems),
        source_lines=(first_line, last.lines[1]) if first_line is not None and last.lines else None,
        lines_used=_list_used_lines(run),
        lines_not_understood=build_ranges(line for report in run for line in report.lines_not_understood),
    )


def _is_of_run(problem: Problem) -> bool:
    """Whether a remark on an earlier report is still true of the run as a whole."""
    return problem.error in ("LostLines", "Temperature", "FiguresInProse", "PoorerCopy")


def _list_failures(entries: Sequence[Entry], run: Sequence[Report]) -> list[Problem]:
    """List the jobs that ended with an error; and those that only fio's message names."""
    failures = [
        Problem(
            entry.where, "JobError", sentences.JOB_FAILED(name=repr(entry.job_name[:80]), error=entry.error)
        )
        for entry in entries
        if entry.error
    ]
    printed = [
        m for report in run for m in report.messages if m.text.startswith(_FAILED[0]) and _FAILED[1] in m.text
    ]
    if len(printed) > len(failures):
        lines = ", ".join(str(message.line) for message in printed[:12]) + (
            ", …" if len(printed) > 12 else ""
        )
        detail = sentences.JOBS_FAILED(
            jobs=format_things(len(printed), "failed job"), lines=lines, text=printed[0].text.strip()[:120]
        )
        failures.append(Problem(f"line {printed[0].line}", "JobError", detail))
    return failures


def _find_stated_times(report: Report) -> tuple[int | None, int | None]:
    """Return end and start by the date that a text states, its longest runtime before it."""
    end = report.stated_at_ms
    if end is None:
        return None, None
    runtimes = [numbers.runtime_ms for entry in report.entries for numbers in entry.directions]
    return end, end - max([runtime for runtime in runtimes if runtime is not None], default=0)


def _list_targets(results: Sequence[Result], report: Report, command: CommandLine | None) -> tuple[str, ...]:
    """List filename and directory, wherever they were given: in the jobs, for all of them, or beside a job file."""
    targets: dict[str, None] = {}
    for options in (report.global_options, *(result.job_options for result in results)):
        for name in split_filename(options.get("filename", "")):
            targets.setdefault(name)
        if not options.get("filename"):
            for name in split_filename(options.get("directory", "")):
                targets.setdefault(name)
    for target in command.targets() if command is not None and not targets else ():
        for name in split_filename(target):
            targets.setdefault(name)
    return tuple(targets)[:_MAX_TARGETS]


def _list_used_lines(run: Sequence[Report]) -> tuple[tuple[int, int], ...]:
    """List the ranges of lines that the reports were read from."""
    ranges: Ranges = []
    for report in run:
        own = report.lines_used or ([report.lines] if report.lines else [])
        ranges += [*own, *report.copied_lines]
    merged: Ranges = []
    for first, last in sorted(ranges):
        add_lines(merged, first, last)
    return tuple(merged)


def _explain_empty(entry: Entry, report: Report) -> str:
    """Explain why a job has no result. Only whole JSON shows that nothing was moved; elsewhere the numbers may
    just be missing.
    """
    name = repr(entry.job_name[:80])
    if report.is_truncated:
        return sentences.ENDS_BEFORE_NUMBERS(name=name)
    if report.kind == "fio_text":
        return sentences.NO_NUMBERS(name=name)
    return sentences.MOVED_NO_DATA(name=name)


def _find_signal(run: Sequence[Report]) -> Message | None:
    """Find the line in which fio reported that a signal ended it."""
    for report in run:
        for message in report.messages:
            if "terminating on signal" in message.text:
                return message
    return None


def _are_in_ramp(results: Sequence[Result]) -> bool:
    for result in results:
        for problem in result.problems:
            if problem.error == "InterruptedInRamp":
                return True
    return False
