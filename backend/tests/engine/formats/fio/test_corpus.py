"""Every captured output read, and what was found in it written down in docs/formats.md.

`FIOBOARD_WRITE_DOCS=1 pytest tests/engine/formats/fio/test_corpus.py` writes the page anew after a change of a reader.
"""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from fioboard.engine.formats.fio import FioFormatError, Reading, Result, read_output
from fioboard.engine.formats.fio.foreign import ADAPTERS
from fioboard.engine.formats.fio.model.remarks import CLASSES, REMARKS
from tests.loops import check_each

DATA = Path(__file__).parents[3] / "data" / "fio"
ROOT = Path(__file__).parents[5]
PAGE = ROOT / "docs" / "formats.md"
CORPUS = ROOT.parent / "shared" / "corpus"
# fio ran nothing that it measures, or failed before it did.
WITHOUT_RESULT = ("unknown_only-verify-errors.txt", "3.42_cpuio.txt")

captured = sorted(path for path in DATA.iterdir() if path.name != "SOURCES.md")
foreign = (
    sorted(
        path for path in CORPUS.rglob("*") if path.is_file() and path.parent.name not in {"lost", "pasted"}
    )
    if CORPUS.exists()
    else []
)


def list_lone_documents():
    """Return the files that are one document and nothing else, which are read without looking around in them."""
    files = [path for path in captured + foreign if path.stat().st_size < 1 << 20]
    return [path for path in files if path.read_bytes()[:1] == b"{"]


def describe(path: Path) -> tuple[str, str, str]:
    """(kind, what was extracted, warnings) of one file."""
    try:
        reading = read_output(path.read_bytes(), name=path.name)
    except FioFormatError as refusal:
        return type(refusal).__name__, refusal.detail.split(";")[0].rstrip("."), ""
    return reading.kind, "; ".join(_extracted(reading)), ", ".join(_warnings(reading))


def _extracted(reading: Reading) -> list[str]:
    found = []
    for invocation in reading.invocations[:3]:
        tool = invocation.tool_version or invocation.tool_name
        rates = [_rates(result) for result in invocation.results[:2]]
        more = f" +{len(invocation.results) - 2} results" if len(invocation.results) > 2 else ""
        logs = [
            f"{one.metric} {one.direction} {len(one.time_ms)} rows ({one.unit})" for one in invocation.series
        ]
        snapshots = f", {len(invocation.snapshots)} snapshots" if invocation.snapshots else ""
        outcome = "" if invocation.outcome == "complete" else f" **{invocation.outcome}**"
        found.append(f"{tool}{outcome}: {', '.join(rates + logs) or 'no I/O'}{more}{snapshots}")
    if len(reading.invocations) > 3:
        found.append(f"+{len(reading.invocations) - 3} runs")
    return found


def _rates(result: Result) -> str:
    iops = "—" if result.iops is None else f"{result.iops:.0f}"
    bandwidth = "—" if result.bw_bytes_per_s is None else f"{result.bw_bytes_per_s / 1e6:.1f}"
    return f"{result.direction} {iops} IOPS {bandwidth} MB/s"


def _warnings(reading: Reading) -> list[str]:
    problems = list(reading.problems)
    for invocation in reading.invocations:
        problems += invocation.problems
        for result in invocation.results:
            problems += result.problems
    return sorted({problem.error for problem in problems})


def table() -> str:
    rows = ["| File | Kind | Extracted | Warnings |", "|---|---|---|---|"]
    rows += [f"| {path.name} | " + " | ".join(describe(path)).replace("\n", " ") + " |" for path in captured]
    return "\n".join(rows)


def remarks() -> str:
    rows = ["| Name | Class | Meaning |", "|---|---|---|"]
    rows += [f"| `{one.name}` | {CLASSES[one.remark_class]} | {one.meaning} |" for one in REMARKS]
    return "\n".join(rows)


def tools() -> str:
    rows = ["| Tool | Read | Not read | Source of the format |", "|---|---|---|---|"]
    rows += [f"| {one.tool} | {one.reads} | {one.leaves_out} | {one.source} |" for one in ADAPTERS]
    return "\n".join(rows)


@pytest.mark.parametrize(("part", "current"), [("remarks", remarks), ("tools", tools), ("table", table)])
def test_page_of_formats_is_what_the_readers_declare_and_extract(part, current):
    page = PAGE.read_text()
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    head, _, rest = page.partition(begin)
    shown, _, tail = rest.partition(end)
    if os.environ.get("FIOBOARD_WRITE_DOCS"):
        PAGE.write_text(f"{head}{begin}\n{current()}\n{end}{tail}")
    else:
        assert shown == f"\n{current()}\n", (
            "a reader changed: FIOBOARD_WRITE_DOCS=1 writes docs/formats.md anew"
        )


@check_each("path", captured)
def test_every_captured_output_is_read(path):
    kind, extracted, _ = describe(path)
    assert (kind == "NotUnderstood") == (path.name in WITHOUT_RESULT)
    assert extracted


@pytest.mark.skipif(not foreign, reason="../shared/corpus is not there: files whose licence forbids copying")
@check_each("path", foreign)
def test_every_other_file_is_read_or_refused_with_a_reason(path):
    kind, extracted, _ = describe(path)
    holds_none = path.suffix == ".csv" or "Verification_Error" in path.name or path.name == "cpuio-3.42.txt"
    assert (kind == "NotUnderstood") == holds_none
    assert extracted


def list_files_with_plain_line_ends():
    return [path for path in captured if path.name not in WITHOUT_RESULT and b"\r" not in path.read_bytes()]


@check_each("path", list_files_with_plain_line_ends)
@pytest.mark.nightly
def test_no_output_is_read_differently_with_other_line_ends_or_a_byte_order_mark(path):
    data = path.read_bytes()
    plain = read_output(data, name=path.name)
    changed = read_output(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"), name=path.name)
    assert [i.results for i in changed.invocations] == [i.results for i in plain.invocations]
    assert changed.kind == plain.kind


@check_each("path", list_lone_documents)
def test_a_document_alone_is_read_as_one_that_is_found_in_a_body(path):
    data = path.read_bytes().rstrip()
    alone, found = read_output(data), read_output(b"\n" + data)
    lines = [(*invocation.source_lines, invocation.lines_used) for invocation in alone.invocations]
    assert found.invocations == tuple(
        replace(
            invocation, source_lines=(first + 1, last + 1), lines_used=tuple((a + 1, b + 1) for a, b in used)
        )
        for invocation, (first, last, used) in zip(alone.invocations, lines, strict=True)
    )
    assert (found.kind, len(found.problems)) == (alone.kind, len(alone.problems))
