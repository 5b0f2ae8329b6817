"""Latency lines and percentile lists of fio's text; the unit of every heading is read, never assumed.

`    clat (usec): min=14, max=118419, avg=330.46, stdev=1908.21`, then `    clat percentiles (usec):` with a
unit of its own and values rounded up to whole units. Source: fio stat.c, display_lat, show_clat_percentiles.
"""

import re

from msgspec.structs import replace

from fioboard.engine.formats.fio.model.percentile import normalize_percentile
from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.formats.fio.text.numbers import get_latency_unit_ns, parse_latency

# "clat", and of one priority "clat prio 1/0" (3.30+), "high prio_clat" or "clat high prio" (before).
_KIND = (
    r"(?:(?P<before>high|low) prio[ _])?(?P<kind>slat|clat|lat|sync)"
    r"(?: (?:(?P<behind>high|low) prio|prio (?P<priority>[\d/]{1,20})))?(?: \([\d.]{1,8}%(?: of IOs)?\))?"
)
_LATENCY = re.compile(
    rf"^{_KIND}\s*\((?P<unit>nsec|usec|msec|sec)\)\s*: min=\s*(?P<min>[\d.]+[kKMGT]?)\s*, "
    r"max=\s*(?P<max>[\d.]+[kKMGT]?)\s*, avg=\s*(?P<avg>[\d.]+[kKMGT]?)\s*, stdev=(?:\s*(?P<stdev>\d{1,18}\.\d\d))?"
)
_HEADING = re.compile(rf"^{_KIND} percentiles \((?P<unit>nsec|usec|msec|sec)\):")
_VALUE = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d{1,12})?)th=\[\s*(\d{1,15})\s*\]")
_PIECE = re.compile(r"[\d.,th=\[\]| ]+")
_DEFAULT_LIST = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99)

NO_PERCENTILES = "the text has no percentiles for this latency"


def parse_latency_line(text: str) -> tuple[str, str | None, Latency] | None:
    """(kind, priority, latency) of a min/max/avg line; kind is slat, clat, lat or sync, priority mostly None."""
    match = _LATENCY.match(text)
    if match is None:
        return None
    unit = get_latency_unit_ns(match["unit"])
    # Always printed with two decimals: fewer are what a line break left of it.
    read = [parse_latency(match[name] or "", unit) for name in ("min", "max", "avg", "stdev")]
    low, high, mean, stddev = (one if one is not None else (None, unit) for one in read)
    return (
        match["kind"],
        _get_priority(match),
        Latency(
            min_ns=None if low[0] is None else round(low[0]),
            max_ns=None if high[0] is None else round(high[0]),
            mean_ns=mean[0],
            stddev_ns=stddev[0],
            percentiles_reason=NO_PERCENTILES,
            resolution_ns=max(unit, low[1], high[1]),
            percentile_resolution_ns=unit,
        ),
    )


def parse_percentile_heading(text: str) -> tuple[str, str | None, int] | None:
    """(kind, priority, unit in ns) of a list that follows."""
    match = _HEADING.match(text)
    return (
        None if match is None else (match["kind"], _get_priority(match), get_latency_unit_ns(match["unit"]))
    )


def _get_priority(match: re.Match[str]) -> str | None:
    """Return the priority that a heading names."""
    return match["priority"] or match["before"] or match["behind"]


def is_percentile_piece(text: str, before: str) -> bool:
    """Whether the line belongs to a list: one of its own, or what a terminal broke off the line before."""
    if _PIECE.fullmatch(text) is None:
        return "th=[" in text
    return "th=[" in text or not before.endswith(("]", "],"))


def parse_percentile_values(text: str) -> list[tuple[str, int]]:
    """Label and value pairs of a whole list: as far as the labels rise, for behind that another list begins."""
    pairs: list[tuple[str, int]] = []
    for label, value in _VALUE.findall(text):
        if pairs and float(label) < float(pairs[-1][0]):
            break
        pairs.append((label, int(value)))
    return pairs


def add_percentiles(latency: Latency, pairs: list[tuple[str, int]], unit_ns: int) -> Latency:
    """Return the latency with the list that followed it. "All clients" of 3.42 prints labels without decimals, 99.5 …
    99.99 all as "100th": such a list of the default length is taken by position, any other repeated label is left
    out.

    "All clients" of 3.42 prints labels without decimals, 99.5 … 99.99 all as "100th": such a list of the
    default length is taken by position, any other repeated label is left out.
    """
    labels = [normalize_percentile(label) for label, _ in pairs]
    if len(set(labels)) < len(labels) and len(labels) == len(_DEFAULT_LIST):
        labels = [normalize_percentile(str(one)) for one in _DEFAULT_LIST]
    percentiles = {
        label: value * unit_ns
        for label, (_, value) in zip(labels, pairs, strict=True)
        if label is not None and labels.count(label) == 1
    }
    return replace(
        latency,
        percentiles=percentiles,
        percentiles_reason=None if percentiles else latency.percentiles_reason,
        percentile_resolution_ns=unit_ns,
    )
