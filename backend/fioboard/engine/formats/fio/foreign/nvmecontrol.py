"""`nvmecontrol perftest` of FreeBSD: one line per thread count.

`Threads: 16 Size:   4096  READ Time:  30 IO/s:  128345 MB/s:  501`; MB/s is cut to whole MiB/s there, so the
bandwidth is computed from IO/s and size. Source: FreeBSD sbin/nvmecontrol/perftest.c, print_perftest.
"""

import re

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import (
    DIRECTION_FIELDS,
    DirectionNumbers,
    Invocation,
    Problem,
    Reading,
    Result,
)
from fioboard.engine.formats.fio.text.lines import split_lines

_LINE = re.compile(
    r"Threads:\s*(?P<threads>\d{1,6})\s+Size:\s*(?P<size>\d{1,9})\s+(?P<direction>READ|WRITE|read|write)\s+"
    r"Time:\s*(?P<time>\d{1,9})\s+IO/s:\s*(?P<iops>\d{1,12})\s+MB/s:\s*(?P<mib>\d{1,12})"
)
_MARK = "IO/s:"
_MIB = 1 << 20


def read_perftests(content: bytes, limits: Limits) -> Reading | None:
    """Every line of it in the body, one run each. Raises TooMany."""
    invocations: list[Invocation] = []
    for line in split_lines(content, limits):
        invocation = _read_line(line.text, line.number) if _MARK in line.text else None
        if invocation is not None:
            if len(invocations) >= limits.max_jobs:
                raise TooMany(sentences.TOO_MANY_PERFTEST_LINES(most=limits.max_jobs), f"line {line.number}")
            invocations.append(invocation)
    return Reading(kind="nvmecontrol", invocations=tuple(invocations)) if invocations else None


def _read_line(text: str, line: int) -> Invocation | None:
    """One line as one run of the tool; None when it is none."""
    match = _LINE.search(text)
    if match is None:
        return None
    iops, size, seconds = int(match["iops"]), int(match["size"]), int(match["time"])
    direction = match["direction"].lower()
    bandwidth = iops * size
    problems = []
    if abs(bandwidth / _MIB - int(match["mib"])) > 1 + size / _MIB:
        detail = sentences.SIZE_CONTRADICTS(bandwidth=bandwidth // _MIB, printed=match["mib"])
        problems.append(Problem(f"line {line}", "Contradiction", detail))
    numbers = DirectionNumbers(
        direction=direction,
        iops=float(iops),
        iops_bounds=(float(iops), float(iops + 1)),
        bw_bytes_per_s=bandwidth,
        bw_bounds_bytes_per_s=(float(bandwidth), float(bandwidth + size)),
        runtime_ms=seconds * 1_000,
    )
    result = Result(
        **{name: getattr(numbers, name) for name in DIRECTION_FIELDS},
        where=f"line {line}",
        job_name="perftest",
        group=0,
        rw=None,
        bs_bytes=size,
        iodepth=1,
        numjobs=int(match["threads"]),
        member_count=int(match["threads"]),
        settings_source={"iodepth": "tool"},
        problems=tuple(problems),
    )
    return Invocation(tool_name="nvmecontrol", results=(result,), source_lines=(line, line))


def _may_be_perftest(content: bytes) -> bool:
    return _MARK.encode() in content


ADAPTER = Adapter(
    kind="nvmecontrol",
    tool="nvmecontrol perftest",
    names=("nvmecontrol",),
    is_whole_body=False,
    sniff=_may_be_perftest,
    parse=read_perftests,
    reads="IOPS, size, threads, seconds",
    leaves_out="latency",
    source="FreeBSD sbin/nvmecontrol/perftest.c",
)
