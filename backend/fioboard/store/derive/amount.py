"""How much a job was told to do, and for how long: never how much it did because it was fast.

What a job was told is a cause; what follows from its speed is an effect. A job that runs for a stated time moves as
many bytes as it is fast, so its bytes are not looked at; one that moves stated bytes takes as long as it is slow: "by
size".

Text without options tells neither. Then the figures may, where they can mean one thing only: all bytes of a job are a
round amount (4 GiB, 500 MiB) and its runtime is no round time, or the other way round (300,018 ms). Both or neither:
unknown. No class has an edge that two repeats could lie on either side of.
"""

from collections.abc import Mapping

from fioboard.engine.factors import Scalar
from fioboard.engine.filters.values import shown
from fioboard.engine.formats.fio.model.options import (
    find_kb_base,
    parse_count,
    parse_duration_us,
    parse_flag,
    parse_size,
)
from fioboard.engine.formats.fio.model.reading import Result

BY_SIZE = "by size"
WHOLE = "100%"
# A round amount is one of these times a power of two, of a MiB at least; 5, 25, 125: tens, hundreds, thousands.
_ROUND = frozenset({1, 3, 5, 7, 9, 11, 13, 15, 25, 125})
_MIN_BYTES = 1 << 20
# fio ends a job a little after its time; at times one clock tick before it.
_EARLY_MS, _LATE_MS, _LATE_SHARE = 5, 100, 0.01
MAX_CHARACTERS = 40


def find_amount(result: Result, capacity: int | None, *, is_complete: bool) -> dict[str, Scalar]:
    """Find `job.size` (bytes, or text where it is no plain number of them), `job.runtime_class` and `job.span`
    (%).
    """
    options = result.job_options
    if not options:
        return _infer_amount(result) if is_complete else {}
    size = _size(options, result)
    limit = _time_limit(options)
    values: dict[str, Scalar | None] = {
        "job.size": size or (WHOLE if result.has_all_options else None),
        "job.runtime_class": limit or (BY_SIZE if result.has_all_options else None),
    }
    values["job.span"] = _span(options, values["job.size"], capacity)
    return {key: value for key, value in values.items() if value is not None}


def _time_limit(options: Mapping[str, str]) -> str | None:
    duration = parse_duration_us(options.get("runtime") or options.get("timeout", ""))
    return f"{duration / 1e6:g}s" if duration else None


def _size(options: Mapping[str, str], result: Result) -> Scalar | None:
    """What is moved and the region it lies in, folded into one: bytes where they are the same."""
    if any(name in options and parse_flag(options[name]) for name in ("fill_device", "fill_fs")):
        return WHOLE
    base = find_kb_base(options)
    stated = {
        name: amount
        for name in ("size", "io_size", "io_limit", "filesize")
        if (amount := _amount(options.get(name), base))
    }
    region = stated.get("filesize") or stated.get("size")
    moved = (
        stated.get("io_size")
        or stated.get("io_limit")
        or (stated.get("size") if "filesize" in stated else None)
    )
    count = parse_count(options.get("number_ios", ""))
    if count:
        if result.bs_bytes is None:
            return None
        moved = count * result.bs_bytes
    if moved is None or moved == region:
        return region
    return f"{_spelled(moved)}/{_spelled(region or WHOLE)}"


def _amount(text: str | None, base: int) -> int | str | None:
    """Bytes, or `50%` and what else fio takes, as typed; None for nothing and 0."""
    text = (text or "").strip().lower()
    size = parse_size(text, base)
    return size if size is not None else text[:MAX_CHARACTERS]


def _spelled(amount: int | str) -> str:
    return amount if isinstance(amount, str) else shown(amount, "bytes")


def _span(options: Mapping[str, str], size: Scalar | None, capacity: int | None) -> float | None:
    """Share of one disk that was measured as a device; None where jobs may lie side by side, or a part is unknown."""
    if (
        capacity is None
        or {"offset", "offset_increment", "zonemode", "zonesize", "zonerange"} & options.keys()
    ):
        return None
    if isinstance(size, str):
        return float(size[:-1]) if size[:-1].isdigit() and size.endswith("%") else None
    return min(100.0, round(100 * size / capacity, 2)) if isinstance(size, int) else None


def _infer_amount(result: Result) -> dict[str, Scalar]:
    """Infer size or running time from the figures of a result without options."""
    size, seconds = _round_size(result), _round_seconds(result.runtime_ms)
    if size is not None and seconds is None and result.runtime_ms:
        return {"job.size": size, "job.runtime_class": BY_SIZE}
    if seconds is not None and size is None and result.io_bytes:
        return {"job.runtime_class": f"{seconds}s"}
    return {}


def _round_size(result: Result) -> int | None:
    """The one round amount per job that the bytes of all of them may be; None when they cannot be one."""
    jobs = result.numjobs or result.member_count
    if not result.io_bytes or not jobs:
        return None
    low, high = result.io_bounds_bytes or (result.io_bytes, result.io_bytes + 1)
    for power in range(44, 19, -1):
        for odd in _ROUND:
            amount = odd << power
            if amount >= _MIN_BYTES and low <= amount * jobs < high:
                return amount
    return None


def _round_seconds(runtime_ms: int | None) -> int | None:
    """The time that fio may have been told: 5, 10, … 60 s, half minutes and hundreds of seconds above."""
    if runtime_ms is None:
        return None
    seconds = (runtime_ms + _EARLY_MS) // 1000
    late = runtime_ms - 1000 * seconds
    if seconds == 0 or late > max(_LATE_MS, _LATE_SHARE * 1000 * seconds):
        return None
    is_usual = seconds % 5 == 0 if seconds <= 60 else seconds % 30 == 0 or seconds % 100 == 0
    return seconds if is_usual else None
