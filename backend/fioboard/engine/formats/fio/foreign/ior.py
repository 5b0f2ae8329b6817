"""IOR: the rows of its results, of writes and reads of all tasks together.

bw is MiB/s, block and transfer sizes are KiB, latency is in seconds; the total time of a repetition is `total(s)`. Old
releases print `Max Write:` and `Max Read:` alone. The summary repeats the rows and is not kept.
Source: github.com/hpc/ior src/ior-output.c (PrintReducedResult, PrintLongSummary).
"""

import re
from collections.abc import Mapping

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import parse_size
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import split_lines

_START = re.compile(r"IOR-(?P<version>\d[\w.+-]{1,20}): MPI Coordinated Test of Parallel I/O")
_COMMAND = re.compile(r"Command line(?: used)?\s*: (?P<line>\S.{0,1000})")
_FIELD = re.compile(
    r"(?P<key>api|test filename|ordering in a file|clients|tasks|xfersize|blocksize|access)"
    r"\s*[:=]\s*(?P<value>\S.{0,200})"
)
_HEAD = re.compile(r"access\s+bw\(MiB/s\)\s+(?P<rest>\S.*)")
_DATA = rf"(?:{NUMBER}(?:[eE][-+]?\d{{1,3}})?|-)"
_ROW = re.compile(rf"(?P<way>write|read)\s+(?P<rate>{NUMBER})\s+(?P<cells>{_DATA}(?:\s+{_DATA}){{4,9}})")
_MAX = re.compile(rf"Max (?P<way>Write|Read):\s+(?P<rate>{NUMBER}) MiB/sec \({NUMBER} MB/sec\)")
_KNOWN = re.compile(
    r"(?:Began|Machine|TestID|StartTime|Path|FS|Participating|Options|type|nodes|clients per node|repetitions"
    r"|aggregate filesize"
    r"|reordering|Results|------|remove|Summary of|Operation|Finished|ordering inter|stonewall|clients/node"
    r"|memoryBuffer"
    r"|dataAccess|GPUDirect|Used inodes|Summary:|Test \d|Used \w).{0,400}"
)
_MIB = 2**20


def read_ior(content: bytes, limits: Limits) -> Reading | None:
    """One run per output. Raises TooMany."""
    drafts: list[RunDraft] = []
    fields: dict[str, str] = {}
    columns: list[str] = []
    for line in split_lines(content, limits):
        text = line.text
        if start := _START.match(text):
            drafts.append(RunDraft(tool="IOR", version=start["version"], used=[line.number]))
            fields, columns = {}, []
        elif head := _HEAD.fullmatch(text):
            if not drafts or columns:
                drafts.append(RunDraft(tool="IOR"))
                fields = {}
            columns = head["rest"].split()
            drafts[-1].used.append(line.number)
        elif not drafts:
            continue
        elif command := _COMMAND.fullmatch(text):
            drafts[-1].command = command["line"]
            drafts[-1].used.append(line.number)
        elif field := _FIELD.fullmatch(text):
            fields.setdefault(field["key"], field["value"].strip())
            drafts[-1].used.append(line.number)
            if field["key"] == "test filename":
                drafts[-1].targets.append(field["value"].strip())
        elif columns and (row := _ROW.fullmatch(text)):
            drafts[-1].used.append(line.number)
            cells = dict(zip(columns, row["cells"].split(), strict=False))
            _add_result(drafts[-1], line.number, row, cells, fields)
        elif most := _MAX.fullmatch(text):
            drafts[-1].used.append(line.number)
            if not columns:
                _add_result(drafts[-1], line.number, most, {}, fields)
        elif _KNOWN.match(text):
            drafts[-1].used.append(line.number)
    return build_reading("ior", [draft for draft in drafts if draft.results], limits)


def _add_result(
    draft: RunDraft, line: int, match: re.Match[str], cells: Mapping[str, str], fields: Mapping[str, str]
) -> None:
    """Add the result of a row. Phases and repetitions follow each other, so each is a group of its own."""
    way, speed = match["way"].lower(), read_amount(match["rate"], _MIB)
    iops = read_amount(cells.get("IOPS", ""))
    seconds = read_amount(cells.get("total(s)", ""), 1_000)
    size = read_amount(cells.get("xfer(KiB)", ""), 1024)
    tasks = fields.get("tasks") or fields.get("clients", "").partition(" ")[0]
    is_random = "random" in fields.get("ordering in a file", "")
    stated = "".join(fields.get("xfersize", "").split())
    result = Result(
        where=f"line {line}",
        job_name=f"IOR {way}",
        group=len(draft.results),
        direction=way,
        iops=None if iops is None else iops.value or None,
        iops_bounds=None if iops is None or not iops.value else iops.bounds,
        bw_bytes_per_s=None if speed is None else round(speed.value),
        bw_bounds_bytes_per_s=None if speed is None else speed.bounds,
        runtime_ms=None if seconds is None else round(seconds.value) or None,
        lat=build_latency(1_000_000_000, mean=cells.get("Latency(s)"), reason="IOR prints the mean alone"),
        **Settings(
            rw=f"rand{way}" if is_random else way,
            bs_bytes=round(size.value)
            if size
            else parse_size(stated.removesuffix("iB").removesuffix("ytes")),
            numjobs=int(tasks) if tasks.isdecimal() and len(tasks) < 8 else None,
            ioengine=fields.get("api"),
        ),
    )
    draft.results.append(result)


def _may_be_ior(content: bytes) -> bool:
    return b"bw(MiB/s)" in content or b"MPI Coordinated Test of Parallel I/O" in content


ADAPTER = Adapter(
    kind="ior",
    tool="IOR",
    names=("IOR",),
    is_whole_body=False,
    sniff=_may_be_ior,
    parse=read_ior,
    reads="per repetition IOPS, bandwidth, mean latency, seconds, transfer size, tasks",
    leaves_out="opening and closing, the summary over repetitions, removal",
    source="hpc/ior src/ior-output.c",
)
