"""`iostat -x` of sysstat: what the kernel counted of a device per interval, whoever caused it.

kB and MB are of powers of 1024, sectors 512 bytes, await ms from queue to end. The first of several reports tells of
the time since the machine started and is left out, unless -y is seen on the command line; one alone is shown and
marked. Several intervals are one result, their mean (latencies weighted by operations), and a time series where their
time or the interval is told. %util, queue lengths, merges and mean sizes are not kept; a direction without operations
has no result.
Source: github.com/sysstat/sysstat iostat.c, write_ext_stat and write_disk_stat_header; iostat(1).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from msgspec.structs import replace

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.model.time_series import TimeSeries
from fioboard.engine.formats.fio.text.lines import Line, split_lines
from fioboard.engine.formats.fio.text.numbers import Printed

_COMMAND = re.compile(
    r"(?:^|[\s#$%>;|&`/])(?P<line>iostat(?P<options>(?:\s+-\S{1,40})*)(?P<rest>(?:\s+\S{1,200}){0,20}))$"
)
_INTERVAL = re.compile(r"\s(\d{1,6})(?:\s|$)")
_SYSTEM = re.compile(r"Linux \S{1,100} \((?P<host>[^()]{1,253})\)\s.{1,100}")
_HEADER = re.compile(r"Device:?\s+(?P<columns>\S{1,20}(?:\s+\S{1,20}){5,30})")
_ROW = re.compile(rf"(?P<device>[\w./!-]{{1,100}})\s+(?P<values>{NUMBER}(?:\s+{NUMBER}){{5,30}})")
_CLOCK = re.compile(
    r"(?:[\d./-]{6,12}[T ])?(?P<h>\d{1,2}):(?P<m>\d{2}):(?P<s>\d{2})(?:[+-]\d{4})?(?P<half> [AP]M)?"
)
_CPU_HEADER = re.compile(r"avg-cpu:\s+%user\s.{1,100}")
_CPU_ROW = re.compile(rf"{NUMBER}(?:\s+{NUMBER}){{3,9}}")
_DIRECTIONS = {"read": "r", "write": "w", "trim": "d"}
_SIZES = {"kB/s": 2**10, "MB/s": 2**20, "sec/s": 512}
_DAY_S = 86_400
_MS = 1_000_000


@dataclass(slots=True)
class _Report:
    """One interval: its device rows by column."""

    line: int
    second: int | None
    rows: dict[str, tuple[int, dict[str, Printed]]]


def read_iostat(content: bytes, limits: Limits) -> Reading | None:
    """One run per device. Raises TooMany."""
    reader = _Reader(limits)
    for line in split_lines(content, limits):
        reader.read(line)
    return build_reading("iostat", reader.drafts(), limits)


class _Reader:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._used: list[int] = []
        self._reports: list[_Report] = []
        self._columns: list[str] = []
        self._command: re.Match[str] | None = None
        self._host: str | None = None
        self._second: int | None = None
        self._rows = 0

    def read(self, line: Line) -> None:
        """One line of the body, of iostat or not."""
        text = line.text
        if command := _COMMAND.search(text) if "iostat" in text else None:
            self._command = command
        elif system := _SYSTEM.fullmatch(text):
            self._host = system["host"]
        elif (header := _HEADER.fullmatch(text)) and {"r/s", "w/s"} <= set(header["columns"].split()):
            self._columns = header["columns"].split()
            self._reports.append(_Report(line.number, self._second, {}))
            self._second = None
        elif clock := _CLOCK.fullmatch(text):
            hour = int(clock["h"]) % 12 + 12 * (clock["half"] == " PM") if clock["half"] else int(clock["h"])
            self._second = hour * 3_600 + int(clock["m"]) * 60 + int(clock["s"])
        elif (row := _ROW.fullmatch(text)) and self._reports:
            self._take(row, line.number)
        elif not (_CPU_HEADER.fullmatch(text) or _CPU_ROW.fullmatch(text)):
            return
        self._used.append(line.number)

    def _take(self, row: re.Match[str], line: int) -> None:
        values = row["values"].split()
        if len(values) != len(self._columns):
            return
        self._rows += 1
        if self._rows > self._limits.max_jobs * 10:
            raise TooMany(sentences.TOO_MANY_IOSTAT_ROWS(most=self._limits.max_jobs * 10), f"line {line}")
        printed = {name: read_amount(text) for name, text in zip(self._columns, values, strict=True)}
        known = {name: value for name, value in printed.items() if value is not None}
        self._reports[-1].rows[row["device"]] = line, known

    def drafts(self) -> list[RunDraft]:
        """One per device that did anything."""
        reports = [report for report in self._reports if report.rows]
        is_first_kept = (
            self._command is not None and re.search(r"\s-\w*y", self._command["options"]) is not None
        )
        is_cut = len(reports) > 1 and not is_first_kept
        kept = reports[1:] if is_cut else reports
        drafts: list[RunDraft] = []
        idle: list[str] = []
        for device in dict.fromkeys(device for report in kept for device in report.rows):
            draft = self._build_draft(device, [report for report in kept if device in report.rows])
            if draft.results:
                drafts.append(draft)
            else:
                idle.append(device)
        if not drafts:
            return []
        first = drafts[0]
        first.used += self._used
        if idle:
            first.remark(kept[0].line, "NoIo", sentences.IDLE_DEVICES(idle=", ".join(idle[:12])))
        for draft in drafts:
            if is_cut:
                detail = "The first report tells of the time since the machine started and is left out."
                draft.remark(reports[0].line, "FirstReportLeftOut", detail)
            elif not is_first_kept:
                detail = (
                    "One report alone averages over the time since the machine started, unless -y was given."
                )
                draft.remark(reports[0].line, "SinceBoot", detail)
        return drafts

    def _build_draft(self, device: str, reports: Sequence[_Report]) -> RunDraft:
        """Build the run of one device."""
        draft = RunDraft(tool="iostat", targets=[device], title=device)
        draft.command = None if self._command is None else self._command["line"]
        draft.used += [report.rows[device][0] for report in reports]
        times = self._find_times(reports)
        for direction, letter in _DIRECTIONS.items():
            rows = [report.rows[device][1] for report in reports]
            result = _build_result(rows, direction, letter, reports[-1].rows[device][0])
            if result is not None:
                draft.results.append(_name_result(result, device, self._host))
                draft.series += [] if times is None else _build_series(rows, direction, letter, times)
        return draft

    def _find_times(self, reports: Sequence[_Report]) -> list[int] | None:
        """Return milliseconds to the end of each interval; None where neither clock nor interval is printed."""
        rest = "" if self._command is None else self._command["rest"]
        interval = _INTERVAL.search(rest)
        seconds = [report.second for report in reports]
        if len(reports) < 2:
            return None
        if all(second is not None for second in seconds):
            steps = [(b - a) % _DAY_S for a, b in pairwise(seconds) if a is not None and b is not None]
            total = steps[0]
            times = [total]
            for step in steps:
                total += step
                times.append(total)
            return [time * 1_000 for time in times] if min(steps) > 0 else None
        if interval is None or not int(interval[1]):
            return None
        return [int(interval[1]) * 1_000 * (i + 1) for i in range(len(reports))]


def _name_result(result: Result, device: str, host: str | None) -> Result:
    """Return a result named after its device and host."""
    return replace(result, job_name=device, hostname=host)


def _find_speed(row: Mapping[str, Printed], letter: str) -> Printed | None:
    """Return a row's bandwidth in bytes/s, whatever unit its columns have."""
    for unit, size in _SIZES.items():
        value = row.get(f"{letter}{unit}")
        if value is not None:
            return Printed(value.value * size, value.low * size, value.high * size)
    return None


def _build_result(
    rows: Sequence[Mapping[str, Printed]], direction: str, letter: str, line: int
) -> Result | None:
    """Build the result of a direction from all rows of a device."""
    rates = [row[f"{letter}/s"] for row in rows if f"{letter}/s" in row]
    speeds = [speed for row in rows if (speed := _find_speed(row, letter)) is not None]
    rate, speed = _compute_mean(rates), _compute_mean(speeds)
    if rate is None or not rate.value:
        return None
    waits = [
        (row[f"{letter}_await"], row[f"{letter}/s"].value)
        for row in rows
        if f"{letter}_await" in row and f"{letter}/s" in row
    ]
    weighted = sum(wait.value * weight for wait, weight in waits)
    weight = sum(weight for _, weight in waits)
    mean_ms = weighted / weight if weight else 0
    return Result(
        where=f"line {line}",
        job_name="",
        group=0,
        direction=direction,
        iops=rate.value,
        iops_bounds=rate.bounds,
        bw_bytes_per_s=None if speed is None else round(speed.value) or None,
        bw_bounds_bytes_per_s=None if speed is None or not round(speed.value) else speed.bounds,
        lat=Latency(mean_ns=mean_ms * _MS, percentiles_reason="iostat measures none", resolution_ns=10_000)
        if mean_ms
        else None,
    )


def _compute_mean(values: Sequence[Printed]) -> Printed | None:
    """Return the mean of printed numbers with its bounds; None of nothing."""
    n = len(values)
    if not n:
        return None
    return Printed(
        sum(one.value for one in values) / n,
        sum(one.low for one in values) / n,
        sum(one.high for one in values) / n,
    )


def _build_series(
    rows: Sequence[Mapping[str, Printed]], direction: str, letter: str, times: Sequence[int]
) -> list[TimeSeries]:
    """Build IOPS, bandwidth and latency over time; no latency where nothing was done."""
    columns: dict[tuple[str, str], list[tuple[int, float]]] = {
        ("iops", "iops"): [],
        ("bw", "bytes_per_s"): [],
        ("lat", "ns"): [],
    }
    for row, time in zip(rows, times, strict=True):
        rate, speed, wait = row.get(f"{letter}/s"), _find_speed(row, letter), row.get(f"{letter}_await")
        if rate is not None:
            columns["iops", "iops"].append((time, rate.value))
        if speed is not None:
            columns["bw", "bytes_per_s"].append((time, speed.value))
        if rate is not None and wait is not None and rate.value:
            columns["lat", "ns"].append((time, wait.value * _MS))
    return [
        TimeSeries(
            metric=metric,
            direction=direction,
            unit=unit,
            is_per_io=False,
            is_epoch=False,
            window_ms=times[1] - times[0],
            time_ms=np.array([time for time, _ in points], dtype=np.int64),
            value=np.array([value for _, value in points], dtype=np.float64),
        )
        for (metric, unit), points in columns.items()
        if points
    ]


def _may_be_iostat(content: bytes) -> bool:
    return b"Device" in content and b"r/s" in content and b"%util" in content


ADAPTER = Adapter(
    kind="iostat",
    tool="iostat -x",
    names=("iostat",),
    is_whole_body=False,
    sniff=_may_be_iostat,
    parse=read_iostat,
    reads="per device and direction the mean of its intervals, and the intervals as a time series",
    leaves_out="%util, queue length, merges, mean sizes, flushes, processor load; iostat without -x; -o JSON",
    source="sysstat/sysstat iostat.c and iostat(1)",
)
