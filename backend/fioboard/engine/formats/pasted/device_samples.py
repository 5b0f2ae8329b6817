"""Tables of iostat and `zpool iostat -v` beside a run: what each device moved, and its share.

They sample devices and claim nothing about the run. Nothing tells at which time of the run they were taken, so that
they become one remark with the mean rate of each device, and no series.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from fioboard.core.expressions import compile_later
from fioboard.core.figures import format_figure, format_percent
from fioboard.engine.formats.pasted import sentences
from fioboard.engine.formats.pasted.facts import Line

_IOSTAT = compile_later(r"^Device:?\s+tps\s+(?P<unit>[kM])B_read/s\s+[kM]B_wrtn/s\b")
# iostat -h: units beside the figures, and the device behind them.
_READABLE = compile_later(r"^\s*tps\s+(?P<unit>[kM])B_read/s\s+[kM]B_wrtn/s\b.*\sDevice\s*$")
_READABLE_ROW = compile_later(
    r"^\s*[\d.,]+k?\s+(?P<read>[\d.,]+[kMGT]?)\s+(?P<write>[\d.,]+[kMGT]?)(?:\s+[\d.,]+[kMGT]?){2,4}\s+"
    r"(?P<device>[\w./!-]{1,60})\s*$"
)
_IOSTAT_ROW = compile_later(
    r"^(?P<device>[\w./!-]{1,60})\s+[\d.,]+\s+(?P<read>\d+(?:[.,]\d+)?)\s+(?P<write>\d+(?:[.,]\d+)?)(?=\s|$)"
)
_ZPOOL = compile_later(
    r"^\s*pool\s+alloc\s+free\s+read\s+write\s+read\s+write(?:\s+(?:read|write|wait|pend|activ))*\s*$"
)
_ZPOOL_ROW = compile_later(
    r"^(?P<indent>\s*)(?P<device>[\w./:-]{1,100})\s+\S+\s+\S+\s+[\d.]+[KMGT]?\s+[\d.]+[KMGT]?\s+"
    r"(?P<read>[\d.]+[KMGT]?)\s+(?P<write>[\d.]+[KMGT]?)(?=\s|$)"
)
_RULE = compile_later(r"^\s*-{3,}(?:\s+-{3,})*\s*$")
_GROUP = compile_later(r"(?:mirror|raidz\d?|draid\S*|spare|replacing|logs|cache|special|dedup)(?:-\d+)?")
# Volumes repeat what the drives below them moved.
_VOLUME = compile_later(r"(?:md|dm-|loop|zd|zram)\d+|sr\d+")
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}
MAX_TABLES = 1_000
MAX_NAMED = 16
MIN_SHARE = 0.005
"""Of devices that moved less than this of the whole nothing is said: the root disk writes its log."""


@dataclass(slots=True)
class DeviceSamples:
    """Tables of one program that stand beside each other."""

    program: str
    lines: list[int] = field(default_factory=list)
    reports: list[Mapping[str, tuple[float, float]]] = field(default_factory=list)
    """Per table: bytes/s read and written of each device."""

    def describe(self) -> str | None:
        """Describe the mean rate of each device and its share; None where nothing was moved.

        The first of several tables tells of the time since the machine started and is left out.
        """
        reports = self.reports[1:] or self.reports
        parts = [part for part in (self._describe_way(reports, way) for way in (0, 1)) if part]
        if not parts:
            return None
        number = sentences.MEAN_OF_REPORTS(reports=len(reports)) if len(reports) > 1 else "one report"
        since = "; the first of several was left out" if len(self.reports) > 1 else ""
        return sentences.SAMPLES(program=self.program, reports=number, since=since, parts="; ".join(parts))

    def _describe_way(self, reports: Sequence[Mapping[str, tuple[float, float]]], way: int) -> str | None:
        rates: dict[str, list[float]] = defaultdict(list)
        for report in reports:
            for device, both in report.items():
                rates[device].append(both[way])
        means = {device: fmean(values) for device, values in rates.items()}
        whole = sum(means.values())
        named = [(device, rate) for device, rate in means.items() if whole and rate >= MIN_SHARE * whole]
        if not named:
            return None
        each = ", ".join(
            f"{device} {format_figure(rate, 'bytes/s')} ({format_percent(100 * rate / whole)})"
            for device, rate in named[:MAX_NAMED]
        )
        more = f" and {len(named) - MAX_NAMED} more" if len(named) > MAX_NAMED else ""
        total = f", together {format_figure(whole, 'bytes/s')}" if len(named) > 1 else ""
        return f"{('read', 'written')[way]} {each}{more}{total}"


def read_device_samples(lines: Sequence[Line]) -> list[DeviceSamples]:
    """Read all tables; those of one program with nothing but its own lines between them belong together."""
    samples: list[DeviceSamples] = []
    tables = 0
    index = 0
    while index < len(lines) and tables < MAX_TABLES:
        text = lines[index].text
        plain, readable, zpool = _IOSTAT.match(_strip_frame(text)), _READABLE.match(text), _ZPOOL.match(text)
        iostat = plain or readable
        if iostat is None and zpool is None:
            index += 1
            continue
        row = _READABLE_ROW if readable else _IOSTAT_ROW
        program = "iostat" if iostat else "zpool iostat"
        rows = _read_iostat(lines, index, iostat["unit"], row) if iostat else _read_zpool(lines, index)
        used, report = [lines[index].number], {}
        for number, device, rates in rows:
            used.append(number)
            if device:
                report[device] = rates
        index += 1
        if not report:
            continue
        tables += 1
        last = samples[-1] if samples else None
        if last is None or last.program != program or used[0] - last.lines[-1] > MAX_GAP:
            last = DeviceSamples(program)
            samples.append(last)
        last.lines += used
        last.reports.append(report)
    return samples


MAX_GAP = 6
"""Lines of the same program between two tables: blanks, the CPU's row, a time."""
Row = tuple[int, str, tuple[float, float]]


def _read_iostat(lines: Sequence[Line], index: int, unit: str, pattern: re.Pattern[str]) -> Iterator[Row]:
    before = lines[index].number
    for line in lines[index + 1 :]:
        row = pattern.match(_strip_frame(line.text))
        if row is None or line.number != before + 1:
            return
        before = line.number
        rates = tuple(_read_rate(row[way].replace(",", "."), unit) for way in ("read", "write"))
        is_volume = _VOLUME.fullmatch(row["device"]) is not None
        yield line.number, "" if is_volume else row["device"], (rates[0], rates[1])


def _strip_frame(text: str) -> str:
    """Strip the bars of a table that a page made of the output."""
    return text.replace("|", " ").strip() if "|" in text else text


def _read_zpool(lines: Sequence[Line], index: int) -> Iterator[Row]:
    """Drives are the rows deepest in the tree; pools and groups repeat what is below them."""
    before = lines[index].number
    rows: list[tuple[int, int, str, tuple[float, float]]] = []
    for line in lines[index + 1 :]:
        row = _ZPOOL_ROW.match(line.text)
        if line.number != before + 1 or (row is None and not _RULE.match(line.text) and not _is_group(line)):
            break
        before = line.number
        if row is None:
            rows.append((line.number, -1, "", (0.0, 0.0)))
        else:
            rates = (_read_rate(row["read"]), _read_rate(row["write"]))
            rows.append((line.number, len(row["indent"]), row["device"], rates))
    has_members = any(depth > 0 for _, depth, _, _ in rows)
    for number, depth, device, rates in rows:
        is_group = depth <= 0 if has_members else depth < 0
        yield number, "" if is_group or _GROUP.fullmatch(device) else device, rates


def _is_group(line: Line) -> bool:
    return _GROUP.match(line.text.strip()) is not None


def _read_rate(text: str, unit: str = "") -> float:
    number = text.rstrip("kKMGT")
    power = _POWERS[(text[len(number) :] or unit).upper()]
    return float(number) * 1024**power if number.replace(".", "", 1).isdecimal() else 0.0
