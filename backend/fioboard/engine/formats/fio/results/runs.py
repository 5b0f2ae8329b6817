"""Reports → invocations: which of several reports are one run seen at several moments.

--status-interval, SIGUSR1 and the dump trigger make fio print complete reports, each counted from the
start of the run: the last is the result, the earlier ones are snapshots, never runs of their own.
"""

from collections.abc import Sequence

from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.reading import DirectionNumbers, Invocation
from fioboard.engine.formats.fio.model.report import Report
from fioboard.engine.formats.fio.results.copies import (
    add_copy,
    drop_copies,
    is_same_latency,
    is_same_moment,
    score_richness,
)
from fioboard.engine.formats.fio.results.invocation import build_invocation, estimate_start_ms

_SAME_START_MS = 2_000


def build_invocations(reports: Sequence[Report]) -> tuple[Invocation, ...]:
    """Build one invocation per run, in order; the same report twice (copy and paste) is one."""
    if len(reports) == 1:
        return (build_invocation(reports),)
    runs: list[list[Report]] = []
    reports = drop_copies(reports)
    known: set[object] = set()
    for report in reports:
        content = _get_content(report)
        if content in known:
            if runs:
                add_copy(runs[-1][-1], report)
            continue
        known.add(content)
        if runs and _is_later_report(runs[-1][-1], report):
            _join(runs[-1], report)
        else:
            runs.append([report])
    return tuple(build_invocation(run) for run in runs)


def _join(run: list[Report], report: Report) -> None:
    """A later moment of the run; or the same moment again, of which the richer account counts."""
    if not is_same_moment(run[-1], report):
        run.append(report)
    elif score_richness(report) > score_richness(run[-1]):
        add_copy(report, run[-1])
        run[-1] = report
    else:
        add_copy(run[-1], report)


def _get_content(report: Report) -> object:
    """Return what is equal for the same report pasted twice; its position does not count."""
    entries = tuple(
        (_get_identity(entry), entry.pid, entry.error, *_get_numbers(entry)) for entry in report.entries
    )
    return report.printed_at_ms, report.started_at_ms, report.version, report.title, entries


def _get_identity(entry: Entry) -> tuple[object, ...]:
    """Return what identifies the job of an entry."""
    return entry.job_name, entry.group, entry.hostname, entry.port


def _get_numbers(entry: Entry) -> tuple[object, ...]:
    """Return the figures of an entry."""
    return tuple((one.direction, *one.amounts, *_get_means(one)) for one in entry.directions)


def _get_means(numbers: DirectionNumbers) -> tuple[float | None, ...]:
    """Return the means of the three latencies."""
    latencies = (numbers.slat, numbers.clat, numbers.lat)
    return tuple(None if latency is None else latency.mean_ns for latency in latencies)


def drop_known_runs(reports: Sequence[Report], known: Sequence[Report]) -> list[Report]:
    """Drop the reports that are a poorer account (text beside JSON, terse beside text) of a run known already."""
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
        a.runtime_ms == b.runtime_ms
        and abs((a.iops or 0) - (b.iops or 0)) <= 1 + 0.02 * (b.iops or 0)
        and is_same_latency(a.clat, b.clat)
        for a, b in pairs
    )


def _is_later_report(before: Report, after: Report) -> bool:  # noqa: PLR0911 - one per kind of evidence
    """Return whether `after` is a later report of the same run: same jobs, same start, nothing counted backwards."""
    if after.is_later_than_previous:
        return True
    names = [(entry.job_name, entry.group, entry.hostname) for entry in before.entries]
    if before.version != after.version or names != [(e.job_name, e.group, e.hostname) for e in after.entries]:
        return False
    if not all(_can_be_later(early, late) for early, late in zip(before.entries, after.entries, strict=True)):
        return False
    typed = [(one.text, one.jobs) for one in (before.command, after.command) if one is not None]
    if len(typed) > 1 and typed[0] != typed[1]:
        return False
    starts = before.started_at_ms, after.started_at_ms
    if starts[0] is not None and starts[1] is not None:
        return starts[0] == starts[1]
    pids = [entry.pid for entry in before.entries if entry.pid]
    if pids and pids == [entry.pid for entry in after.entries if entry.pid]:
        return True
    estimates = [estimate_start_ms(report) for report in (before, after)]
    if estimates[0] is None or estimates[1] is None:
        return False
    return abs(estimates[0] - estimates[1]) <= _SAME_START_MS


def _can_be_later(early: Entry, late: Entry) -> bool:
    """Return whether one entry can be a later state of the other: same options, no direction lost, nothing counted
    back. A process id or a second alone proves nothing: people edit outputs, and process ids come again.

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
