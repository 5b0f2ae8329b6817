"""fio's text → reports: where one run ends and the next begins, in logs, blog posts and terminal copies.

Banner, version line and result heads start things; a head after "Run status" is a later report of the same
run (--status-interval) when name and process agree, else another run. What nobody takes is a message.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Message, Problem
from fioboard.engine.formats.fio.model.report import Report
from fioboard.engine.formats.fio.model.version import parse_version
from fioboard.engine.formats.fio.text import sentences
from fioboard.engine.formats.fio.text.banner import parse_banner
from fioboard.engine.formats.fio.text.census import has_figures, has_temperature, is_in_fios_form
from fioboard.engine.formats.fio.text.commands import CommandCollector
from fioboard.engine.formats.fio.text.direction import Headline, parse_group_line, parse_headline
from fioboard.engine.formats.fio.text.disk import parse_disk
from fioboard.engine.formats.fio.text.draft import Draft, GroupLine, clean_title
from fioboard.engine.formats.fio.text.entry import ALL_CLIENTS, EntryText, parse_head
from fioboard.engine.formats.fio.text.headings import is_explicit_heading, may_be_heading
from fioboard.engine.formats.fio.text.job_file import read_job_files
from fioboard.engine.formats.fio.text.joining import join_broken_lines
from fioboard.engine.formats.fio.text.lines import Line
from fioboard.engine.formats.fio.text.missing import describe_announced
from fioboard.engine.formats.fio.text.own_lines import (
    are_close,
    find_version,
    is_like_fios,
    is_of_entry,
    is_own_line,
    is_prompt,
    split_line,
)

_GROUP_HEADING = re.compile(r"^Run status group (\d{1,9}) \(all jobs\):[*`]{0,3}$")
_STARTING = re.compile(
    r"^Starting (\d{1,9}) (?:process|thread)(?:e?s)?(?: and (\d{1,9}) (?:process|thread))?"
)
# Before it measures fio writes the files that it reads: said once a job, and no result of anything.
_LAYOUT = ": Laying out IO file"
_NOISE = re.compile(r"^(?:\.\.\.$|hostname=\S+, be=\d|.{1,255}: Laying out IO file(?:s|\(s\))? \(\d)")
_SERVER = re.compile(r"^hostname=\S{1,255}, be=\d.{0,200}, fio=(fio-\S{1,60}), flags=")
# A bare version, and lines of the kinds of _STARTING and _NOISE.
_STARTS_OUTSIDE = ("1.", "2.", "Starting", "...")
_GROUP_LINE = ("READ:", "WRITE:", "TRIM:", "MIXED:")


class TextReader:
    """Takes lines one by one; reports() gives what they made."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._drafts: list[Draft] = []
        self._draft = Draft()
        self._entry: EntryText | None = None
        self._entries = 0
        self._commands = CommandCollector(limits)
        self._quoted_group: int | None = None
        """Of a "Run status group" heading with prose between it and the last line that was used."""
        self._fresh_banner: tuple[str, int | None] | None = None
        self._prose: Line | None = None
        self._has_prose_between = False
        """Prose stood behind the last line that was used."""
        self._has_several_between = False
        """More than one line of it."""
        self._has_heading = False
        """One of them was marked as a heading."""
        self.has_taken = False
        """Whether any line was taken."""
        self.lost: list[int] = []
        """Lines in fio's own form that nobody took."""
        self.figures: list[int] = []
        """Other lines that look like figures."""
        self.temperatures: list[Message] = []
        self.messages: list[Message] = []

    @property
    def commands(self) -> list[CommandLine]:
        """Every command line, in order."""
        return self._commands.commands

    def read(self, lines: Iterable[Line]) -> None:
        """All lines of a body, or of a stretch of it."""
        for line in read_job_files(join_broken_lines(lines), self._use_command):
            if not self._may_be_taken(line.text):
                self._take_message(line)
                continue
            for piece in split_line(line):
                if self._take(piece):
                    self.has_taken = True
                else:
                    self._take_message(piece)

    def reports(self) -> list[Report]:
        """Every report that has at least one result."""
        self._finish()
        reports: list[Report] = []
        for draft in self._drafts:
            report = draft.build()
            if report is not None:
                reports.append(report)
            elif reports and (lost := describe_announced(draft)) is not None:
                reports[-1].problems.append(lost)
        return reports

    def _may_be_taken(self, text: str) -> bool:
        """Outside of results fio prints no line without one of these; of prose there may be a million lines."""
        return (
            ((":" in text or "=" in text) and is_like_fios(text))
            or "fio" in text
            or self._entry is not None
            or self._commands.may_grow
            or self._fresh_banner is not None
            or text.startswith(_STARTS_OUTSIDE)
            or _LAYOUT in text
        )

    def _take(self, line: Line) -> bool:
        text = line.text
        self._join_broken_depth(line)
        if self._commands.may_grow and is_own_line(text) and self._commands.end():
            self._use_command(self._commands.commands[-1])
        took = (
            self._take_head(line)
            or self._take_start(line)
            or self._take_summary(line)
            or self._take_within_entry(line)
            or self._take_server(text)
            or _NOISE.match(text) is not None
        )
        if took and (self._draft.has_results() or self._draft.banners):
            self._draft.use(line)
            self._has_prose_between = self._has_several_between = self._has_heading = False
        return took

    def _join_broken_depth(self, line: Line) -> None:
        """Join a depth that was broken: fio's longest line ends with it, and digits alone on the next line are its
        rest.
        """
        banner, self._fresh_banner = self._fresh_banner, None
        if banner is not None and line.text.isdecimal():
            self._draft.banners.remove_depth(*banner)
            detail = sentences.BANNER_BROKEN(job=repr(banner[0][:80]))
            self._draft.problems.append(Problem(f"line {line.number}", "BrokenLine", detail))

    def _take_head(self, line: Line) -> bool:
        head = parse_head(line.text)
        if head is None:
            return False
        if head.name == ALL_CLIENTS:
            # It repeats the sum of the others: its lines are taken, and nobody keeps the entry.
            self._entry = self._draft.all_clients = EntryText(line.number, head, line.server)
            return True
        before = self._draft.last_head
        is_anonymous = bool(self._draft.entries) and before is None
        is_later = (head.name, head.pid) in self._draft.processes
        is_titled = bool(self._draft.entries) and self._is_headed(line)
        is_other_time = before is not None and not are_close(before.date, head.date)
        is_other_client = self._draft.is_of_other_client(head, line.server)
        if (
            self._draft.is_summed_up
            or is_anonymous
            or is_later
            or is_other_time
            or is_titled
            or is_other_client
        ):
            is_more_of_it = self._is_expected(head.name, head.group)
            self._start(inherits=is_later or (self._draft.is_summed_up and is_more_of_it))
        self._add_entry(EntryText(line.number, head, line.server))
        return True

    def _add_entry(self, entry: EntryText) -> None:
        self._entries += 1
        if self._entries > self._limits.max_jobs:
            raise TooMany(sentences.TOO_MANY_RESULTS(most=self._limits.max_jobs), f"line {entry.line}")
        self._entry = entry
        self._draft.entries.append(entry)
        if entry.head is not None:
            self._draft.last_head = entry.head
            self._draft.processes.add((entry.head.name, entry.head.pid))
            self._draft.reported.add(entry.head.name)

    def _is_expected(self, name: str, group: int) -> bool:
        """Whether the draft's banners announced this job and it has not come yet (client mode prints so)."""
        return name not in self._draft.reported and self._draft.banners.has_section(name, group)

    def _take_server(self, text: str) -> bool:
        """Client mode: every server introduces itself with its version."""
        match = _SERVER.match(text)
        if match is None:
            return False
        self._draft.servers.add(text[9 : text.index(",")])
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
            self._draft.banners.add(*banner, line.server)
            self._fresh_banner = banner[:2] if text[-1].isdecimal() else None
            return True
        version = find_version(text, has_banners=bool(self._draft.banners))
        if version is not None:
            if self._draft.has_results():
                self._start()
            self._entry = None
            self._draft.version_text = version
            self._draft.version = parse_version(version)
            return True
        started = _STARTING.match(text) if text.startswith("Starting") else None
        if started is not None:
            self._take_started(int(started[1]) + int(started[2] or 0), line)
            return True
        return (self._commands.may_grow or "fio" in text) and self._take_command(line)

    def _take_started(self, jobs: int, line: Line) -> None:
        """How many jobs will report. Servers say it each for themselves, and report in any order: not counted."""
        if not self._draft.has_results() and line.server is None:
            self._draft.started = jobs, line.number

    def _take_command(self, line: Line) -> bool:
        """A command line, or a line that goes on with the last one."""
        before = self._commands.latest
        if not self._commands.take(line):
            return False
        if self._commands.latest is not None and self._commands.latest is not before:
            self._use_command(self._commands.latest)
        return True

    def _use_command(self, command: CommandLine) -> None:
        """What follows was made by it; of one that grew line by line, the latest."""
        draft = self._draft
        is_known = draft.command is not None and draft.command.line == command.line
        if not is_known and (draft.has_results() or draft.banners):
            self._start()
        self._entry = None
        if not command.jobs and draft.command is not None and draft.command.jobs and not draft.command.words:
            # `fio jobs.fio` below the job file.
            command = replace(command, jobs=draft.command.jobs)
        self._draft.command = command

    def _take_summary(self, line: Line) -> bool:
        text = line.text
        heading = _GROUP_HEADING.match(text)
        if heading is not None:
            self._entry = None
            self._quoted_group = None
            if self._has_prose_between and self._draft.has_results():
                # Quoted behind other words it may be of another run: its first line shows.
                self._quoted_group = int(heading[1])
                return True
            self._draft.is_summed_up = True
            self._draft.group = int(heading[1])
            return True
        if text.startswith(_GROUP_LINE):
            headline = parse_group_line(text, self._draft.version)
            if headline is not None:
                self._take_group_line(line, headline)
            return headline is not None
        if text.startswith("Disk stats (read/write):"):
            self._draft.lists_disks = True
            return True
        if self._draft.has_results():
            disk = parse_disk(text, self._draft.master, line.server)
            if disk is not None:
                self._draft.master = disk.name if disk.is_aggregate else self._draft.master
                self._draft.disks.append(disk)
                self._draft.is_summed_up = True
                self._entry = None
            return disk is not None
        return False

    def _take_group_line(self, line: Line, headline: Headline) -> None:
        """A sum behind its entries; or, quoted alone, a result of its own."""
        draft = self._draft
        is_apart = self._quoted_group is not None
        group = draft.group if self._quoted_group is None else self._quoted_group
        self._quoted_group = None
        same = [
            one.headline
            for one in draft.group_lines
            if one.headline.direction == headline.direction and one.group == group
        ]
        if headline in same:
            draft.is_summed_up = True
            return
        if same or self._is_of_other_run(GroupLine(line.number, group, headline), is_apart=is_apart):
            self._start()
            draft = self._draft
            headline = parse_group_line(line.text, draft.version) or headline
        draft.group = group
        if not draft.has_results():
            draft.title = self._find_title()
        if len(draft.group_lines) < self._limits.max_jobs:
            draft.group_lines.append(GroupLine(line.number, draft.group, headline))
        draft.is_summed_up = True

    def _is_of_other_run(self, line: GroupLine, *, is_apart: bool) -> bool:
        """Whether a group line cannot be the sum of the entries before it. A sum that is larger is of more jobs."""
        draft, headline = self._draft, line.headline
        has_prose = self._has_prose_between or is_apart
        if draft.has_results() and draft.group_lines and has_prose and not draft.has_rate(headline):
            return draft.is_quoted() or is_apart
        compared = draft.compare_with_jobs(line)
        if not draft.has_results() or draft.has_rate(headline):
            return False
        if has_prose:
            return compared != "same" and (draft.is_quoted() or not draft.is_summed_up)
        return compared == "less"

    def _take_within_entry(self, line: Line) -> bool:
        text = line.text
        headline = parse_headline(text, self._draft.version)
        if headline is None:
            return self._entry is not None and self._entry.take(text, line.number)
        if headline.is_of_all_clients and (self._entry is None or self._entry is not self._draft.all_clients):
            self._entry = self._draft.all_clients = EntryText(line.number, None, line.server, is_sum=True)
        elif self._entry is None or not self._entry.can_take_direction(headline) or self._is_apart(line):
            # A fragment without its head: another run, unless the draft has no results yet.
            if self._draft.has_results():
                self._start()
                # How exact its digits are was told by the version of the run before.
                headline = parse_headline(text, self._draft.version) or headline
            self._draft.title = self._find_title()
            self._add_entry(EntryText(line.number, None, line.server))
        if self._entry is not None:
            self._entry.take_headline(headline)
        return True

    def _is_apart(self, line: Line) -> bool:
        """Return whether a line was quoted alone with prose before it, behind another one; or one behind a
        heading, prompt, paragraph.
        """
        prose = self._prose
        if not self._has_prose_between or prose is None:
            return False
        is_quoted = self._entry is not None and self._entry.is_bare
        # What fio or a broken line leaves between two directions of one job is no paragraph of its own.
        is_paragraph = prose.number - self._draft.last_line > 1
        return is_quoted or is_paragraph or is_prompt(prose.raw) or self._is_headed(line)

    def _is_headed(self, line: Line) -> bool:
        """Tell whether a heading stands between a line and what was used before it: marked as one, or short and
        alone.
        """
        prose = self._prose
        if not self._has_prose_between or prose is None or self._has_several_between:
            return self._has_heading
        is_alone = prose.number - self._draft.last_line > 1 and line.number - prose.number > 1
        return self._has_heading or (is_alone and may_be_heading(prose.text))

    def _find_title(self) -> str | None:
        """Return the nearest line of prose before as a title."""
        return clean_title(self._prose.raw) or None if self._prose is not None else None

    def _take_message(self, line: Line) -> None:
        text = line.text
        if len(self.messages) < self._limits.max_messages:
            self.messages.append(Message(line.number, clean_text(line.raw.strip())))
        has_words = text[0].isalpha() or any(letter.isalpha() for letter in text[1:200])
        if has_words and not is_of_entry(text):
            self._prose = line
            self._has_several_between = self._has_prose_between
            self._has_prose_between = True
            self._has_heading = self._has_heading or is_explicit_heading(line.raw.strip())
        if len(self.lost) + len(self.figures) >= self._limits.max_messages:
            return
        if is_in_fios_form(text):
            self.lost.append(line.number)
        elif has_figures(text):
            self.figures.append(line.number)
        if has_temperature(text):
            self.temperatures.append(Message(line.number, clean_text(line.raw.strip(), 200)))

    def _start(self, inherits: bool = False) -> None:
        before = self._draft
        self._finish()
        if inherits:
            self._draft.version_text, self._draft.version = before.version_text, before.version
            self._draft.banners = before.banners
            self._draft.command = before.command
            self._draft.started, self._draft.servers = before.started, before.servers

    def _finish(self) -> None:
        self._drafts.append(self._draft)
        self._draft = Draft()
        self._entry = None
