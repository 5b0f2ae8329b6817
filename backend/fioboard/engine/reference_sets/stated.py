"""A figure that a source states, without drives of its own: a volume's cap, a reviewer's table, a class's range."""

import re
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import format_figure, format_range
from fioboard.engine.reference_sets import sentences

MAX_STATED = 20_000

Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Note = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]+$")]
Address = Annotated[str, Meta(max_length=1000, pattern=r"^https?://[^\s\x00-\x1f\x7f]+$")]
Dated = Annotated[
    str, Meta(pattern=r"^(19|20)[0-9]{2}(-(0[1-9]|1[0-2]|Q[1-4])(-(0[1-9]|[12][0-9]|3[01]))?)?$")
]
Value = Annotated[float, Meta(gt=0, le=1e18)]
Count = Annotated[int, Meta(ge=1, le=10**9)]
Kind = Literal["model", "volume", "class"]
Metric = Literal["iops", "bw_bytes_per_s", "lat_ns"]
Pattern = Literal["read", "write", "randread", "randwrite", "randrw", "any"]
Unit = Literal["IOPS", "bytes/s", "ns"]
UNITS: dict[Metric, Unit] = {"iops": "IOPS", "bw_bytes_per_s": "bytes/s", "lat_ns": "ns"}
PATTERNS: dict[Pattern, str] = {
    "read": "sequential read",
    "write": "sequential write",
    "randread": "random read",
    "randwrite": "random write",
    "randrw": "random read and write",
    "any": "any I/O",
}


class Source(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a figure was read."""

    title: Line
    address: Address | None = None
    dated: Dated | None = None
    """When the source was made, as precisely as it says."""
    read_at: Dated | None = None
    licence: Line | None = None
    """Of the source, as it says; None where it says none."""


class Stated(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a source states of a drive model, a provider's volume or a class of devices. A condition that is None was
    not stated: it is unknown, not met.
    """

    of: Kind
    key: Line
    """The model as drives report it; the id of a volume's datasheet card; the id of a class."""
    title: Line
    """What people call it."""
    capacity_bytes: Annotated[int, Meta(ge=1, le=10**18)] | None = None
    """Of a model, as sold; None: of all its capacities."""
    metric: Metric
    percentile: Annotated[float, Meta(gt=0, lt=100)] | None = None
    """Of a latency; None for a typical one."""
    is_synced: bool = False
    """Of a latency: of a write with its sync."""
    low: Value | None = None
    value: Value | None = None
    """A single or a typical value."""
    high: Value | None = None
    claim: Line
    """How the source words it: up to, typical, measured …"""
    rw: Pattern
    read_pct: Annotated[int, Meta(ge=0, le=100)] | None = None
    bs_bytes: Annotated[int, Meta(ge=1, le=2**40)] | None = None
    iodepth: Count | None = None
    """I/Os in flight of all jobs together; of sequential I/O at least so many."""
    state: Literal["fresh", "steady"] | None = None
    cache: Literal["within", "after"] | None = None
    by: Line
    """Who states it."""
    source: Source
    note: Note | None = None

    @property
    def unit(self) -> Unit:
        """Return the base unit of its values."""
        return UNITS[self.metric]

    @property
    def subject_sha256(self) -> bytes:
        """Return the digest by which it is found; two spellings of one model have the same."""
        return hash_subject(self.of, self.key)

    @property
    def values(self) -> tuple[float, ...]:
        """Return those of the lowest, the typical and the highest value that are stated."""
        return tuple(value for value in (self.low, self.value, self.high) if value is not None)


def hash_subject(of: Kind, key: str) -> bytes:
    """Digest what a figure is stated of."""
    return sha256(msgspec.json.encode((of, key.casefold()))).digest()


StatedKey = tuple[object, ...]


def get_stated_key(stated: Stated) -> StatedKey:
    """Return what no two stated figures of a set share: all but the values and the note."""
    values = ("title", "low", "value", "high", "note")
    kept = (name for name in Stated.__struct_fields__ if name not in values)
    return tuple(stated.key.casefold() if name == "key" else getattr(stated, name) for name in kept)


def find_fault(stated: Stated) -> str | None:
    """Say what contradicts itself in a stated figure; None where nothing does."""
    if not stated.values:
        return "has no value"
    if list(stated.values) != sorted(stated.values):
        return "falls"
    if (stated.rw == "randrw") != (stated.read_pct is not None):
        return "needs read_pct for randrw, and for nothing else"
    if stated.metric != "lat_ns" and (stated.percentile is not None or stated.is_synced):
        return "has a percentile or a sync, which only a latency has"
    if stated.of != "model" and stated.capacity_bytes is not None:
        return "has a capacity, which only a model has"
    return None


def write_value(stated: Stated) -> str:
    """Write what is stated: `72.0k–98.0k IOPS`, `up to 16.0k IOPS`, `at least 1.50k IOPS`, `9.00k IOPS`."""
    low, value, high = (
        None if one is None else format_figure(one, stated.unit)
        for one in (stated.low, stated.value, stated.high)
    )
    if low is not None and high is not None:
        shown = format_range(low, high)
        return shown if value in {None, low, high} else sentences.TYPICALLY(range=shown, typical=value)
    if high is not None:
        return f"up to {high}" if value is None else sentences.UP_TO_TYPICALLY(most=high, typical=value)
    if low is not None:
        return f"at least {low}" if value is None else sentences.FROM_TYPICALLY(least=low, typical=value)
    return value or ""


def list_stated_conditions(stated: Stated) -> list[str]:
    """List what a figure is stated for: `random read`, `4 KiB`, `QD 32` …; what is not stated is named."""
    is_random = stated.rw in {"randread", "randwrite", "randrw"}
    words = [
        PATTERNS[stated.rw] if not stated.is_synced else "durable write",
        None if stated.read_pct is None else f"{stated.read_pct} % reads",
        _describe_block(stated),
        _describe_depth(stated, is_random=is_random),
        None if stated.metric != "lat_ns" else _describe_percentile(stated),
        stated.state,
        None if stated.cache is None else sentences.BY_CACHE(where=stated.cache),
    ]
    return [word for word in words if word is not None]


def _describe_block(stated: Stated) -> str | None:
    if stated.bs_bytes is not None:
        return spoken_size(stated.bs_bytes)
    return None if stated.of == "volume" else "block size not stated"


_DEPTH = re.compile(r"\bQD ?([0-9]+)(?: ?[x×] ?([0-9]+))?", re.IGNORECASE)


def read_depths(words: str) -> list[int]:
    """Read the I/Os in flight that words name, of all jobs together: 512 of `QD32 x 16`."""
    return [int(depth) * int(jobs or 1) for depth, jobs in _DEPTH.findall(words)]


def _describe_depth(stated: Stated, *, is_random: bool) -> str | None:
    if stated.iodepth is None:
        # The cap of a volume holds at any; a depth that only some of the figure is for stands in the claim.
        return None if stated.of == "volume" or read_depths(stated.claim) else "depth not stated"
    if is_random or stated.iodepth == 1:
        return f"QD {stated.iodepth}"
    return sentences.DEPTH_OR_MORE(depth=stated.iodepth)


def _describe_percentile(stated: Stated) -> str:
    return "latency" if stated.percentile is None else f"latency, p{stated.percentile:g}"


def describe_stated(stated: Stated) -> str:
    """Name what a figure is stated of and its conditions: `SATA SSD, random read, 4 KiB, QD 32, stated by …`."""
    return ", ".join((stated.title, *list_stated_conditions(stated), stated.claim, f"stated by {stated.by}"))
