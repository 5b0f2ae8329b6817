"""iozone: the table of its automatic mode and of single tests, and the summary of its throughput mode.

Rates are kB/s of 1024 bytes (`Output is in kBytes/sec`); a table says `reclen` in kB. Read are write, rewrite, read,
reread, random read and random write; the other tests read backwards, with strides or through stdio. Direct only with
-I (`O_DIRECT feature enabled`), else the page cache is measured. Latency is not measured.
Source: iozone.c (print_header, dump_excel), iozone.org/docs.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_START = re.compile(r"Iozone: Performance Test of File I/O")
_VERSION = re.compile(r"Version \$Revision: (?P<version>[\d.]{1,12}) \$")
_COMMAND = re.compile(r"Command line used: (?P<line>\S.{0,1000})")
_DIRECT = re.compile(r"O_DIRECT feature enabled")
# Under -O and -N its figures are none of these.
_OTHER_UNITS = re.compile(
    r"OPS Mode.*|Output is in (?:operations per second|microseconds).*|Microseconds/op Mode.*"
)
_KNOWN = re.compile(
    r"(?:Compiled for|Build:|Contributors:|Run began:|Include |Auto Mode|File size set|Record Size|Output is in"
    r"|Time Resolution"
    r"|Processor cache|File stride|Using |Cross over|Excel chart|random\s+random|iozone test complete"
    r"|Throughput test with"
    r"|Each process writes|SYNC Mode|O_DSYNC|Children see|Parent sees|Min throughput|Max throughput|Avg throughput"
    r"|Min xfer).{0,200}"
)
_HEAD = re.compile(r"(?:kB|KB)\s+reclen\s+write\s+rewrite.{0,200}")
_ROW = re.compile(r"\d{1,12}(?:\s+\d{1,12})+")
_TESTS = (
    ("write", "write", "write"), ("rewrite", "write", "write"), ("read", "read", "read"), ("reread", "read", "read"),
    ("random read", "read", "randread"), ("random write", "write", "randwrite"),
)  # fmt: skip
_WIDTH = 9
"""Characters of a column, by which a row with gaps is told apart."""
_THROUGHPUT = re.compile(
    rf"Children see throughput for\s+(?P<jobs>\d{{1,6}}) (?P<test>[a-z -]{{4,24}}?)"
    rf"\s*=\s+(?P<rate>{NUMBER}) (?P<unit>[kK]B)/sec"
)
_RECORD = re.compile(r"Record Size (?P<size>\d{1,9}) kB")
_THROUGHPUT_TESTS = {
    "initial writers": ("write", "write", "write"),
    "rewriters": ("rewrite", "write", "write"),
    "readers": ("read", "read", "read"),
    "re-readers": ("reread", "read", "read"),
    "random readers": ("random read", "read", "randread"),
    "random writers": ("random write", "write", "randwrite"),
}
_KIB = 1024


def read_iozone(content: bytes, limits: Limits) -> Reading | None:
    """One run per output, or per table pasted alone. Raises TooMany."""
    reader = _Reader()
    for line in split_lines(content, limits):
        reader.read(line)
    return build_reading("iozone", [draft for draft in reader.drafts if draft.results], limits)


class _Reader:
    """Outputs in the order of their lines."""

    def __init__(self) -> None:
        self.drafts: list[RunDraft] = []
        self._draft: RunDraft | None = None
        self._starts: list[int] = []
        """Where the headings of the columns end."""
        self._options: dict[str, str] = {}
        self._is_direct: bool | None = None
        self._record: int | None = None
        self._last = 0

    def read(self, line: Line) -> None:
        """One line of the body."""
        text = line.text
        if _START.fullmatch(text):
            self._start_run(is_direct=False)
        if _HEAD.fullmatch(text):
            if self._draft is None or line.number > self._last + 40:
                self._start_run(is_direct=None)
            # What quotes the line stands before its first column.
            first = max(line.raw.find("kB"), line.raw.find("KB"), 0)
            self._starts = [one.end() for one in re.compile(r"\S+").finditer(line.raw, first)]
            self._keep(line)
        elif self._draft is None:
            return
        elif self._starts and line.number == self._last + 1 and _ROW.fullmatch(text):
            self._take_row(line)
        elif _OTHER_UNITS.fullmatch(text):
            self._draft = None
        elif version := _VERSION.fullmatch(text):
            self._draft.version = version["version"]
            self._keep(line)
        elif command := _COMMAND.fullmatch(text):
            self._draft.command = command["line"]
            self._keep(line)
        elif _DIRECT.fullmatch(text):
            self._is_direct = True
            self._keep(line)
        elif record := _RECORD.fullmatch(text):
            self._record = int(record["size"]) * _KIB
            self._keep(line)
        elif through := _THROUGHPUT.fullmatch(text):
            self._take_throughput(line, through)
        elif _START.fullmatch(text) or _KNOWN.match(text):
            self._keep(line)

    def _start_run(self, *, is_direct: bool | None) -> None:
        self._draft = RunDraft(tool="iozone")
        self.drafts.append(self._draft)
        self._starts, self._is_direct, self._record = [], is_direct, None

    def _keep(self, line: Line) -> None:
        if self._draft is not None:
            self._draft.used.append(line.number)
            self._last = line.number

    def _take_row(self, line: Line) -> None:
        """A figure belongs to the column whose heading ends nearest to its own end: columns are right-aligned."""
        self._keep(line)
        cells = [(int(one[0]), one.end()) for one in re.finditer(r"\d{1,18}", line.raw)]
        size, record = cells[0][0] * _KIB, cells[1][0] * _KIB if len(cells) > 1 else None
        for figure, end in cells[2:]:
            column = min(range(len(self._starts)), key=lambda one: abs(self._starts[one] - end))
            # Behind size and record length.
            index = column - 2
            if 0 <= index < len(_TESTS) and abs(self._starts[column] - end) <= _WIDTH:
                self._options = {"size": str(size)}
                self._add(line, _TESTS[index], figure, Settings(bs_bytes=record, numjobs=1))

    def _take_throughput(self, line: Line, match: re.Match[str]) -> None:
        self._keep(line)
        test = _THROUGHPUT_TESTS.get(match["test"].strip())
        rate = read_amount(match["rate"])
        if test is not None and rate is not None:
            self._options = {}
            self._add(line, test, rate.value, Settings(bs_bytes=self._record, numjobs=int(match["jobs"])))

    def _add(self, line: Line, test: tuple[str, str, str], rate: float, settings: Settings) -> None:
        if self._draft is None or rate <= 0:
            return
        name, direction, rw = test
        bandwidth = round(rate * _KIB)
        self._draft.results.append(
            Result(
                where=f"line {line.number}",
                job_name=name,
                group=len(self._draft.results),
                direction=direction,
                bw_bytes_per_s=bandwidth,
                bw_bounds_bytes_per_s=((rate - 0.5) * _KIB, (rate + 0.5) * _KIB),
                job_options={"test": name, **self._options},
                **settings | Settings(rw=rw, iodepth=1, direct=self._is_direct),
            )
        )


def _may_be_iozone(content: bytes) -> bool:
    return b"reclen" in content or b"Children see throughput" in content


ADAPTER = Adapter(
    kind="iozone",
    tool="iozone",
    names=("iozone",),
    tests=tuple(name for name, _, _ in _TESTS),
    is_whole_body=False,
    sniff=_may_be_iozone,
    parse=read_iozone,
    reads="bandwidth of write, rewrite, read, reread, random read and write per record; its throughput mode",
    leaves_out="backwards, strided and stdio tests, latency (iozone measures none without -Q)",
    source="iozone.c, print_header and dump_excel",
)
