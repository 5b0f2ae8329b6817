"""One report of fio's text while its lines come in, and what is made of them at its end."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from fioboard.engine.formats.fio.model.cleaning import clean_options, clean_text
from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.entry import Entry, Settings
from fioboard.engine.formats.fio.model.lines import Ranges, add_lines
from fioboard.engine.formats.fio.model.options import parse_count
from fioboard.engine.formats.fio.model.reading import DirectionNumbers, DiskUtil, Problem
from fioboard.engine.formats.fio.model.report import Report
from fioboard.engine.formats.fio.model.version import FioVersion
from fioboard.engine.formats.fio.text import sentences
from fioboard.engine.formats.fio.text.banner import Banners
from fioboard.engine.formats.fio.text.direction import Headline
from fioboard.engine.formats.fio.text.entry import EntryText, Head
from fioboard.engine.formats.fio.text.lines import Line
from fioboard.engine.formats.fio.text.missing import describe_missing

_CANONICAL_RW = {"readwrite": "rw"}
# Two figures of one group, printed with three digits and rounded apart.
_SAME_RATE = 0.05
# The bytes of a group and those of its jobs: each is rounded when it is printed.
_SAME_AMOUNT = 0.02


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A line of "Run status group N"."""

    line: int
    group: int
    headline: Headline


@dataclass(frozen=True, slots=True)
class EntrySettings:
    """What stands beside an entry: its banner, and options of a command line unless that made another run."""

    banner: Settings | None
    options: dict[str, str] | None
    is_foreign: bool
    is_merged: bool
    """fio merged sections with different settings into it."""


@dataclass(slots=True)
class Draft:
    """What was read so far of one report."""

    first_line: int = 0
    last_line: int = 0
    version_text: str | None = None
    version: FioVersion | None = None
    banners: Banners = field(default_factory=Banners)
    entries: list[EntryText] = field(default_factory=list)
    all_clients: EntryText | None = None
    """The sum over the servers: a result only where it stands alone."""
    last_head: Head | None = None
    processes: set[tuple[str, int]] = field(default_factory=set)
    """Job name and process id of every head."""
    reported: set[str] = field(default_factory=set)
    group: int = 0
    """Of the last "Run status group"."""
    group_lines: list[GroupLine] = field(default_factory=list)
    disks: list[DiskUtil] = field(default_factory=list)
    lists_disks: bool = False
    master: str | None = None
    """The array named last: devices that follow are its members."""
    command: CommandLine | None = None
    title: str | None = None
    started: tuple[int, int] | None = None
    """(jobs, line) of "Starting 4 processes"."""
    servers: set[str] = field(default_factory=set)
    """Those that introduced themselves (client mode)."""
    lines: Ranges = field(default_factory=list)
    """What was used, as rising ranges."""
    problems: list[Problem] = field(default_factory=list)
    is_summed_up: bool = False
    """A "Run status group" or disk line was seen: the next head belongs to another report."""
    _heads: Counter[int] = field(default_factory=Counter)
    """Group → its entries with a head."""
    _by_group: dict[tuple[int | None, str], list[EntryText]] = field(default_factory=dict)
    """Group and direction → the entries; None where the head is lost."""
    _sorted_count: int = 0
    """How many entries are in it."""
    _reported_jobs: int = 0
    _is_one_section: bool = False
    """All that was announced or reported is one section of a job file."""

    def has_results(self) -> bool:
        """Whether anything was printed that is a result."""
        return bool(self.entries or self.group_lines or self.all_clients)

    def is_of_other_client(self, head: Head, server: str | None) -> bool:
        """Whether a server announced this job for several clients, and it came from it already: no clone of that."""
        return self.banners.has_clients(head.name, head.group, server) and any(
            one.server == server and one.head and one.head.name == head.name for one in self.entries
        )

    def is_quoted(self) -> bool:
        """Whether all of it are single lines without the rest of fio's report around them."""
        return self.has_results() and self.all_clients is None and all(one.is_bare for one in self.entries)

    def use(self, line: Line) -> None:
        """One more line that belongs to it."""
        self.first_line = self.first_line or line.number
        self.last_line = line.last_number or line.number
        add_lines(self.lines, line.number, self.last_line)

    def has_rate(self, headline: Headline) -> bool:
        """Return whether a group line repeats what one of the quoted lines said."""
        rates = [one.directions[headline.direction].headline.bandwidth for one in self.entries
                 if headline.direction in one.directions]  # fmt: skip
        new = headline.bandwidth
        return new is not None and any(
            rate is not None and abs(rate.value - new.value) <= _SAME_RATE * new.value for rate in rates
        )

    def list_jobs(self, group: int, direction: str) -> list[EntryText]:
        """List the entries that a group line of this direction sums up; without a head nothing shows the group."""
        if self._sorted_count != len(self.entries):
            self._by_group = {}
            for text in self.entries:
                for name in text.directions:
                    self._by_group.setdefault((text.head.group if text.head else None, name), []).append(text)
            self._sorted_count = len(self.entries)
        return [*self._by_group.get((None, direction), ()), *self._by_group.get((group, direction), ())]

    def sum_rates(self, group: int, direction: str) -> float | None:
        """Return bytes/s of the group's entries together; None when one of them is unknown."""
        rates = [text.directions[direction].headline.bandwidth for text in self.list_jobs(group, direction)]
        known = [rate.value for rate in rates if rate is not None]
        return sum(known) if known and len(known) == len(rates) else None

    def compare_with_jobs(self, line: GroupLine) -> Literal["same", "more", "less", "unknown"]:
        """What a group line says beside the sum of its entries: fio prints exactly the sum, with rounded digits.

        By the bytes moved; by the rates where they are not known, or where jobs did not run at the same time.
        """
        direction = line.headline.direction
        amounts = [text.directions[direction].headline.io for text in self.list_jobs(line.group, direction)]
        whole = line.headline.io
        known = [amount for amount in amounts if amount is not None]
        if not amounts or self.entries[-1].server:
            return "unknown"
        if whole is not None and len(known) == len(amounts):
            low, high = sum(one.low for one in known), sum(one.high for one in known)
            return _compare_ranges(whole.low, whole.high, low, high, _SAME_AMOUNT)
        rate, moved = self.sum_rates(line.group, direction), line.headline.bandwidth
        if rate is None or moved is None:
            return "unknown"
        return _compare_ranges(moved.low, moved.high, rate, rate, _SAME_RATE)

    def build(self) -> Report | None:
        """The report, None when there is no result at all."""
        if self.all_clients is not None and not any(one.directions for one in self.entries):
            self.entries.append(self.all_clients)
        if not self.has_results():
            return None
        # The last entry may have got a direction since.
        self._sorted_count = -1
        heads = [text.head for text in self.entries if text.head is not None]
        self._heads = Counter(head.group for head in heads)
        self._reported_jobs = sum(head.jobs for head in heads)
        sections = {(head.name, head.group) for head in heads}
        self._is_one_section = len(sections) == 1 and self.banners.names() <= sections
        entries = [self._build_entry(text) for text in self.entries]
        self.problems += describe_missing(self)
        dates = [text.head.stated_at_ms for text in self.entries if text.head is not None]
        return Report(
            kind="fio_text",
            version=self.version_text,
            entries=entries or _group_entries(self.group_lines),
            disks=tuple(self.disks) or None,
            lists_disks=self.lists_disks or bool(self.disks),
            stated_at_ms=max([date for date in dates if date is not None], default=None),
            command=self.command,
            title=self.title if self.is_quoted() else None,
            lines=(self.first_line, self.last_line),
            lines_used=self.lines,
            problems=self.problems,
        )

    def collect_settings(self, text: EntryText) -> EntrySettings:
        """Collect what the banners and the command line say of an entry."""
        name = text.head.name if text.head else ""
        group = text.head.group if text.head else 0
        jobs = text.head.jobs if text.head is not None else 1
        # The only entry of a group that speaks of several jobs may be several sections merged into one.
        may_be_merged = jobs > 1 and self._heads[group] == 1
        banner = self.banners.find_settings(name, group, may_be_merged)
        is_merged = may_be_merged and self.banners.has_several(group) and self._reported_jobs == self._started
        options = self.command.get_options(name) if self.command is not None else None
        is_foreign = (
            options is not None
            and self.command is not None
            and _is_foreign(options, self.command, banner, text)
        )
        return EntrySettings(banner, None if is_foreign else options, is_foreign, is_merged)

    @property
    def _started(self) -> int | None:
        return self.started[0] if self.started is not None else None

    def _count_clones(self, text: EntryText) -> int | None:
        """Count the job's clones by the output's own words, where it reports another number than the entries show.
        fio prints how many jobs it starts: of one section, they are its clones.

        fio says how many jobs it starts: of one section, they are its clones.
        """
        if text.head is None:
            return None
        if self._is_one_section and self._started is not None and self._started > self._reported_jobs:
            return self._started
        # Printed for a group, it counts every clone; what somebody typed counts those of one section.
        return text.head.jobs if text.head.jobs > 1 else None

    def _build_entry(self, text: EntryText) -> Entry:
        """Build an entry with its settings and options."""
        settings = self.collect_settings(text)
        if settings.is_foreign and self.command is not None:
            detail = sentences.COMMAND_OF_OTHER(line=self.command.line)
            self.problems.append(Problem(f"line {text.line}", "ForeignCommandLine", detail))
        options = settings.options
        is_whole = options is not None and self.command is not None and not self.command.hides_options
        entry = text.build(settings.banner, clean_options(options) if options is not None else None, is_whole)
        return replace(entry, clone_count=self._count_clones(text), is_merged=settings.is_merged)


def clean_title(raw: str) -> str:
    """Return a line of prose as a title: without the marks of lists, headings and quotes around it."""
    return clean_text(raw.strip().strip("#*->`'\"|=_ \t").rstrip(":").rstrip("*` "), 120)


def _is_foreign(
    options: dict[str, str], command: CommandLine, banner: Settings | None, text: EntryText
) -> bool:
    """Whether the result shows that another command line made it."""
    if banner is not None and _is_contradicting(options, banner):
        return True
    # Only clones of the one job can have been counted together.
    printed = text.head.jobs if text.head is not None and len(command.jobs) == 1 else 1
    return printed > 1 and not command.hides_options and parse_count(options.get("numjobs", "1")) != printed


def _is_contradicting(options: dict[str, str], banner: Settings) -> bool:
    """Return whether the banner shows another engine, depth or rw than the command line asked for."""
    pairs = (
        (options.get("ioengine"), banner.ioengine),
        (options.get("iodepth"), str(banner.iodepth) if banner.iodepth is not None else None),
        (_CANONICAL_RW.get(rw, rw) if (rw := options.get("rw", "").partition(":")[0]) else None, banner.rw),
    )
    return any(typed and shown and typed != shown for typed, shown in pairs)


def _compare_ranges(
    low: float, high: float, other_low: float, other_high: float, slack: float
) -> Literal["same", "more", "less"]:
    """Compare the first range with the second one."""
    if low * (1 - slack) > other_high:
        return "more"
    return "less" if high < other_low * (1 - slack) else "same"


def _group_entries(lines: list[GroupLine]) -> list[Entry]:
    """Pasted lines "READ: bw=…" without their entries: one bandwidth per direction and group, nothing else."""
    entries = []
    for group in dict.fromkeys(one.group for one in lines):
        own = [one for one in lines if one.group == group]
        directions = tuple(_group_numbers(one.headline) for one in own)
        entries.append(Entry(where=f"line {own[0].line}", job_name="", group=group, directions=directions))
    return entries


def _group_numbers(headline: Headline) -> DirectionNumbers:
    return DirectionNumbers(
        direction=headline.direction,
        bw_bytes_per_s=round(headline.bandwidth.value) if headline.bandwidth else None,
        bw_bounds_bytes_per_s=headline.bandwidth.bounds if headline.bandwidth else None,
        io_bytes=round(headline.io.value) if headline.io else None,
        io_bounds_bytes=headline.io.bounds if headline.io else None,
        runtime_ms=headline.runtime_ms,
    )
