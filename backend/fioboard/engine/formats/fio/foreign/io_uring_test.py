"""fio's `t/io_uring`: one line a second, of reads of fixed size.

The result is the mean of its lines without the first, in which the ring fills. MiB/s are whole; IOPS × block size gives
the bandwidth exactly where the command tells the size. Without a command size, depth and target are unknown.
Source: github.com/axboe/fio t/io_uring.c, main.
"""

import re
import shlex
from statistics import fmean

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import parse_size
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import split_lines

_COMMAND = re.compile(r"(?:^|[\s#$%>])(?P<line>(?:\S*/)?t/io_uring\s.{1,500})$")
_LINE = re.compile(
    r"IOPS=(?P<iops>\d{1,9}(?:\.\d{1,3})?[KM]?), (?:BW=(?P<bw>\d{1,9}(?:\.\d{1,3})?)(?P<unit>[KMG]iB)/s, )?"
    r"IOS/call=-?\d{1,9}/-?\d{1,9}(?:, inflight=\(.{0,2000})?"
)
_KNOWN = re.compile(
    r"(?:submitter=\d|polled=\d|sq_ring|cq_ring|i \d|IO uring|Engine=|Exiting on|Added file|Maximum IOPS="
    r"|\S+: Added).{0,300}"
)
_UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_POWERS = {"K": 1e3, "M": 1e6}
_OPTIONS = {"-b": "bs", "-d": "depth", "-n": "jobs"}


def read_io_uring_tests(content: bytes, limits: Limits) -> Reading | None:
    """One run per command, or per run of lines. Raises TooMany."""
    drafts: list[RunDraft] = []
    draft = RunDraft(tool="t/io_uring")
    seconds: list[tuple[int, float, float | None]] = []
    for line in split_lines(content, limits):
        if command := _COMMAND.search(line.text):
            drafts += _close(draft, seconds)
            draft, seconds = RunDraft(tool="t/io_uring", command=command["line"], used=[line.number]), []
        elif match := _LINE.fullmatch(line.text):
            rate = read_amount(match["iops"].rstrip("KM"), _POWERS.get(match["iops"][-1], 1))
            speed = read_amount(match["bw"], _UNITS[match["unit"]]) if match["bw"] else None
            draft.used.append(line.number)
            if rate is not None:
                seconds.append((line.number, rate.value, None if speed is None else speed.value))
        elif (draft.command or seconds) and _KNOWN.fullmatch(line.text):
            draft.used.append(line.number)
        elif seconds:
            drafts += _close(draft, seconds)
            draft, seconds = RunDraft(tool="t/io_uring"), []
    return build_reading("io_uring_test", [*drafts, *_close(draft, seconds)], limits)


def _close(draft: RunDraft, seconds: list[tuple[int, float, float | None]]) -> list[RunDraft]:
    """Build the run of the lines before; none where there is no line."""
    if not seconds:
        return []
    steady = seconds[1:] or seconds
    options, targets = _read_command(draft.command or "")
    draft.targets += targets
    size = parse_size(options["bs"]) if "bs" in options else None
    iops = fmean(rate for _, rate, _ in steady)
    speeds = [speed for _, _, speed in steady if speed is not None]
    bandwidth = iops * size if size else fmean(speeds) if len(speeds) == len(steady) else None
    depth, jobs = options.get("depth", ""), options.get("jobs", "")
    draft.results.append(
        Result(
            where=f"line {seconds[0][0]}",
            job_name="t/io_uring",
            group=0,
            direction="read",
            iops=iops,
            bw_bytes_per_s=None if bandwidth is None else round(bandwidth),
            runtime_ms=1_000 * len(steady),
            **Settings(
                rw="randread" if draft.command else None,
                bs_bytes=size,
                iodepth=int(depth) if depth.isdecimal() and len(depth) < 8 else None,
                numjobs=int(jobs) if jobs.isdecimal() and len(jobs) < 8 else 1 if draft.command else None,
                ioengine="io_uring",
            ),
        )
    )
    return [draft]


def _read_command(command: str) -> tuple[dict[str, str], list[str]]:
    """Read the options, as `-b4096` or `-b 4096`, and the files."""
    try:
        words = shlex.split(command)[1:]
    except ValueError:
        return {}, []
    options: dict[str, str] = {}
    targets = []
    for word, following in zip(words, [*words[1:], ""], strict=False):
        name = _OPTIONS.get(word[:2])
        if name is not None:
            options[name] = word[2:] or following
        elif word.startswith("/"):
            targets.append(word)
    return options, targets


def _may_be_io_uring_test(content: bytes) -> bool:
    return b"IOS/call=" in content


ADAPTER = Adapter(
    kind="io_uring_test",
    tool="fio's t/io_uring",
    names=("t/io_uring",),
    is_whole_body=False,
    sniff=_may_be_io_uring_test,
    parse=read_io_uring_tests,
    reads="mean IOPS and bandwidth of its lines without the first, settings of its command",
    leaves_out="calls per I/O, requests in flight, its own maximum",
    source="axboe/fio t/io_uring.c",
)
