"""fio's text → reports: where one run ends and the next begins, in logs, blog posts and terminal copies.

Banner, version line and result heads start things; a head after "Run status" is a later report of the same
run (--status-interval) when name and process agree, else another run. What nobody takes is a message.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from fioboard.fio.model.cleaning import clean_options, clean_text
from fioboard.fio.model.entry import Entry, Settings
from fioboard.fio.model.errors import TooMany
from fioboard.fio.model.limits import Limits
from fioboard.fio.model.options import parse_count
from fioboard.fio.model.reading import DirectionNumbers, DiskUtil, Message, Problem
from fioboard.fio.model.report import Report
from fioboard.fio.model.version import FioVersion, parse_version
from fioboard.fio.text.banner import Banners, parse_banner
from fioboard.fio.text.command_line import CommandLine, parse_command_line
from fioboard.fio.text.direction import Headline, parse_group_line, parse_headline
from fioboard.fio.text.disk import parse_disk
from fioboard.fio.text.entry import EntryText, Head, parse_head
from fioboard.fio.text.lines import Line

_VERSION_LINE = re.compile(r"^fio[- ]\d{1,4}\.\d{1,4}\S{0,60}$")
_GROUP_HEADING = re.compile(r"^Run status group \d+ \(all jobs\):$")
_NOISE = re.compile(
    r"^(?:\.\.\.$|Starting \d+ (?:process|thread)|hostname=\S+, be=\d|Disk stats \(read/write\):)"
)
_SERVER = re.compile(r"^hostname=\S{1,255}, be=\d.{0,200}, fio=(fio-\S{1,60}), flags=")
_GROUP_LINE = ("READ:", "WRITE:", "TRIM:", "MIXED:")
_ALL_CLIENTS = "All clients"


@dataclass(slots=True)
class _Draft:
    """One report while its lines come in."""

    first_line: int = 0
    last_line: int = 0
    version_text: str | None = None
    version: FioVersion | None = None
    banners: Banners = field(default_factory=Banners)
    entries: list[EntryText] = field(default_factory=list)
    last_head: Head | None = None
    processes: set[tuple[str, int]] = field(default_factory=set)
    """Job name and process id of every head."""
    reported: set[str] = field(default_factory=set)
    group_lines: list[tuple[int, Headline]] = field(default_factory=list)
    disks: list[DiskUtil] = field(default_factory=list)
    master: str | None = None
    """The array named last: devices that follow are its members."""
    command: CommandLine | None = None
    problems: list[Problem] = field(default_factory=list)
    is_summed_up: bool = False
    """A "Run status group" or disk line was seen: the next head belongs to another report."""

    def has_results(self) -> bool:
        return bool(self.entries or self.group_lines)


class TextReader:
    """Takes lines one by one; reports() gives what they made."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._drafts: list[_Draft] = []
        self._draft = _Draft()
        self._entry: EntryText | None = None
        self._entries = 0
        self._pending: str | None = None
        self._pending_line = 0
        self._command_chars = 0
        self._fresh_banner: tuple[str, int | None] | None = None
        self.messages: list[Message] = []
        self.commands: list[CommandLine] = []

    def read(self, lines: Iterable[Line]) -> None:
        """All lines of a body, or of a stretch of it."""
        for line in lines:
            if not self._take(line):
                self._take_message(line)

    def reports(self) -> list[Report]:
        """Every report that has at least one result."""
        self._finish()
        return [report for draft in self._drafts if (report := _build(draft)) is not None]

    def _take(self, line: Line) -> bool:
        text = line.text
        self._look_for_broken_depth(line)
        took = (
            self._take_head(line)
            or self._take_start(line)
            or self._take_summary(line)
            or self._take_within_entry(line)
            or self._take_server(text)
            or _NOISE.match(text) is not None
        )
        if took and (self._draft.has_results() or self._draft.banners):
            self._draft.first_line = self._draft.first_line or line.number
            self._draft.last_line = line.number
        return took

    def _look_for_broken_depth(self, line: Line) -> None:
        """fio's longest line ends with the depth: digits alone on the next one are the rest of the number."""
        banner, self._fresh_banner = self._fresh_banner, None
        if banner is not None and line.text.isdecimal():
            self._draft.banners.forget_depth(*banner)
            detail = f"The line that announces job {banner[0][:80]!r} is broken inside its iodepth: unknown."
            self._draft.problems.append(Problem(f"line {line.number}", "BrokenLine", detail))

    def _take_head(self, line: Line) -> bool:
        head = parse_head(line.text)
        if head is None:
            return False
        if head.name == _ALL_CLIENTS:
            # It repeats the sum of the others: its lines are taken, and nobody keeps the entry.
            self._entry = EntryText(line.number, head, line.server)
            return True
        before = self._draft.last_head
        is_anonymous = bool(self._draft.entries) and before is None
        is_later = (head.name, head.pid) in self._draft.processes
        is_other_time = before is not None and not _are_close(before.date, head.date)
        if self._draft.is_summed_up or is_anonymous or is_later or is_other_time:
            is_more_of_it = self._is_expected(head.name, head.group)
            self._start(inherits=is_later or (self._draft.is_summed_up and is_more_of_it))
        self._add_entry(EntryText(line.number, head, line.server))
        return True

    def _add_entry(self, entry: EntryText) -> None:
        self._entries += 1
        if self._entries > self._limits.max_jobs:
            raise TooMany(f"More than {self._limits.max_jobs} results in one text.", f"line {entry.line}")
        self._entry = entry
        self._draft.entries.append(entry)
        if entry.head is not None:
            self._draft.last_head = entry.head
            self._draft.processes.add((entry.head.name, entry.head.pid))
            self._draft.reported.add(entry.head.name)

    def _is_expected(self, name: str, group: int) -> bool:
        """Whether the draft's banners announced this job and it has not come yet (client mode prints so)."""
        return name not in self._draft.reported and self._draft.banners.announces(name, group)

    def _take_server(self, text: str) -> bool:
        """Client mode: every server introduces itself with its version."""
        match = _SERVER.match(text)
        if match is None:
            return False
        if self._draft.version_text is None and not self._draft.has_results():
            self._draft.version_text, self._draft.version = match.group(1), parse_version(match.group(1))
        return True

    def _take_start(self, line: Line) -> bool:
        text = line.text
        banner = parse_banner(text)
        if banner is not None:
            if self._draft.has_results():
                self._start()
            self._entry = None
            self._draft.banners.add(*banner)
            self._fresh_banner = banner[:2] if text[-1].isdecimal() else None
            return True
        if text.startswith("fio") and _VERSION_LINE.match(text):
            if self._draft.has_results():
                self._start()
            self._entry = None
            self._draft.version_text = text
            self._draft.version = parse_version(text)
            return True
        if self._pending is not None or "fio" in text:
            return self._take_command(line)
        return False

    def _take_command(self, line: Line) -> bool:
        """A command line, which may go on behind a backslash at its end."""
        text = line.text
        if self._pending is None:
            command = parse_command_line(text, line.number)
            if command is None:
                return False
            self._require_few_commands(line)
            self._pending_line = line.number
            self._pending = ""
        self._pending = f"{self._pending} {text}".strip()
        if text.endswith("\\") and len(self._pending) < self._limits.max_shown_chars * 8:
            self._pending = self._pending[:-1]
            return True
        command = parse_command_line(self._pending, self._pending_line)
        self._pending = None
        if command is not None:
            if self._draft.has_results() or self._draft.banners:
                self._start()
            self._entry = None
            self._draft.command = command
            self.commands.append(command)
        return True

    def _require_few_commands(self, line: Line) -> None:
        """Quoted words are read by shlex, character by character."""
        self._command_chars += len(line.text)
        if self._command_chars > self._limits.max_command_chars:
            detail = f"Command lines of more than {self._limits.max_command_chars} characters."
            raise TooMany(detail, f"line {line.number}")

    def _take_summary(self, line: Line) -> bool:
        text = line.text
        if _GROUP_HEADING.match(text):
            self._draft.is_summed_up = True
            self._entry = None
            return True
        if text.startswith(_GROUP_LINE):
            headline = parse_group_line(text, self._draft.version)
            if headline is not None:
                if len(self._draft.group_lines) < self._limits.max_jobs:
                    self._draft.group_lines.append((line.number, headline))
                self._draft.is_summed_up = True
            return headline is not None
        if self._draft.has_results():
            disk = parse_disk(text, self._draft.master, line.server)
            if disk is not None:
                self._draft.master = disk.name if disk.is_aggregate else self._draft.master
                self._draft.disks.append(disk)
                self._draft.is_summed_up = True
                self._entry = None
            return disk is not None
        return False

    def _take_within_entry(self, line: Line) -> bool:
        text = line.text
        headline = parse_headline(text, self._draft.version)
        if headline is not None and (
            self._entry is None or not self._entry.can_take_direction(headline.direction)
        ):
            # A fragment without its head: another run, unless the draft has no results yet.
            if self._draft.has_results():
                self._start()
            self._add_entry(EntryText(line.number, None, line.server))
        return self._entry is not None and self._entry.take(text, self._draft.version)

    def _take_message(self, line: Line) -> None:
        if len(self.messages) < self._limits.max_messages:
            self.messages.append(Message(line.number, clean_text(line.raw.strip())))

    def _start(self, inherits: bool = False) -> None:
        before = self._draft
        self._finish()
        if inherits:
            self._draft.version_text, self._draft.version = before.version_text, before.version
            self._draft.banners = before.banners
            self._draft.command = before.command

    def _finish(self) -> None:
        self._drafts.append(self._draft)
        self._draft = _Draft()
        self._entry = None


def _are_close(one: str | None, other: str | None) -> bool:
    """Whether two printed dates may belong to one report: clones are printed within the same minute."""
    return one == other or one is None or other is None or one[:16] == other[:16]


def _build(draft: _Draft) -> Report | None:
    if not draft.has_results():
        return None
    problems = draft.problems
    heads = Counter(text.head.group for text in draft.entries if text.head is not None)
    entries = [_build_entry(text, draft, heads, problems) for text in draft.entries]
    if not entries:
        entries = [_group_entry(draft.group_lines)]
    return Report(
        kind="fio_text",
        version=draft.version_text,
        entries=entries,
        disks=tuple(draft.disks) or None,
        command_line=draft.command.text if draft.command else None,
        lines=(draft.first_line, draft.last_line),
        problems=problems,
    )


def _build_entry(text: EntryText, draft: _Draft, heads: Counter[int], problems: list[Problem]) -> Entry:
    name = text.head.name if text.head else ""
    group = text.head.group if text.head else 0
    # The only entry of a group that speaks of several jobs may be several sections merged into one.
    may_be_merged = text.head is not None and text.head.jobs > 1 and heads[group] == 1
    banner = draft.banners.of(name, group, may_be_merged)
    options, is_whole = None, False
    if draft.command is not None:
        options = draft.command.options_of(name)
        is_whole = options is not None and not draft.command.has_job_file
        if options is not None and _is_foreign(options, draft.command, banner, text):
            detail = f"The command line before it (line {draft.command.line}) is of another run: not used."
            problems.append(Problem(f"line {text.line}", "ForeignCommandLine", detail))
            options, is_whole = None, False
    return text.build(banner, clean_options(options) if options is not None else None, is_whole)


def _is_foreign(
    options: dict[str, str], command: CommandLine, banner: Settings | None, text: EntryText
) -> bool:
    """Whether the result shows that another command line made it."""
    if banner is not None and _contradicts(options, banner):
        return True
    # Only clones of the one job can have been counted together.
    printed = text.head.jobs if text.head is not None and len(command.jobs) == 1 else 1
    return printed > 1 and not command.has_job_file and parse_count(options.get("numjobs", "1")) != printed


def _contradicts(options: dict[str, str], banner: Settings) -> bool:
    """Whether the banner shows another engine, depth or rw than the command line asked for."""
    pairs = (
        (options.get("ioengine"), banner.ioengine),
        (options.get("iodepth"), str(banner.iodepth) if banner.iodepth is not None else None),
        (_CANONICAL_RW.get(rw, rw) if (rw := options.get("rw", "").partition(":")[0]) else None, banner.rw),
    )
    return any(typed and shown and typed != shown for typed, shown in pairs)


_CANONICAL_RW = {"readwrite": "rw"}


def _group_entry(lines: list[tuple[int, Headline]]) -> Entry:
    """A pasted "READ: bw=…" without its entries: one bandwidth, nothing else."""
    directions = tuple(
        DirectionNumbers(
            direction=line.direction,
            bw_bytes_per_s=round(line.bandwidth.value) if line.bandwidth else None,
            bw_bounds_bytes_per_s=line.bandwidth.bounds if line.bandwidth else None,
            io_bytes=round(line.io.value) if line.io else None,
            io_bounds_bytes=line.io.bounds if line.io else None,
            runtime_ms=line.runtime_ms,
        )
        for line in {line.direction: line for _, line in lines}.values()
    )
    return Entry(where=f"line {lines[0][0]}", job_name="", group=0, directions=directions)
