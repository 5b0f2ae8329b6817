"""bonnie++, its comma line and its table: sequential blocks in both directions, the rewrite, and seeks.

KiB/s, in the table of version 2 also with m and g (powers of 1024). The comma line holds the same with all its digits
and is taken where both stand. Tests by the character measure the C library and are left out, as are files created and
removed; `+++++` was too fast to measure. Each latency is the longest of its test. A seek reads 8 KiB and writes one in
ten of them back: mixed.
Source: github.com/rcoker/bonnie-plus-plus bonnie++.cpp and bon_csv2txt.cpp, csv format 1.96 to 1.98.
"""

import re
from collections.abc import Mapping, Sequence

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_CSV = re.compile(r"1\.9[678],(?P<version>[\w.+-]{1,20}),(?P<rest>[^,]{0,255}(?:,[\w.+-]{0,64}){20,60},*)")
# Where the fields begin that follow the sizes: version 1.98 tells the chunk and the seeks.
_OFFSETS = {"1.96": 7, "1.97": 7, "1.98": 9}
_FIELDS = ("putc", "put_block", "rewrite", "getc", "get_block", "seeks")
_LATENCIES = 12
_HEAD = re.compile(
    r"(?:Version\s+(?P<version>[\w.+-]{1,20})\s+)?-{3,}Sequential Output-{3,} --Sequential Input- --Random-.*"
)
_RATE = r"(?:\+{3,}|[\d.]+[kmg]?)"
_ROW = re.compile(
    rf"(?P<name>\S{{1,255}})\s+(?P<size>[\d.:]+[KMGkmg]?\S{{0,20}})\s+(?P<cells>{_RATE}\s+(?:\+{{3,}}|\d{{1,3}})(?:\s+{_RATE}\s+(?:\+{{3,}}|\d{{1,3}})){{5}})"
)
_LATENCY = re.compile(rf"Latency\s+(?P<cells>{NUMBER}[mu]?s(?:\s+{NUMBER}[mu]?s){{5}})")
_KNOWN = re.compile(
    r"(?:Concurrency\s+\d{1,4}\s+)?-Per Chr- --Block-- -Rewrite-.*|\S+Size\s.*/sec %CP.*"
    r"|(?:Writing|Reading|Rewriting|start 'em|Create|Stat|Delete|Using uid).{0,120}"
)
_POWERS = {"k": 1024, "m": 1024**2, "g": 1024**3}
_NS = {"us": 1e3, "ms": 1e6, "s": 1e9}
_TESTS = {
    "put_block": ("block output", "write", "write"),
    "rewrite": ("rewrite", "mixed", None),
    "get_block": ("block input", "read", "read"),
    "seeks": ("seeks", "mixed", None),
}


def read_bonnie(content: bytes, limits: Limits) -> Reading | None:
    """One run per comma line, or per table that has none. Raises TooMany."""
    tables: list[RunDraft] = []
    lines: list[RunDraft] = []
    row: tuple[Line, re.Match[str]] | None = None
    head: list[int] = []
    version: str | None = None
    for line in split_lines(content, limits):
        if csv := _CSV.fullmatch(line.text):
            lines.append(
                _read_csv(csv, line, [*head, *(tables.pop().used if tables and row is None else [])])
            )
            head = []
        elif match := _HEAD.fullmatch(line.text):
            head, version = [*head, line.number], match["version"]
        elif head and (match := _ROW.fullmatch(line.text)):
            row = line, match
            head.append(line.number)
        elif row is not None and (match := _LATENCY.fullmatch(line.text)):
            tables.append(_read_table(row, match, version, [*head, line.number]))
            row, head = None, []
        elif head and _KNOWN.fullmatch(line.text):
            head.append(line.number)
        elif row is not None:
            tables.append(_read_table(row, None, version, head))
            row, head = None, []
    if row is not None:
        tables.append(_read_table(row, None, version, head))
    drafts = sorted([*tables, *lines], key=lambda draft: min(draft.used))
    return build_reading("bonnie", drafts, limits)


def _read_csv(match: re.Match[str], line: Line, used: Sequence[int]) -> RunDraft:
    cells = match[0].split(",")
    first = _OFFSETS[cells[0]]
    rates = {
        name: cells[first + 2 * place] for place, name in enumerate(_FIELDS) if first + 2 * place < len(cells)
    }
    behind = [cell for cell in cells if re.fullmatch(rf"{NUMBER}[mu]?s", cell)]
    latencies = dict(zip(_FIELDS, behind, strict=False)) if len(behind) >= len(_FIELDS) else {}
    draft = RunDraft(tool="bonnie++", version=match["version"], used=[*used, line.number])
    _fill(draft, rates, latencies, line.number, unit=1024)
    return draft


def _read_table(
    row: tuple[Line, re.Match[str]], latency: re.Match[str] | None, version: str | None, used: Sequence[int]
) -> RunDraft:
    line, match = row
    rates = dict(zip(_FIELDS, match["cells"].split()[::2], strict=True))
    latencies = dict(zip(_FIELDS, latency["cells"].split(), strict=True)) if latency is not None else {}
    draft = RunDraft(tool="bonnie++", version=version, used=list(used))
    _fill(draft, rates, latencies, line.number, unit=1024)
    return draft


def _fill(
    draft: RunDraft, rates: Mapping[str, str], latencies: Mapping[str, str], line: int, *, unit: int
) -> None:
    """Add the results of the tests that were slow enough to be measured."""
    for name, (test, direction, rw) in _TESTS.items():
        text = rates.get(name, "")
        number = read_amount(text.rstrip("kmg"), _POWERS.get(text[-1:], 1 if name == "seeks" else unit))
        if number is None or number.value <= 0:
            continue
        is_rate = name == "seeks"
        draft.results.append(
            Result(
                where=f"line {line}",
                job_name=test,
                group=len(draft.results),
                direction=direction,
                rw=rw,
                iops=number.value if is_rate else None,
                iops_bounds=number.bounds if is_rate else None,
                bw_bytes_per_s=None if is_rate else round(number.value),
                bw_bounds_bytes_per_s=None if is_rate else number.bounds,
                lat=_read_longest(latencies.get(name)),
                job_options={"test": test},
            )
        )
    if not draft.results:
        draft.report_lost(line, "A test slow enough to be measured")


def _read_longest(text: str | None) -> Latency | None:
    match = re.fullmatch(rf"(?P<number>{NUMBER})(?P<unit>[mu]?s)", text or "")
    if match is None:
        return None
    return build_latency(
        _NS[match["unit"]], maximum=match["number"], reason="bonnie++ prints the longest alone"
    )


def _may_be_bonnie(content: bytes) -> bool:
    return b"--Sequential Input-" in content or (b"1.9" in content and _CSV_BYTES.search(content) is not None)


_CSV_BYTES = re.compile(rb"1\.9[678],[\w.+-]{1,20},[^,\n]{0,255},\d")

ADAPTER = Adapter(
    kind="bonnie",
    tool="bonnie++",
    names=("bonnie++",),
    tests=tuple(test for test, _, _ in _TESTS.values()),
    is_whole_body=False,
    sniff=_may_be_bonnie,
    parse=read_bonnie,
    reads="KiB/s of sequential blocks and of the rewrite, seeks a second, the longest latency of each",
    leaves_out="tests by the character, created and removed files, processor time",
    source="rcoker/bonnie-plus-plus bonnie++.cpp, bon_csv2txt.cpp",
)
