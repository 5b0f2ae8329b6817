"""`dd` of GNU coreutils, busybox, BSD and macOS: how fast one copy went, in whatever language it was said.

GNU: `67108864 bytes (67 MB, 64 MiB) copied, 0.276138 s, 243 MB/s`; the rate is of powers of 1000 and rounded, so that
the bandwidth is computed from bytes and seconds. busybox (`64.0MB`, no blank before the unit) means powers of 1024.
BSD: `67108864 bytes transferred in 0.05 secs (1342177280 bytes/sec)`. Which way the bytes went only the command line
tells. Latency is not measured. A record is one read or write call.
Source: coreutils src/dd.c, print_xfer_stats and print_stats, and its translations; busybox coreutils/dd.c; FreeBSD
bin/dd/misc.c.
"""

import re
from collections.abc import Mapping

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, SIZE_UNITS, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading, set_fixed_settings
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result, build_counts
from fioboard.engine.formats.fio.text.lines import Line, split_lines
from fioboard.engine.formats.fio.text.numbers import Printed

_COMMAND = re.compile(r"(?:^|[\s#$%>;|&`(/])(?P<line>dd(?P<operands>(?:\s+[a-z]{2,8}=[^\s;|&`)]{1,4096})+))")
_RECORDS = re.compile(r"(?:\u8bb0\u5f55\u4e86)?(\d{1,18})\+(\d{1,18})\s[^\d\s].{0,80}")
_COPIED = re.compile(
    rf"(?P<bytes>\d{{1,18}})\s[^\s\d,()]{{1,24}}\s(?:\([^()]{{1,60}}\)\s?)?[^\d,\u060c\u3001]{{1,60}}[,\u060c\u3001]\s?"
    rf"(?P<seconds>{NUMBER}(?:e[-+]?\d{{1,2}})?)\s(?:s|sec\w{{0,4}}|\S{{1,12}})[,\u060c\u3001]\s?"
    rf"(?P<rate>{NUMBER})(?P<blank>\s?)(?P<unit>[kKMGTP]?B)/s"
)
# Chinese has no blanks around its words: "bytes", "copied", "seconds".
_COPIED_CHINESE = re.compile(
    rf"(?P<bytes>\d{{1,18}}) ?\u5b57\u8282 ?[(\uff08][^()\uff08\uff09]{{1,60}}[)\uff09] ?\u5df2\u590d\u5236[\uff0c,] ?"
    rf"(?P<seconds>{NUMBER}(?:e[-+]?\d{{1,2}})?)\s?(?:s|\u79d2)[\uff0c,] ?"
    rf"(?P<rate>{NUMBER})(?P<blank>\s?)(?P<unit>[kKMGTP]?B)/(?:s|\u79d2)"
)
# Of a copy in any language: counts of records, or the size before a word and the seconds. fio's rates alone, which each
# text of it holds, are no reason to look at each line.
_HINT = re.compile(rb"\d\+\d{1,18} |\d \S{1,24} (?:\([^()\n]{1,60}\) )?[^\s\d,()]{1,60}, ?[\d.,e-]{1,20} ")
_TRANSFERRED = re.compile(
    rf"(?P<bytes>\d{{1,18}}) bytes transferred in (?P<seconds>{NUMBER}) secs? \((?P<rate>\d{{1,18}}) bytes/sec\)"
)
_FAILED = re.compile(r"dd: (?!warning)\S.{0,500}")
_SUFFIXES = {
    "": 1, "c": 1, "w": 2, "b": 512, "B": 1, "k": 2**10, "K": 2**10, "m": 2**20, "M": 2**20, "g": 2**30, "G": 2**30,
    "T": 2**40, **{unit: size for unit, size in SIZE_UNITS.items() if unit != "B"},
}  # fmt: skip
_SIZE = re.compile(rf"(\d{{1,15}})({'|'.join(sorted(_SUFFIXES, key=len, reverse=True))})")
_SOURCES_OF_NOTHING = frozenset(("/dev/zero", "/dev/urandom", "/dev/random"))
# What the rate may differ from bytes by seconds: it has three digits, sometimes two.
_MAX_RATE_ERROR = 0.06


def read_dd(content: bytes, limits: Limits) -> Reading | None:
    """One run per copy. Raises TooMany."""
    reader = _Reader()
    for line in split_lines(content, limits):
        reader.read(line)
    reader.end()
    return build_reading("dd", reader.drafts, limits)


class _Reader:
    """Copies in the order of their lines; what stands before one belongs to it."""

    def __init__(self) -> None:
        self.drafts: list[RunDraft] = []
        self._alone: list[tuple[Line, re.Match[str]]] = []
        """Copies without the counts of their records: of `status=progress`, or pasted alone."""
        self._start()

    def _start(self) -> None:
        self._draft = RunDraft(tool="dd")
        self._operands: dict[str, str] = {}
        self._records: list[int] = []

    def read(self, line: Line) -> None:
        """One line of the body, of dd or not."""
        command = _COMMAND.search(line.text) if "dd" in line.text else None
        if command is not None:
            self.end()
            self._draft.command = command["line"]
            self._operands = dict(word.split("=", 1) for word in command["operands"].split())
            self._draft.used.append(line.number)
        elif records := _RECORDS.fullmatch(line.text):
            self._drop_progress(line.number)
            self._records.append(int(records[1]) + int(records[2]))
            self._draft.used.append(line.number)
        elif _FAILED.fullmatch(line.text):
            self._draft.has_failed = True
            self._draft.remark(line.number, "JobError", line.text)
            self._draft.used.append(line.number)
        elif match := _match_copy(line.text):
            if self._records:
                self._take(line, match)
            else:
                self._alone.append((line, match))

    def end(self) -> None:
        """Before another command and at the end of the body: what stood alone is a result."""
        alone, self._alone = self._alone, []
        for i, (line, match) in enumerate(alone):
            if i + 1 == len(alone) or alone[i + 1][0].number != line.number:
                self._take(line, match)
        self._start()

    def _drop_progress(self, before: int) -> None:
        """The lines of `status=progress` end directly before the records."""
        while self._alone and self._alone[-1][0].number >= before - 1:
            self._draft.used.append(self._alone.pop()[0].number)

    def _take(self, line: Line, match: re.Match[str]) -> None:
        draft = self._draft
        draft.used.append(line.number)
        result = _build_result(match, line.number, self._operands, self._records, draft)
        if result is not None:
            draft.results.append(result)
        self.drafts.append(draft)
        self._start()


def _match_copy(text: str) -> re.Match[str] | None:
    return _COPIED.fullmatch(text) or _TRANSFERRED.fullmatch(text) or _COPIED_CHINESE.fullmatch(text)


def _build_result(
    match: re.Match[str], line: int, operands: Mapping[str, str], records: list[int], draft: RunDraft
) -> Result | None:
    """Build the result of one copy; None when nothing can be measured of it."""
    moved, seconds = int(match["bytes"]), read_amount(match["seconds"])
    if moved == 0 or seconds is None or seconds.value <= 0:
        draft.remark(line, "NoIo", "No bytes were copied, or in no time that can be measured.")
        return None
    bandwidth = _compute_bandwidth(moved, seconds)
    _compare(match, bandwidth, line, draft)
    direction, target = _find_direction(operands)
    if not operands:
        detail = "Without its command line nothing tells whether dd read or wrote: shown as mixed."
        draft.remark(line, "UnknownDirection", detail)
    draft.targets += target
    count = _record_count(direction, operands, records)
    flags = operands.get("oflag" if direction == "write" else "iflag", "").split(",")
    settings = Settings(
        rw=direction if direction in ("read", "write") else None,
        iodepth=1,
        numjobs=1,
        direct="direct" in flags if operands and direction != "mixed" else None,
    )
    result = Result(
        where=f"line {line}",
        job_name="dd",
        group=0,
        direction=direction,
        bw_bytes_per_s=round(bandwidth.value),
        bw_bounds_bytes_per_s=bandwidth.bounds,
        io_bytes=moved,
        iops=None if count is None else count / seconds.value,
        iops_bounds=None if count is None else (count / seconds.high, count / seconds.low),
        **build_counts(count),
        runtime_ms=round(seconds.value * 1_000) or None,
        bs_bytes=_read_block_size(operands, direction),
        member_count=1,
        job_options=dict(operands),
    )
    return set_fixed_settings(result, settings)


def _compute_bandwidth(moved: int, seconds: Printed) -> Printed:
    """Return the bandwidth of the exact bytes, and of the seconds as rounded as they were printed."""
    low = max(seconds.low, seconds.value / 2)
    return Printed(moved / seconds.value, moved / seconds.high, moved / low)


def _compare(match: re.Match[str], bandwidth: Printed, line: int, draft: RunDraft) -> None:
    groups = match.groupdict()
    is_busybox = groups.get("blank") == ""
    unit = groups.get("unit", "B")
    scale = SIZE_UNITS[unit.replace("k", "K")[0] + "iB" if is_busybox and unit != "B" else unit]
    rate = read_amount(match["rate"], scale)
    slack = max(_MAX_RATE_ERROR, (bandwidth.high - bandwidth.low) / bandwidth.value)
    if rate is not None and rate.high * (1 + slack) >= bandwidth.value >= rate.low * (1 - slack):
        return
    detail = sentences.RATE_CONTRADICTS(calculated=f"{bandwidth.value:.0f}", rate=match["rate"], unit=unit)
    draft.remark(line, "Contradiction", detail)


def _find_direction(operands: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the direction of a copy and its targets. A copy from one file to another does both at this rate:
    mixed.
    """
    source, sink = operands.get("if"), operands.get("of")
    if not operands:
        return "mixed", []
    if source in _SOURCES_OF_NOTHING or (source is None and sink is not None):
        return "write", [sink] if sink else []
    if source is not None and sink in ("/dev/null", None):
        return "read", [source]
    return "mixed", [name for name in (source, sink) if name]


def _record_count(direction: str, operands: Mapping[str, str], records: list[int]) -> int | None:
    """Calls of the direction; `fullblock` makes one record of several."""
    if len(records) != 2 or direction == "mixed" or "fullblock" in operands.get("iflag", ""):
        return None
    return records[0 if direction == "read" else 1] or None


def _read_block_size(operands: Mapping[str, str], direction: str) -> int | None:
    """Read dd's block size: K is 1024, kB 1000, b 512, and 512 bytes where none is given."""
    if not operands:
        return None
    own = operands.get("obs" if direction == "write" else "ibs")
    size = 1
    for factor in operands.get("bs", own or "512").split("x"):
        match = _SIZE.fullmatch(factor)
        if match is None:
            return None
        size *= int(match[1]) * _SUFFIXES[match[2]]
    return size if 0 < size < 2**63 else None


def _may_be_dd(content: bytes) -> bool:
    return (
        (b"B/s" in content and _HINT.search(content) is not None)
        or b"bytes transferred in" in content
        or "\u5b57\u8282".encode() in content
    )


ADAPTER = Adapter(
    kind="dd",
    tool="dd",
    names=("dd",),
    is_whole_body=False,
    sniff=_may_be_dd,
    parse=read_dd,
    reads="bytes by seconds, records, operands of the command line, GNU in any language, busybox, BSD",
    leaves_out="latency; the direction without the command line",
    source="coreutils src/dd.c, busybox coreutils/dd.c, FreeBSD bin/dd/misc.c",
)
