"""The text of diskspd: totals per direction over all threads and files of one time span.

MiB/s (older releases label them MB/s) are of powers of 1024, AvgLat and percentiles are ms from submission to
completion, `3-nines` is 99.9 %. Rows of single threads are read and not kept, nor is the sum of both directions; the
XML holds the same (diskspd_xml.py).
Source: github.com/microsoft/diskspd ResultParser/ResultParser.cpp.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import parse_size
from fioboard.engine.formats.fio.model.reading import Reading, Result, build_counts
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_START = re.compile(r"Command Line: (?P<command>.{1,4000})|Input parameters:")
_PATH = re.compile(r"path: '(?P<path>[^']{1,1000})'")
_INPUT = {
    "block size": re.compile(r"block size: (\d{1,12}(?:[KMG](?:iB)?)?)"),
    "depth": re.compile(r"number of outstanding I/O operations(?: per thread)?: (\d{1,9})"),
    "threads": re.compile(r"(?:total )?threads(?: per file)?: (\d{1,9})"),
    "pattern": re.compile(r"using (random|sequential|interlocked sequential)(?: I/O)?\b.{0,100}"),
    "cache": re.compile(r"(software cache disabled)|using software cache"),
    "thread count": re.compile(r"thread count:\s+(\d{1,9})"),
    "way": re.compile(r"performing (read|write) test"),
    "seed": re.compile(r"random seed: (\d{1,12})"),
}
_KNOWN_INPUT = re.compile(
    r"timespan:\s+\d{1,9}|-{5,}|duration: \d{1,12}s|warm up time: \d{1,12}s|cool down time: "
    r"\d{1,12}s|measuring latency"
    r"|gathering IOPS .{1,60}|think time: .{1,40}|burst size: .{1,40}|hardware .{1,80}|performing "
    r".{1,80}|thread stride size: .{1,60}"
    r"|IO priority: .{1,40}|stride size: .{1,40}|affinity.{0,200}|completion routines.{0,60}|max throughput.{0,60}"
    r"|using (?:hardware|I/O|local|remote).{0,80}|clearing .{1,60}|write buffer .{1,80}|IO (?:size|hint).{0,60}"
    r"|System information:|Results for timespan \d{1,9}:|\*{5,}|proc count:\s+\d{1,9}|start time: "
    r".{1,60}|base file offset.{0,60}"
)
_COMPUTER = re.compile(r"computer name: (?P<name>\S{1,200})")
_TIME = re.compile(rf"actual test time:\s+(?P<seconds>{NUMBER})s")
_SECTION = re.compile(r"(?P<what>Total|Read|Write) IO")
_HEADER = re.compile(r"thread \|\s+bytes\s+\|\s+I/Os\s+\|\s+Mi?B/s\s+\|\s+I/O per s\s+\|(?P<rest>.{0,200})")
_TOTAL = re.compile(
    rf"total:\s+(?P<bytes>\d{{1,19}}) \|\s+(?P<ios>\d{{1,18}}) \|\s+(?P<rate>{NUMBER}) "
    rf"\|\s+(?P<iops>{NUMBER})(?P<rest>(?: \|\s+(?:{NUMBER}|N/A|nan)){{0,4}})\s*\|?"
)
_THREAD_ROW = re.compile(r"\d{1,9} \|\s+\d{1,19} \|\s+\d{1,18} \|.{1,1200}")
_CPU = re.compile(
    r"(?:Group \| )?(?:Socket \| )?(?:Node \| )?(?:Core \| )?CPU \|.{1,100}"
    r"|(?:\d{1,5}\|\s*){1,6}[\d.|% ]{1,100}|avg\.\|.{1,100}|[-|]{5,}"
)
_RANKS = re.compile(r"%-ile \|\s+Read \(ms\) \|\s+Write \(ms\) \|\s+Total \(ms\)")
_CELL = rf"{NUMBER}|N/A"
_RANK = re.compile(
    r"(?P<rank>min|max|\d{1,2}(?:st|nd|rd|th)|\d-nines) \|\s+"
    rf"(?P<read>{_CELL}) \|\s+(?P<write>{_CELL}) \|\s+(?:{_CELL})"
)
_MIB = 2**20


def read_diskspd(content: bytes, limits: Limits) -> Reading | None:
    """One run per set of parameters. Raises TooMany."""
    drafts: list[RunDraft] = []
    reader: _Reader | None = None
    for line in split_lines(content, limits):
        start = _START.fullmatch(line.text)
        if start is not None and (reader is None or reader.has_parameters or start["command"]):
            if reader is not None:
                reader.end()
            reader = _Reader()
            drafts.append(reader.draft)
        if reader is not None:
            reader.read(line)
    if reader is not None:
        reader.end()
    return build_reading("diskspd", drafts, limits)


class _Reader:
    def __init__(self) -> None:
        self.draft = RunDraft(tool="diskspd")
        self.has_parameters = False
        self._input: dict[str, str] = {}
        self._host: str | None = None
        self._group = -1
        self._runtime_ms: int | None = None
        self._section = ""
        self._columns: list[str] = []
        self._totals: dict[str, tuple[int, re.Match[str]]] = {}
        self._ranks: dict[str, dict[str, str]] = {"read": {}, "write": {}}

    def read(self, line: Line) -> None:
        """One line of the body, of diskspd or not."""
        if self._read_line(line.text, line.number):
            self.draft.used.append(line.number)
        else:
            self.draft.leave(line)

    def end(self) -> None:
        """The results of the time span that has ended."""
        moved = False
        totals = {way: total for way, total in self._totals.items() if way in ("read", "write")}
        if not totals and "way" in self._input and "total" in self._totals:
            # Cut behind the sum, which of a test of one direction is that direction's.
            totals = {self._input["way"]: self._totals["total"]}
        for direction, (line, match) in totals.items():
            if int(match["ios"]):
                self.draft.results.append(self._build_result(direction, match, line))
                moved = True
        if self._group >= 0 and not moved:
            self.draft.report_lost(self.draft.used[-1], "A time span")
        self._totals, self._ranks = {}, {"read": {}, "write": {}}

    def _read_line(self, text: str, line: int) -> bool:
        """Read a line of diskspd. Return whether it is one."""
        if match := _START.fullmatch(text):
            self.has_parameters = self.has_parameters or match["command"] is None
            self.draft.command = match["command"] or self.draft.command
        elif match := _PATH.fullmatch(text):
            self.draft.targets.append(match["path"])
        elif match := _TOTAL.fullmatch(text):
            self._totals[self._section] = line, match
        elif match := _RANK.fullmatch(text):
            for direction in ("read", "write"):
                if match[direction] != "N/A":
                    self._ranks[direction][_rank(match["rank"])] = match[direction]
        elif match := _TIME.fullmatch(text):
            if self._group >= 0:
                self.end()
            self._group += 1
            seconds = read_amount(match["seconds"], 1_000)
            self._runtime_ms = None if seconds is None else round(seconds.value)
        elif match := _SECTION.fullmatch(text):
            self._section = match["what"].lower()
        elif match := _HEADER.fullmatch(text):
            self._columns = [word.strip() for word in match["rest"].split("|")]
        elif match := _COMPUTER.fullmatch(text):
            self._host = match["name"]
        elif not self._read_input(text):
            known = (_THREAD_ROW, _CPU, _RANKS, _KNOWN_INPUT)
            return text == "total:" or any(pattern.fullmatch(text) for pattern in known)
        return True

    def _read_input(self, text: str) -> bool:
        """Read a line of the parameters. Return whether it is one."""
        for name, pattern in _INPUT.items():
            match = pattern.fullmatch(text)
            if match is not None:
                self._input[name] = match[1] or ""
                return True
        return False

    def _build_result(self, direction: str, match: re.Match[str], line: int) -> Result:
        """Build the result of a direction from its totals."""
        rate, iops, count = read_amount(match["rate"], _MIB), read_amount(match["iops"]), int(match["ios"])
        rest = [cell.strip() for cell in match["rest"].split("|")[1:]]
        columns = dict(zip(self._columns, rest, strict=False))
        ranks = dict(self._ranks[direction])
        latency = build_latency(
            1_000_000,
            minimum=ranks.pop("min", None),
            mean=columns.get("AvgLat"),
            stddev=columns.get("LatStdDev"),
            maximum=ranks.pop("max", None),
            percentiles=ranks,
            n=count,
            reason="diskspd prints them only with -L",
        )
        return Result(
            where=f"line {line}",
            job_name="diskspd",
            group=self._group,
            direction=direction,
            hostname=self._host,
            iops=None if iops is None else iops.value,
            iops_bounds=None if iops is None else iops.bounds,
            bw_bytes_per_s=None if rate is None else round(rate.value),
            bw_bounds_bytes_per_s=None if rate is None else rate.bounds,
            io_bytes=int(match["bytes"]),
            **build_counts(count),
            runtime_ms=self._runtime_ms,
            lat=latency,
            **self._build_settings(direction),
        )

    def _build_settings(self, direction: str) -> Settings:
        """Build the settings of a direction from the parameters."""
        printed = self._input
        is_random = printed.get("pattern") == "random"
        both = {"read", "write"} <= {name for name, (_, match) in self._totals.items() if int(match["ios"])}
        way = "rw" if both else direction
        size = printed.get("block size", "").removesuffix("iB")
        return Settings(
            rw=None if "pattern" not in printed else f"rand{way}" if is_random else way,
            bs_bytes=parse_size(size) if size else None,
            iodepth=int(printed["depth"]) if "depth" in printed else None,
            numjobs=int(printed["thread count"]) if "thread count" in printed else None,
            direct=None if "cache" not in printed else bool(printed["cache"]),
        )


def _rank(text: str) -> str:
    """ "3-nines" is 99.9, "25th" 25."""
    if text.endswith("-nines"):
        return "99." + "9" * (int(text[0]) - 2) if int(text[0]) > 2 else "99"
    return text if text in ("min", "max") else text[:-2]


def _may_be_diskspd(content: bytes) -> bool:
    return b"I/O per s" in content and b"thread |" in content


ADAPTER = Adapter(
    kind="diskspd",
    tool="diskspd (text)",
    names=("diskspd",),
    is_whole_body=False,
    sniff=_may_be_diskspd,
    parse=read_diskspd,
    reads="totals per direction and time span, latency with percentiles, parameters, computer",
    leaves_out="rows of single threads, the sum of both directions, processor load",
    source="microsoft/diskspd ResultParser/ResultParser.cpp",
)
