"""What several hosts measured together: their common window, sums over it, and latencies of all their I/O. Pure.

Only what is comparable is added up: the same jobs, at the same time. Everything else is null with its reason.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from fioboard.core.figures import format_runtime
from fioboard.engine.formats.fio.model.histogram import Histogram, merge_histograms
from fioboard.engine.rules.sentences import history as sentences

# A window of less holds no whole second of every host's log.
MIN_WINDOW_MS = 1_000.0
# A host measured this share of its time within the window, or latencies of all of its time are not those of the window.
MIN_SHARE = 0.95
# A figure tells of this share of the window at least.
MIN_COVERED = 0.9
PERCENTILES = (50.0, 95.0, 99.0, 99.9)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time by the service's clock, Unix ms."""

    from_ms: float
    to_ms: float

    @property
    def length_ms(self) -> float:
        """Its length, ms."""
        return self.to_ms - self.from_ms


@dataclass(frozen=True, slots=True)
class Rates:
    """Rates of one direction within the window; null with its reason."""

    iops: float | None = None
    bw_bytes_per_s: float | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One direction of what a host measured. `workloads`: how many of its jobs did each; `bins`: of each job, None
    where fio printed none."""

    workloads: Counter[UUID]
    words: str
    rates: Rates = Rates()
    bins: Sequence[Histogram | None] = ()


@dataclass(frozen=True, slots=True)
class HostPart:
    """What a host measured to its end."""

    name: str
    span: Span
    parts: Mapping[str, Part] = field(default_factory=dict)
    """By direction."""


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which all hosts measured; null with its reason."""

    span: Span | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """Percentiles of the I/O of all hosts, ns; null with its reason. `n`: I/Os in their bins."""

    values: Mapping[float, int | None] = field(default_factory=dict)
    n: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """One direction of all hosts."""

    rates: Rates
    latency: Merged
    slowest: str | None
    """The host with the lowest bandwidth in the window; null when its rates are unknown, or all are equal."""


@dataclass(frozen=True, slots=True)
class Start:
    """When a host started fio, by the service's clock, and how far that can be off, µs."""

    at_us: int
    uncertainty_us: int


@dataclass(frozen=True, slots=True)
class Skew:
    """Between the first start and the last, µs, and how far that can be off."""

    skew_us: int
    uncertainty_us: int


def compute_skew(starts: Sequence[Start]) -> Skew | None:
    """Compute the start skew of at least two hosts; None with fewer."""
    if len(starts) < 2:
        return None
    first, last = min(starts, key=lambda one: one.at_us), max(starts, key=lambda one: one.at_us)
    two_worst = sorted((one.uncertainty_us for one in starts), reverse=True)[:2]
    # Where two start as one, which of them is first is not known either.
    return Skew(last.at_us - first.at_us, sum(two_worst))


def find_window(hosts: Sequence[HostPart]) -> Window:
    """Find the time in which all hosts measured."""
    if not hosts:
        return Window(None, sentences.NONE_MEASURED())
    if len(hosts) == 1:
        return Window(None, sentences.ONE_HOST(host=hosts[0].name))
    last = max(hosts, key=lambda one: one.span.from_ms)
    first = min(hosts, key=lambda one: one.span.to_ms)
    span = Span(last.span.from_ms, first.span.to_ms)
    if span.length_ms <= 0:
        return Window(None, sentences.APART(first=first.name, last=last.name))
    if span.length_ms < MIN_WINDOW_MS:
        return Window(None, sentences.SHORT_WINDOW(window=format_runtime(span.length_ms)))
    return Window(span)


def compute_total(direction: str, hosts: Sequence[HostPart], window: Window) -> Total:
    """Add up one direction of all hosts, as far as they did the same at the same time."""
    reason = window.reason or _find_difference(direction, hosts)
    if reason is not None or window.span is None:
        return Total(Rates(reason=reason), Merged(reason=reason), None)
    parts = [(one, one.parts[direction]) for one in hosts]
    rates = _sum_rates([(one.name, part.rates) for one, part in parts])
    known = {one.name: part.rates.bw_bytes_per_s for one, part in parts}
    lowest = None if None in known.values() else min(known, key=lambda name: known[name] or 0)
    is_even = len(set(known.values())) == 1
    return Total(rates, _merge_latencies(parts, window.span), None if is_even else lowest)


def merge_bins(bins: Sequence[Histogram | None]) -> Merged:
    """Merge bins of several jobs; null where one of them has none, since its I/Os would be missing."""
    whole = [one for one in bins if one is not None]
    if not whole:
        return Merged(reason=sentences.NO_LATENCIES())
    if len(whole) < len(bins):
        return Merged(reason=sentences.BINS_INCOMPLETE())
    merged = merge_histograms(whole)
    return Merged({p: _compute_percentile(merged, p) for p in PERCENTILES}, merged.n)


def _compute_percentile(merged: Histogram, percentile: float) -> int | None:
    """Null where fewer than one I/O is slower: the hosts never got there."""
    estimate = merged.percentile(percentile)
    is_reached = merged.n * (100 - percentile) >= 100
    return estimate.value_ns if estimate is not None and is_reached else None


def _find_difference(direction: str, hosts: Sequence[HostPart]) -> str | None:
    """Find why one direction of the hosts cannot be added up; None where all did the same."""
    first = hosts[0]
    for other in hosts:
        one, two = first.parts.get(direction), other.parts.get(direction)
        if one is None or two is None:
            missing = first if one is None else other
            return sentences.NO_DIRECTION(host=missing.name, direction=direction)
        if one.workloads != two.workloads:
            if one.words == two.words:
                return sentences.OTHER_OPTIONS(first=first.name, second=other.name, job=one.words)
            return sentences.OTHER_JOBS(first=first.name, one=one.words, second=other.name, two=two.words)
    return None


def _sum_rates(rates: Sequence[tuple[str, Rates]]) -> Rates:
    """Add up the rates of all hosts; null where that of one host is unknown."""
    unknown = [(name, one) for name, one in rates if one.iops is None or one.bw_bytes_per_s is None]
    reason: str | None = None
    if unknown:
        name, one = unknown[0]
        reason = sentences.NO_RATES(host=name, reason=one.reason or sentences.RATE_UNKNOWN())
    iops = [one.iops for _, one in rates]
    bandwidths = [one.bw_bytes_per_s for _, one in rates]
    return Rates(
        None if None in iops else sum(one or 0.0 for one in iops),
        None if None in bandwidths else sum(one or 0.0 for one in bandwidths),
        reason,
    )


def _merge_latencies(parts: Sequence[tuple[HostPart, Part]], window: Span) -> Merged:
    """Merge the bins of all hosts, which hold all of each host's measurement."""
    for host, part in parts:
        share = window.length_ms / host.span.length_ms
        if share < MIN_SHARE:
            return Merged(reason=sentences.MOSTLY_ALONE(host=host.name, share=f"{100 * (1 - share):.0f} %"))
        if not any(part.bins):
            return Merged(reason=sentences.NO_BINS(host=host.name))
    return merge_bins([one for _, part in parts for one in part.bins])
