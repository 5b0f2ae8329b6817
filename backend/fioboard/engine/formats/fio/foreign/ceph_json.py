"""`ceph tell osd.N bench` and `rados bench --format json`: JSON among the lines of a terminal.

The OSD's bench writes through one OSD alone: bytes, block size, seconds, exact rates. rados bench's JSON has the
totals of its text; its MB are of powers of 1024, latencies seconds.
Source: github.com/ceph/ceph src/osd/OSD.cc (bench), src/common/obj_bencher.cc.
"""

import json
import re
from collections.abc import Mapping

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import build_latency
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_COMMAND = re.compile(
    r"(?:^|[\s#$%>])(?P<line>ceph tell osd\.(?:\d{1,6}|\*) bench.{0,100}|rados\s(?:\S+\s){0,12}?bench\s.{0,300})$"
)
_OPEN = re.compile(r"(?:osd\.(?P<osd>\d{1,6}): )?\{")
_KINDS = {"write": "write", "seq": "read", "rand": "randread"}
_MAX_LINES = 20_000
"""Of one document: rados bench prints ten lines for each second."""
_NUMBER = r"-?\d{1,18}(?:\.\d{1,20})?(?:e[-+]?\d{1,3})?"
_VALUE = re.compile(rf'"(?P<key>[a-z_A-Z]{{3,40}})"\s*:\s*"?(?P<value>{_NUMBER})"?')


def read_ceph_json(content: bytes, limits: Limits) -> Reading | None:
    """One run per document. Raises TooMany."""
    drafts: list[RunDraft] = []
    command: tuple[int, str] | None = None
    pieces: list[Line] = []
    depth = 0
    for line in split_lines(content, limits):
        if match := _COMMAND.search(line.text):
            command, pieces, depth = (line.number, match["line"]), [], 0
        elif pieces or _OPEN.match(line.text):
            pieces.append(line)
            depth += line.text.count("{") - line.text.count("}")
            if depth <= 0:
                draft = _read_document(" ".join(one.text for one in pieces), pieces, command)
                if draft is not None:
                    drafts.append(draft)
                    command = None
            if depth <= 0 or len(pieces) > _MAX_LINES:
                pieces, depth = [], 0
    return build_reading("ceph_json", drafts, limits)


def _read_document(text: str, pieces: list[Line], command: tuple[int, str] | None) -> RunDraft | None:
    """Read the figures of a document; None where it is none of these two."""
    values = {one["key"]: float(one["value"]) for one in _VALUE.finditer(text)}
    head = _OPEN.match(text)
    draft = RunDraft(tool="ceph osd bench", used=[one.number for one in pieces])
    if {"bytes_written", "blocksize", "bytes_per_sec"} <= values.keys():
        draft.title = f"osd.{head['osd']}" if head and head["osd"] else None
        result = _build_osd_result(values, pieces[0].number)
    elif {"total_time_run", "bandwidth", "average_iops"} & values.keys() >= {"total_time_run", "bandwidth"}:
        draft.tool = "rados bench"
        result = _build_rados_result(values, pieces[0].number, command[1] if command else "")
    else:
        return None
    if command is not None:
        draft.used.insert(0, command[0])
        draft.command = command[1]
    draft.results.append(result)
    return draft


def _build_osd_result(values: Mapping[str, float], line: int) -> Result:
    seconds = values.get("elapsed_sec")
    return Result(
        where=f"line {line}",
        job_name="osd bench",
        group=0,
        direction="write",
        iops=values.get("iops") or values["bytes_per_sec"] / max(1.0, values["blocksize"]),
        bw_bytes_per_s=round(values["bytes_per_sec"]),
        io_bytes=round(values["bytes_written"]),
        runtime_ms=round(seconds * 1_000) or None if seconds else None,
        **Settings(bs_bytes=round(values["blocksize"]) or None, numjobs=1),
    )


def _build_rados_result(values: Mapping[str, float], line: int, command: str) -> Result:
    kinds = [word for word in command.split() if word in _KINDS]
    kind = kinds[0] if len(kinds) == 1 else None
    writes, reads = values.get("total_writes_made"), values.get("total_reads_made")
    way = "write" if writes is not None else "read"
    count, seconds = writes if writes is not None else reads, values["total_time_run"]
    size = values.get("write_size") or values.get("read_size") or values.get("object_size")
    latency = {
        name: json.dumps(values[f"{name}_latency"])
        for name in ("min", "average", "max", "stddev")
        if f"{name}_latency" in values
    }
    return Result(
        where=f"line {line}",
        job_name="rados bench",
        group=0,
        direction=way,
        iops=count / seconds if count and seconds else values.get("average_iops"),
        bw_bytes_per_s=round(values["bandwidth"] * 2**20),
        total_ios=None if count is None else round(count),
        runtime_ms=round(seconds * 1_000) or None,
        lat=build_latency(
            1_000_000_000,
            minimum=latency.get("min"),
            mean=latency.get("average"),
            maximum=latency.get("max"),
            stddev=latency.get("stddev"),
            reason="rados bench prints none",
        ),
        **Settings(
            rw=_KINDS[kind] if kind and _KINDS[kind].endswith(way) else None,
            bs_bytes=round(size) if size else None,
            numjobs=1,
        ),
    )


def _may_be_ceph_json(content: bytes) -> bool:
    return b'"bytes_per_sec"' in content or b'"total_time_run"' in content


ADAPTER = Adapter(
    kind="ceph_json",
    tool="ceph tell osd bench, rados bench (JSON)",
    names=("ceph osd bench", "rados bench"),
    is_whole_body=False,
    sniff=_may_be_ceph_json,
    parse=read_ceph_json,
    reads="the OSD's bytes, block size, seconds and rates; the totals of rados bench with latencies",
    leaves_out="interval lists, deviations and extremes of the rates",
    source="ceph/ceph src/osd/OSD.cc, src/common/obj_bencher.cc",
)
