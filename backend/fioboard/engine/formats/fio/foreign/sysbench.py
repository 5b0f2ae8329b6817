"""`sysbench fileio … run`, 1.0 and later: rates of reads and writes over the whole run.

MiB/s are of powers of 1024. Latency (ms) is that of all events, reads, writes and fsyncs together: where only reads
happened it is theirs, otherwise it stands alone in a result named "all events". fsyncs per second are read and not
kept, nor are interval lines.
Source: github.com/akopytov/sysbench src/tests/fileio/sb_fileio.c, file_report_cumulative; src/sb_timer.c.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount, read_size
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_HEAD = re.compile(r"sysbench (?P<version>\d\S{0,40}) ?(?:\(.{1,100}\))?")
_FIGURES = {
    "reads": re.compile(rf"reads/s:\s+({NUMBER})"),
    "writes": re.compile(rf"writes/s:\s+({NUMBER})"),
    "fsyncs": re.compile(rf"fsyncs/s:\s+({NUMBER})"),
    "read": re.compile(rf"read, MiB/s:\s+({NUMBER})"),
    "written": re.compile(rf"written, MiB/s:\s+({NUMBER})"),
    "time": re.compile(rf"total time:\s+({NUMBER})s"),
    "events": re.compile(r"total number of events:\s+(\d{1,18})"),
    "min": re.compile(rf"min:\s+({NUMBER})"),
    "avg": re.compile(rf"avg:\s+({NUMBER})"),
    "max": re.compile(rf"max:\s+({NUMBER})"),
    "threads": re.compile(r"Number of threads: (\d{1,9})"),
    "flags": re.compile(r"Extra file open flags: (.{1,100})"),
    "size": re.compile(rf"Block size ({NUMBER}(?:[KMG]i)?B)"),
    "test": re.compile(r"Doing (sequential|random) (write \(creation\)|rewrite|read|write|r/w) test"),
}
_PERCENTILE = re.compile(rf"(?P<rank>\d{{1,2}})(?:st|nd|rd|th) percentile:\s+(?P<value>{NUMBER})")
_KNOWN = re.compile(
    r"Running the test with following options:|Report intermediate .{1,60}|Initializing .{1,80}|\d{1,9} "
    r"files, .{1,40} each|.{1,40} total file size"
    r"|Number of IO requests: \d{1,18}|Read/Write ratio .{1,80}|Periodic FSYNC .{1,80}|Calling fsync\(\) "
    r".{1,60}|Using .{1,40} I/O mode"
    r"|Threads started!|Running .{1,60}|\[ \d{1,9}s \] reads: .{1,200}|(?:File "
    r"operations|Throughput|General statistics|Latency \(ms\)|Threads fairness):"
    r"|percentile stats:\s+disabled|sum:\s+[\d.]{1,24}|events \(avg/stddev\):.{1,60}|execution time "
    r"\(avg/stddev\):.{1,60}"
)
_RW = {"read": "read", "write": "write", "rewrite": "write", "r/w": "rw", "write (creation)": "write"}


def read_sysbench(content: bytes, limits: Limits) -> Reading | None:
    """One run per test. Raises TooMany."""
    drafts: list[RunDraft] = []
    reader: _Reader | None = None
    for line in split_lines(content, limits):
        head = _HEAD.fullmatch(line.text)
        if head is not None:
            reader = _Reader(head["version"])
            drafts.append(reader.draft)
            reader.draft.used.append(line.number)
        elif reader is not None:
            reader.read(line)
    return build_reading("sysbench", [draft for draft in drafts if draft.results or draft.is_partial], limits)


class _Reader:
    def __init__(self, version: str) -> None:
        self.draft = RunDraft(tool="sysbench", version=version)
        self._figures: dict[str, str] = {}
        self._test: str | None = None
        self._rank: re.Match[str] | None = None

    def read(self, line: Line) -> None:
        """One line behind the head."""
        text = line.text
        for name, pattern in _FIGURES.items():
            match = pattern.fullmatch(text)
            if match is not None:
                self._figures[name] = match[1]
                if name == "test":
                    self._test = ("rand" if match[1] == "random" else "") + _RW[match[2]]
                    self.draft.is_partial = True
                self.draft.used.append(line.number)
                return
        if match := _PERCENTILE.fullmatch(text):
            self._rank = match
        elif not _KNOWN.fullmatch(text):
            self.draft.leave(line)
            return
        self.draft.used.append(line.number)
        if text.startswith("Threads fairness"):
            self._finish(line.number)

    def _finish(self, line: int) -> None:
        """Build the results of the run that has ended."""
        figures = self._figures
        rates = {name: read_amount(figures.get(name, "0")) for name in ("reads", "writes", "fsyncs")}
        moved = [name for name, rate in rates.items() if rate is not None and rate.value]
        latency = self._build_latency()
        for name, direction, size in (("reads", "read", "read"), ("writes", "write", "written")):
            rate, speed = rates[name], read_amount(figures.get(size, "0"), 2**20)
            if rate is None or not rate.value:
                continue
            self.draft.results.append(
                Result(
                    where=f"line {line}",
                    job_name="fileio",
                    group=0,
                    direction=direction,
                    iops=rate.value,
                    iops_bounds=rate.bounds,
                    bw_bytes_per_s=None if speed is None or not speed.value else round(speed.value),
                    bw_bounds_bytes_per_s=None if speed is None or not speed.value else speed.bounds,
                    runtime_ms=self._read_runtime_ms(),
                    lat=latency if moved == [name] else None,
                    **self._build_settings(),
                )
            )
        if latency is not None and len(moved) > 1:
            self.draft.results.append(
                Result(where=f"line {line}", job_name="all events", group=0, direction="mixed",
                       runtime_ms=self._read_runtime_ms(), lat=latency, **self._build_settings())
            )  # fmt: skip
        if not self.draft.results:
            self.draft.report_lost(line, "The test")
        self.draft.is_partial = not self.draft.results
        self._figures = {}

    def _read_runtime_ms(self) -> int | None:
        """Read the run time in ms; None when it was not printed."""
        seconds = read_amount(self._figures.get("time", "0"), 1_000)
        return None if seconds is None else round(seconds.value) or None

    def _build_latency(self) -> Latency | None:
        """Build the latency of the run."""
        rank, figures = self._rank, self._figures
        return build_latency(
            1_000_000,
            minimum=figures.get("min"),
            mean=figures.get("avg"),
            maximum=figures.get("max"),
            percentiles={} if rank is None else {rank["rank"]: rank["value"]},
            n=int(figures["events"]) if "events" in figures else None,
            reason="sysbench was told to print none",
        )

    def _build_settings(self) -> Settings:
        """Build the settings of the run."""
        size = read_size(self._figures["size"]) if "size" in self._figures else None
        flags = self._figures.get("flags")
        return Settings(
            rw=self._test,
            bs_bytes=None if size is None else round(size.value),
            numjobs=int(self._figures["threads"]) if "threads" in self._figures else None,
            direct=None if flags is None else "direct" in flags,
        )


def _may_be_sysbench(content: bytes) -> bool:
    return b"reads/s:" in content and b"written, MiB/s:" in content


ADAPTER = Adapter(
    kind="sysbench",
    tool="sysbench fileio",
    names=("sysbench",),
    is_whole_body=False,
    sniff=_may_be_sysbench,
    parse=read_sysbench,
    reads="IOPS and bandwidth per direction, runtime, latency of all events, settings; 1.0 and later",
    leaves_out="fsyncs per second, interval lines, fairness; the text of 0.4 and 0.5",
    source="akopytov/sysbench src/tests/fileio/sb_fileio.c",
)
