"""The line fio prints for each job section before it starts: what the section will do.

≤ 2.16 `bs=4K-4K/4K-4K/4K-4K`, 2.17–2.18 `bs=4096B-4096B,…`, since 2.19 `bs=(R) 4096B-4096B, (W) …`. Sizes are
exact up to 9999 bytes, then shortened to three or four digits; then only a round multiple is believed.
Source: fio init.c, add_job.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from fioboard.engine.formats.fio.model.entry import Settings
from fioboard.engine.formats.fio.text.lines import strip_marks

_BANNER = re.compile(r"^(?P<name>.*): \(g=(?P<group>\d{1,9})\): rw=(?P<rw>[a-z]+), (?P<rest>.*)$")
_OTHER = re.compile(r"^(?P<name>.*) \(noop\): ioengine=(?P<engine>[\w.:/-]+), ")
# Never at the end of the line: there it would be broken.
_ENGINE = re.compile(r"ioengine=([\w.:/-]+)(?=,)")
_DEPTH = re.compile(r"iodepth=(\d{1,9})")
_PAIR = re.compile(r"^(?:\(([RWT])\) )?([\d.]+[KMGTP]?i?B?)-([\d.]+[KMGTPk]?i?B?)$")
_SIZE = re.compile(r"^(\d{1,12})(?:\.(\d{1,6}))?([kKMGTP]?)(i?)B?$")
_POWERS = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_CANONICAL = {"readwrite": "rw"}


def parse_banner(text: str) -> tuple[str, int | None, Settings] | None:
    """(job name, group, settings) of a banner line; group is None where the form has none."""
    if ": (g=" in text:
        match = _BANNER.match(text)
        if match is not None:
            return (
                strip_marks(match["name"]),
                int(match["group"]),
                _parse_settings(match["rw"], match["rest"]),
            )
    if "(noop): ioengine=" in text:
        match = _OTHER.match(text)
        if match is not None:
            return strip_marks(match["name"]), None, Settings(ioengine=match["engine"])
    return None


@dataclass(slots=True)
class Banners:
    """What was announced before a report, by job and by group; asking costs the same however many there are."""

    _by_job: dict[tuple[str, int | None], Settings | None] = field(default_factory=dict)
    """None where sections of one name and group differ."""
    _by_group: dict[int | None, Settings | None] = field(default_factory=dict)
    _servers: dict[tuple[str, int | None], set[str | None]] = field(default_factory=dict)
    """Client mode: which servers announced it; elsewhere None alone."""

    _clients: Counter[tuple[str, int | None, str]] = field(default_factory=Counter)
    """Client mode: how often a server announced it, once for each client."""

    def __bool__(self) -> bool:
        return bool(self._by_job)

    def add(self, name: str, group: int | None, settings: Settings, server: str | None = None) -> None:
        """One more section."""
        self._servers.setdefault((name, group), set()).add(server)
        if server is not None:
            self._clients[name, group, server] += 1
        if self._by_job.setdefault((name, group), settings) != settings:
            self._by_job[name, group] = None
        if self._by_group.setdefault(group, settings) != settings:
            self._by_group[group] = None

    def remove_depth(self, name: str, group: int | None) -> None:
        """Remove a depth: the line turned out to be broken inside the number."""
        settings, of_group = self._by_job[name, group], self._by_group[group]
        self._by_job[name, group] = settings and replace(settings, iodepth=None)
        self._by_group[group] = of_group and replace(of_group, iodepth=None)

    def names(self) -> set[tuple[str, int | None]]:
        """Job name and group of every section."""
        return set(self._by_job)

    def has_several(self, group: int) -> bool:
        """Whether sections of different settings are in the group."""
        return self._by_group.get(group, Settings()) is None

    def count_unreported(self, reported: Mapping[tuple[str, int], int]) -> dict[str, int]:
        """Count, by name of a section, how many of its jobs reported nothing; several servers run a section each."""
        missing: dict[str, int] = {}
        for (name, group), servers in self._servers.items():
            lost = len(servers) - (reported.get((name, group), 0) if group is not None else len(servers))
            if lost > 0:
                missing[name] = missing.get(name, 0) + lost
        return missing

    def has_clients(self, name: str, group: int, server: str | None) -> bool:
        """Return whether several clients of one server announced a section each; a head often lost its server."""
        servers = self._servers.get((name, group), set()) - {None}
        only = server or (min(filter(None, servers)) if len(servers) == 1 else None)
        return only is not None and self._clients[name, group, only] > 1

    def has_section(self, name: str, group: int) -> bool:
        """Return whether a section of this name and group was among them."""
        return (name, group) in self._by_job

    def find_settings(self, name: str, group: int, may_be_merged: bool) -> Settings | None:
        """Find the settings of the section; None when sections of different settings may stand behind the entry."""
        if (name, group) not in self._by_job:
            return self._by_job.get((name, None))
        if may_be_merged and self._by_group[group] is None:
            return None
        return self._by_job[name, group]


def _parse_settings(rw: str, rest: str) -> Settings:
    """Parse the settings of a banner."""
    sizes, is_whole, _ = rest.partition("bs=")[2].partition(", ioengine=")
    per_direction, text = _parse_block_sizes(sizes) if is_whole else ({}, None)
    engine, depth = _ENGINE.search(rest), _DEPTH.search(rest)
    return Settings(
        rw=_CANONICAL.get(rw, rw),
        bs_bytes=per_direction,
        bs=text,
        ioengine=engine.group(1) if engine else None,
        iodepth=int(depth.group(1)) if depth else None,
    )


def _parse_block_sizes(text: str) -> tuple[dict[str, int | None], str | None]:
    """Parse bytes per direction, None where it is a range or was shortened; the text where any is not one size."""
    is_old = "/" in text
    parts = text.split("/") if is_old else text.split(", ") if ", " in text else text.split(",")
    sizes: dict[str, int | None] = {}
    is_single = True
    for direction, part in zip(("read", "write", "trim"), parts, strict=False):
        pair = _PAIR.match(part.strip())
        if pair is None:
            sizes[direction] = None
            is_single = False
            continue
        size = _parse_exact_size(pair.group(2), is_old) if pair.group(2) == pair.group(3) else None
        sizes[direction] = size
        is_single = is_single and size is not None
    return sizes, None if is_single else text


def _parse_exact_size(text: str, is_old: bool) -> int | None:
    """Parse a printed size; None when digits were cut off ("977KiB" for 1 000 000 bytes)."""
    match = _SIZE.match(text)
    if match is None:
        return None
    whole, fraction, suffix, binary = match.groups()
    base = 1024 if binary or is_old else 1000
    if fraction and int(fraction):
        return None
    value = int(int(whole) * base ** _POWERS[suffix])
    # Three digits were rounded: 977KiB is 1 000 000 bytes, 488KiB 500 000. Multiples of 16 are believed.
    is_round = not suffix or is_old or int(whole) < 100 or int(whole) % 16 == 0
    return value if is_round else None
