"""Copies by `rsync` and `robocopy`: how fast files went from one place to another, which reads and writes at this rate.

rsync's summary prints bytes a second of what it sent and received, whole; its progress lines say MB/s and mean powers
of 1024, and their bytes are of the file. Where less was sent than the files hold (`speedup is 3.20`: parts were there
before, or compressed), its rate says nothing of a storage and is not read. robocopy prints bytes a second. Neither
tells what the page cache took, and `time cp` tells no size: it is not read.
Source: rsync main.c (output_summary), progress.c (rprint_progress); robocopy's own summary.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, read_amount, read_thousands
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import split_lines
from fioboard.engine.formats.fio.text.numbers import Printed

_COMMAND = re.compile(
    r"(?:^|[\s#$%>])(?P<line>(?:sudo )?(?P<tool>rsync|[Rr]obocopy|ROBOCOPY)(?:\.exe)?\s+\S.{0,600})$"
)
_PROGRESS = re.compile(
    rf"(?P<bytes>\d{{1,3}}(?:,\d{{3}}){{1,5}}|\d{{4,18}})\s+100%\s+(?P<rate>{NUMBER})(?P<unit>[kMG]B)/s\s+"
    r"(?P<hours>\d{1,3}):(?P<minutes>\d\d):(?P<seconds>\d\d)(?:\s+\(xfe?r#\d.{0,60}\))?"
)
_SUMMARY = re.compile(
    r"sent (?P<sent>[\d,]{1,24}) bytes\s+received [\d,]{1,24} bytes\s+(?P<rate>[\d,]{1,20}(?:\.\d{1,3})?) bytes/sec"
)
_SPEEDUP = re.compile(
    r"total size is [\d,]{1,24}\s+speedup is (?P<speedup>[\d,]{1,20}(?:\.\d{1,3})?)(?: \(DRY RUN\))?"
)
_MAX_SPEEDUP = 1.1
_SPEED = re.compile(r"Speed :\s+(?P<rate>\d{1,15}) Bytes/sec\.")
_POWERS = {"kB": 2**10, "MB": 2**20, "GB": 2**30}


def read_file_copies(content: bytes, limits: Limits) -> Reading | None:
    """One run per copy. Raises TooMany."""
    drafts: list[RunDraft] = []
    draft: RunDraft | None = None
    summary: RunDraft | None = None
    for line in split_lines(content, limits):
        if command := _COMMAND.search(line.text):
            tool = command["tool"].lower()
            draft = RunDraft(tool=tool, command=command["line"], used=[line.number])
        elif match := _SUMMARY.fullmatch(line.text):
            rate = read_amount(match["rate"].replace(",", ""))
            # What a command printed before its summary was of single files.
            draft = draft or RunDraft(tool="rsync")
            draft.results = [_build_result(line.number, rate, read_thousands(match["sent"]), None)]
            summary = draft
        elif match := _PROGRESS.fullmatch(line.text):
            draft = draft or RunDraft(tool="rsync")
            rate = read_amount(match["rate"], _POWERS[match["unit"]])
            seconds = 3_600 * int(match["hours"]) + 60 * int(match["minutes"]) + int(match["seconds"])
            moved = read_thousands(match["bytes"])
            draft.results.append(
                _build_result(line.number, rate, moved, 1_000 * seconds or None, len(draft.results))
            )
        elif match := _SPEED.fullmatch(line.text):
            draft = draft if draft is not None and draft.tool == "robocopy" else RunDraft(tool="robocopy")
            draft.results.append(_build_result(line.number, read_amount(match["rate"]), None, None))
        elif summary is not None and (match := _SPEEDUP.fullmatch(line.text)):
            summary.used.append(line.number)
            if match[0].endswith(")") or float(match["speedup"].replace(",", "")) > _MAX_SPEEDUP:
                drafts.remove(summary)
            summary = None
            continue
        else:
            continue
        if command is None:
            draft.used.append(line.number)
            if draft not in drafts:
                drafts.append(draft)
            if _PROGRESS.fullmatch(line.text) is None:
                draft = None
    return build_reading("file_copies", drafts, limits)


def _build_result(
    line: int, rate: Printed | None, moved: int | None, runtime_ms: int | None, group: int = 0
) -> Result:
    """Build the result of a copy. `group`: files are copied one after the other, so each has its own."""
    return Result(
        where=f"line {line}",
        job_name="copy",
        group=group,
        direction="mixed",
        bw_bytes_per_s=None if rate is None else round(rate.value) or None,
        bw_bounds_bytes_per_s=None if rate is None or not rate.value else rate.bounds,
        io_bytes=moved or None,
        runtime_ms=runtime_ms,
        numjobs=1,
    )


def _may_be_file_copies(content: bytes) -> bool:
    return b"100%" in content or b" bytes/sec" in content or b"Bytes/sec." in content


ADAPTER = Adapter(
    kind="file_copies",
    tool="rsync and robocopy",
    names=("rsync", "robocopy"),
    is_whole_body=False,
    sniff=_may_be_file_copies,
    parse=read_file_copies,
    reads="bandwidth of a copy, bytes, seconds of rsync's finished progress lines",
    leaves_out="what the page cache took, single files beside a summary, copies that sent only a part; `time cp`",
    source="rsync main.c and progress.c, robocopy's summary",
)
