"""One report of fio's text while its lines come in, and what is made of them at its end."""

from collections import Counter
from dataclasses import dataclass, field

from fioboard.fio.model.cleaning import clean_options, clean_text
from fioboard.fio.model.command import CommandLine
from fioboard.fio.model.entry import Entry, Settings
from fioboard.fio.model.lines import Ranges, add_lines
from fioboard.fio.model.options import parse_count
from fioboard.fio.model.reading import DirectionNumbers, DiskUtil, Problem
from fioboard.fio.model.report import Report
from fioboard.fio.model.version import FioVersion
from fioboard.fio.text.banner import Banners
from fioboard.fio.text.census import name_lines
from fioboard.fio.text.direction import Headline
from fioboard.fio.text.entry import EntryText, Head

_CANONICAL_RW = {"readwrite": "rw"}
# Two figures of one group, printed with three digits and rounded apart.
_SAME_RATE = 0.05


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A line of "Run status group N"."""

    line: int
    group: int
    headline: Headline


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

    def has_results(self) -> bool:
        """Whether anything was printed that is a result."""
        return bool(self.entries or self.group_lines or self.all_clients)

    def is_quoted(self) -> bool:
        """Whether all of it are single lines without the rest of fio's report around them."""
        return self.has_results() and self.all_clients is None and all(one.is_bare for one in self.entries)

    def use(self, line: int) -> None:
        """One more line that belongs to it."""
        self.first_line = self.first_line or line
        self.last_line = line
        add_lines(self.lines, line, line)

    def knows_rate(self, headline: Headline) -> bool:
        """Whether a group line says again what one of the quoted lines said."""
        rates = [one.directions[headline.direction].headline.bandwidth for one in self.entries
                 if headline.direction in one.directions]  # fmt: skip
        new = headline.bandwidth
        return new is not None and any(
            rate is not None and abs(rate.value - new.value) <= _SAME_RATE * new.value for rate in rates
        )

    def build(self) -> Report | None:
        """The report, None when there is no result at all."""
        if self.all_clients is not None and not any(one.directions for one in self.entries):
            self.entries.append(self.all_clients)
        if not self.has_results():
            return None
        heads = Counter(text.head.group for text in self.entries if text.head is not None)
        entries = [self._entry(text, heads) for text in self.entries]
        self._count_lost()
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

    def _count_lost(self) -> None:
        """Totals, group lines, latencies, jobs and servers that no result stands beside."""
        for text in self.entries:
            for direction in text.lost_directions():
                self._note_lost(
                    text.line, f"The issued totals count {direction}s of which no result was found."
                )
            cut = [name for name, one in text.directions.items() if one.headline.runtime_ms is None]
            if cut and text.head is not None:
                detail = (
                    f"The line of the {' and the '.join(cut)} is cut: what stood behind its rates is unknown."
                )
                self._note_lost(text.line, detail)
            if text.orphans:
                shown = name_lines(text.orphans)
                self._note_lost(
                    text.orphans[0], f"Latencies ({shown}) of a direction whose own line is lost."
                )
        if self.entries and self.all_clients is None:
            names = {name for text in self.entries for name in text.directions}
            for one in self.group_lines:
                direction = one.headline.direction
                is_idle = one.headline.io is not None and one.headline.io.high == 0
                if direction not in names and "mixed" not in names and direction != "mixed" and not is_idle:
                    self._note_lost(
                        one.line, f"The group moved data by {direction}, of which no result was found."
                    )
        self._count_jobs()
        silent = self.servers - {text.server for text in self.entries if text.server}
        if silent and any(text.server for text in self.entries):
            shown = ", ".join(sorted(silent)[:8])
            self._note_lost(self.first_line, f"Servers that reported no result: {shown[:200]}.", "LostJobs")

    def _count_jobs(self) -> None:
        reported = sum(text.head.jobs for text in self.entries if text.head is not None)
        if self.started is not None and reported and reported < self.started[0]:
            jobs, line = self.started
            self._note_lost(line, f"{jobs} jobs were started, {reported} reported a result.", "LostJobs")
            return
        heads = {(text.head.name, text.head.group) for text in self.entries if text.head is not None}
        missing = [name for name, group in self.banners.names() - heads if group is not None]
        # A head of several jobs may speak for several sections.
        is_grouped = any(text.head is not None and text.head.jobs > 1 for text in self.entries)
        if self.started is None and missing and heads and not is_grouped:
            shown = ", ".join(sorted(missing)[:8])
            detail = f"{len(missing)} announced jobs have no result: {shown[:200]}."
            self._note_lost(self.first_line, detail, "LostJobs")

    def _note_lost(self, line: int, detail: str, error: str = "LostResult") -> None:
        self.problems.append(Problem(f"line {line}", error, detail))

    def _entry(self, text: EntryText, heads: Counter[int]) -> Entry:
        name = text.head.name if text.head else ""
        group = text.head.group if text.head else 0
        # The only entry of a group that speaks of several jobs may be several sections merged into one.
        may_be_merged = text.head is not None and text.head.jobs > 1 and heads[group] == 1
        banner = self.banners.of(name, group, may_be_merged)
        options, is_whole = None, False
        if self.command is not None:
            options = self.command.options_of(name)
            is_whole = options is not None and not self.command.hides_options
            if options is not None and _is_foreign(options, self.command, banner, text):
                detail = f"The command line before it (line {self.command.line}) is of another run: not used."
                self.problems.append(Problem(f"line {text.line}", "ForeignCommandLine", detail))
                options, is_whole = None, False
        return text.build(banner, clean_options(options) if options is not None else None, is_whole)


def titled(raw: str) -> str:
    """A line of prose as a title: without the marks of lists, headings and quotes around it."""
    return clean_text(raw.strip().strip("#*->`'\"|=_ \t").rstrip(":").rstrip("*` "), 120)


def _is_foreign(
    options: dict[str, str], command: CommandLine, banner: Settings | None, text: EntryText
) -> bool:
    """Whether the result shows that another command line made it."""
    if banner is not None and _contradicts(options, banner):
        return True
    # Only clones of the one job can have been counted together.
    printed = text.head.jobs if text.head is not None and len(command.jobs) == 1 else 1
    return printed > 1 and not command.hides_options and parse_count(options.get("numjobs", "1")) != printed


def _contradicts(options: dict[str, str], banner: Settings) -> bool:
    """Whether the banner shows another engine, depth or rw than the command line asked for."""
    pairs = (
        (options.get("ioengine"), banner.ioengine),
        (options.get("iodepth"), str(banner.iodepth) if banner.iodepth is not None else None),
        (_CANONICAL_RW.get(rw, rw) if (rw := options.get("rw", "").partition(":")[0]) else None, banner.rw),
    )
    return any(typed and shown and typed != shown for typed, shown in pairs)


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
