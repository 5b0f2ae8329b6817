"""fio's log files: `time_ms, value, direction, bs[, offset][, priority][, issue time]`, without a header.

What a value is, no line says: bandwidth, IOPS or a latency, µs (until 2.21) or ns (from 2.99). The file's
name tells the first, the number of columns sometimes the second; otherwise the unit stays unknown.
Source: fio iolog.c, flush_samples; HOWTO "Log File Formats".
"""

import re

import numpy as np
import numpy.typing as npt

from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Invocation, Problem, Reading
from fioboard.engine.formats.fio.model.time_series import TimeSeries
from fioboard.engine.formats.fio.model.version import parse_version
from fioboard.engine.formats.fio.text import sentences
from fioboard.engine.formats.fio.text.lines import find_filled_lines

_FIRST_LINE = re.compile(rb"^\s*\d{1,19}, *-?\d{1,20}(?:, *(?:0x[0-9a-fA-F]{1,8}|\d{1,20})){2,}\s*$")
_HEX = re.compile(rb"0x([0-9a-fA-F]{1,8})")
_EXPECTED = b"0123456789, \r\n"
_NAME = re.compile(
    r"(?:^|[_/\\])(bw|iops|slat|clat|lat|clat_hist|slat_hist|lat_hist)(?:\.\d{1,9})?\.log(?:\.[^/\\]*)?$"
)
_DIRECTIONS = ("read", "write", "trim")
_EPOCH_MS = 10**12
_MIN_HISTOGRAM_COLUMNS = 22
_LAYOUTS = {count >> c: (unit_ns, c) for count, unit_ns in ((1216, 1_000), (1856, 1)) for c in range(7)}

IntArray = npt.NDArray[np.int64]


def is_log(content: bytes) -> bool:
    """Return whether the first line is one of a log."""
    first = content.lstrip()[:65_536].split(b"\n", 1)[0]
    return _FIRST_LINE.match(first) is not None


def read_log(content: bytes, limits: Limits, name: str | None, version: str | None) -> Reading | None:
    """One log file; None when it is none. A last line that was cut off is said and left out."""
    if not is_log(content):
        return None
    lines, text = find_filled_lines(content), content.strip()
    has_hex = b"0x" in text
    if has_hex:
        text = _HEX.sub(lambda match: str(int(match.group(1), 16)).encode(), text)
    if text.translate(None, _EXPECTED):
        return None
    if content.count(b"\n") > limits.max_lines:
        raise TooMany(sentences.TOO_MANY_LOG_LINES(most=limits.max_lines))
    table, problems = _parse(text, lines[1])
    if table is None:
        return None
    columns = table.shape[1]
    match = _NAME.search(name) if name else None
    metric = match.group(1) if match else "unknown"
    if columns >= _MIN_HISTOGRAM_COLUMNS:
        series = _read_histograms(table, metric)
    else:
        series = _read_values(table, metric, has_hex, version)
    if series is None:
        return None
    if metric == "unknown":
        detail = "The name does not say which log this is (…_bw.1.log, …_clat.1.log): values without a unit."
        problems.append(Problem("", "UnknownUnit", detail))
    elif any(one.unit == "unknown" for one in series):
        detail = "Latency logs hold µs until 2.21 and ns from 2.99; nothing here tells which."
        problems.append(Problem("", "UnknownUnit", detail))
    if any(one.is_per_io for one in series):
        detail = "One line per I/O (no log_avg_msec): the values are of single I/Os, not rates of a window."
        problems.append(Problem("", "PerIoLog", detail))
    if any(_has_restart(one.time_ms) for one in series):
        detail = (
            "The time starts again: lines of several jobs or loops in one file (per_job_logs=0), "
            "each of which holds only its share."
        )
        problems.append(Problem("", "SeveralJobs", detail))
    invocation = Invocation(tool_name="fio", tool_version=version, series=tuple(series), source_lines=lines)
    return Reading(kind="fio_log", invocations=(invocation,), problems=tuple(problems))


def _parse(text: bytes, last_line: int) -> tuple[IntArray | None, list[Problem]]:
    """The numbers as rows × columns; all rows as long as the first."""
    lines = text.splitlines()
    commas = lines[0].count(b",")
    problems = []
    if len(lines) > 1 and lines[-1].count(b",") != commas:
        problems.append(Problem(f"line {last_line}", "Truncated", "The last line is cut short; left out."))
        lines.pop()
    if any(line.count(b",") != commas for line in lines):
        return None, problems
    numbers = np.fromstring(b" ".join(lines).replace(b",", b" "), dtype=np.int64, sep=" ")
    if numbers.size != len(lines) * (commas + 1):
        return None, problems
    return numbers.reshape(len(lines), commas + 1), problems


def _is_direction(column: IntArray) -> bool:
    return bool((column >= 0).all() and (column <= 2).all())


def _read_values(table: IntArray, metric: str, has_hex: bool, version: str | None) -> list[TimeSeries] | None:
    """Four columns and more; with log_window_value=both a maximum stands before the direction.

    Five or six columns are ambiguous on one line; over the whole file the direction is the one column that
    only ever holds 0, 1 or 2.
    """
    if _is_direction(table[:, 2]):
        direction_at = 2
    elif table.shape[1] > 4 and _is_direction(table[:, 3]):
        direction_at = 3
    else:
        return None
    sizes = table[:, direction_at + 1]
    is_per_io = bool((sizes > 0).any())
    # A hex priority (3.28+), two values (3.37+) or six columns: none of these exists in the µs era.
    is_new = has_hex or direction_at == 3 or table.shape[1] > 5
    unit, factor = _find_unit(metric, is_per_io, is_new, version)
    series = []
    for code in np.unique(table[:, direction_at]):
        rows = table[table[:, direction_at] == code]
        series.append(
            TimeSeries(
                metric=metric,
                direction=_DIRECTIONS[int(code)],
                unit=unit,
                is_per_io=is_per_io,
                is_epoch=bool(rows[0, 0] > _EPOCH_MS),
                window_ms=None if is_per_io else _find_window(rows[:, 0]),
                time_ms=rows[:, 0].copy(),
                value=rows[:, 1] * factor,
                max_value=rows[:, 2] * factor if direction_at == 3 else None,
                bs_bytes=rows[:, direction_at + 1].copy() if is_per_io else None,
            )
        )
    return series


def _find_unit(metric: str, is_per_io: bool, is_new: bool, version: str | None) -> tuple[str, float]:
    """Return (unit, factor) of the values. `is_new`: the columns show that no fio of the µs era wrote them."""
    if metric == "bw":
        # Averaged lines are KiB/s, the instantaneous rate of one I/O is decimal kB/s.
        return "bytes_per_s", 1_000.0 if is_per_io else 1_024.0
    if metric == "iops":
        return "iops", 1.0
    if metric not in ("lat", "clat", "slat"):
        return "unknown", 1.0
    known = parse_version(version)
    if known is not None:
        return "ns", 1.0 if known.is_at_least(2, 99) else 1_000.0
    return ("ns", 1.0) if is_new else ("unknown", 1.0)


def _has_restart(times: IntArray) -> bool:
    """Return whether times go back to less than half: lines of one job may be a little out of order, never so far."""
    return bool((times[1:] < times[:-1] // 2).any())


def _find_window(times: IntArray) -> int | None:
    """Return the median step of the times; None of a single one."""
    steps = np.diff(np.unique(times))
    return int(np.median(steps)) if len(steps) else None


def _read_histograms(table: IntArray, metric: str) -> list[TimeSeries] | None:
    """Counts of each interval; their number tells era and coarseness."""
    layout = _LAYOUTS.get(table.shape[1] - 3)
    if layout is None or not _is_direction(table[:, 1]):
        return None
    unit_ns, coarseness = layout
    series = []
    for code in np.unique(table[:, 1]):
        rows = table[table[:, 1] == code]
        series.append(
            TimeSeries(
                metric=metric if metric.endswith("_hist") else "clat_hist",
                direction=_DIRECTIONS[int(code)],
                unit="count",
                is_per_io=False,
                is_epoch=bool(rows[0, 0] > _EPOCH_MS),
                window_ms=_find_window(rows[:, 0]),
                time_ms=rows[:, 0].copy(),
                value=np.empty(0),
                counts=rows[:, 3:].astype(np.uint64),
                counts_unit_ns=unit_ns,
                counts_coarseness=coarseness,
            )
        )
    return series
