"""One result of fio's text, from its head `name: (groupid=0, jobs=4): err= 0: pid=1234: …` to the next.

Anything may be missing: a pasted fragment starts at its `read:` line. What is not there is unknown; block
size, depth and engine are never guessed from prose. Source: fio stat.c, show_thread_status_normal.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fioboard.engine.formats.fio.model.entry import Entry, Settings
from fioboard.engine.formats.fio.model.reading import (
    DirectionNumbers,
    Latency,
    PriorityLatency,
    SteadyState,
    build_counts,
)
from fioboard.engine.formats.fio.text.direction import Headline
from fioboard.engine.formats.fio.text.latency import (
    add_percentiles,
    is_percentile_piece,
    parse_latency_line,
    parse_percentile_heading,
    parse_percentile_values,
)
from fioboard.engine.formats.fio.text.lines import strip_marks

_HEAD = re.compile(
    r": \(groupid=(?P<group>\d{1,9}), jobs=(?P<jobs>\d{1,9})\): err=\s*(?P<error>-?\d{1,9})"
    r"(?P<reason>\s*\(.*\))?: pid=(?P<pid>\d{1,12})(?:: (?P<date>[^*`\"<]*).*)?[*`]{0,2}$"
)
_SHARE = r"(\d{1,9}(?:\.\d{1,9})?)"
_LIST = r"(\d{1,18}(?:,\d{1,18}){0,7})"
_TRIPLE = r"=r=(\d{1,18})/w=(\d{1,18})/d=(\d{1,18})"
_CPU = re.compile(rf"^cpu\s*: usr={_SHARE}%, sys={_SHARE}%, ctx=(\d{{1,18}}),")
_DEPTHS = re.compile(rf"(?<![=\d])(>=64|\d{{1,2}})={_SHARE}%")
_ISSUED_OLD = re.compile(rf"^issued\s*: total{_TRIPLE}, short{_TRIPLE}(?:, drop{_TRIPLE})?")
_ISSUED_NEW = re.compile(rf"^issued rwts?: total={_LIST},? short={_LIST},? dropped={_LIST}")
_DEPTH_FOUND = re.compile(r"^latency\s*: target=(\d{1,12}(?:\.\d{1,9})?)\w*, .*depth=(\d{1,9})")
_ERRORS = re.compile(r"^errors\s*: total=(\d{1,18}), first_error=(-?\d{1,9})")
_STEADY = re.compile(
    r"^steadystate\s*: attained=(yes|no)"
    r"(?:.*, (?P<metric>iops|bw|lat) (?P<kind>slope|mean dev)=\s*(?P<reached>-?\d{1,18}(?:\.\d{1,9})?%?)$)?"
)
_IGNORED = re.compile(
    r"^(?:bw \(|iops\s*: min=|lat \((?:nsec|usec|msec)\)\s*: (?:>=)?\d+=|submit\s*:|complete\s*:"
    r"|fsync/fdatasync/|blocks erased|block lifetimes|cachehit)"
)
_DESCRIPTION = re.compile(r"^Description\s*: \[(.*)\]$")
# ctime(3): "Mon Jul 25 06:30:11 2022".
_DATE = re.compile(r"\s*[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_PLACES = {"read": 0, "write": 1, "trim": 2}
ALL_CLIENTS = "All clients"


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a result."""

    name: str
    group: int
    jobs: int
    error: int
    pid: int
    date: str | None
    """Local time of printing, without a zone."""

    @property
    def stated_at_ms(self) -> int | None:
        """The date as Unix ms, as if it were UTC; None before 2.0.10 and where it is none."""
        match = _DATE.match(self.date or "")
        if match is None or match[1] not in _MONTHS:
            return None
        day, hour, minute, second, year = (int(one) for one in match.groups()[1:])
        try:
            moment = datetime(year, _MONTHS.index(match[1]) + 1, day, hour, minute, second, tzinfo=UTC)
        except ValueError:
            return None
        return round(moment.timestamp()) * 1_000


def parse_head(text: str) -> Head | None:
    """The head line; the name may itself contain `: (`."""
    at = text.rfind(": (groupid=")
    match = _HEAD.match(text, at) if at >= 0 else None
    if match is None:
        return None
    return Head(
        name=strip_marks(text[:at]),
        group=int(match["group"]),
        jobs=int(match["jobs"]),
        error=int(match["error"]),
        pid=int(match["pid"]),
        date=match["date"],
    )


@dataclass(slots=True)
class _Direction:
    headline: Headline
    latencies: dict[tuple[str, str | None], Latency] = field(default_factory=dict)
    """By kind, and priority where it is only of the I/Os of one."""


@dataclass(slots=True)
class EntryText:
    """Collects the lines of one result; build() makes the Entry."""

    line: int
    head: Head | None = None
    server: str | None = None
    is_sum: bool = False
    """Of all clients, without a head that says so."""
    directions: dict[str, _Direction] = field(default_factory=dict)
    sync_lat: Latency | None = None
    _current: _Direction | None = None
    _list_kind: tuple[str, str | None] | None = None
    _list_unit_ns: int | None = None
    _list: list[str] = field(default_factory=list)
    """Lines of the list of percentiles being read; a terminal may have broken them anywhere."""
    _cpu: tuple[float, float, int] | None = None
    _depths: Mapping[str, float] = field(default_factory=dict)
    _issued: tuple[list[int], list[int], list[int]] | None = None
    _latency_depth: int | None = None
    _latency_target: int | None = None
    _total_errors: int | None = None
    _steady: re.Match[str] | None = None
    _description: str | None = None

    orphans: list[int] = field(default_factory=list)
    """Lines with latencies of a direction whose headline is lost."""

    def can_take_direction(self, headline: Headline) -> bool:
        """False when another headline of this direction is there already: another fragment begins."""
        there = self.directions.get(headline.direction)
        if there is not None:
            return there.headline == headline
        # Behind the processor and the depths no direction comes: its head is lost.
        return self._cpu is None and not self._depths

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing but headlines: quoted in prose, perhaps."""
        return (
            self.head is None
            and self._cpu is None
            and self._issued is None
            and not any(direction.latencies for direction in self.directions.values())
        )

    @property
    def has_totals(self) -> bool:
        """Whether it holds fio's count of the I/Os of every direction."""
        return self._issued is not None

    def list_lost_directions(self) -> list[str]:
        """List the directions in which the issued totals count I/Os, and no headline came."""
        if self._issued is None or "mixed" in self.directions:
            return []
        return [
            name
            for name, place in _PLACES.items()
            if place < len(self._issued[0]) and self._issued[0][place] and name not in self.directions
        ]

    def take_headline(self, headline: Headline) -> None:
        """A direction begins; the same line twice begins it once."""
        self._close_list()
        there = self.directions.get(headline.direction)
        self._current = self.directions[headline.direction] = there or _Direction(headline)

    def take(self, text: str, line: int) -> bool:
        """Whether the line belongs to this result, and takes it if so."""
        if self._list_unit_ns is not None:
            if is_percentile_piece(text, self._list[-1] if self._list else ""):
                self._list.append(text)
                return True
            self._close_list()
        return self._take_latency(text, line) or self._take_rest(text)

    def _take_latency(self, text: str, line: int) -> bool:
        if not text.startswith(("slat", "clat", "lat", "sync", "high prio", "low prio")):
            return False
        parsed = parse_latency_line(text)
        if parsed is not None:
            kind, priority, latency = parsed
            if kind == "sync":
                self.sync_lat = latency
            elif self._current is not None:
                # One that comes again is of a direction whose headline is lost.
                there = self._current.latencies.get((kind, priority))
                is_lost = there is not None and not _is_again(there, latency)
                self._current = None if is_lost else self._current
                if self._current is not None:
                    self._current.latencies[kind, priority] = latency
            if self._current is None and kind != "sync":
                self.orphans.append(line)
            return True
        heading = parse_percentile_heading(text)
        if heading is not None:
            *_, self._list_unit_ns = heading
            self._list_kind = heading[:2]
            return True
        return False

    def _close_list(self) -> None:
        kind, unit, pairs = self._list_kind, self._list_unit_ns, parse_percentile_values("".join(self._list))
        self._list_kind, self._list_unit_ns, self._list = None, None, []
        if kind is None or unit is None or not pairs:
            return
        if kind[0] == "sync":
            self.sync_lat = add_percentiles(self.sync_lat or Latency(), pairs, unit)
        elif self._current is not None:
            latency = self._current.latencies.get(kind)
            if latency is None and self._is_copied(kind, pairs, unit):
                return
            latency = latency or Latency(resolution_ns=unit)
            if latency.percentiles:
                # A second list is of a direction whose headline is lost, or the same one again.
                self._current = None
                return
            self._current.latencies[kind] = add_percentiles(latency, pairs, unit)

    def _is_copied(self, kind: tuple[str, str | None], pairs: list[tuple[str, int]], unit: int) -> bool:
        """Whether a list without its latency before it is that of another direction, pasted again."""
        values = add_percentiles(Latency(), pairs, unit).percentiles
        others = [one.latencies.get(kind) for one in self.directions.values() if one is not self._current]
        return any(other is not None and other.percentiles == values for other in others)

    def _take_rest(self, text: str) -> bool:
        if match := _CPU.match(text):
            self._cpu = float(match[1]), float(match[2]), int(match[3])
        elif text.startswith("IO depths"):
            self._depths = {depth: float(share) for depth, share in _DEPTHS.findall(text)}
        elif match := _ISSUED_NEW.match(text):
            total, short, dropped = ([int(one) for one in match[i].split(",") if one] for i in (1, 2, 3))
            self._issued = total, short, dropped
        elif match := _ISSUED_OLD.match(text):
            numbers = [int(one or 0) for one in match.groups()]
            self._issued = numbers[0:3], numbers[3:6], numbers[6:9]
        elif match := _DEPTH_FOUND.match(text):
            if self._issued is None:
                # It is printed behind the totals: without them it is another job's, pasted again or left over.
                return True
            self._latency_target, self._latency_depth = int(float(match[1])), int(match[2])
        elif match := _ERRORS.match(text):
            self._total_errors = int(match[1])
        elif match := _STEADY.match(text):
            self._steady = match
        elif match := _DESCRIPTION.match(text):
            self._description = match[1]
        else:
            return _IGNORED.match(text) is not None
        return True

    def _drop_foreign_totals(self) -> None:
        """Totals that count nothing in a direction that moved data are of another job, whose head is lost."""
        moved = [
            _PLACES[name]
            for name, one in self.directions.items()
            if name in _PLACES and one.headline.io is not None and one.headline.io.low > 0
        ]
        if self._issued is not None and any(
            place < len(self._issued[0]) and not self._issued[0][place] for place in moved
        ):
            self.orphans.append(self.line)
            self._issued = self._latency_depth = None

    def build(self, banner: Settings | None, options: Mapping[str, str] | None, is_whole: bool) -> Entry:
        """The entry. `options` come from a command line beside it, `is_whole` when it names all of them."""
        self._close_list()
        self._drop_foreign_totals()
        head = self.head
        directions = tuple(
            self._build_numbers(direction, banner)
            for direction in self.directions.values()
            if (direction.headline.io is None or direction.headline.io.high > 0)
            # unified_rw_reporting=both prints the sum behind its parts.
            and (direction.headline.direction != "mixed" or len(self.directions) == 1)
        )
        issued_sync = self._issued[0][3] if self._issued is not None and len(self._issued[0]) > 3 else None
        resolutions = [
            latency.resolution_ns for one in self.directions.values() for latency in one.latencies.values()
        ]
        return Entry(
            where=f"line {self.line}",
            job_name=head.name if head else ALL_CLIENTS if self.is_sum else "",
            group=head.group if head else 0,
            directions=directions,
            own_options=options if is_whole else None,
            options=options,
            options_source="command_line",
            banner=banner,
            member_count=head.jobs if head else None,
            pid=head.pid if head else None,
            hostname=self.server,
            error=head.error if head else 0,
            total_errors=self._total_errors,
            usr_cpu_pct=self._cpu[0] if self._cpu else None,
            sys_cpu_pct=self._cpu[1] if self._cpu else None,
            ctx_switches=self._cpu[2] if self._cpu else None,
            latency_depth=self._latency_depth,
            latency_target=self._latency_target,
            iodepth_level_pct=self._depths,
            sync_ios=issued_sync or None,
            sync_lat=self.sync_lat,
            steady_state=_read_steady_state(self._steady) if self._steady else None,
            description=self._description,
            resolution_ns=max(resolutions, default=1),
        )

    def _build_numbers(self, direction: _Direction, banner: Settings | None) -> DirectionNumbers:
        """Build a direction's numbers: the headline, made exact where the issued totals, runtime and block size give
        it exactly. Only when nothing was short or dropped, and only when it agrees with what was printed.

        Only when nothing was short or dropped, and only when it agrees with what was printed.
        """
        headline = direction.headline
        runtime = headline.runtime_ms
        issued, short, dropped = self._get_counts(headline.direction)
        iops = headline.iops.value if headline.iops else None
        iops_bounds = headline.iops.bounds if headline.iops else None
        bandwidth = round(headline.bandwidth.value) if headline.bandwidth else None
        bw_bounds = headline.bandwidth.bounds if headline.bandwidth else None
        io_bytes = round(headline.io.value) if headline.io else None
        io_bounds = headline.io.bounds if headline.io else None
        is_plain = not short and not dropped
        if is_plain and issued is not None and runtime and headline.iops is not None:
            exact = 1_000 * issued / runtime
            if headline.iops.holds(exact, slack=0.001):
                iops, iops_bounds = exact, None
                size = banner.bs_bytes.get(headline.direction) if banner else None
                if (
                    size is not None
                    and headline.io is not None
                    and headline.io.holds(issued * size, slack=0.001)
                ):
                    io_bytes, io_bounds = issued * size, None
                    bandwidth, bw_bounds = 1_000 * io_bytes // runtime, None
        return DirectionNumbers(
            direction=headline.direction,
            iops=iops,
            iops_bounds=iops_bounds,
            bw_bytes_per_s=bandwidth,
            bw_bounds_bytes_per_s=bw_bounds,
            io_bytes=io_bytes,
            io_bounds_bytes=io_bounds,
            **build_counts(issued, short, dropped),
            runtime_ms=runtime,
            slat=direction.latencies.get(("slat", None)),
            clat=direction.latencies.get(("clat", None)),
            lat=direction.latencies.get(("lat", None)),
            priorities=tuple(
                PriorityLatency(priority=priority, latency_kind=kind, latency=latency)
                for (kind, priority), latency in direction.latencies.items()
                if priority is not None
            ),
        )

    def _get_counts(self, direction: str) -> tuple[int | None, int | None, int | None]:
        """Return issued, short and dropped I/Os of a direction."""
        place = _PLACES.get(direction)
        if self._issued is None:
            return None, None, None
        if place is None:
            whole = [sum(column[:3]) for column in self._issued]
            return whole[0], whole[1], whole[2]
        total, short, dropped = (column[place] if place < len(column) else None for column in self._issued)
        return total, short, dropped


def _is_again(one: Latency, other: Latency) -> bool:
    """The same line twice."""
    return (one.min_ns, one.mean_ns, one.max_ns) == (other.min_ns, other.mean_ns, other.max_ns)


def _read_steady_state(match: re.Match[str]) -> SteadyState:
    """Read what the text says of fio's criterion: which one it was, not its limit and window."""
    reached = match["reached"]
    return SteadyState(
        criterion="",
        duration_s=None,
        is_attained=match[1] == "yes",
        slope=None,
        max_deviation=None,
        reached=reached,
        metric=match["metric"],
        is_slope=None if reached is None else match["kind"] == "slope",
        is_share=None if reached is None else reached.endswith("%"),
    )
