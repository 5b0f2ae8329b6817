"""The same result told again with less: a pasted `grep IOPS=` behind the full report, a headline quoted in prose.

Of two accounts of one moment the richer one counts, whichever comes first; the other one is named and not used.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.reading import DirectionNumbers, Latency, Problem
from fioboard.engine.formats.fio.model.report import Report
from fioboard.engine.formats.fio.results import sentences

_SLACK = 0.001
_MAX_CANDIDATES = 50


def drop_copies(reports: Sequence[Report]) -> list[Report]:
    """Drop the reports that a richer one repeats; the richer ones name their copies."""
    texts = [report for report in reports if report.kind == "fio_text"]
    if len(reports) < 2 or not texts:
        return list(reports)
    index = _Index(reports)
    kept: list[Report] = []
    for report in reports:
        holder = index.find_holder(report) if report.kind == "fio_text" else None
        if holder is None:
            kept.append(report)
        else:
            add_copy(holder, report)
    return kept


def add_copy(holder: Report, copy: Report) -> None:
    """The lines of a copy belong to what it is a copy of."""
    holder.copied_lines += copy.lines_used
    holder.copied_lines += copy.copied_lines
    if copy.lines is not None and score_richness(copy) < score_richness(holder):
        first, last = copy.lines
        detail = sentences.COPIED(first=first, last=last)
        holder.problems.append(Problem(f"line {first}", "PoorerCopy", detail))


def is_same_moment(one: Report, other: Report) -> bool:
    """Whether two reports of one run tell of the same bytes and runtime, whatever else they tell."""
    pairs = list(zip(one.entries, other.entries, strict=False))
    return len(one.entries) == len(other.entries) and all(_holds(a, b) and _holds(b, a) for a, b in pairs)


def score_richness(report: Report) -> int:
    """Return how much a report shows: of its results, their latencies, settings and options."""
    known = 0
    for entry in report.entries:
        known += (entry.usr_cpu_pct is not None) + (entry.banner is not None) + bool(entry.job_name)
        for numbers in entry.directions:
            latencies = (numbers.slat, numbers.clat, numbers.lat)
            known += sum(amount is not None for amount in numbers.amounts)
            known += sum(1 + len(latency.percentiles) for latency in latencies if latency is not None)
    return known


class _Index:
    """Every direction of every entry by its bandwidth."""

    def __init__(self, reports: Sequence[Report]) -> None:
        self._by_direction: dict[str, list[tuple[float, int, Report, Entry]]] = {}
        self._richness = {id(report): score_richness(report) for report in reports}
        for i, report in enumerate(reports):
            for entry in report.entries:
                for numbers in entry.directions:
                    place = self._by_direction.setdefault(numbers.direction, [])
                    place.append((numbers.bw_bytes_per_s or 0, i, report, entry))
        for place in self._by_direction.values():
            place.sort(key=lambda one: one[:2])

    def find_holder(self, report: Report) -> Report | None:
        """Find a richer report that holds everything that this one shows."""
        if not any(entry.directions for entry in report.entries):
            return None
        holders = [self._find_entry_holder(entry, report) for entry in report.entries if entry.directions]
        return holders[0] if all(holder is not None for holder in holders) else None

    def _find_entry_holder(self, entry: Entry, report: Report) -> Report | None:
        """Find the report that holds everything of an entry."""
        numbers = entry.directions[0]
        low, high = numbers.bw_bounds_bytes_per_s or (numbers.bw_bytes_per_s or 0,) * 2
        place = self._by_direction[numbers.direction]
        start = bisect_left(place, low * (1 - _SLACK) - 1, key=lambda one: one[0])
        end = bisect_right(place, high * (1 + _SLACK) + 1, key=lambda one: one[0])
        for *_, other, candidate in place[start : min(end, start + _MAX_CANDIDATES)]:
            is_richer = self._richness[id(other)] > self._richness[id(report)]
            if other is not report and is_richer and _holds(candidate, entry):
                return other
        return None


def _holds(rich: Entry, poor: Entry) -> bool:
    """Whether one entry tells everything that the other tells, with equal figures as far as they were printed."""
    if poor.job_name and (poor.job_name, poor.group) != (rich.job_name, rich.group):
        return False
    if poor.pid is not None and rich.pid is not None and poor.pid != rich.pid:
        return False
    by_direction = {numbers.direction: numbers for numbers in rich.directions}
    return all(
        numbers.direction in by_direction and _is_equal(numbers, by_direction[numbers.direction])
        for numbers in poor.directions
    )


def _is_equal(one: DirectionNumbers, other: DirectionNumbers) -> bool:
    if one.runtime_ms is not None and other.runtime_ms is not None and one.runtime_ms != other.runtime_ms:
        return False
    latencies = ((one.slat, other.slat), (one.clat, other.clat), (one.lat, other.lat))
    return (
        all(is_same_latency(a, b) for a, b in latencies)
        and _can_be_equal(one.iops, one.iops_bounds, other.iops, other.iops_bounds)
        and _can_be_equal(
            one.bw_bytes_per_s, one.bw_bounds_bytes_per_s, other.bw_bytes_per_s, other.bw_bounds_bytes_per_s
        )
        and _can_be_equal(one.io_bytes, one.io_bounds_bytes, other.io_bytes, other.io_bounds_bytes)
    )


def is_same_latency(one: Latency | None, other: Latency | None) -> bool:
    """Whether both can be prints of one mean, with two decimals of their unit; unknown agrees with everything."""
    if one is None or other is None or one.mean_ns is None or other.mean_ns is None:
        return True
    unit = max(one.resolution_ns, other.resolution_ns)
    return abs(one.mean_ns - other.mean_ns) <= 0.02 * unit + _SLACK * one.mean_ns


def _can_be_equal(
    one: float | None,
    one_bounds: tuple[float, float] | None,
    other: float | None,
    other_bounds: tuple[float, float] | None,
) -> bool:
    """Return whether both can be prints of one value; unknown agrees with everything."""
    if one is None or other is None:
        return True
    low, high = one_bounds or (one, one)
    other_low, other_high = other_bounds or (other, other)
    return low <= other_high * (1 + _SLACK) and other_low <= high * (1 + _SLACK)
