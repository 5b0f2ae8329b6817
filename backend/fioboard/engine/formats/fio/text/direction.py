"""The headline of a direction in fio's text, and the line of the whole group.

≤ 2.16 `read : io=8900.2MB, bw=303780KB/s, iops=75945, runt= 30001msec`
since 2.17 `read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)`
Source: fio stat.c, show_ddir_status and show_group_stats.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.engine.formats.fio.model.version import FioVersion
from fioboard.engine.formats.fio.text.numbers import Printed, find_rounding, parse_printed

# fio 2.0 and 2.1 print a blank before a unit without a prefix: `bw=583462 B/s`, `io=4096 B`.
_OLD_AMOUNT = r"[\d.]+[KMGPE]?"
_OLD = re.compile(
    rf"^(?P<direction>read|write|trim|mixed)\s*: io=(?P<io>{_OLD_AMOUNT})\s?B?, "
    rf"bw=(?P<bw>{_OLD_AMOUNT})\s?(?P<unit>B|bit)/s(?:, iops=\s*(?P<iops>[\d.]+[KMG]?)\s*,)?"
    r"(?: runt=\s*(?P<runtime>\d{1,15})\s*msec)?"
)
_NEW_AMOUNT = r"[\d.]+[kKMGTPE]?i?"
_NEW = re.compile(
    r"^(?P<direction>read|write|trim|mixed)\s*: IOPS=(?P<iops>[\d.]+[kMGT]?), "
    rf"BW=(?P<bw>{_NEW_AMOUNT})(?P<unit>B|bit)?(?:/s)? \((?P<other>{_NEW_AMOUNT})(?:B|bit)?(?:/s)?\)"
    rf"\((?P<io>{_NEW_AMOUNT})B?/(?P<runtime>\d{{1,15}})msec\)"
)
# Quoted in prose, or cut: the rates alone. Only with their unit, so that no number is what a cut left of another.
_NEW_SHORT = re.compile(
    r"^(?P<direction>read|write|trim|mixed)\s*: IOPS=(?P<iops>[\d.]+[kMGT]?), "
    rf"BW=(?P<bw>{_NEW_AMOUNT})(?P<unit>B|bit)/s(?:\s?\((?P<other>{_NEW_AMOUNT})(?:B|bit)/s\))?"
)
_OLD_GROUP = re.compile(
    rf"^(?P<direction>READ|WRITE|TRIM|MIXED): io=(?P<io>{_OLD_AMOUNT})\s?B?, "
    rf"aggrb=(?P<bw>{_OLD_AMOUNT})\s?(?P<unit>B|bit)/s(?:, .*maxt=\s*(?P<runtime>\d{{1,15}})\s*msec)?"
)
_NEW_GROUP = re.compile(
    rf"^(?P<direction>READ|WRITE|TRIM|MIXED): bw=(?P<bw>{_NEW_AMOUNT})(?P<unit>B|bit)?(?:/s)? "
    rf"\((?P<other>{_NEW_AMOUNT})(?:B|bit)?(?:/s)?\), .*io=(?P<io>{_NEW_AMOUNT})B? "
    rf"\((?P<other_io>{_NEW_AMOUNT})B?\), run=\d{{1,15}}-(?P<runtime>\d{{1,15}})msec"
)
_NEW_GROUP_SHORT = re.compile(
    rf"^(?P<direction>READ|WRITE|TRIM|MIXED): bw=(?P<bw>{_NEW_AMOUNT})(?P<unit>B|bit)/s"
    rf"(?:\s?\((?P<other>{_NEW_AMOUNT})(?:B|bit)/s\))?"
)
# Where one of them begins within a line: behind a quote mark, a word of prose, or the head it was glued to.
_START = re.compile(
    r"(?<![\w.])(?:(?:read|write|trim|mixed)\s{0,2}: ?(?:io=\d|IOPS=\d)|(?:READ|WRITE|TRIM|MIXED): (?:bw|io)=\d)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """One direction as printed; bytes and bytes/s."""

    direction: str
    iops: Printed | None
    bandwidth: Printed | None
    io: Printed | None
    runtime_ms: int | None
    """None where the line was quoted without it, or cut before it."""
    is_of_all_clients: bool = False
    """Only the sum over servers is printed without the unit of its rates: `BW=172Mi (181M)(345MiB/2001msec)`."""


def find_headlines(text: str) -> list[int]:
    """Return where direction or group lines begin in a line, whatever comes before them."""
    if "IOPS=" not in text and "io=" not in text and ": bw=" not in text:
        return []
    return [match.start() for match in _START.finditer(text)]


def parse_headline(text: str, version: FioVersion | None) -> Headline | None:
    """A direction line of either style."""
    if "io=" in text and "bw=" in text:
        match = _OLD.match(text)
        return _read_old(match) if match else None
    if "IOPS=" in text:
        match = _NEW.match(text) or _NEW_SHORT.match(text)
        return _read_new(match, version) if match else None
    return None


def parse_group_line(text: str, version: FioVersion | None) -> Headline | None:
    """A line of "Run status group": the sum over the entries, without IOPS."""
    match = _OLD_GROUP.match(text)
    if match is not None:
        return _read_old(match)
    match = _NEW_GROUP.match(text) or _NEW_GROUP_SHORT.match(text)
    return _read_new(match, version) if match else None


def _read_old(match: re.Match[str]) -> Headline:
    printed = match.groupdict()
    rounding = find_rounding(None, is_old_style=True)
    bandwidth = parse_printed(match["bw"], 1024, rounding, is_old_style=True)
    iops = printed.get("iops")
    return Headline(
        direction=match["direction"].lower(),
        iops=_widen_cut(parse_printed(iops, 1000, rounding)) if iops else None,
        bandwidth=_convert_bits(bandwidth, match["unit"]),
        io=parse_printed(match["io"], 1024, rounding, is_old_style=True),
        runtime_ms=_read_runtime(printed),
    )


def _read_new(match: re.Match[str], version: FioVersion | None) -> Headline:
    printed = match.groupdict()
    rounding = find_rounding(version, is_old_style=False)
    first = parse_printed(match["bw"], 1000, rounding)
    second = parse_printed(match["other"] or "", 1000, rounding)
    iops, io = printed.get("iops"), printed.get("io")
    return Headline(
        direction=match["direction"].lower(),
        # A whole number is cut off before it is scaled: up to one below the true rate.
        iops=_widen_cut(parse_printed(iops, 1000, rounding)) if iops else None,
        bandwidth=_convert_bits(_merge_bandwidths(first, second), match["unit"]),
        io=parse_printed(io, 1000, rounding) if io else None,
        runtime_ms=_read_runtime(printed),
        is_of_all_clients=match["unit"] is None and match["direction"] in ("read", "write", "trim"),
    )


def _read_runtime(printed: Mapping[str, str | None]) -> int | None:
    """Read the runtime of a headline, ms."""
    runtime = printed.get("runtime")
    return int(runtime) if runtime else None


def _widen_cut(printed: Printed | None) -> Printed | None:
    """Widen the upper bound of a number whose digits were cut off."""
    return printed and Printed(printed.value, printed.low, printed.high + 1)


def _convert_bits(printed: Printed | None, unit: str | None) -> Printed | None:
    """Convert a rate in bits to bytes."""
    if printed is None or unit != "bit":
        return printed
    return Printed(printed.value / 8, printed.low / 8, printed.high / 8)


def _merge_bandwidths(first: Printed | None, second: Printed | None) -> Printed | None:
    """Merge the same bandwidth printed in two bases: the true value lies in both bounds. The tighter one is taken;
    where the bounds exclude each other (the lost carry), the wider union is kept.

    The tighter one is taken; where the bounds exclude each other (the lost carry), the wider union is kept.
    """
    if first is None or second is None:
        return first or second
    low, high = max(first.low, second.low), min(first.high, second.high)
    if low > high:
        return Printed(
            max(first.value, second.value), min(first.low, second.low), max(first.high, second.high)
        )
    best = min((first, second), key=lambda one: one.high - one.low)
    return Printed(min(max(best.value, low), high), low, high)
