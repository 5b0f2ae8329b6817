"""The headline of a direction in fio's text, and the line of the whole group.

≤ 2.16 `read : io=8900.2MB, bw=303780KB/s, iops=75945, runt= 30001msec`
since 2.17 `read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)`
Source: fio stat.c, show_ddir_status and show_group_stats.
"""

import re
from dataclasses import dataclass

from fioboard.fio.model.version import FioVersion
from fioboard.fio.text.numbers import Printed, parse_printed, rounding_of

_OLD = re.compile(
    r"^(?P<direction>read|write|trim|mixed)\s*: io=(?P<io>[\d.]+[KMGPE]?)B?, "
    r"bw=(?P<bw>[\d.]+[KMGPE]?)(?P<unit>B|bit)/s, iops=\s*(?P<iops>[\d.]+[KMG]?)\s*, "
    r"runt=\s*(?P<runtime>\d{1,15})\s*msec"
)
_NEW = re.compile(
    r"^(?P<direction>read|write|trim|mixed)\s*: IOPS=(?P<iops>[\d.]+[kMGT]?), "
    r"BW=(?P<bw>[\d.]+[kKMGTPE]?i?)(?P<unit>B|bit)?(?:/s)? \((?P<other>[\d.]+[kKMGTPE]?i?)(?:B|bit)?(?:/s)?\)"
    r"\((?P<io>[\d.]+[kKMGTPE]?i?)B?/(?P<runtime>\d{1,15})msec\)"
)
_OLD_GROUP = re.compile(
    r"^(?P<direction>READ|WRITE|TRIM|MIXED): io=(?P<io>[\d.]+[KMGPE]?)B?, "
    r"aggrb=(?P<bw>[\d.]+[KMGPE]?)(?P<unit>B|bit)/s, .*maxt=\s*(?P<runtime>\d{1,15})\s*msec"
)
_NEW_GROUP = re.compile(
    r"^(?P<direction>READ|WRITE|TRIM|MIXED): bw=(?P<bw>[\d.]+[kKMGTPE]?i?)(?P<unit>B|bit)?(?:/s)? "
    r"\((?P<other>[\d.]+[kKMGTPE]?i?)(?:B|bit)?(?:/s)?\), .*io=(?P<io>[\d.]+[kKMGTPE]?i?)B? "
    r"\((?P<other_io>[\d.]+[kKMGTPE]?i?)B?\), run=\d{1,15}-(?P<runtime>\d{1,15})msec"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """One direction as printed; bytes and bytes/s."""

    direction: str
    iops: Printed | None
    bandwidth: Printed | None
    io: Printed | None
    runtime_ms: int


def parse_headline(text: str, version: FioVersion | None) -> Headline | None:
    """A direction line of either style."""
    if "io=" in text and "runt=" in text:
        match = _OLD.match(text)
        return _read_old(match, match["iops"]) if match else None
    if "IOPS=" in text:
        match = _NEW.match(text)
        return _read_new(match, match["iops"], version) if match else None
    return None


def parse_group_line(text: str, version: FioVersion | None) -> Headline | None:
    """A line of "Run status group": the sum over the entries, without IOPS."""
    match = _OLD_GROUP.match(text)
    if match is not None:
        return _read_old(match, None)
    match = _NEW_GROUP.match(text)
    return _read_new(match, None, version) if match else None


def _read_old(match: re.Match[str], iops: str | None) -> Headline:
    rounding = rounding_of(None, is_old_style=True)
    bandwidth = parse_printed(match["bw"], 1024, rounding, is_old_style=True)
    return Headline(
        direction=match["direction"].lower(),
        iops=_cut_off(parse_printed(iops, 1000, rounding)) if iops else None,
        bandwidth=_in_bytes(bandwidth, match["unit"]),
        io=parse_printed(match["io"], 1024, rounding, is_old_style=True),
        runtime_ms=int(match["runtime"]),
    )


def _read_new(match: re.Match[str], iops: str | None, version: FioVersion | None) -> Headline:
    rounding = rounding_of(version, is_old_style=False)
    first = parse_printed(match["bw"], 1000, rounding)
    second = parse_printed(match["other"], 1000, rounding)
    return Headline(
        direction=match["direction"].lower(),
        # A whole number is cut off before it is scaled: up to one below the true rate.
        iops=_cut_off(parse_printed(iops, 1000, rounding)) if iops else None,
        bandwidth=_in_bytes(_both(first, second), match["unit"]),
        io=parse_printed(match["io"], 1000, rounding),
        runtime_ms=int(match["runtime"]),
    )


def _cut_off(printed: Printed | None) -> Printed | None:
    return printed and Printed(printed.value, printed.low, printed.high + 1)


def _in_bytes(printed: Printed | None, unit: str | None) -> Printed | None:
    if printed is None or unit != "bit":
        return printed
    return Printed(printed.value / 8, printed.low / 8, printed.high / 8)


def _both(first: Printed | None, second: Printed | None) -> Printed | None:
    """The same bandwidth printed in two bases: the true value lies in both bounds.

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
