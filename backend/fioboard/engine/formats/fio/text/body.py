"""Everything in a body that is not JSON: fio's text and terse lines, line by line.

One file may hold all of them (`--output-format=normal,terse,json`, shell logs), and of one run the richest
account counts: JSON before text before terse.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.lines import add_lines
from fioboard.engine.formats.fio.model.reading import DiskUtil, Message, Problem
from fioboard.engine.formats.fio.model.report import Report
from fioboard.engine.formats.fio.text import sentences
from fioboard.engine.formats.fio.text.entry import ALL_CLIENTS
from fioboard.engine.formats.fio.text.lines import Line, split_lines
from fioboard.engine.formats.fio.text.report import TextReader
from fioboard.engine.formats.fio.text.terse import is_disk_line, parse_disks, parse_terse_line

_SNAPSHOT_STEP_MS = 400


@dataclass(slots=True)
class TextBody:
    """What was found between the JSON documents."""

    reports: list[Report] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    commands: list[CommandLine] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    """Lines in fio's own form that became nothing."""
    figures: list[int] = field(default_factory=list)
    """Other lines that look like figures."""
    temperatures: list[Message] = field(default_factory=list)
    has_taken: bool = False
    """Some line was taken, if only for a result that did not come of it."""

    def list_untaken_figures(self) -> list[int] | None:
        """List all lines that look like figures; None where a line was taken that may look so too."""
        return None if self.has_taken else sorted({*self.lost, *self.figures})


def read_text(content: bytes, gaps: Sequence[tuple[int, int]], limits: Limits) -> TextBody:
    """All stretches of the body that are no JSON, read as one text."""
    body = TextBody()
    text = TextReader(limits)
    terse: dict[str, _TerseLine] = {}
    number, offset = 1, 0
    for start, end in gaps:
        number += content.count(b"\n", offset, start)
        offset = start
        lines = split_lines(content[start:end], limits, number)
        # One by one: a list of all lines would take many times the memory of the body.
        text.read(line for line in lines if ";" not in line.text or not _take_terse(line, terse, limits))
    body.reports = text.reports() + _build_terse_reports(list(terse.values()))
    body.messages = text.messages
    body.commands = text.commands
    body.has_taken = text.has_taken
    body.lost, body.figures, body.temperatures = text.lost, text.figures, text.temperatures
    return body


@dataclass(slots=True)
class _TerseLine:
    line: int
    last_line: int
    """Another one where its disks stand on a line of their own."""
    version: str | None
    entry: Entry
    disks: tuple[DiskUtil, ...]
    is_cut: bool
    terse_version: str
    copies: list[int] = field(default_factory=list)
    """Lines that are the same to the letter: pasted again."""


def _take_terse(line: Line, terse: dict[str, _TerseLine], limits: Limits) -> bool:
    """Whether a line with a semicolon is a terse one or its disks; `terse` holds those that came before, by their text.

    Two clones never print the same counters, latencies and processor to the last digit.
    """
    there = terse.get(line.text)
    if there is not None:
        there.copies.append(line.number)
        return True
    parsed = parse_terse_line(line.text, line.number)
    if parsed is not None:
        version, entry, disks, is_cut = parsed
        if len(terse) >= limits.max_jobs:
            raise TooMany(sentences.TOO_MANY_TERSE_LINES(most=limits.max_jobs), f"line {line.number}")
        terse[line.text] = _TerseLine(line.number, line.number, version, entry, disks, is_cut, line.text[0])
        return True
    if terse and is_disk_line(line.text):
        last = next(reversed(terse.values()))
        last.disks = parse_disks(line.text[1:].split(";"))
        last.last_line = line.number
        return True
    return False


def _build_terse_reports(lines: list[_TerseLine]) -> list[Report]:
    """Build the reports of terse lines. Those of one run follow each other; a line that comes again with a longer
    runtime is a snapshot.
    """
    reports: list[Report] = []
    # The entries of the last report.
    latest: dict[tuple[str, int], Entry] = {}
    # The sum over the servers is a result only where it stands alone.
    servers = [one for one in lines if one.entry.job_name != ALL_CLIENTS]
    previous = None
    for one in servers or lines:
        key = one.entry.job_name, one.entry.group
        is_new = previous is None or _is_new_run(previous, one)
        same = None if is_new else latest.get(key)
        is_later = same is not None and (
            _find_runtime(one.entry) >= _find_runtime(same) + _SNAPSHOT_STEP_MS or _are_all_there(reports)
        )
        if is_new or is_later:
            reports.append(
                Report(kind="fio_terse", version=one.version, entries=[], lines=(one.line, one.line))
            )
            reports[-1].is_later_than_previous = is_later
            latest = {}
        previous = one
        latest.setdefault(key, one.entry)
        report = reports[-1]
        report.entries.append(one.entry)
        report.disks = report.disks or one.disks or None
        if one.is_cut:
            detail = "The line is truncated; its complete directions are used."
            report.problems.append(Problem(f"line {one.line}", "Truncated", detail))
        for copy in one.copies:
            detail = sentences.LINE_AGAIN(copy=copy, line=one.line)
            report.problems.append(Problem(f"line {copy}", "PoorerCopy", detail))
            report.copied_lines.append((copy, copy))
        add_lines(report.lines_used, one.line, one.last_line)
        report.lines = (report.lines[0] if report.lines else one.line), one.last_line
    return reports


def _are_all_there(reports: Sequence[Report]) -> bool:
    """Whether the last snapshot has an entry for each of the one before: the end may follow at once."""
    return reports[-1].is_later_than_previous and len(reports[-1].entries) >= len(reports[-2].entries)


def _is_new_run(last: _TerseLine, one: _TerseLine) -> bool:
    """One run has one version and one form; its groups count up."""
    return (last.version, last.terse_version) != (one.version, one.terse_version) or (
        one.entry.group < last.entry.group
    )


def _find_runtime(entry: Entry) -> int:
    """Return the longest runtime of an entry, ms."""
    return max((numbers.runtime_ms or 0 for numbers in entry.directions), default=0)
