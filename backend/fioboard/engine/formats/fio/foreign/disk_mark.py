"""The text that CrystalDiskMark and KDiskMark copy: a score per test, queue depth and thread count.

MB/s are of powers of 1000, as its own head says; KiB and MiB of 1024, and the KB of CrystalDiskMark 3 too (25.206
MB/s at 6153.8 IOPS are 4096 bytes). `< 2376.33 us>` is the mean latency. `[Mix]` gives one figure for both
directions. A score of 0 is a test that was not run. KDiskMark measures with fio, whose version it prints.
Source: github.com/hiyohiyo/CrystalDiskMark DiskMarkDlg.cpp, ResultText and OnEditCopy; github.com/JonMagon/KDiskMark
src/mainwindow.cpp, getTextBenchmarkResult and combineOutputTestResult.
"""

import re
from datetime import UTC, datetime

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Problem, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_HEAD = re.compile(
    r"CrystalDiskMark (?P<version>\d[^()]{0,60}?) (?:\(UWP\) )?\(C\) [\d-]{4,9} hiyohiyo.{0,40}"
    r"|KDiskMark \((?P<k_version>[^()]{1,40})\)(?:: https?://\S{1,100}|,? ?.{0,40})"
)
_FIO = re.compile(r"Flexible I/O Tester \((?P<version>[^()]{1,40})\): https?://\S{1,100}")
_SECTION = re.compile(r"\[(?:(?P<way>Read|Write)|Mix)\](?: Read (?P<share>\d{1,3})%/Write \d{1,3}%)?")
_SCORE = rf"(?P<rate>{NUMBER}) MB/s(?: \[\s*(?P<iops>{NUMBER}) IOPS\])?(?: <\s*(?P<latency>{NUMBER}) us>)?"
_NOT_RUN = "This test reports only zeros and was left out."
_ROW = re.compile(
    r"(?P<pattern>SEQ|RND|Sequential|Random)\s+(?P<size>\d{1,6})\s?(?P<unit>[KM]iB) "
    rf"\(Q=\s*(?P<depth>\d{{1,6}}), ?T=\s*(?P<threads>\d{{1,6}})\)\s?: *{_SCORE}"
)
_OLD_LOAD = (
    r"\((?:Q=\s*(?P<depth>\d{1,6}),\s?T=\s*(?P<threads>\d{1,6})"
    r"|QD=\s*(?P<old_depth>\d{1,6})|T=\s*(?P<alone>\d{1,6}))\)"
)
_OLD_ROW = re.compile(
    r"(?P<pattern>Sequential|Random) (?P<way>Read|Write)(?: (?P<size>\d{1,6})\s?(?P<unit>[KM]i?B))?"
    rf"(?: {_OLD_LOAD})? : *{_SCORE}"
)
_ANNOUNCED = re.compile(r"(?:SEQ|RND|Sequential|Random) .{0,120}")
_TEST = re.compile(r"Test ?: .{0,60}?\[(?P<target>[A-Z]:)\s[^\]]{0,200}\].{0,80}")
_DATE = re.compile(r"Date ?: (\d{4})[/-](\d{1,2})[/-](\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})")
_COMMENT = re.compile(r"Comment: ?(?P<text>.{0,200})")
_FACT = re.compile(
    r"(?:Profile|Test|Mode|Time|OS) ?: .{0,300}|-{5,}|\* (?:MB/s|KB) = .{1,120}|Crystal Dew World ?: "
    r"https?://\S{1,100}"
)
_UNITS = {"KiB": 2**10, "MiB": 2**20, "KB": 2**10, "MB": 2**20}
_RW = {("S", "read"): "read", ("S", "write"): "write", ("S", "mixed"): "rw", ("R", "read"): "randread",
       ("R", "write"): "randwrite", ("R", "mixed"): "randrw"}  # fmt: skip


def read_disk_marks(content: bytes, limits: Limits) -> Reading | None:
    """One run per copied text. Raises TooMany."""
    drafts: list[RunDraft] = []
    way = ""
    for line in split_lines(content, limits):
        if match := _HEAD.fullmatch(line.text):
            tool = "CrystalDiskMark" if match["version"] else "KDiskMark"
            drafts.append(RunDraft(tool=tool, version=match["version"] or match["k_version"]))
            drafts[-1].used.append(line.number)
            way = ""
        elif drafts and (section := _SECTION.fullmatch(line.text)):
            way = (section["way"] or "mixed").lower()
            drafts[-1].used.append(line.number)
        elif drafts and _read_line(line, way, drafts[-1]):
            drafts[-1].used.append(line.number)
        elif drafts:
            drafts[-1].leave(line)
    return build_reading("disk_mark", drafts, limits)


def _read_line(line: Line, way: str, draft: RunDraft) -> bool:
    """Read a line with a score. Return whether it is one."""
    text = line.text
    match = _ROW.fullmatch(text) if way else None
    match = match or _OLD_ROW.fullmatch(text)
    if match is not None:
        result = _build_result(match, way, line.number, len(draft.results))
        if result is None and not _is_not_run(match):
            draft.report_lost(line.number, "A test")
        elif result is None:
            draft.problems.append(Problem(f"line {line.number}", "TestNotRun", _NOT_RUN))
        else:
            draft.results.append(result)
    elif fio := _FIO.fullmatch(text):
        draft.options["fio"] = fio["version"]
    elif test := _TEST.fullmatch(text):
        draft.targets.append(test["target"])
    elif date := _DATE.fullmatch(text):
        draft.ended_at_ms = _read_date(date)
        draft.is_zone_unknown = draft.ended_at_ms is not None
    elif comment := _COMMENT.fullmatch(text):
        draft.title = comment["text"] or None
    elif _ANNOUNCED.fullmatch(text):
        draft.report_lost(line.number, "A test")
    else:
        return _FACT.fullmatch(text) is not None
    return True


def _is_not_run(match: re.Match[str]) -> bool:
    """Whether every figure of a row is zero: the tool prints a test so that was left out, not one that failed."""
    printed = [match["rate"], match["iops"], match["latency"]]
    figures = [read_amount(text) for text in printed if text is not None]
    return len(figures) == len(printed) and all(figure is not None and not figure.value for figure in figures)


def _build_result(match: re.Match[str], way: str, line: int, group: int) -> Result | None:
    """Build the result of a line with a score."""
    groups = match.groupdict()
    direction = groups.get("way", way) or way
    direction = direction.lower()
    rate = read_amount(match["rate"], 10**6)
    if rate is None or rate.value <= 0:
        return None
    iops = None if match["iops"] is None else read_amount(match["iops"])
    depth, threads = groups["depth"] or groups.get("old_depth"), groups["threads"] or groups.get("alone")
    size = None if match["size"] is None else int(match["size"]) * _UNITS[match["unit"]]
    head = match[0].partition(":")[0]
    return Result(
        where=f"line {line}",
        job_name=" ".join(head.split()),
        group=group,
        direction=direction,
        rw=_RW[match["pattern"][0], direction],
        iops=None if iops is None else iops.value or None,
        iops_bounds=None if iops is None or not iops.value else iops.bounds,
        bw_bytes_per_s=round(rate.value),
        bw_bounds_bytes_per_s=rate.bounds,
        lat=None if match["latency"] is None else build_latency(1_000, mean=match["latency"]),
        bs_bytes=size,
        iodepth=None if depth is None else int(depth),
        numjobs=None if threads is None else int(threads),
    )


def _read_date(match: re.Match[str]) -> int | None:
    """Read the date of the test, ms since 1970; None when it is no date."""
    try:
        year, month, day, hour, minute, second = (int(part) for part in match.groups())
        moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None
    return int(moment.timestamp()) * 1_000


def _may_be_disk_mark(content: bytes) -> bool:
    return b"hiyohiyo" in content or b"KDiskMark (" in content


ADAPTER = Adapter(
    kind="disk_mark",
    tool="CrystalDiskMark and KDiskMark",
    names=("CrystalDiskMark", "KDiskMark"),
    is_whole_body=False,
    sniff=_may_be_disk_mark,
    parse=read_disk_marks,
    reads="the copied text, CrystalDiskMark 3 to 9: bandwidth, IOPS, mean latency, size, depth, threads, target, date",
    leaves_out="percentiles, scores of single repeats; tests that were not run",
    source="hiyohiyo/CrystalDiskMark DiskMarkDlg.cpp, JonMagon/KDiskMark src/mainwindow.cpp",
)
