"""The summary of dbench (leeliu): fio runs in a pod, of each of which one figure is kept.

It runs fio nine times and prints one line for two or four of them, so that IOPS and BW of one line are of different
runs: 4 KiB and 128 KiB. They are fio's own roundings; latency is whatever `avg=` of fio's `lat` line said, labelled
"usec" also where fio printed nsec or msec. Its options can be changed by its environment and are not printed: depths
and sizes are those of docker-entrypoint.
Source: github.com/leeliu/dbench docker-entrypoint.
"""

import re
from typing import Literal

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_count, read_size
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading, set_fixed_settings
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_HEAD = re.compile(r"=? ?Dbench Summary ?=?")
_RULE = re.compile(r"={5,}")
_IOPS = rf"{NUMBER}[kMG]?"
_RATE = rf"{NUMBER}(?:[KMGT]i)?B/s"
_RANDOM = re.compile(
    rf"Random Read/Write IOPS: (?P<read>{_IOPS})?/(?P<write>{_IOPS})?\. BW: (?P<read_bw>{_RATE})? ?/ "
    rf"?(?P<write_bw>{_RATE})?"
)
_LATENCY = re.compile(rf"Average Latency \(usec\) Read/Write: (?P<read>{NUMBER})?/(?P<write>{NUMBER})?")
_SEQUENTIAL = re.compile(rf"Sequential Read/Write: (?P<read>{_RATE})? ?/ ?(?P<write>{_RATE})?")
_MIXED = re.compile(rf"Mixed Random Read/Write IOPS: (?P<read>{_IOPS})?/(?P<write>{_IOPS})?")
_DIRECTIONS: tuple[Literal["read", "write"], ...] = ("read", "write")
_RANDOM_OF = {"read": "randread", "write": "randwrite"}
_SHARED = Settings(ioengine="libaio")


def read_dbench(content: bytes, limits: Limits) -> Reading | None:
    """One run per summary. Raises TooMany."""
    drafts: list[RunDraft] = []
    for line in split_lines(content, limits):
        if _HEAD.fullmatch(line.text):
            drafts.append(RunDraft(tool="dbench"))
            drafts[-1].used.append(line.number)
        elif drafts and not _read_line(line, drafts[-1]):
            drafts[-1].leave(line)
    return build_reading("dbench", drafts, limits)


def _read_line(line: Line, draft: RunDraft) -> bool:
    """Read a line of the summary. Return whether it is one."""
    if match := _RANDOM.fullmatch(line.text):
        for direction in _DIRECTIONS:
            settings = Settings(**_SHARED, rw=_RANDOM_OF[direction], bs_bytes=4096, iodepth=64)
            _add(draft, line, f"{direction}_iops", direction, settings, iops=match[direction])
            settings["bs_bytes"] = 128 << 10
            _add(draft, line, f"{direction}_bw", direction, settings, rate=match[f"{direction}_bw"])
    elif match := _LATENCY.fullmatch(line.text):
        for direction in _DIRECTIONS:
            settings = Settings(**_SHARED, rw=_RANDOM_OF[direction], bs_bytes=4096, iodepth=4)
            latency = None if match[direction] is None else build_latency(1_000, mean=match[direction])
            _add(draft, line, f"{direction}_latency", direction, settings, latency=latency)
    elif match := _SEQUENTIAL.fullmatch(line.text):
        for direction in _DIRECTIONS:
            settings = Settings(**_SHARED, rw=direction, bs_bytes=1 << 20, iodepth=16, numjobs=4)
            _add(draft, line, f"{direction}_seq", direction, settings, rate=match[direction])
    elif match := _MIXED.fullmatch(line.text):
        for direction in _DIRECTIONS:
            settings = Settings(**_SHARED, rw="randrw", bs_bytes=4096, iodepth=64)
            _add(draft, line, "rw_mix", direction, settings, iops=match[direction])
    else:
        return _RULE.fullmatch(line.text) is not None
    draft.used.append(line.number)
    return True


def _add(
    draft: RunDraft,
    line: Line,
    name: str,
    direction: str,
    settings: Settings,
    *,
    iops: str | None = None,
    rate: str | None = None,
    latency: Latency | None = None,
) -> None:
    """A figure that the script could not cut out of fio's text is an announced one without a result."""
    count = None if iops is None else read_count(iops)
    speed = None if rate is None else read_size(rate)
    if count is None and speed is None and latency is None:
        draft.report_lost(line.number, name)
        return
    result = Result(
        where=f"line {line.number}",
        job_name=name,
        group=len({result.job_name for result in draft.results} - {name}),
        direction=direction,
        iops=None if count is None else count.value,
        iops_bounds=None if count is None else count.bounds,
        bw_bytes_per_s=None if speed is None else round(speed.value),
        bw_bounds_bytes_per_s=None if speed is None else speed.bounds,
        lat=latency,
    )
    draft.results.append(set_fixed_settings(result, settings))


def _may_be_dbench(content: bytes) -> bool:
    return b"Dbench Summary" in content


ADAPTER = Adapter(
    kind="dbench",
    tool="dbench",
    names=("dbench",),
    is_whole_body=False,
    sniff=_may_be_dbench,
    parse=read_dbench,
    reads="one figure of each of its nine fio runs",
    leaves_out="what the summary drops",
    source="leeliu/dbench docker-entrypoint",
)
