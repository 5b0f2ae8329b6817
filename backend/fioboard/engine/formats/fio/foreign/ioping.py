"""`ioping`: latency of single requests, one after the other.

`7 requests completed in 3.57 ms, 28 KiB read, 1.96 k iops, 7.66 MiB/s`: time is the sum of the requests, so that the
rates are those of one request in flight without the pauses between them (`generated … in 700.3 ms` counts these too
and is not used). Sizes are of powers of 1024, `k iops` of 1000; three digits are printed. Latency is that of the
request, `mdev` its standard deviation; percentiles are not measured. The statistics block is read, not -p, -B or -J.
Source: ioping.c, print_statistics, print_int and print_time; ioping(1).
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, read_count, read_duration_ns, read_size
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading, set_fixed_settings
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result, build_counts
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_SIZE = rf"{NUMBER} (?:[KMGTP]i)?B"
_TIME = rf"{NUMBER} (?:ns|us|ms|s|min|hour|day)"
_REQUEST = re.compile(
    rf"(?P<size>{_SIZE}) (?P<way><<<|>>>|from|to) .{{1,500}}: (?:request|seq)=\d{{1,12}} time=\s?{_TIME}(?: "
    rf"\(.{{1,40}}\))?"
)
_HEAD = re.compile(r"--- (?P<target>.{1,400}?) \((?P<device>[^()]{1,200})\) ioping statistics ---")
_COMPLETED = re.compile(
    rf"(?P<count>{NUMBER})(?: (?P<prefix>[kMG]))? requests completed in (?P<time>{_TIME}), "
    rf"(?:(?P<size>{_SIZE})(?: (?P<way>read|written))?, )?(?P<iops>{NUMBER}(?: [kMG])?) iops, (?P<rate>{_SIZE})/s"
)
_GENERATED = re.compile(r"generated .{1,40} requests? in .{1,200}")
_LATENCY = re.compile(rf"min/avg/max/mdev = ({_TIME}) / ({_TIME}) / ({_TIME}) / ({_TIME})")
_DIRECTIONS = {
    "<<<": "read",
    "from": "read",
    "read": "read",
    ">>>": "write",
    "to": "write",
    "written": "write",
}


def read_ioping(content: bytes, limits: Limits) -> Reading | None:
    """One run per block of statistics. Raises TooMany."""
    drafts: list[RunDraft] = []
    block = _Block()
    for line in split_lines(content, limits):
        if block.read(line):
            drafts.append(block.draft)
            block = _Block()
    if block.is_announced:
        drafts.append(block.draft)
    return build_reading("ioping", drafts, limits)


class _Block:
    """The requests and the statistics of one run."""

    def __init__(self) -> None:
        self.draft = RunDraft(tool="ioping")
        self.is_announced = False
        self._sizes: set[str] = set()
        self._ways: set[str] = set()
        self._completed: re.Match[str] | None = None

    def read(self, line: Line) -> bool:
        """Whether the line ended the block."""
        if request := _REQUEST.fullmatch(line.text):
            self._sizes.add(request["size"])
            self._ways.add(_DIRECTIONS[request["way"]])
        elif head := _HEAD.fullmatch(line.text):
            self.draft.targets.append(head["target"])
            self.is_announced = True
        elif self.is_announced and (match := _COMPLETED.fullmatch(line.text)):
            self._completed = match
        elif self._completed is not None and (latency := _LATENCY.fullmatch(line.text)):
            self.draft.results.append(
                self._build_result(self._completed, _build_latency(latency, self._count), line.number)
            )
            self.draft.used.append(line.number)
            return True
        elif not (self.is_announced and _GENERATED.fullmatch(line.text)):
            return False
        self.draft.used.append(line.number)
        return False

    @property
    def _count(self) -> int | None:
        """Requests, where all digits are printed."""
        match = self._completed
        return (
            int(match["count"])
            if match is not None and not match["prefix"] and match["count"].isdigit()
            else None
        )

    def _build_result(self, match: re.Match[str], latency: Latency | None, line: int) -> Result:
        """Build the result of the block's statistics."""
        ways = {_DIRECTIONS[match["way"]]} if match["way"] else self._ways
        if not ways:
            detail = "No line tells whether ioping read or wrote: shown as mixed."
            self.draft.remark(line, "UnknownDirection", detail)
        iops, time = read_count(match["iops"]), read_duration_ns(match["time"])
        rate, moved = read_size(match["rate"]), None if match["size"] is None else read_size(match["size"])
        settings = Settings(iodepth=1, numjobs=1)
        result = Result(
            where=f"line {line}",
            job_name="ioping",
            group=0,
            direction=ways.pop() if len(ways) == 1 else "mixed",
            iops=None if iops is None else iops.value,
            iops_bounds=None if iops is None else iops.bounds,
            bw_bytes_per_s=None if rate is None else round(rate.value),
            bw_bounds_bytes_per_s=None if rate is None else rate.bounds,
            io_bytes=None if moved is None else round(moved.value),
            io_bounds_bytes=None if moved is None else moved.bounds,
            **build_counts(self._count),
            runtime_ms=None if time is None else round(time.value / 1e6) or None,
            lat=latency,
            bs_bytes=self._find_block_size(),
            member_count=1,
        )
        return set_fixed_settings(result, settings)

    def _find_block_size(self) -> int | None:
        """Return the one size that all requests had; else None."""
        size = read_size(next(iter(self._sizes))) if len(self._sizes) == 1 else None
        return None if size is None else round(size.value)


def _build_latency(match: re.Match[str], count: int | None) -> Latency | None:
    """Build the latency of four numbers, each with a unit of its own."""
    low, mean, high, spread = (read_duration_ns(text) for text in match.groups())
    if low is None or mean is None or high is None or spread is None:
        return None
    return Latency(
        n=count,
        min_ns=round(low.value),
        mean_ns=mean.value,
        max_ns=round(high.value),
        stddev_ns=spread.value,
        percentiles_reason="ioping measures none",
        resolution_ns=max(1, *(round(one.high - one.low) for one in (low, mean, high, spread))),
    )


def _may_be_ioping(content: bytes) -> bool:
    return b" ioping statistics ---" in content


ADAPTER = Adapter(
    kind="ioping",
    tool="ioping",
    names=("ioping",),
    is_whole_body=False,
    sniff=_may_be_ioping,
    parse=read_ioping,
    reads="the statistics block: rates of one request in flight, latency",
    leaves_out="percentiles, the rate with pauses, -p, -B, -J",
    source="ioping.c and ioping(1)",
)
