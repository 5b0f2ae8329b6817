"""mdtest's summary and the results of IO500: operations on files and directories a second, and IO500's IOR phases.

mdtest's Mean is taken, over its repetitions. IO500 prints GiB/s of powers of 1024 for IOR, and kIOPS for mdtest and
find. An operation on a file is no I/O of a block: it has no size, its results say which in `test`, and a phase that was
not run prints 0. The scores are means over phases and no measurement.
Source: github.com/hpc/ior src/mdtest.c (summarize_results), github.com/IO500/io500 src/main.c.
"""

import re

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_MDTEST = re.compile(
    r"-{0,2} ?mdtest-(?P<version>\S{1,20}) was launched with (?P<tasks>\d{1,9}) total task\(s\) on .{1,60}"
)
_COMMAND = re.compile(r"Command line used: (?P<line>\S.{0,1000})")
_SUMMARY = re.compile(r"SUMMARY rate.{0,60}:.{0,60}")
_RATE = re.compile(
    rf"(?P<test>(?:Directory|File|Tree) (?:creation|stat|rename|removal|read))\s*:?"
    rf"\s+{NUMBER}\s+{NUMBER}\s+(?P<mean>{NUMBER})\s+{NUMBER}"
)
_KNOWN = re.compile(
    r"(?:-- (?:started|finished) at|Path|FS|Nodemap|\d+ tasks, \d+ |Operation\s+Max|-{5,}\s+---).{0,200}"
)
_IO500 = re.compile(r"IO500 version (?P<version>\S.{0,60})")
_PHASE = re.compile(
    rf"\[(?:RESULT| {{6}})\]\s+(?P<test>(?:ior|mdtest)-[\w-]{{4,30}}|find)\s+(?P<rate>{NUMBER}) (?P<unit>GiB/s|kIOPS)"
    rf"\s*: time\s+(?P<seconds>{NUMBER})\s?s(?:econds)?(?P<invalid>\s*\[INVALID\])?"
)
_SCORE = re.compile(r"\[(?:SCORE ?X?|      )\].{0,200}")
_WRITES = ("write", "creation", "create")
_RANDOM = {
    "ior-rnd4K-easy-read": 4096,
    "ior-rnd1MB-read": 2**20,
    "ior-rnd1MB-write": 2**20,
    "ior-rnd4K-read": 4096,
}


def read_metadata_rates(content: bytes, limits: Limits) -> Reading | None:
    """One run per summary of mdtest or output of IO500. Raises TooMany."""
    drafts: list[RunDraft] = []
    tasks: int | None = None
    for line in split_lines(content, limits):
        text = line.text
        if start := _MDTEST.search(text):
            drafts.append(RunDraft(tool="mdtest", version=start["version"], used=[line.number]))
            tasks = int(start["tasks"])
        elif start := _IO500.search(text):
            drafts.append(RunDraft(tool="IO500", version=start["version"], used=[line.number]))
        elif _SUMMARY.fullmatch(text) and (not drafts or drafts[-1].results):
            drafts.append(RunDraft(tool="mdtest", used=[line.number]))
            tasks = None
        elif phase := _PHASE.fullmatch(text):
            if not drafts or drafts[-1].tool != "IO500":
                drafts.append(RunDraft(tool="IO500"))
            drafts[-1].used.append(line.number)
            _add_phase(drafts[-1], line, phase)
        elif not drafts:
            continue
        elif rate := _RATE.fullmatch(text):
            drafts[-1].used.append(line.number)
            _add_rate(drafts[-1], line, rate, tasks)
        elif command := _COMMAND.fullmatch(text):
            drafts[-1].command = command["line"]
            drafts[-1].used.append(line.number)
        elif _SUMMARY.fullmatch(text) or _KNOWN.match(text) or _SCORE.fullmatch(text):
            drafts[-1].used.append(line.number)
    return build_reading("metadata_rates", [draft for draft in drafts if draft.results], limits)


def _find_direction(test: str) -> str:
    """Return what a phase does: whatever creates writes, whatever looks reads, a removal is neither."""
    if any(word in test for word in _WRITES):
        return "write"
    return "read" if any(word in test for word in ("read", "stat", "find")) else "mixed"


def _add_rate(draft: RunDraft, line: Line, match: re.Match[str], tasks: int | None) -> None:
    rate, test = read_amount(match["mean"]), match["test"].lower()
    # An operation that was not measured is printed as 0.
    if rate is not None and rate.value > 0:
        draft.results.append(
            Result(
                where=f"line {line.number}", job_name=test, group=len(draft.results), direction=_find_direction(test),
                iops=rate.value, iops_bounds=rate.bounds, job_options={"test": test}, **Settings(numjobs=tasks),
            )
        )  # fmt: skip


def _add_phase(draft: RunDraft, line: Line, match: re.Match[str]) -> None:
    test = match["test"]
    is_rate = match["unit"] == "GiB/s"
    rate = read_amount(match["rate"], 2**30 if is_rate else 1_000)
    seconds = read_amount(match["seconds"], 1_000)
    if rate is None or rate.value <= 0:
        return
    if match["invalid"]:
        draft.remark(line.number, "CutShort", sentences.CALLED_INVALID(test=test))
    direction = _find_direction(test)
    size = _RANDOM.get(test) or (47_008 if "ior-hard" in test else None)
    rw = f"rand{direction}" if test in _RANDOM else direction if is_rate else None
    draft.results.append(
        Result(
            where=f"line {line.number}", job_name=test, group=len(draft.results), direction=direction,
            iops=None if is_rate else rate.value, iops_bounds=None if is_rate else rate.bounds,
            bw_bytes_per_s=round(rate.value) if is_rate else None,
            bw_bounds_bytes_per_s=rate.bounds if is_rate else None,
            runtime_ms=None if seconds is None else round(seconds.value) or None, job_options={"test": test},
            **Settings(rw=rw, bs_bytes=size if is_rate else None),
        )
    )  # fmt: skip


def _may_be_metadata_rates(content: bytes) -> bool:
    return b"SUMMARY rate" in content or b"[RESULT]" in content


_OPERATIONS = tuple(
    f"{what} {act}"
    for what in ("directory", "file", "tree")
    for act in ("creation", "stat", "rename", "removal", "read")
)
_PHASES = tuple(
    f"{tool}-{ease}-{way}"
    for tool in ("ior", "mdtest")
    for ease in ("easy", "hard")
    for way in ("write", "read", "stat", "delete")
)
ADAPTER = Adapter(
    kind="metadata_rates",
    tool="mdtest and IO500",
    names=("mdtest", "IO500"),
    tests=(*_OPERATIONS, *_PHASES, *_RANDOM, "find"),
    is_whole_body=False,
    sniff=_may_be_metadata_rates,
    parse=read_metadata_rates,
    reads="mdtest's mean rate of each operation; bandwidth and rates of IO500's phases with their seconds",
    leaves_out="extremes and deviations over repetitions, IO500's scores",
    source="hpc/ior src/mdtest.c, IO500/io500 src/main.c",
)
