"""SPDK's `perf` and `bdevperf`: rates and latencies of each device, driven from user space.

MiB/s are of powers of 1024, as `MB/s` of releases before 19 are. Latencies are µs. One result holds the devices of a
run: its line Total, or the only device's. What a run asked for its command tells: `-q` is the depth of each queue pair,
of which there is one per device and core.
Source: github.com/spdk/spdk app/spdk_nvme_perf/perf.c (print_performance), examples/bdev/bdevperf/bdevperf.c.
"""

import re
import shlex
from collections.abc import Mapping

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_COMMAND = re.compile(
    r"(?:^|[\s#$%>])(?P<line>(?:\S*/)?(?:perf|spdk_nvme_perf|bdevperf(?:\.py)?)\s{1,4}(?:\S{1,200}\s{1,4}){0,16}-[qow]\s?\S.{0,1000})$"
)
_KNOWN = re.compile(
    r"(?:Initializing NVMe Controllers|Attache?d to NVMe|Attaching to NVMe|Associating |Initialization complete"
    r"|Starting thread|Starting SPDK|TELEMETRY|EAL:|\[ DPDK EAL|Latency\(us\)|=+$|Running I/O for"
    r"|Verification|job: ).{0,400}"
)
_HEAD = re.compile(r"Device Information\s*:\s+(?:runtime\(s\)\s+)?IOPS\s+Mi?B/s\s.{0,60}?Average\s+min\s+max")
_ROW = re.compile(
    rf"(?P<name>\S.{{0,120}}?)\s*:\s+(?:(?P<seconds>{NUMBER})\s+)?(?P<iops>{NUMBER})\s+(?P<rate>{NUMBER})\s+"
    rf"(?:{NUMBER}\s+{NUMBER}\s+)?(?P<mean>{NUMBER})\s+(?P<low>{NUMBER})\s+(?P<high>{NUMBER})"
)
_OPTIONS = {"-q": "depth", "-o": "size", "-s": "size", "-w": "way", "-t": "seconds", "-M": "mix"}
_WAYS = {
    "read": "read",
    "write": "write",
    "randread": "read",
    "randwrite": "write",
    "rw": "mixed",
    "randrw": "mixed",
}
_MIB = 2**20


def read_spdk_perf(content: bytes, limits: Limits) -> Reading | None:
    """One run per table. Raises TooMany."""
    drafts: list[RunDraft] = []
    draft = RunDraft(tool="SPDK perf")
    rows: list[tuple[Line, re.Match[str]]] = []
    is_table = False
    for line in split_lines(content, limits):
        if command := _COMMAND.search(line.text):
            drafts += _close(draft, rows)
            draft, rows, is_table = (
                RunDraft(tool="SPDK perf", command=command["line"], used=[line.number]),
                [],
                False,
            )
        elif _HEAD.fullmatch(line.text):
            if rows:
                drafts += _close(draft, rows)
                draft, rows = RunDraft(tool="SPDK perf"), []
            is_table = True
            draft.used.append(line.number)
        elif is_table and (row := _ROW.fullmatch(line.text)):
            rows.append((line, row))
            draft.used.append(line.number)
            is_table = not row["name"].startswith("Total")
        elif (draft.command or is_table) and _KNOWN.match(line.text):
            draft.used.append(line.number)
    return build_reading("spdk_perf", [*drafts, *_close(draft, rows)], limits)


def _close(draft: RunDraft, rows: list[tuple[Line, re.Match[str]]]) -> list[RunDraft]:
    """Build the run of a table; none where there is none."""
    whole = next(((line, row) for line, row in rows if row["name"].startswith("Total")), None)
    if whole is None and len(rows) == 1:
        whole = rows[0]
    if whole is None:
        return []
    line, row = whole
    options = _read_options(draft.command or "")
    rate, iops = read_amount(row["rate"], _MIB), read_amount(row["iops"])
    direction = _WAYS.get(options.get("way", ""), "mixed")
    devices = len([one for _, one in rows if not one["name"].startswith("Total")])
    if "way" not in options:
        detail = "Without its command line nothing tells whether perf read or wrote: shown as mixed."
        draft.remark(line.number, "UnknownDirection", detail)
    if direction == "mixed" and "way" in options:
        detail = "perf prints reads and writes of a mix together."
        draft.remark(line.number, "UnknownDirection", detail)
    draft.results.append(
        Result(
            where=f"line {line.number}",
            job_name="SPDK perf",
            group=0,
            direction=direction,
            iops=None if iops is None else iops.value,
            iops_bounds=None if iops is None else iops.bounds,
            bw_bytes_per_s=None if rate is None else round(rate.value),
            bw_bounds_bytes_per_s=None if rate is None else rate.bounds,
            runtime_ms=_count(options.get("seconds"), 1_000),
            lat=build_latency(
                1_000,
                minimum=row["low"],
                mean=row["mean"],
                maximum=row["high"],
                reason="printed only with -L",
            ),
            **Settings(
                rw=options.get("way") if options.get("way") in _WAYS else None,
                bs_bytes=_count(options.get("size")),
                iodepth=_count(options.get("depth")),
                numjobs=devices or 1,
                ioengine="spdk",
                direct=True,
            ),
        )
    )
    return [draft]


def _read_options(command: str) -> Mapping[str, str]:
    """Read the options, as `-q 32` or `-q32`; the size is -o, which older releases call -s."""
    try:
        words = shlex.split(command)
    except ValueError:
        return {}
    options: dict[str, str] = {}
    for word, following in zip(words, [*words[1:], ""], strict=False):
        name = _OPTIONS.get(word[:2])
        if name is not None and word[:2] != "-s":
            options.setdefault(name, word[2:] or following)
    return options


def _count(text: str | None, unit: int = 1) -> int | None:
    return int(text) * unit if text and text.isascii() and text.isdecimal() and 0 < len(text) < 10 else None


def _may_be_spdk_perf(content: bytes) -> bool:
    return b"Device Information" in content


ADAPTER = Adapter(
    kind="spdk_perf",
    tool="SPDK perf and bdevperf",
    names=("SPDK perf",),
    is_whole_body=False,
    sniff=_may_be_spdk_perf,
    parse=read_spdk_perf,
    reads="IOPS, bandwidth and latency of all devices together, settings of its command",
    leaves_out="single devices beside the total, histograms of -L, reads and writes of a mix apart",
    source="spdk/spdk app/spdk_nvme_perf/perf.c",
)
