"""fio's text → reports: where one run ends and the next begins, in logs, blog posts and terminal copies.

Banner, version line and result heads start things; a head after "Run status" is a later report of the same
run (--status-interval) when name and process agree, else another run. What nobody takes is a message.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from fioboard.fio.model.cleaning import clean_text
from fioboard.fio.model.command import CommandLine
from fioboard.fio.model.errors import TooMany
from fioboard.fio.model.limits import Limits
from fioboard.fio.model.reading import Message, Problem
from fioboard.fio.model.report import Report
from fioboard.fio.model.version import parse_version
from fioboard.fio.text.banner import parse_banner
from fioboard.fio.text.census import has_figures, is_in_fios_form, tells_temperature
from fioboard.fio.text.command_line import parse_command_line
from fioboard.fio.text.direction import Headline, headline_starts, parse_group_line, parse_headline
from fioboard.fio.text.disk import parse_disk
from fioboard.fio.text.draft import Draft, GroupLine, titled
from fioboard.fio.text.entry import ALL_CLIENTS, EntryText, parse_head
from fioboard.fio.text.lines import Line

_VERSION_LINE = re.compile(r"^[\"'`*]{0,3}(fio[- ]\d{1,4}\.\d{1,4}[\w.-]{0,60})[\"'`*,;]{0,3}$")
# Up to 2.0.8 the number stood alone, below the banners.
_BARE_VERSION = re.compile(r"^[12]\.\d{1,2}(?:\.\d{1,2})?$")
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
        self._pending: str | None = None
        self._pending_line = 0
        self._command_chars = 0
        self._fresh_banner: tuple[str, int | None] | None = None
        self._prose: Line | None = None
        self._has_prose_between = False
        """Prose stood behind the last line that was used."""
        self.has_taken = False
        """Whether any line was taken."""
        self.lost: list[int] = []
        """Lines in fio's own form that nobody took."""
        self.figures: list[int] = []
        """Other lines that look like figures."""
        self.temperatures: list[Message] = []
        self.messages: list[Message] = []
        self.commands: list[CommandLine] = []

    def read(self, lines: Iterable[Line]) -> None:
        """All lines of a body, or of a stretch of it."""
        for line in lines:
            if not self._may_be_taken(line.text):
                self._take_message(line)
                continue
            for piece in _pieces(line):
                if self._take(piece):
                    self.has_taken = True
                else:
                    self._take_message(piece)

    def reports(self) -> list[Report]:
        """Every report that has at least one result."""
        self._finish()
        return [report for draft in self._drafts if (report := draft.build()) is not None]

    def _may_be_taken(self, text: str) -> bool:
        """Outside of results fio prints no line without one of these; of prose there may be a million lines."""
        return (
            ((":" in text or "=" in text) and _is_like_fios(text))
            or "fio" in text
            or self._entry is not None
            or self._pending is not None
            or self._fresh_banner is not None
            or text.startswith(_STARTS_OUTSIDE)
            or _LAYOUT in text
        )

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
            self._draft.use(line.number)
            self._has_prose_between = False
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
        if head.name == ALL_CLIENTS:
            # It repeats the sum of the others: its lines are taken, and nobody keeps the entry.
            self._entry = self._draft.all_clients = EntryText(line.number, head, line.server)
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
            self._draft.banners.add(*banner)
            self._fresh_banner = banner[:2] if text[-1].isdecimal() else None
            return True
        version = _version_of(text, has_banners=bool(self._draft.banners))
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
        if self._pending is not None or "fio" in text:
            return self._take_command(line)
        return False

    def _take_started(self, jobs: int, line: Line) -> None:
        """How many jobs will report. Servers say it each for themselves, and report in any order: not counted."""
        if not self._draft.has_results() and line.server is None:
            self._draft.started = jobs, line.number

    def _take_command(self, line: Line) -> bool:
        """A command line, which may go on behind a backslash at its end."""
        text = line.text
        command = None
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
        if command is None or self._pending != text:
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
        heading = _GROUP_HEADING.match(text)
        if heading is not None:
            self._draft.is_summed_up = True
            self._draft.group = int(heading[1])
            self._entry = None
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
        same = [
            one.headline
            for one in draft.group_lines
            if one.headline.direction == headline.direction and one.group == draft.group
        ]
        if headline in same:
            draft.is_summed_up = True
            return
        stands_apart = self._has_prose_between and draft.has_results() and not draft.knows_rate(headline)
        if same or (stands_apart and (draft.is_quoted() or not draft.is_summed_up)):
            self._start()
            draft = self._draft
            headline = parse_group_line(line.text, draft.version) or headline
        if not draft.has_results():
            draft.title = self._title()
        if len(draft.group_lines) < self._limits.max_jobs:
            draft.group_lines.append(GroupLine(line.number, draft.group, headline))
        draft.is_summed_up = True

    def _take_within_entry(self, line: Line) -> bool:
        text = line.text
        headline = parse_headline(text, self._draft.version)
        if headline is None:
            return self._entry is not None and self._entry.take(text, line.number)
        if headline.is_of_all_clients and (self._entry is None or self._entry is not self._draft.all_clients):
            self._entry = self._draft.all_clients = EntryText(line.number, None, line.server, is_sum=True)
        elif self._entry is None or not self._entry.can_take_direction(headline) or self._stands_apart():
            # A fragment without its head: another run, unless the draft has no results yet.
            if self._draft.has_results():
                self._start()
                # How exact its digits are was told by the version of the run before.
                headline = parse_headline(text, self._draft.version) or headline
            self._draft.title = self._title()
            self._add_entry(EntryText(line.number, None, line.server))
        if self._entry is not None:
            self._entry.take_headline(headline)
        return True

    def _stands_apart(self) -> bool:
        """A line quoted alone with prose before it, behind another one."""
        return self._has_prose_between and self._entry is not None and self._entry.is_bare

    def _title(self) -> str | None:
        """The nearest line of prose before."""
        return titled(self._prose.raw) or None if self._prose is not None else None

    def _take_message(self, line: Line) -> None:
        text = line.text
        if len(self.messages) < self._limits.max_messages:
            self.messages.append(Message(line.number, clean_text(line.raw.strip())))
        if text[0].isalpha() or any(letter.isalpha() for letter in text[1:200]):
            self._prose = line
            self._has_prose_between = True
        if len(self.lost) + len(self.figures) >= self._limits.max_messages:
            return
        if is_in_fios_form(text):
            self.lost.append(line.number)
        elif has_figures(text):
            self.figures.append(line.number)
        if tells_temperature(text):
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


def _is_like_fios(text: str) -> bool:
    """Heads, banners, headlines, sums, disks, servers."""
    return (
        ": (g" in text
        or "(noop)" in text
        or "IOPS=" in text
        or "io=" in text
        or "bw=" in text
        or "ios=" in text
        or "hostname=" in text
        or text.startswith(("Run status", "Disk stats"))
    )


def _are_close(one: str | None, other: str | None) -> bool:
    """Whether two printed dates may belong to one report: clones are printed within the same minute."""
    return one == other or one is None or other is None or one[:16] == other[:16]


def _version_of(text: str, has_banners: bool) -> str | None:
    """The version that a line states: "fio-3.28", "fio 2.0.8", and alone behind a banner "2.0.8"."""
    if "fio" in text:
        match = _VERSION_LINE.match(text) if len(text) < 80 else None
        return match[1] if match is not None else None
    return text if has_banners and _BARE_VERSION.match(text) else None


def _pieces(line: Line) -> Sequence[Line]:
    """A line, parted where a direction or group line begins in the midst of it."""
    starts = headline_starts(line.text)
    if not starts or starts == [0]:
        return (line,)
    before = line.text[: starts[0]].rstrip()
    texts = [before] if any(letter.isalnum() for letter in before) else []
    texts += [line.text[start:end].strip() for start, end in pairwise((*starts, len(line.text)))]
    return [Line(line.number, text, text, line.server) for text in texts]
