"""`hdparm -t` and `-T`: sequential reads of a drive, and of the cache before it.

` Timing buffered disk reads:  64 MB in  0.38 seconds = 169.69 MB/sec`: MB are 2**20 bytes (kB 2**10), read in pieces
of 2 MiB by one reader. "cached reads" of -T measure memory and processor, no drive (`CacheOnly`). Operations and
latency are not measured.
Source: hdparm.c, time_cache and time_device, TIMING_BUF_MB.
"""

import re

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading, set_fixed_settings
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_DEVICE = re.compile(r"(/dev/[\w./-]{1,255}):")
_COMMAND = re.compile(r"(?:^|[\s#$%>;|&`/])(?P<line>hdparm\s+-.{1,500})$")
_OF_MEMORY = ("cached", "buffer-cache")
_OF_DRIVE = ("buffered disk", "O_DIRECT disk", "O_DIRECT cached")
_WHAT = "|".join((*_OF_MEMORY, *_OF_DRIVE))
_FIGURES = (
    rf"(?P<mib>\d{{1,12}}) MB in\s+(?P<seconds>{NUMBER}) seconds =\s+(?P<rate>{NUMBER}) (?P<unit>[kM])B/sec"
)
_TIMING = re.compile(
    rf"Timing (?P<what>{_WHAT}) reads(?: \(offset "
    rf"\d{{1,9}} GB\))?:\s+{_FIGURES}"
)
# In a sentence the second timing often comes without what it is of.
_FURTHER = re.compile(_FIGURES)
_ANNOUNCED = re.compile(rf"Timing (?:{_WHAT}) reads\b.{{0,80}}")
_UNITS = {"k": 2**10, "M": 2**20}
_MIB = 2**20
_PIECE_BYTES = 2 * _MIB


def read_hdparm(content: bytes, limits: Limits) -> Reading | None:
    """One run per device. Raises TooMany."""
    drafts: list[RunDraft] = []
    draft = RunDraft(tool="hdparm")
    what: str | None = None
    for line in split_lines(content, limits):
        device, command = _DEVICE.fullmatch(line.text), _COMMAND.search(line.text)
        timing = _TIMING.search(line.text)
        if timing is None and (device is not None or command is not None):
            if command is not None or draft.targets:
                drafts.append(draft)
                draft = RunDraft(tool="hdparm")
            if command is not None:
                draft.command = command["line"]
            elif device is not None:
                draft.targets.append(device[1])
            draft.used.append(line.number)
        elif timing is not None:
            what = timing["what"]
            if timing.start() and draft.results:
                # In a sentence: nothing tells that it is of the same drive.
                drafts.append(draft)
                draft = RunDraft(tool="hdparm")
            draft.used.append(line.number)
            _take(timing, what, line, draft)
        elif what is not None and (match := _FURTHER.search(line.text)):
            # Of another drive, or it would say what it is of.
            drafts.append(draft)
            draft = RunDraft(tool="hdparm", used=[line.number])
            _take(match, what, line, draft)
        elif _ANNOUNCED.match(line.text):
            draft.used.append(line.number)
            draft.report_lost(line.number, "A timing")
    drafts.append(draft)
    return build_reading("hdparm", [one for one in drafts if one.results or one.is_partial], limits)


def _take(match: re.Match[str], what: str, line: Line, draft: RunDraft) -> None:
    rate, seconds = read_amount(match["rate"], _UNITS[match["unit"]]), read_amount(match["seconds"])
    if rate is None or rate.value <= 0:
        draft.report_lost(line.number, "A timing")
        return
    name = f"{what} reads"
    if what in _OF_MEMORY:
        draft.remark(line.number, "CacheOnly", sentences.MEASURES_MEMORY(name=repr(name)))
    settings = Settings(rw="read", iodepth=1, numjobs=1, bs_bytes=_PIECE_BYTES)
    result = Result(
        where=f"line {line.number}",
        job_name=name,
        group=len(draft.results),
        direction="read",
        bw_bytes_per_s=round(rate.value),
        bw_bounds_bytes_per_s=rate.bounds,
        io_bytes=int(match["mib"]) * _MIB,
        runtime_ms=None if seconds is None else round(seconds.value * 1_000) or None,
        direct=what.startswith("O_DIRECT"),
        job_options={"test": name},
        member_count=1,
    )
    draft.results.append(set_fixed_settings(result, settings))


def _may_be_hdparm(content: bytes) -> bool:
    return b"Timing " in content and b" reads" in content


ADAPTER = Adapter(
    kind="hdparm",
    tool="hdparm -t and -T",
    names=("hdparm",),
    tests=tuple(f"{what} reads" for what in (*_OF_MEMORY, *_OF_DRIVE)),
    is_whole_body=False,
    sniff=_may_be_hdparm,
    parse=read_hdparm,
    reads="MiB/s of buffered, direct and cached reads",
    leaves_out="operations, latency",
    source="hdparm.c, time_device and time_cache",
)
