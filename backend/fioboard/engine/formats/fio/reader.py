"""The one door of this room: any body that a storage tool printed → Reading, or FioFormatError.

Each format is recognised by its content, never by a file name's extension: JSON lives in .txt, text in .json.
"""

from bisect import bisect_left
from collections.abc import Callable

from msgspec.structs import replace

from fioboard.core.figures import format_bytes
from fioboard.engine.formats.fio import sentences
from fioboard.engine.formats.fio.foreign import ADAPTERS
from fioboard.engine.formats.fio.foreign.runs import add_unread_lines, blank_used_lines
from fioboard.engine.formats.fio.json.body import Scan, find_reports
from fioboard.engine.formats.fio.json.byte_count import count_byte
from fioboard.engine.formats.fio.json.document import read_document
from fioboard.engine.formats.fio.model.errors import FioFormatError, NotUnderstood, TooMany
from fioboard.engine.formats.fio.model.limits import DEFAULT_LIMITS, Limits
from fioboard.engine.formats.fio.model.reading import Problem, Reading
from fioboard.engine.formats.fio.model.report import Report
from fioboard.engine.formats.fio.model.version import parse_version
from fioboard.engine.formats.fio.refusal import build_refusal
from fioboard.engine.formats.fio.results.runs import build_invocations, drop_known_runs
from fioboard.engine.formats.fio.text.body import TextBody, read_text
from fioboard.engine.formats.fio.text.census import (
    report_figures_in_prose,
    report_lost_lines,
    report_temperature,
)
from fioboard.engine.formats.fio.text.headings import add_headings
from fioboard.engine.formats.fio.text.logs import read_log
from fioboard.engine.formats.fio.wrapping.encoding import clean_body
from fioboard.engine.formats.fio.wrapping.layers import is_healing, unwrap_layers

READER_VERSION = 21
"""Rises with every change of what a reader makes of the same bytes; `fioboard reparse` goes by it."""

_ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_ARCHIVES = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bzip2",
    b"PK\x03\x04": "zip",
}
_NO_REFUSAL = NotUnderstood("")
_GIVEN_UP = "Too much looks like JSON of fio and is none: from here on no document was looked for."


def read_output(
    data: bytes, limits: Limits = DEFAULT_LIMITS, *, name: str | None = None, version: str | None = None
) -> Reading:
    """Everything in the body, in base units.

    `name` (of the file) and `version` (of the fio that wrote it) are hints for fio logs only, whose content
    tells neither which values they hold nor their unit.
    Raises NotUnderstood, TooDeep or TooMany, and nothing else.
    """
    if len(data) > limits.max_bytes:
        raise TooMany(sentences.TOO_LARGE(size=format_bytes(len(data)), most=format_bytes(limits.max_bytes)))
    report = _read_single_document(data, limits)
    if report is not None:
        return Reading(kind=report.kind, invocations=build_invocations([report]))
    if not data.strip():
        raise NotUnderstood("The body is empty.")
    _require_uncompressed(data)
    body = clean_body(data)
    reading, refusal = _try(body.content, limits, name, version)
    best, read = _score_reading(reading), body.content
    for layer, content in unwrap_layers(body.content):
        inner, _ = _try(content, limits, name, version)
        if inner is not None and (
            _score_reading(inner) > best or (_score_reading(inner) == best and is_healing(layer))
        ):
            note = Problem("", "Unwrapped", f"Read without {layer}.")
            reading, best, read = (
                replace(inner, problems=(note, *inner.problems)),
                _score_reading(inner),
                content,
            )
    if reading is None:
        raise refusal
    _require_results(reading, body.content)
    problems = (*body.problems, *reading.problems)
    return replace(reading, invocations=add_headings(reading.invocations, read), problems=problems)


def _require_results(reading: Reading, content: bytes) -> None:
    """Text of which no line became a figure is not understood, however much of it looks like fio's.

    Documents are fio's own without doubt, and a failed run is a result of its own kind.
    """
    if reading.kind not in ("fio_text", "fio_terse") or any(
        one.results or one.series or one.outcome == "failed" for one in reading.invocations
    ):
        return
    raise build_refusal(content, "Nothing in the input could be read as a result")


def _require_uncompressed(data: bytes) -> None:
    if data.startswith(_ZLIB):
        raise NotUnderstood(
            "Compressed as by fio's log_store_compressed: unpack it with fio --inflate-log=FILE."
        )
    for beginning, name in _ARCHIVES.items():
        if data.startswith(beginning):
            raise NotUnderstood(sentences.COMPRESSED(name=name))


def _try(
    content: bytes, limits: Limits, name: str | None, version: str | None
) -> tuple[Reading | None, FioFormatError]:
    try:
        return _read_content(content, limits, name, version), _NO_REFUSAL
    except NotUnderstood as refusal:
        return None, refusal


def _score_reading(reading: Reading | None) -> int:
    """Return how much a reading shows: what is known of every result, each counted once; 0 when nothing was
    measured.
    """
    if reading is None:
        return 0
    known: dict[object, int] = {}
    for result in (result for one in reading.invocations for result in one.results):
        facts = (
            result.iops,
            result.bs_bytes or result.bs,
            # What nobody typed is no knowledge: a layer that lost options would seem to tell more.
            None if result.settings_source.get("iodepth") == "default" else result.iodepth,
            None if result.settings_source.get("numjobs") == "default" else result.numjobs,
            result.clat,
            result.lat,
            # Rounded figures say less.
            None if result.iops_is_rounded else result.iops,
            None if result.bw_is_rounded else result.bw_bytes_per_s,
        )
        worth = 4 + len(result.iodepth_level_pct) + sum(fact is not None for fact in facts)
        worth += len(result.clat.percentiles) if result.clat is not None else 0
        place = result.direction, result.iops, result.runtime_ms, result.clat and result.clat.mean_ns
        known[place] = max(worth, known.get(place, 0))
    if not known:
        return int(any(one.series for one in reading.invocations))
    return sum(known.values()) + sum(
        parse_version(one.tool_version) is not None for one in reading.invocations
    )


def _read_content(content: bytes, limits: Limits, name: str | None, version: str | None) -> Reading:
    log = read_log(content, limits, name, version)
    if log is not None:
        return log
    others: list[Reading] = []
    for adapter in ADAPTERS:
        other = adapter.parse(content, limits) if adapter.sniff(content) else None
        if other is not None and adapter.is_whole_body:
            return other
        others += [other] if other is not None else []
    # What another tool has printed is no text of fio.
    content = blank_used_lines(content, others) if others else content
    scan = find_reports(content, limits)
    text = read_text(content, scan.gaps, limits)
    if not scan.reports and not text.reports and not others:
        if scan.refusal is not None:
            raise scan.refusal
        if scan.given_up_at is not None:
            raise NotUnderstood(_GIVEN_UP, f"line {scan.given_up_at}")
        raise build_refusal(content, "No known benchmark result", text.list_untaken_figures())
    return _build_reading(content, scan, text, others)


def _read_single_document(data: bytes, limits: Limits) -> Report | None:
    """The report of a body that is one fio document and nothing else, as agents upload it."""
    if data[:1] != b"{" or data[-3:].rstrip()[-1:] != b"}" or not data.isascii():
        return None
    try:
        report = read_document(data, limits, only_if_clean=True)
    except TooMany:
        # Of many documents in a row each counts for itself.
        return None
    if report is not None:
        report.lines = 1, count_byte(data, b"\n", 0, data.rindex(b"}")) + 1
    return report


def _build_reading(content: bytes, scan: Scan, text: TextBody, others: list[Reading]) -> Reading:
    """Build the reading of the JSON reports, and of the others those of other runs."""
    problems: list[Problem] = []
    reports = list(scan.reports)
    for kind in ("fio_text", "fio_terse"):
        of_kind = [one for one in text.reports if one.kind == kind]
        reports += drop_known_runs(of_kind, reports)
    reports.sort(key=lambda report: report.lines or (0, 0))
    ends = [report.lines[1] if report.lines else 0 for report in reports]

    def find_report(line: int) -> Report:
        """Find the report that ends at the line or behind it; the last one for what stands behind all."""
        return reports[min(bisect_left(ends, line), len(reports) - 1)]

    if reports:
        for message in text.messages:
            find_report(message.line).messages.append(message)
        _report_unread(text, find_report)
    _attach_commands(reports, text)
    foreign = [invocation for other in others for invocation in other.invocations]
    if not reports:
        foreign = add_unread_lines(foreign, (*text.lost, *text.figures))
    invocations = sorted((*build_invocations(reports), *foreign), key=lambda one: one.source_lines or (0, 0))
    if scan.reports and (outside := [start for start, end in scan.gaps if content[start:end].strip()]):
        line = content.count(b"\n", 0, outside[0]) + 1
        detail = "Text stands around the result; what is no result is kept as messages."
        problems.append(Problem(f"line {line}", "TextAroundDocument", detail))
    if scan.given_up_at is not None:
        problems.append(Problem(f"line {scan.given_up_at}", "GivenUp", _GIVEN_UP))
    return Reading(
        kind=_choose_kind(reports) if reports else others[0].kind,
        invocations=tuple(invocations),
        problems=(*problems, *(problem for other in others for problem in other.problems)),
        messages=tuple(text.messages),
    )


def _report_unread(text: TextBody, report_at: Callable[[int], Report]) -> None:
    """Report lines that look like figures and became none, and temperatures, with the report they are at or
    before.
    """
    for numbers, remark in ((text.lost, report_lost_lines), (text.figures, report_figures_in_prose)):
        by_report: dict[int, tuple[Report, list[int]]] = {}
        for line in numbers:
            report = report_at(line)
            by_report.setdefault(id(report), (report, []))[1].append(line)
        for report, lines in by_report.values():
            report.lines_not_understood += lines
            report.problems.append(remark(lines))
    for message in text.temperatures:
        report_at(message.line).problems.append(report_temperature(message))


def _choose_kind(reports: list[Report]) -> str:
    """Choose the kind of a reading: the richest of its reports."""
    kinds = {report.kind for report in reports}
    order = ("fio_json_plus", "fio_json", "fio_text", "fio_terse")
    return next(kind for kind in order if kind in kinds)


def _attach_commands(reports: list[Report], text: TextBody) -> None:
    """A JSON document was made by the last command line before it, if no other result stands between."""
    before = 0
    lines = [one.line for one in text.commands]
    for report in reports:
        if report.lines is None:
            continue
        last = bisect_left(lines, report.lines[0]) - 1
        is_json = report.kind.startswith("fio_json")
        if last >= 0 and lines[last] > before and report.command is None and is_json:
            report.command = text.commands[last]
        before = report.lines[1]
