"""Reports → invocations: which of several reports are one run seen at several moments.

--status-interval, SIGUSR1 and the dump trigger make fio print complete reports, each counted from the
start of the run: the last is the result, the earlier ones are snapshots, never runs of their own.
"""

from collections.abc import Sequence

from fioboard.fio.model.entry import Entry
from fioboard.fio.model.reading import (
    DirectionNumbers,
    Invocation,
    Message,
    Problem,
    Result,
    Snapshot,
    SnapshotRow,
)
from fioboard.fio.model.report import Report
from fioboard.fio.results.checks import is_cut_short
from fioboard.fio.results.devices import check_devices
from fioboard.fio.results.jobs import results_of

_SAME_START_MS = 2_000


def invocations_of(reports: Sequence[Report]) -> tuple[Invocation, ...]:
    """One invocation per run, in order; the same report twice (copy and paste) is one."""
    if len(reports) == 1:
        return (_invocation(reports),)
    runs: list[list[Report]] = []
    known: set[object] = set()
    for report in reports:
        content = _content_of(report)
        if content in known:
            continue
        known.add(content)
        if runs and _continues(runs[-1][-1], report):
            runs[-1].append(report)
        else:
            runs.append([report])
    return tuple(_invocation(run) for run in runs)


def _content_of(report: Report) -> object:
    """Equal for the same report pasted twice; where it stands does not count."""
    entries = tuple(
        (_identity_of(entry), entry.pid, entry.error, *_numbers_of(entry)) for entry in report.entries
    )
    return report.printed_at_ms, report.started_at_ms, report.version, entries


def _identity_of(entry: Entry) -> tuple[object, ...]:
    return entry.job_name, entry.group, entry.hostname, entry.port


def _numbers_of(entry: Entry) -> tuple[object, ...]:
    return tuple(
        (one.direction, one.io_bytes, one.total_ios, one.runtime_ms, one.iops, *_means(one))
        for one in entry.directions
    )


def _means(numbers: DirectionNumbers) -> tuple[float | None, ...]:
    latencies = (numbers.slat, numbers.clat, numbers.lat)
    return tuple(None if latency is None else latency.mean_ns for latency in latencies)


def without_known_runs(reports: Sequence[Report], known: Sequence[Report]) -> list[Report]:
    """Those that are not a poorer account (text beside JSON, terse beside text) of a run known already."""
    by_job: dict[tuple[str, int], list[Entry]] = {}
    for report in known:
        for entry in report.entries:
            by_job.setdefault((entry.job_name, entry.group), []).append(entry)
    return [
        report
        for report in reports
        if not all(
            any(_is_alike(entry, like) for like in by_job.get((entry.job_name, entry.group), ())[:100])
            for entry in report.entries
        )
    ]


def _is_alike(one: Entry, other: Entry) -> bool:
    pairs = [(a, b) for a in one.directions for b in other.directions if a.direction == b.direction]
    return len(pairs) == len(one.directions) and all(
        a.runtime_ms == b.runtime_ms and abs((a.iops or 0) - (b.iops or 0)) <= 1 + 0.02 * (b.iops or 0)
        for a, b in pairs
    )


def _continues(before: Report, after: Report) -> bool:  # noqa: PLR0911 - one per kind of evidence
    """Whether `after` is a later report of the same run: same jobs, same start, nothing counted backwards."""
    if after.is_later_than_previous:
        return True
    names = [(entry.job_name, entry.group, entry.hostname) for entry in before.entries]
    if before.version != after.version or names != [(e.job_name, e.group, e.hostname) for e in after.entries]:
        return False
    if not all(
        _could_grow_into(early, late) for early, late in zip(before.entries, after.entries, strict=True)
    ):
        return False
    if before.command_line and after.command_line and before.command_line != after.command_line:
        return False
    starts = before.started_at_ms, after.started_at_ms
    if starts[0] is not None and starts[1] is not None:
        return starts[0] == starts[1]
    pids = [entry.pid for entry in before.entries if entry.pid]
    if pids and pids == [entry.pid for entry in after.entries if entry.pid]:
        return True
    estimates = [_estimated_start_ms(report) for report in (before, after)]
    if estimates[0] is None or estimates[1] is None:
        return False
    return abs(estimates[0] - estimates[1]) <= _SAME_START_MS


def _could_grow_into(early: Entry, late: Entry) -> bool:
    """Whether one entry can be a later state of the other: same options, no direction lost, nothing counted back.

    A process id or a second alone proves nothing: people edit outputs, and process ids come again.
    """
    if early.banner != late.banner and early.banner is not None and late.banner is not None:
        return False
    if early.options != late.options and early.options and late.options:
        return False
    grown = {numbers.direction: numbers for numbers in late.directions}
    return all(
        numbers.direction in grown
        and (numbers.io_bytes or 0) <= (grown[numbers.direction].io_bytes or 0)
        and (numbers.runtime_ms or 0) <= (grown[numbers.direction].runtime_ms or 0)
        for numbers in early.directions
    )


def _elapsed_ms(report: Report) -> int | None:
    """How long the run had lasted: job_start to printing (3.36+), else fio's whole seconds."""
    if report.started_at_ms is not None and report.printed_at_ms is not None:
        return report.printed_at_ms - report.started_at_ms
    elapsed = max((entry.elapsed_s for entry in report.entries if entry.elapsed_s is not None), default=None)
    if elapsed is not None:
        return elapsed * 1_000
    return max((n.runtime_ms or 0 for entry in report.entries for n in entry.directions), default=None)


def _estimated_start_ms(report: Report) -> int | None:
    elapsed = max([entry.elapsed_s for entry in report.entries if entry.elapsed_s is not None], default=None)
    if report.printed_at_ms is None or elapsed is None:
        return None
    return report.printed_at_ms - 1_000 * elapsed


def _snapshot(report: Report) -> Snapshot:
    rows = (
        SnapshotRow(
            job_name=entry.job_name,
            group=entry.group,
            direction=numbers.direction,
            io_bytes=numbers.io_bytes,
            total_ios=numbers.total_ios,
            runtime_ms=numbers.runtime_ms,
            iops=numbers.iops,
            bw_bytes_per_s=numbers.bw_bytes_per_s,
        )
        for entry in report.entries
        for numbers in entry.directions
    )
    return Snapshot(elapsed_ms=_elapsed_ms(report), rows=tuple(rows))


def _invocation(run: Sequence[Report]) -> Invocation:
    last = run[-1]
    results, problems = results_of(last.entries, last.problems)
    found = list(problems)
    found += check_devices(results, last.disks)
    is_failed = False
    for entry in last.entries:
        if entry.error:
            is_failed = True
            found.append(
                Problem(
                    entry.where, "JobError", f"Job {entry.job_name[:80]!r} ended with error {entry.error}."
                )
            )
        if not entry.directions:
            found.append(Problem(entry.where, "NoIo", _why_empty(entry, last)))
    if len(run) > 1:
        detail = f"{len(run)} reports of one run: the last is the result, the others are snapshots."
        found.append(Problem("", "SeveralDocuments", detail))
    outcome = "complete"
    signal = _signal_of(run)
    cut_short = [result for result in results if is_cut_short(result)]
    if is_failed:
        outcome = "failed"
    elif signal is not None or last.is_truncated or cut_short or _are_in_ramp(results):
        outcome = "interrupted"
    if signal is not None:
        found.append(Problem(f"line {signal.line}", "Interrupted", f"fio said: {signal.text.strip()[:120]}"))
    for result in cut_short:
        wanted = result.job_options.get("runtime", "")
        detail = f"A time_based job with runtime={wanted} ran for {result.runtime_ms} ms only."
        found.append(Problem(result.where, "CutShort", detail))
    first_line = run[0].lines[0] if run[0].lines else None
    return Invocation(
        tool_name="fio",
        tool_version=last.version,
        ended_at_ms=last.printed_at_ms,
        started_at_ms=last.started_at_ms,
        estimated_start_ms=_estimated_start_ms(last),
        global_options=last.global_options,
        command_line=next((report.command_line for report in run if report.command_line), None),
        results=results,
        disk_util=last.disks,
        outcome=outcome,
        snapshots=tuple(_snapshot(report) for report in run) if len(run) > 1 else (),
        problems=tuple(found),
        source_lines=(first_line, last.lines[1]) if first_line is not None and last.lines else None,
    )


def _why_empty(entry: Entry, report: Report) -> str:
    """Only whole JSON says that nothing was moved; elsewhere the numbers may just be missing."""
    name = repr(entry.job_name[:80])
    if report.is_truncated:
        return f"The document ends before the numbers of job {name}."
    if report.kind == "fio_text":
        return f"The text has no numbers of job {name}."
    return f"Job {name} moved no data."


def _signal_of(run: Sequence[Report]) -> Message | None:
    """The line in which fio said that a signal ended it."""
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
