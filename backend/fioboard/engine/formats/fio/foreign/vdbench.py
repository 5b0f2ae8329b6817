"""`vdbench`: the average line of each run definition, over its measured intervals.

The columns are named by two header lines that differ between releases. `i/o rate` and `MB/sec 1024**2` are of reads
and writes together and `read pct` is the share of reads: a direction's own rate is their product, with the bounds of
its rounding, and its latency is `read resp` or `write resp` (ms). Releases without these two columns give one mixed
result. Interval lines are read and not kept.
Source: vdbench.pdf, "summary.html"; Vdb/Report.java and Vdb/SdReport.java.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines
from fioboard.engine.formats.fio.text.numbers import Printed

_VERSION = re.compile(r"Vdbench distribution: (?P<version>\S{1,60}).{0,80}")
_CLOCK = r"(?:\d{1,2}:\d{2}:\d{2}(?:\.\d{3})?)"
_DEFINITION = re.compile(rf"(?:{_CLOCK} )?Starting RD=(?P<name>[^;\s]{{1,200}}); (?P<rest>.{{1,500}})")
_FIRST = re.compile(
    r"(?:[A-Z][a-z]{2} \d{1,2}, \d{4}\s+)?interval\s+(?P<names>i/o\s+MB/sec\s+bytes\s+read\s+resp\b.{1,200})"
)
_SECOND = re.compile(r"rate\s+1024\*\*2\s+i/o\s+pct\s+time\b.{1,200}")
_VALUE = rf"(?:{NUMBER}|NaN)"
_AVERAGE = re.compile(
    rf"(?:{_CLOCK}\s+)?avg_(?P<range>\d{{1,9}}-\d{{1,9}})\s+(?P<values>{_VALUE}(?:\s+{_VALUE}){{4,30}})"
)
_INTERVAL = re.compile(rf"(?:{_CLOCK}\s+)?\d{{1,9}}\s+{_VALUE}(?:\s+{_VALUE}){{4,30}}")
_KNOWN = re.compile(
    rf"Copyright \(c\) .{{1,120}}|For documentation, see .{{1,60}}|{_CLOCK} "
    rf".{{1,500}}|std_\d{{1,9}}-\d{{1,9}}\s.{{1,300}}|max_\d{{1,9}}-\d{{1,9}}\s.{{1,300}}"
)
_MIB = 2**20


def read_vdbench(content: bytes, limits: Limits) -> Reading | None:
    """One run with a result or two per run definition. Raises TooMany."""
    reader = _Reader()
    for line in split_lines(content, limits):
        if reader.takes(line):
            reader.draft.used.append(line.number)
        elif reader.draft.used:
            reader.draft.leave(line)
    reader.end()
    return build_reading("vdbench", [reader.draft], limits)


class _Reader:
    def __init__(self) -> None:
        self.draft = RunDraft(tool="vdbench")
        self._first: list[str] = []
        self._columns: list[str] = []
        self._waiting: tuple[int, str] | None = None
        """Line and name of a run definition that was started and has no average yet."""
        self._name = "vdbench"

    def takes(self, line: Line) -> bool:
        """Whether the line is vdbench's."""
        text = line.text
        if match := _VERSION.fullmatch(text):
            self.draft.version = match["version"]
        elif match := _DEFINITION.fullmatch(text):
            self.end()
            self._name = clean_text(match["name"], 200)
            self._waiting = line.number, self._name
        elif match := _FIRST.fullmatch(text):
            self._first = match["names"].split()
        elif self._first and _SECOND.fullmatch(text):
            second = text.split()
            self._columns = [f"{one} {two}" for one, two in zip(self._first, second, strict=False)]
        elif match := _AVERAGE.fullmatch(text):
            values = match["values"].split()
            self._read_average(
                dict(zip(self._columns, values, strict=False)) if self._columns else {}, line.number
            )
        else:
            return (_INTERVAL.fullmatch(text) is not None and bool(self._columns)) or _KNOWN.fullmatch(
                text
            ) is not None
        return True

    def end(self) -> None:
        """A run definition that was started and has no average lost its result."""
        if self._waiting is not None:
            self.draft.report_lost(self._waiting[0], f"RD={self._waiting[1]}")
        self._waiting = None

    def _read_average(self, values: dict[str, str], line: int) -> None:
        """Build the results of a line of averages."""
        rate, speed = (
            read_amount(values.get("i/o rate", "")),
            read_amount(values.get("MB/sec 1024**2", ""), _MIB),
        )
        share, size = read_amount(values.get("read pct", "")), read_amount(values.get("bytes i/o", ""))
        if rate is None or speed is None or share is None or rate.value <= 0:
            self.draft.report_lost(line, f"RD={self._name}")
            self._waiting = None
            return
        self._waiting = None
        group = len({result.group for result in self.draft.results})
        for direction, part in _split_rate(share, "read resp" in values):
            iops, bandwidth = _multiply(rate, part), _multiply(speed, part)
            self.draft.results.append(
                Result(
                    where=f"line {line}",
                    job_name=self._name,
                    group=group,
                    direction=direction,
                    iops=iops.value,
                    iops_bounds=iops.bounds,
                    bw_bytes_per_s=round(bandwidth.value) or None,
                    bw_bounds_bytes_per_s=bandwidth.bounds if round(bandwidth.value) else None,
                    lat=_build_latency(values, direction, is_alone=share.value in (0, 100)),
                    bs_bytes=None if size is None or not size.value else round(size.value),
                )
            )


def _split_rate(share: Printed, has_own_latencies: bool) -> list[tuple[str, Printed]]:
    """Return directions and their part of the rate; exactly all of it where the other has none."""
    whole = Printed(1, 1, 1)
    if share.value in (0, 100):
        return [("read" if share.value else "write", whole)]
    if not has_own_latencies:
        return [("mixed", whole)]
    read = Printed(share.value / 100, share.low / 100, share.high / 100)
    return [("read", read), ("write", Printed(1 - read.value, 1 - read.high, 1 - read.low))]


def _multiply(rate: Printed, part: Printed) -> Printed:
    """Multiply a rate and its bounds by a part."""
    return Printed(rate.value * part.value, rate.low * part.low, rate.high * part.high)


def _build_latency(values: dict[str, str], direction: str, *, is_alone: bool) -> Latency | None:
    """Build the latency of a direction."""
    whole = is_alone or direction == "mixed"
    return build_latency(
        1_000_000,
        mean=values.get("resp time" if whole else f"{direction} resp"),
        maximum=values.get(f"{direction} max", values.get("resp max") if whole else None),
        stddev=values.get("resp stddev") if whole else None,
        reason="vdbench prints none in its summary",
    )


def _may_be_vdbench(content: bytes) -> bool:
    return b"1024**2" in content and b"avg_" in content


ADAPTER = Adapter(
    kind="vdbench",
    tool="vdbench summary",
    names=("vdbench",),
    is_whole_body=False,
    sniff=_may_be_vdbench,
    parse=read_vdbench,
    reads="the average of each run definition: rates split by the share of reads, latency per direction",
    leaves_out="interval lines, queue depth, processor load, percentiles",
    source="vdbench.pdf, summary.html; Vdb/Report.java",
)
