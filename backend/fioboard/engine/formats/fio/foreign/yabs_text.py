"""The table that YABS (yabs.sh) prints of its four fio runs, two block sizes side by side.

`405.41 MB/s (101.3k)`: YABS divides fio's KiB/s by 1000, so that its MB are 1,024,000 bytes and its GB 1,024,000,000;
more than two digits are cut off. The row Total is the sum of the two above and not kept. Settings as in yabs.py.
Latency is not measured.
Source: github.com/masonr/yet-another-bench-script yabs.sh, format_speed, format_iops and the printing of
DISK_RESULTS.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import DECIMAL_PREFIXES, NUMBER, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.foreign.yabs import build_result
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_HEAD = re.compile(r"fio Disk Speed Tests \(Mixed R/W 50/50\)(?: \(Partition (?P<target>[^()]{1,300})\))?:?")
_VERSION = re.compile(r"v20\d\d-\d\d-\d\d")
_NAME = "Yet-Another-Bench-Script"
_SIZES = re.compile(
    r"Block Size \| (?P<first>\d{1,4}[kmg])\s+\(IOPS\)(?: \| (?P<second>\d{1,4}[kmg])\s+\(IOPS\))?"
)
_RULE = re.compile(r"[-|\s]{1,200}")
_CELL = rf"{NUMBER} [KMG]B/s\s+\({NUMBER}[kM]?\)"
_ROW = re.compile(
    rf"(?P<what>Read|Write|Total)\s+\|\s*(?P<first>{_CELL})?(?:\s*\|\s*(?P<second>{_CELL})?)?\s*"
)
_ANNOUNCED = re.compile(r"(?:Read|Write)\s+\|.{0,200}")
_PARTS = re.compile(rf"({NUMBER}) ([KMG])B/s\s+\(({NUMBER})([kM]?)\)")
_UNITS = {"K": 1_024, "M": 1_024_000, "G": 1_024_000_000}


def read_yabs_text(content: bytes, limits: Limits) -> Reading | None:
    """One run per table. Raises TooMany."""
    drafts: list[RunDraft] = []
    version: str | None = None
    sizes: tuple[str | None, str | None] = None, None
    is_named = False
    for line in split_lines(content, limits):
        if _NAME in line.text:
            is_named = True
        elif is_named and (match := _VERSION.search(line.text)):
            version, is_named = match[0], False
        elif match := _HEAD.fullmatch(line.text):
            drafts.append(RunDraft(tool="yabs", version=version))
            drafts[-1].targets += [match["target"]] if match["target"] else []
            drafts[-1].used.append(line.number)
        elif drafts and (match := _SIZES.fullmatch(line.text)):
            sizes = match["first"], match["second"]
            drafts[-1].used.append(line.number)
        elif drafts and (match := _ROW.fullmatch(line.text)):
            _take(match, sizes, line, drafts[-1])
        elif drafts and _ANNOUNCED.fullmatch(line.text):
            drafts[-1].used.append(line.number)
            drafts[-1].report_lost(line.number, "A row of the table")
        elif drafts and _RULE.fullmatch(line.text):
            drafts[-1].used.append(line.number)
        elif drafts:
            drafts[-1].leave(line)
    return build_reading("yabs", drafts, limits)


def _take(match: re.Match[str], sizes: tuple[str | None, str | None], line: Line, draft: RunDraft) -> None:
    draft.used.append(line.number)
    direction = match["what"].lower()
    if direction == "total":
        return
    for size, cell in zip(sizes, (match["first"], match["second"]), strict=True):
        parts = None if cell is None or size is None else _PARTS.fullmatch(cell)
        if parts is None or size is None:
            if size is not None:
                draft.report_lost(line.number, f"{match['what']} of {size}")
            continue
        group = len(draft.results) // 4 * 2 + sizes.index(size)
        bandwidth = read_amount(parts[1], _UNITS[parts[2]], is_cut=True)
        iops = read_amount(parts[3], DECIMAL_PREFIXES[parts[4]])
        draft.results.append(
            build_result(direction, size, iops, bandwidth, group=group, where=f"line {line.number}")
        )


def _may_be_yabs_text(content: bytes) -> bool:
    return b"fio Disk Speed Tests (Mixed R/W 50/50)" in content


ADAPTER = Adapter(
    kind="yabs",
    tool="YABS (text)",
    names=("yabs",),
    is_whole_body=False,
    sniff=_may_be_yabs_text,
    parse=read_yabs_text,
    reads="the table of its four fio runs, MB of 1,024,000 bytes",
    leaves_out="latency, the row Total",
    source="masonr/yet-another-bench-script yabs.sh, format_speed",
)
