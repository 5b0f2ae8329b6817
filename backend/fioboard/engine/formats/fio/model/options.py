"""How fio understands the values of its options.

Measured on 2.16, 3.7 and 3.42, because the manual says otherwise: `4k`, `4kb`, `4KB`, `4ki` are 4096
bytes, but the full form `4KiB` is 4000. With kb_base=1000 it is the other way round.
Source: fio parse.c, get_mult_bytes and str_to_decimal.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

_SIZE = re.compile(r"^(0x[0-9a-f]+|\d{1,19})(?:([kmgtp])?(i?b|i)?)$", re.IGNORECASE)
_TIME = re.compile(r"^(\d{1,18})(d|h|m|s|ms|msec|us|usec|ns|nsec|sec)?$", re.IGNORECASE)
_MAX_CHARS = 40
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_SECONDS = {"d": 86_400_000_000, "h": 3_600_000_000, "m": 60_000_000, "s": 1_000_000, "sec": 1_000_000}
_MICROSECONDS = {**_SECONDS, "ms": 1_000, "msec": 1_000, "us": 1, "usec": 1}

_DIRECTIONS = {
    "read": ("read",),
    "randread": ("read",),
    "write": ("write",),
    "randwrite": ("write",),
    "trim": ("trim",),
    "randtrim": ("trim",),
    "rw": ("read", "write"),
    "readwrite": ("read", "write"),
    "randrw": ("read", "write"),
    "trimwrite": ("write", "trim"),
    "randtrimwrite": ("write", "trim"),
}
_CANONICAL = {"readwrite": "rw"}

# Engines that reach a device without the kernel's block layer, or no device at all: no disk statistics.
USER_SPACE_ENGINES = frozenset(
    (
        "null",
        "cpuio",
        "sync_null",
        "spdk",
        "spdk_bdev",
        "spdk_nvme",
        "xnvme",
        "io_uring_cmd",
        "sg",
        "net",
        "netsplice",
        "rdma",
        "rbd",
        "rados",
        "http",
        "libhdfs",
        "gfapi",
        "gfapi_async",
        "nbd",
        "libblkio",
        "libiscsi",
        "libpmem",
        "dev-dax",
        "mtd",
        "guasi",
        "exec",
        "nfs",
        "dfs",
        "libzbc",
        "filecreate",
        "filestat",
    )
)


# Engines that can wait for a device without its interrupts; others have no option for it.
ENGINES_THAT_POLL = frozenset({"io_uring", "io_uring_cmd", "pvsync2", "sg", "xnvme", "libblkio"})
# Engines that move nothing: what fio counts as bytes is operations times the block size.
ENGINES_WITHOUT_DATA = frozenset(
    (
        "null",
        "sync_null",
        "filecreate",
        "filestat",
        "filedelete",
        "dircreate",
        "dirstat",
        "dirdelete",
    )
)


def parse_size(text: str, kb_base: int = 1024) -> int | None:
    """Bytes of a size option ("4k", "16G", "4KiB", "512"); None for lists, percentages, zones, nonsense."""
    # Long texts are never cached: they come from outside, and would stay.
    return _parse_size(text.strip(), kb_base) if len(text) <= _MAX_CHARS else None


@lru_cache(maxsize=4096)
def _parse_size(text: str, kb_base: int) -> int | None:
    match = _SIZE.match(text)
    if match is None:
        return None
    number, suffix, tail = match.groups()
    value = int(number, 16) if number.lower().startswith("0x") else int(number)
    power = _POWERS[(suffix or "").lower()]
    has_full_form = bool(suffix) and (tail or "").lower() == "ib"
    base = (1000 if has_full_form else 1024) if kb_base == 1024 else (1024 if has_full_form else 1000)
    return int(value * base**power)


def parse_duration_us(text: str, default_unit: str = "s") -> int | None:
    """Microseconds of a time option. Without a unit fio means seconds (runtime) or µs (latency_target)."""
    text = text.strip()
    return _parse_duration_us(text, default_unit) if len(text) <= _MAX_CHARS else None


@lru_cache(maxsize=4096)
def _parse_duration_us(text: str, default_unit: str) -> int | None:
    match = _TIME.match(text)
    if match is None:
        return None
    number, unit = int(match.group(1)), (match.group(2) or default_unit).lower()
    if unit in ("ns", "nsec"):
        return number // 1_000
    return number * _MICROSECONDS[unit]


def parse_count(text: str) -> int | None:
    """A plain number, with fio's decimal-looking suffixes read as it does ("1k" is 1024)."""
    return parse_size(text)


def parse_flag(text: str | None) -> bool:
    """A boolean option: "1", "", "true" are on; absent and "0" are off."""
    return text is not None and text.strip().lower() not in ("0", "false", "no", "off")


def find_kb_base(options: Mapping[str, str]) -> int:
    """Return how many bytes a K is: 1000 only when the job says so."""
    return 1000 if options.get("kb_base", "").strip().lower() in ("1000", "si") else 1024


def get_rw(options: Mapping[str, str]) -> str | None:
    """Return the rw option without its suffix ("randrw:4" → "randrw"), in fio's canonical spelling."""
    text = options.get("rw", options.get("readwrite"))
    if text is None:
        return None
    if text in _DIRECTIONS:
        return _CANONICAL.get(text, text)
    word = text.partition(":")[0].partition(",")[0].strip().lower()
    return _CANONICAL.get(word, word) or None


def list_directions(rw: str | None) -> tuple[str, ...] | None:
    """Return which directions an rw value can move data in; None for a value that fio does not have."""
    return _DIRECTIONS.get(rw) if rw else None


def list_moved_directions(options: Mapping[str, str], rw: str | None) -> tuple[str, ...] | None:
    """Return the directions that a job with these options can move data in: a verifying one also reads back what
    it wrote.
    """
    allowed = list_directions(rw)
    if allowed is None or "read" in allowed or options.get("verify", "none").strip().lower() == "none":
        return allowed
    return ("read", *allowed)


def get_block_size(options: Mapping[str, str], direction: str) -> tuple[int | None, str | None]:
    """Return (bytes, None) of one single block size, or (None, text) for a list, range or split. bs=8k,4k is 8k for
    reads and 4k for writes and trims, but it is kept as text: one result of such a job is not comparable by its size
    alone. A list that gives this direction one size still gives it.

    bs=8k,4k is 8k for reads and 4k for writes and trims, but it is kept as text: one result of such a
    job is not comparable by its size alone. A list that gives this direction one size still gives it.
    """
    for name in ("bssplit", "bsrange", "blocksize_range"):
        if options.get(name):
            return None, options[name]
    text = options.get("bs", options.get("blocksize"))
    if text is None:
        return None, None
    base = find_kb_base(options)
    if "-" in text:
        return None, text
    sizes = [parse_size(part, base) if part.strip() else None for part in text.split(",")]
    if len(sizes) == 1:
        return sizes[0], None if sizes[0] is not None else text
    place = {"read": 0, "write": 1, "trim": 2}.get(direction)
    size = sizes[min(place, len(sizes) - 1)] if place is not None else None
    return size, text


def split_filename(filename: str) -> tuple[str, ...]:
    r"""Split a filename option into paths: separated by colons, `\:` is a colon inside one."""
    if ":" not in filename:
        return (filename,) if filename else ()
    return tuple(part.replace("\\:", ":") for part in re.split(r"(?<!\\):", filename) if part)
