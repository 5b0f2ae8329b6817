"""`rados bench`: the totals that it prints at its end, of writes, sequential or random reads of objects.

MB are of powers of 1024. The IOPS are whole ones; operations over seconds give them exactly. Interval lines are read
and not kept. Which of the reads were random the command tells, and nothing else.
Source: github.com/ceph/ceph src/common/obj_bencher.cc, write_bench, seq_read_bench, rand_read_bench.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, get_bounds, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_COMMAND = re.compile(r"(?:^|[\s#$%>])(?P<line>rados\s(?:\S+\s){0,12}?bench\s.{0,300})$")
_HEAD = re.compile(
    r"Maintaining (?P<depth>\d{1,6}) concurrent (?P<way>write|read)s of (?P<size>\d{1,12}) bytes\b.{0,120}"
)
_KNOWN = re.compile(
    r"\d{1,9}(?:\s+(?:\d[\d.e+-]*|-)){7}|sec Cur ops\s+started\s+finished\s+avg MB/s\s+cur MB/s.*"
    r"|hints = \d|Object prefix: .{1,200}|\d{4}-\d\d-\d\d[T ][\d:.+-]{5,30} min lat: .{1,100}"
)
_FIELD = re.compile(rf"(?P<name>[A-Z][A-Za-z ()/]{{3,30}}):\s+(?P<value>-?{NUMBER}(?:e-?\d{{1,3}})?)")
_FIRST = "Total time run"
_TOTALS = {"Total writes made": "write", "Total reads made": "read"}
_KINDS = {"write": "write", "seq": "read", "rand": "randread"}
_MIB = 2**20
_SECOND_NS = 1_000_000_000


def read_rados_bench(content: bytes, limits: Limits) -> Reading | None:
    """One run per bench. Raises TooMany."""
    reader = _Reader()
    for line in split_lines(content, limits):
        reader.read(line)
    reader.close_run()
    return build_reading("rados_bench", reader.drafts, limits)


class _Reader:
    """The lines of benches, one after the other."""

    def __init__(self) -> None:
        self.drafts: list[RunDraft] = []
        self._draft: RunDraft | None = None
        self._kind: str | None = None
        self._head: re.Match[str] | None = None
        self._fields: dict[str, str] = {}
        self._command: tuple[int, str, str | None] | None = None

    def read(self, line: Line) -> None:
        """One line of the body."""
        if command := _COMMAND.search(line.text):
            self.close_run()
            kinds = [word for word in command["line"].split() if word in _KINDS]
            self._command = line.number, command["line"], kinds[0] if len(kinds) == 1 else None
        elif head := _HEAD.search(line.text):
            if self._draft is None or self._head is not None or self._fields:
                self.close_run()
                self._start_part(line)
            else:
                self._keep(line)
            self._head = head
        elif (field := _FIELD.fullmatch(line.text)) and (field["name"] == _FIRST or self._fields):
            if field["name"] == _FIRST and (self._draft is None or self._fields):
                self.close_run()
                self._start_part(line)
            else:
                self._keep(line)
            self._fields.setdefault(field["name"].strip(), field["value"])
        elif _KNOWN.fullmatch(line.text) and (self._draft is not None or self._command is not None):
            if self._draft is None:
                self._start_part(line)
            else:
                self._keep(line)
        elif self._fields:
            self.close_run()

    def _start_part(self, line: Line) -> None:
        self._draft = RunDraft(tool="rados bench", used=[line.number])
        self._kind = None
        if self._command is not None:
            number, self._draft.command, self._kind = self._command
            self._draft.used.insert(0, number)
            self._command = None

    def _keep(self, line: Line) -> None:
        if self._draft is not None:
            self._draft.used.append(line.number)

    def close_run(self) -> None:
        """Build the run whose lines have ended."""
        draft, fields, head = self._draft, self._fields, self._head
        self._draft, self._fields, self._head = None, {}, None
        if draft is None:
            return
        total = next((name for name in _TOTALS if name in fields), None)
        way = _TOTALS[total] if total else head["way"] if head else None
        result = (
            None
            if total is None or way is None
            else self._build_result(fields, total, way, head, draft.used[-1])
        )
        if result is not None:
            draft.results.append(result)
        else:
            draft.report_lost(draft.used[0], "The bench")
        self.drafts.append(draft)

    def _build_result(
        self, fields: dict[str, str], total: str, way: str, head: re.Match[str] | None, line: int
    ) -> Result | None:
        seconds, count = read_amount(fields.get(_FIRST, "")), read_amount(fields[total])
        speed = read_amount(fields.get("Bandwidth (MB/sec)", ""), _MIB)
        whole = read_amount(fields.get("Average IOPS", ""), is_cut=True)
        counted = count.value / seconds.value if count and seconds and seconds.value else None
        if counted is None and speed is None and whole is None:
            return None
        size = fields.get("Write size") or fields.get("Read size") or (head["size"] if head else None)
        rw = _KINDS.get(self._kind or "") if _KINDS.get(self._kind or "", way).endswith(way) else None
        latency = {
            name: fields.get(f"{name} Latency(s)") or fields.get(f"{name} Latency")
            for name in ("Average", "Stddev")
        }
        latency |= {
            name: fields.get(f"{name} latency(s)") or fields.get(f"{name} latency") for name in ("Max", "Min")
        }
        return Result(
            where=f"line {line}",
            job_name="rados bench",
            group=0,
            direction=way,
            iops=counted if counted else None if whole is None else whole.value,
            iops_bounds=None if counted else get_bounds(whole),
            bw_bytes_per_s=None if speed is None else round(speed.value),
            bw_bounds_bytes_per_s=get_bounds(speed),
            total_ios=None if count is None else round(count.value),
            runtime_ms=None if seconds is None else round(1_000 * seconds.value) or None,
            lat=build_latency(
                _SECOND_NS,
                minimum=latency["Min"],
                mean=latency["Average"],
                stddev=latency["Stddev"],
                maximum=latency["Max"],
                reason="rados bench prints none",
            ),
            **Settings(
                rw=rw,
                bs_bytes=int(size) if size and size.isdecimal() else None,
                iodepth=int(head["depth"]) if head else None,
                numjobs=1,
            ),
        )


def _may_be_rados_bench(content: bytes) -> bool:
    return b"Total time run" in content or b" concurrent writes of " in content


ADAPTER = Adapter(
    kind="rados_bench",
    tool="rados bench",
    names=("rados bench",),
    is_whole_body=False,
    sniff=_may_be_rados_bench,
    parse=read_rados_bench,
    reads="IOPS, bandwidth, operations, seconds, latency and concurrency of writes and reads",
    leaves_out="interval lines, deviations and extremes of the rates; its JSON",
    source="ceph/ceph src/common/obj_bencher.cc",
)
