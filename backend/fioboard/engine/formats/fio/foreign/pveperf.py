"""`pveperf` of Proxmox VE: buffered reads, mean seek time and fsyncs a second of one directory.

MB are of powers of 1024: reads of 2 MiB, one after another. A seek is a random read of 512 bytes. An fsync follows a
write of 4,001 bytes to a file opened anew. Each lasts 3 s, through the page cache. The rest measures no storage.
Source: github.com/proxmox/pve-manager bin/pveperf, test_read, test_seektime, test_fsync.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_FIRST = re.compile(rf"CPU BOGOMIPS:\s+{NUMBER}")
_SIZE = re.compile(rf"HD SIZE:\s+{NUMBER} GB \((?P<device>\S{{1,255}})\)")
_READS = re.compile(rf"BUFFERED READS:\s+(?P<rate>{NUMBER}) MB/sec")
_SEEK = re.compile(rf"AVERAGE SEEK TIME:\s+(?P<ms>{NUMBER}) ms")
_FSYNCS = re.compile(rf"FSYNCS/SECOND:\s+(?P<rate>{NUMBER})")
_KNOWN = re.compile(rf"(?:REGEX/SECOND:\s+\d{{1,12}}|DNS (?:EXT|INT):\s+{NUMBER} ms.{{0,80}})")
_MIB = 2**20


def read_pveperf(content: bytes, limits: Limits) -> Reading | None:
    """One run per output. Raises TooMany."""
    drafts: list[RunDraft] = []
    before = 0
    for line in split_lines(content, limits):
        is_first = _FIRST.fullmatch(line.text) is not None
        result = _read_result(line)
        is_known = result is not None or _SIZE.fullmatch(line.text) or _KNOWN.fullmatch(line.text)
        if not is_first and not is_known:
            continue
        if is_first or not drafts or line.number > before + 2:
            drafts.append(RunDraft(tool="pveperf"))
        before = line.number
        drafts[-1].used.append(line.number)
        if (size := _SIZE.fullmatch(line.text)) and size["device"].startswith("/"):
            drafts[-1].targets.append(size["device"])
        if result is not None:
            drafts[-1].results.append(result)
    return build_reading("pveperf", [draft for draft in drafts if draft.results], limits)


def _read_result(line: Line) -> Result | None:
    """Read the figure of a line; None where it holds none of the storage."""
    where = f"line {line.number}"
    if match := _READS.fullmatch(line.text):
        rate = read_amount(match["rate"], _MIB)
        return None if rate is None else Result(
            where=where, job_name="buffered reads", group=0, direction="read", bw_bytes_per_s=round(rate.value),
            bw_bounds_bytes_per_s=rate.bounds, job_options={"test": "buffered reads"},
            **Settings(rw="read", bs_bytes=2 * _MIB, iodepth=1, numjobs=1, direct=False),
        )  # fmt: skip
    if match := _SEEK.fullmatch(line.text):
        latency = build_latency(1_000_000, mean=match["ms"], reason="pveperf prints the mean alone")
        return None if latency is None else Result(
            where=where, job_name="seeks", group=1, direction="read", lat=latency, job_options={"test": "seeks"},
            **Settings(rw="randread", bs_bytes=512, iodepth=1, numjobs=1, direct=False),
        )  # fmt: skip
    if match := _FSYNCS.fullmatch(line.text):
        rate = read_amount(match["rate"])
        return None if rate is None else Result(
            where=where, job_name="fsyncs", group=2, direction="write", iops=rate.value, iops_bounds=rate.bounds,
            job_options={"test": "fsyncs"}, **Settings(rw="write", bs_bytes=4_001, iodepth=1, numjobs=1, direct=False),
        )  # fmt: skip
    return None


def _may_be_pveperf(content: bytes) -> bool:
    return b"FSYNCS/SECOND" in content or b"BUFFERED READS:" in content


ADAPTER = Adapter(
    kind="pveperf",
    tool="pveperf",
    names=("pveperf",),
    tests=("buffered reads", "seeks", "fsyncs"),
    is_whole_body=False,
    sniff=_may_be_pveperf,
    parse=read_pveperf,
    reads="buffered reads, mean seek time, fsyncs a second",
    leaves_out="processor, name service, size",
    source="Proxmox pve-manager bin/pveperf",
)
