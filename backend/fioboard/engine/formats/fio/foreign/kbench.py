"""The summary of kbench (longhorn): fio runs in a pod, of each of which one figure is kept.

IOPS, bandwidth (KiB/s) and latency (ns, fio's mean) are of different runs, printed as whole numbers with marks of
thousands. Block sizes, depths and the version are not told. "vs" compares two volumes: two runs, and `Change` is
computed, not measured.
Source: github.com/longhorn/kbench fio/parse, fio/cmp_parse and fio/func.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import read_thousands
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_HEAD = re.compile(r"FIO Benchmark (?:Comparison )?Summary")
_FACT = re.compile(
    r"(?P<name>For|CPU Idleness Profiling|Size|SIZE|Mode|Quick Mode|QUICK MODE)(?: ENABLED|: ?(?P<value>.{0,200}))"
)
_SECTION = re.compile(r"(?P<what>IOPS|Bandwidth in KiB/sec|Latency in ns) \(Read/Write\)")
_PAIR = r"(?P<read{0}>[\d,]{{1,24}}) / (?P<write{0}>[\d,]{{1,24}})"
_VALUES = re.compile(
    rf"(?P<pattern>Random|Sequential):\s+{_PAIR.format('')}(?:\s+vs\s+{_PAIR.format('_2')}\s+:.{{0,80}})?"
)
_ANNOUNCED = re.compile(r"(?:Random|Sequential):\s.{0,200}")
_IDLE = re.compile(r"CPU Idleness:\s.{0,120}")
_NAMES = re.compile(r"(?P<first>\S{1,80})\s+vs\s+(?P<second>\S{1,80})\s+:\s+Change")
_RULE = re.compile(r"={5,}")
_RW = {
    ("Random", "read"): "randread",
    ("Random", "write"): "randwrite",
    ("Sequential", "read"): "read",
    ("Sequential", "write"): "write",
}
_KIB = 1024


def read_kbench(content: bytes, limits: Limits) -> Reading | None:
    """One run per volume of a summary. Raises TooMany."""
    drafts: list[RunDraft] = []
    summary: _Summary | None = None
    rule: int | None = None
    for line in split_lines(content, limits):
        if _HEAD.fullmatch(line.text):
            summary = _Summary()
            summary.first.used += (line.number,) if rule is None else (rule, line.number)
            drafts += (summary.first, summary.second)
        elif summary is not None and not summary.read(line):
            summary.first.leave(line)
        rule = line.number if _RULE.fullmatch(line.text) else None
    return build_reading("kbench", [draft for draft in drafts if draft.used], limits)


class _Summary:
    def __init__(self) -> None:
        self.first = RunDraft(tool="kbench")
        self.second = RunDraft(tool="kbench")
        self._section: str | None = None

    def read(self, line: Line) -> bool:
        """Whether the line is one of the summary's."""
        if match := _FACT.fullmatch(line.text):
            if match["name"] == "For":
                self.first.title = match["value"]
        elif match := _NAMES.fullmatch(line.text):
            self.first.title, self.second.title = match["first"], match["second"]
            self.second.used.append(line.number)
        elif match := _SECTION.fullmatch(line.text):
            self._section = match["what"]
        elif self._section is not None and (match := _VALUES.fullmatch(line.text)):
            self._take(match, self._section, line.number)
        elif self._section is not None and _ANNOUNCED.fullmatch(line.text):
            self.first.report_lost(line.number, f"{self._section} of {line.text.split(':')[0]}")
        elif not (
            # Below the figures it is the first line of the next summary.
            (self._section is None and _RULE.fullmatch(line.text)) or _IDLE.fullmatch(line.text)
        ):
            return False
        self.first.used.append(line.number)
        return True

    def _take(self, match: re.Match[str], section: str, line: int) -> None:
        for draft, suffix in ((self.first, ""), (self.second, "_2")):
            if match[f"read{suffix}"] is None:
                continue
            draft.used.append(line)
            for direction in ("read", "write"):
                value = read_thousands(match[direction + suffix])
                if not value:
                    draft.report_lost(line, f"{section} of {match['pattern']}, {direction}")
                else:
                    draft.results.append(
                        _build_result(
                            section, match["pattern"], direction, value, line=line, group=len(draft.results)
                        )
                    )


def _build_result(section: str, pattern: str, direction: str, value: int, *, line: int, group: int) -> Result:
    """Build the result of one figure of the summary."""
    around = (max(0.0, value - 0.5), value + 0.5)
    figure = section if section == "IOPS" else section.partition(" in ")[0].lower()
    return Result(
        where=f"line {line}",
        job_name=f"{pattern.lower()} {figure}",
        job_options={"test": figure},
        group=group,
        direction=direction,
        rw=_RW[pattern, direction],
        iops=float(value) if section == "IOPS" else None,
        iops_bounds=around if section == "IOPS" else None,
        bw_bytes_per_s=value * _KIB if section.startswith("Bandwidth") else None,
        bw_bounds_bytes_per_s=(around[0] * _KIB, around[1] * _KIB)
        if section.startswith("Bandwidth")
        else None,
        lat=Latency(mean_ns=float(value), percentiles_reason="kbench prints none")
        if section.startswith("Latency")
        else None,
    )


def _may_be_kbench(content: bytes) -> bool:
    return b"FIO Benchmark " in content and b" (Read/Write)" in content


ADAPTER = Adapter(
    kind="kbench",
    tool="kbench",
    names=("kbench",),
    tests=("IOPS", "bandwidth", "latency"),
    is_whole_body=False,
    sniff=_may_be_kbench,
    parse=read_kbench,
    reads="IOPS, bandwidth, mean latency per pattern; two volumes as two runs",
    leaves_out="block size, depth, changes in percent, CPU idleness",
    source="longhorn/kbench fio/parse, fio/cmp_parse",
)
