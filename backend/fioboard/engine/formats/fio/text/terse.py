"""fio's terse lines (--minimal, --output-format=terse), versions 2 to 5: one per entry, `;` between fields.

All latencies are µs, cut off, even in 3.x: a 1 µs device reads 0. There are no options and no totals; the
direction comes from the data. Name and description may hold `;`, so the fixed structure is searched for.
Source: fio stat.c, show_thread_status_terse_v2, show_thread_status_terse_all.
"""

import re

from fioboard.engine.formats.fio.model.entry import Entry, Settings
from fioboard.engine.formats.fio.model.percentile import convert_percentiles, list_saturated
from fioboard.engine.formats.fio.model.reading import DirectionNumbers, DiskUtil, Latency

_LINE = re.compile(r"^([2-5]);")
_PERCENTILE = re.compile(r"^(\d{1,3}(?:\.\d{1,9})?)%=(\d{1,15})$")
_DISK_LINE = re.compile(r"^;[^;]{1,255}(?:;\d{1,18}){7};[\d.]{1,12}%")
_US = 1_000
_KIB = 1_024
_FIELDS = {2: 41, 3: 41, 4: 41, 5: 47}
_BLOCKS = {2: 3, 3: 2, 4: 3, 5: 3}
_LISTED = 20
_BEFORE_DISKS = 34
_DISK_FIELDS = 9
_MAX_NAME_PARTS = 64


def parse_terse_line(text: str, line: int) -> tuple[str | None, Entry, tuple[DiskUtil, ...], bool] | None:
    """(fio version, entry, disks, whether it is cut short) of a terse line; None when it is none."""
    match = _LINE.match(text)
    if match is None:
        return None
    terse_version = int(match.group(1))
    parts = text.split(";")
    name_at = 1 if terse_version == 2 else 2
    size = _FIELDS[terse_version]
    for at in range(name_at + 1, min(len(parts) - size - 1, name_at + _MAX_NAME_PARTS)):
        if parts[at].isdecimal() and parts[at + 1].lstrip("-").isdecimal() and _is_block(parts, at + 2, size):
            break
    else:
        return None
    blocks = 1
    while blocks <= _BLOCKS[terse_version] and _is_block(parts, at + 2 + blocks * size, size):
        blocks += 1
    rest = parts[at + 2 + blocks * size :]
    # Behind the directions comes the processor; a line that ends before it is cut short.
    is_cut = len(rest) < 2 or not (rest[0].endswith("%") and rest[1].endswith("%"))
    # One alone is of unified_rw_reporting=mixed; one too many is of =both, which prints the sum behind its parts.
    is_alone = blocks == 1 and (not is_cut or any(mark in "".join(rest[:1]) for mark in ".%"))
    names = ("mixed",) if is_alone else ("read", "write", "trim")[: _BLOCKS[terse_version]]
    if is_cut and blocks == 1 and len(rest) < 2 and not is_alone:
        # Cut behind its only block: of reads, or the sum of both.
        names = ()
    starts = [at + 2 + i * size for i in range(blocks)]
    # Parsed whole before the idle ones are left out: bw and iops of an idle direction are zeros.
    directions = tuple(
        _read_numbers(name, parts, start)
        for name, start in zip(names, starts, strict=False)
        if int(parts[start])
    )
    entry = Entry(
        where=f"line {line}",
        job_name=";".join(parts[name_at:at]),
        group=int(parts[at][:9]),
        directions=directions,
        banner=Settings(
            bs_bytes={numbers.direction: _find_measured_size(numbers) for numbers in directions},
            source="measured",
        ),
        error=int(parts[at + 1][:9]),
        usr_cpu_pct=_read_percent(rest, 0),
        sys_cpu_pct=_read_percent(rest, 1),
        ctx_switches=int(rest[2]) if len(rest) > 2 and rest[2].isdecimal() and len(rest[2]) < 19 else None,
        resolution_ns=_US,
    )
    version = parts[1] if terse_version > 2 else None
    return version, entry, parse_disks(rest[_BEFORE_DISKS:]), is_cut


def is_disk_line(text: str) -> bool:
    """Client mode: the disks stand on a line of their own behind the entries."""
    return _DISK_LINE.match(text) is not None


def parse_disks(parts: list[str]) -> tuple[DiskUtil, ...]:
    """Groups of nine fields; "slaves" is the mean over the members of the array before it."""
    disks: list[DiskUtil] = []
    for start in range(0, len(parts) - _DISK_FIELDS + 1, _DISK_FIELDS):
        name, *numbers, util = parts[start : start + _DISK_FIELDS]
        if not all(number.isdecimal() and len(number) < 19 for number in numbers) or not util.endswith("%"):
            break
        if name == "slaves" and disks:
            continue
        followed_by = parts[start + _DISK_FIELDS] if start + _DISK_FIELDS < len(parts) else ""
        values = [int(number) for number in numbers]
        disks.append(
            DiskUtil(
                name=name,
                read_ios=values[0],
                write_ios=values[1],
                read_merges=values[2],
                write_merges=values[3],
                read_ticks_ms=values[4],
                write_ticks_ms=values[5],
                in_queue_ms=values[6],
                util_pct=_read_percent([util], 0),
                is_aggregate=followed_by == "slaves",
            )
        )
    return tuple(disks)


def _is_block(parts: list[str], start: int, size: int) -> bool:
    """Whether the fields of one direction begin here: counters, then 20 percentiles at their place."""
    if len(parts) < start + size:
        return False
    counters = parts[start : start + 4]
    if not all(part.isdecimal() and len(part) < 16 for part in counters):
        return False
    return all(_PERCENTILE.match(part) for part in parts[start + 12 : start + 12 + _LISTED])


def _read_numbers(direction: str, parts: list[str], start: int) -> DirectionNumbers:
    """Read a direction's numbers from its fields."""
    kib, kib_per_s, iops, runtime = (int(part) for part in parts[start : start + 4])
    pairs = (_PERCENTILE.match(part) for part in parts[start + 12 : start + 12 + _LISTED])
    printed = {pair.group(1): int(pair.group(2)) for pair in pairs if pair is not None}
    percentiles = convert_percentiles(printed, _US)
    lat_at = start + 12 + _LISTED
    are_of_lat = _are_of_lat(percentiles, _read_number(parts[start + 9]), _read_number(parts[lat_at + 1]))
    low, high = kib * _KIB, (kib + 1) * _KIB
    if runtime:
        bounds = 1_000 * low / runtime, 1_000 * high / runtime
        bandwidth = int(bounds[0])
    else:
        bandwidth, bounds = kib_per_s * _KIB, (float(kib_per_s * _KIB), float((kib_per_s + 1) * _KIB))
    return DirectionNumbers(
        direction=direction,
        iops=float(iops),
        iops_bounds=(float(iops), float(iops + 1)),
        bw_bytes_per_s=bandwidth,
        bw_bounds_bytes_per_s=bounds,
        io_bytes=low,
        io_bounds_bytes=(float(low), float(high)),
        runtime_ms=runtime,
        slat=_read_latency(parts, start + 4, {}),
        clat=_read_latency(parts, start + 8, {} if are_of_lat else percentiles),
        lat=_read_latency(parts, lat_at, percentiles if are_of_lat else {}),
    )


def _are_of_lat(percentiles: dict[str, int], most_clat: float | None, most_lat: float | None) -> bool:
    """With lat_percentiles=1 the list is of lat, which no field says: told by values that no clat had.

    A percentile is the middle of its bucket, at most 1/128 above the largest value.
    """
    highest = max(percentiles.values(), default=0) / _US
    clat, lat = ((most or 0) * (1 + 1 / 64) + 2 for most in (most_clat, most_lat))
    return clat < highest <= lat


def _read_latency(parts: list[str], start: int, percentiles: dict[str, int]) -> Latency | None:
    """Read a latency from its fields; None when all are 0."""
    values = [_read_number(part) for part in parts[start : start + 4]]
    if None in values or (not any(values) and not any(percentiles.values())):
        return None
    low, high, mean, stddev = (value * _US for value in values if value is not None)
    return Latency(
        min_ns=int(low),
        mean_ns=mean,
        stddev_ns=stddev,
        max_ns=int(high),
        percentiles=percentiles,
        percentiles_reason=None if percentiles else "terse prints percentiles of one latency only",
        saturated=list_saturated(percentiles, _US),
        resolution_ns=_US,
        percentile_resolution_ns=_US,
    )


def _find_measured_size(numbers: DirectionNumbers) -> int | None:
    """Return the one multiple of 512 bytes that amount, rate and runtime allow; None when several do."""
    if not numbers.iops or not numbers.runtime_ms or numbers.io_bounds_bytes is None:
        return None
    seconds = numbers.runtime_ms / 1_000
    low = numbers.io_bounds_bytes[0] / ((numbers.iops + 1) * seconds)
    high = numbers.io_bounds_bytes[1] / (numbers.iops * seconds)
    first = -int(-low // 512) * 512
    return first if first <= high < first + 512 and high - low < 256 and first else None


def _read_number(text: str) -> float | None:
    """Read a field as a number; None when it is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < 1e15 else None


def _read_percent(parts: list[str], place: int) -> float | None:
    """Read a field in percent; None when the line is shorter."""
    return _read_number(parts[place].rstrip("%")) if place < len(parts) else None
