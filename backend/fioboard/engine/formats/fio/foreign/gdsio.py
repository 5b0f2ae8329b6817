"""NVIDIA's `gdsio`: reads and writes between storage and the memory of a GPU, one line per run.

GiB/s are of powers of 1024, IOSize and DataSetSize KiB, the mean latency µs. XferType tells the way: GPUD goes
directly, CPUONLY and CPU_GPU through the host's memory. It prints GPUD also where cuFile fell
back to the host's memory.
Source: NVIDIA GPUDirect Storage, Benchmarking and Configuration Guide.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import split_lines

_COMMAND = re.compile(r"(?:^|[\s#$%>])(?P<line>(?:\S*/)?gdsio\s+-\S.{0,600})$")
_FILE = re.compile(r"\s-[fD]\s+(?P<path>/\S+)")
_GPU = re.compile(r"\s-d\s*(?P<number>\d{1,3})(?=\s|$)")
_WAY = re.compile(r"\s-I\s*(?P<way>[0-3])\b")
_LINE = re.compile(
    rf"IoType: (?P<way>READ|WRITE|RANDREAD|RANDWRITE) XferType: (?P<transfer>\w{{2,20}}) "
    r"Threads: (?P<threads>\d{1,6}) "
    rf"(?:IoDepth: (?P<depth>\d{{1,6}}) )?DataSetSize: (?P<moved>\d{{1,15}})/\d{{1,15}}\(KiB\) "
    r"IOSize: (?P<size>\d{1,12})(?:-\d{1,12})*\(KiB\) "
    rf"Throughput: (?P<rate>{NUMBER}) GiB/sec, Avg_Latency: (?P<mean>{NUMBER}) usecs ops: (?P<count>\d{{1,15}}) "
    rf"total_time (?P<seconds>{NUMBER}) secs"
)
_WAYS = {"0": "read", "1": "write", "2": "randread", "3": "randwrite"}


def read_gdsio(content: bytes, limits: Limits) -> Reading | None:
    """One run per line of a result. Raises TooMany."""
    drafts: list[RunDraft] = []
    draft = RunDraft(tool="gdsio")
    for line in split_lines(content, limits):
        if command := _COMMAND.search(line.text):
            draft = RunDraft(tool="gdsio", command=command["line"], used=[line.number])
            draft.targets += [match["path"] for match in _FILE.finditer(command["line"])]
        elif match := _LINE.fullmatch(line.text):
            rate, seconds = read_amount(match["rate"], 2**30), read_amount(match["seconds"], 1_000)
            way = match["way"].lower().removeprefix("rand")
            asked = _WAY.search(draft.command or "")
            rw = _WAYS[asked["way"]] if asked else match["way"].lower() if "RAND" in match["way"] else None
            count = int(match["count"])
            draft.used.append(line.number)
            draft.results.append(
                Result(
                    where=f"line {line.number}",
                    job_name="gdsio",
                    group=0,
                    direction=way,
                    iops=count * 1_000 / seconds.value if seconds and seconds.value else None,
                    bw_bytes_per_s=None if rate is None else round(rate.value) or None,
                    bw_bounds_bytes_per_s=None if rate is None or not rate.value else rate.bounds,
                    io_bytes=int(match["moved"]) * 1024,
                    total_ios=count,
                    runtime_ms=None if seconds is None else round(seconds.value) or None,
                    lat=build_latency(1_000, mean=match["mean"], reason="gdsio prints the mean alone"),
                    job_options=_list_options(match["transfer"], draft.command or ""),
                    **Settings(
                        rw=rw if rw and rw.endswith(way) else None,
                        bs_bytes=int(match["size"]) * 1024,
                        iodepth=int(match["depth"]) if match["depth"] else 1,
                        numjobs=int(match["threads"]),
                        ioengine="cufile" if match["transfer"].startswith("GPU") else None,
                    ),
                )
            )
            drafts.append(draft)
            draft = RunDraft(tool="gdsio")
    return build_reading("gdsio", drafts, limits)


def _list_options(transfer: str, command: str) -> dict[str, str]:
    """List the transfer type, and the GPUs by the name that fio has for them."""
    gpus = dict.fromkeys(match["number"] for match in _GPU.finditer(command))
    return {"xfer_type": transfer} | ({"gpu_dev_ids": ":".join(gpus)} if gpus else {})


def _may_be_gdsio(content: bytes) -> bool:
    return b"XferType: " in content


ADAPTER = Adapter(
    kind="gdsio",
    tool="gdsio",
    names=("gdsio",),
    is_whole_body=False,
    sniff=_may_be_gdsio,
    parse=read_gdsio,
    reads="IOPS, bandwidth, bytes, seconds and mean latency of each line, transfer type, GPUs (-d), threads, size",
    leaves_out="lines of single GPUs, whether cuFile fell back",
    source="NVIDIA GPUDirect Storage Benchmarking and Configuration Guide",
)
