"""The table that elbencho prints: one block of lines per phase, FIRST DONE and LAST DONE.

[last] figures are taken, when the slowest thread had finished, as of the CSV. Rates and MiB are cut to whole ones; the
latency is that of I/Os (`--lat`). Settings stand in the command line above the table, if at all: sizes of powers of
1024. Phases without bytes (MKDIRS, STATFILES, …) measure entries, which are no I/O: named and left out.
Source: github.com/breuner/elbencho source/Statistics.cpp, printPhaseResultsToStream, and consoles in its issues.
"""

import re
import shlex

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, get_bounds, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import parse_size
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_HEAD = re.compile(r"OPERATION\s+RESULT TYPE\s+FIRST DONE\s+LAST DONE")
_RULE = re.compile(r"=+(?: +=+)+|-{3,}")
_COMMAND = re.compile(r'(?:^|[\s#$%>])"?(?:\S*/)?elbencho"? (?P<rest>\S.{0,4000})')
_ROW = re.compile(
    r"(?:(?P<phase>[A-Z][A-Z0-9_+%]{1,30})\s+)?(?P<name>[A-Z][A-Za-z/% .]{2,30}?)\s*:\s+(?P<cells>\S.*)"
)
_PAIR = re.compile(r"(?P<first>\S+)\s+(?P<last>\S+)")
_DURATION = re.compile(
    r"(?:(?P<h>\d{1,6})h)?(?:(?P<m>\d{1,4})m(?!s))?(?:(?P<s>\d{1,6}(?:\.\d{1,3})?)s)?(?:(?P<ms>\d{1,6})ms)?(?:(?P<us>\d{1,6})us)?"
)
_TIMES = re.compile(
    rf"\[ min=(?P<min>{NUMBER}[mu]?s) avg=(?P<avg>{NUMBER}[mu]?s) max=(?P<max>{NUMBER}[mu]?s) \]"
)
_NS = {"us": 1e3, "ms": 1e6, "s": 1e9}
_MIB = 2**20
_DIRECTIONS = {"WRITE": "write", "READ": "read"}
_FIGURES = {"IOPS": 1, "Throughput MiB/s": _MIB, "Total MiB": _MIB}


def read_console(content: bytes, limits: Limits) -> Reading | None:
    """One run per phase that moved bytes. Raises TooMany."""
    reader = _Reader()
    for line in split_lines(content, limits):
        reader.read(line)
    reader.close_phase()
    reader.keep_last()
    return build_reading("elbencho_console", reader.drafts, limits)


class _Reader:
    """The lines of one console, phase by phase."""

    def __init__(self) -> None:
        self.drafts: list[RunDraft] = []
        self._command: tuple[Line, str] | None = None
        self._is_table = False
        self._phase: str | None = None
        self._cells: dict[str, str] = {}
        self._lines: list[int] = []
        self._head: list[int] = []
        self._before: RunDraft | None = None
        """Of phases without bytes: their lines and remarks go to the phase behind them."""

    def read(self, line: Line) -> None:
        """One line of the body."""
        if _HEAD.fullmatch(line.text):
            self.close_phase()
            self._is_table, self._head = True, [line.number]
            if self._command is not None:
                self._head.insert(0, self._command[0].number)
        elif command := _COMMAND.search(line.text):
            self.close_phase()
            self._is_table, self._command = False, (line, command["rest"])
        elif self._is_table and _RULE.fullmatch(line.text):
            self._lines.append(line.number)
        elif self._is_table and (row := _ROW.fullmatch(line.text)):
            if row["phase"] is not None:
                self.close_phase()
                self._phase = row["phase"]
            if self._phase is not None:
                self._cells.setdefault(row["name"].strip(), row["cells"])
                self._lines.append(line.number)
        elif self._is_table:
            self.close_phase()
            self._is_table = False

    def close_phase(self) -> None:
        """Build the run of the phase that has ended."""
        if self._phase is None:
            return
        draft = self._before or RunDraft(tool="elbencho")
        draft.used += [*self._head, *self._lines]
        self._before = None
        phase, cells, first = self._phase, self._cells, self._lines[0]
        self._phase, self._cells, self._lines, self._head = None, {}, [], []
        result = self._build_result(phase, cells, first, draft)
        if result is not None:
            draft.results.append(result)
        elif phase in _DIRECTIONS:
            draft.report_lost(first, f"The phase {phase}")
        else:
            name = clean_text(phase, 40)
            draft.remark(first, "NoIo", sentences.NO_BYTES(name=repr(name)))
            self._before = draft
            return
        self.drafts.append(draft)

    def keep_last(self) -> None:
        """Keep phases without bytes behind the last run."""
        if self._before is not None:
            self.drafts.append(self._before)

    def _build_result(self, phase: str, cells: dict[str, str], line: int, draft: RunDraft) -> Result | None:
        """Build the result of a phase; None when it holds no rate of bytes or I/Os."""
        last = {name: _get_last(cells.get(name)) for name in (*_FIGURES, "Elapsed time")}
        iops, speed, moved = (
            None if last[name] is None else read_amount(last[name] or "", unit, is_cut=True)
            for name, unit in _FIGURES.items()
        )
        # A rate below one was cut to 0.
        iops, speed, moved = (one if one is not None and one.value else None for one in (iops, speed, moved))
        if iops is None and speed is None:
            return None
        settings = self._read_settings(phase, draft)
        return Result(
            where=f"line {line}",
            job_name=phase,
            group=0,
            direction=_DIRECTIONS.get(phase, "mixed"),
            iops=None if iops is None else iops.value,
            iops_bounds=get_bounds(iops),
            bw_bytes_per_s=None if speed is None else round(speed.value),
            bw_bounds_bytes_per_s=get_bounds(speed),
            io_bytes=None if moved is None else round(moved.value),
            io_bounds_bytes=get_bounds(moved),
            runtime_ms=_read_duration_ms(last["Elapsed time"]),
            lat=_read_latency(cells.get("IO latency")),
            settings_source=dict.fromkeys(
                (name for name, value in settings.items() if value is not None), "command"
            ),
            **settings,
        )

    def _read_settings(self, phase: str, draft: RunDraft) -> Settings:
        """Read what the command says; nothing is at a default that it does not say."""
        if self._command is None:
            return Settings()
        _, rest = self._command
        draft.command = f"elbencho {rest}"
        try:
            words = shlex.split(rest)
        except ValueError:
            return Settings()
        options = _read_options(words)
        draft.targets += [
            word for word in words if word.startswith("/") and "[" not in word and "{" not in word
        ]
        threads, depth = options.get("threads", ""), options.get("iodepth", "")
        way = _DIRECTIONS.get(phase)
        return Settings(
            rw=None if way is None else f"rand{way}" if "rand" in options else way,
            bs_bytes=parse_size(options["block"]) if "block" in options else None,
            iodepth=int(depth) if depth.isdecimal() and len(depth) < 8 else None,
            numjobs=int(threads)
            if threads.isdecimal() and len(threads) < 8 and "hosts" not in options
            else None,
            direct=True if "direct" in options else None,
        )


_SHORT = {"-b": "block", "-t": "threads"}
_FLAGS = frozenset(["direct", "rand"])
_VALUES = frozenset(["block", "threads", "iodepth", "hosts", "hostsfile"])


def _read_options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word, following in zip(words, [*words[1:], ""], strict=False):
        name, is_joined, value = word.partition("=")
        name = _SHORT.get(name, name.removeprefix("--") if name.startswith("--") else "")
        if name in _FLAGS:
            options[name] = ""
        elif name in _VALUES:
            options["hosts" if name == "hostsfile" else name] = value if is_joined else following
    return options


def _get_last(cells: str | None) -> str | None:
    """Return the figure of LAST DONE; None where one of the two is missing."""
    match = _PAIR.fullmatch(cells.strip()) if cells is not None else None
    return match["last"] if match else None


def _read_duration_ms(text: str | None) -> int | None:
    """ "32.768s", "30m0.279s", "63ms": milliseconds; None for what is none, or below one."""
    match = _DURATION.fullmatch(text or "")
    if match is None or not text:
        return None
    parts = {name: float(value) for name, value in match.groupdict().items() if value}
    factors = {"h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1, "us": 0.001}
    return round(sum(value * factors[name] for name, value in parts.items())) or None


def _read_latency(text: str | None) -> Latency | None:
    match = _TIMES.fullmatch(text.strip()) if text is not None else None
    if match is None:
        return None
    figures = {}
    for name in ("min", "avg", "max"):
        unit = match[name].lstrip("0123456789.,")
        number = match[name].removesuffix(unit)
        figures[name] = (number, _NS[unit])
    if len({unit for _, unit in figures.values()}) > 1:
        # Each with its own unit: in microseconds, with the digits that were printed.
        figures = {
            name: (_convert_number(number, unit / 1e3), 1e3) for name, (number, unit) in figures.items()
        }
    return build_latency(
        figures["avg"][1],
        minimum=figures["min"][0],
        mean=figures["avg"][0],
        maximum=figures["max"][0],
        reason="elbencho prints bounds of buckets alone",
    )


def _convert_number(number: str, factor: float) -> str:
    return f"{float(number.replace(',', '.')) * factor:.15g}"


def _may_be_console(content: bytes) -> bool:
    return b"RESULT TYPE" in content and b"LAST DONE" in content


ADAPTER = Adapter(
    kind="elbencho_console",
    tool="elbencho (console)",
    names=("elbencho",),
    is_whole_body=False,
    sniff=_may_be_console,
    parse=read_console,
    reads="IOPS, bandwidth, bytes, elapsed time and latency of I/Os of each phase when the last thread had finished",
    leaves_out="first-done figures, CPU, entries per second, histograms",
    source="breuner/elbencho source/Statistics.cpp, printPhaseResultsToStream",
)
