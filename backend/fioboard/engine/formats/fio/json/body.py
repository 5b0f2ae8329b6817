"""Every fio document in a body, wherever it stands: behind notes, between shell prompts, one after the other.

fio prints its messages to the same stream as the result, and people append runs to one file. A document
begins at a `{` followed by a quote; fio's own end at the next `}` in the first column, others (re-indented,
on one line) are followed bracket by bracket.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from fioboard.engine.formats.fio.json import sentences
from fioboard.engine.formats.fio.json.document import read_document
from fioboard.engine.formats.fio.json.scan import Extent, extend_into_direction, find_extent, find_json_end
from fioboard.engine.formats.fio.model.errors import FioFormatError, NotUnderstood, TooDeep, TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Problem
from fioboard.engine.formats.fio.model.report import Report

_START = re.compile(rb'\{\s*"')
_ROOT = re.compile(rb'\{\s*"(?:fio version|client_stats|global options)"')
_WANTED = re.compile(rb'"(?:jobs|client_stats|fio version)"')
_LINE_END = re.compile(rb"\n")
_COLUMN_ZERO = re.compile(rb"\n\}")
_MAX_LINE_CHARS = 1 << 22
# The whole of a body may be looked at in vain so many times over, and a short one a little longer.
_VAIN_PER_BYTE = 2
_MIN_VAIN = 256 * 1024
# What one attempt costs beside its bytes, one object that is skipped whole, and how much cheaper or dearer than
# a look at them decoding is.
_ATTEMPT_COST = 512
_SKIP_COST = 32
_TYPED_DISCOUNT = 8
_TOLERANT_FACTOR = 2


@dataclass(slots=True)
class Scan:
    """The reports in a body, and the stretches of bytes between them."""

    reports: list[Report] = field(default_factory=list)
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """One before each report and one behind the last: gaps[i] precedes reports[i]."""
    refusal: FioFormatError | None = None
    """Why a document that is fio's gave no report."""
    given_up_at: int | None = None
    """Line from which on no more documents were looked for: too many things look like one and are none."""
    vain: int = 0
    """Work that led to no report, in bytes looked at; bounded by a multiple of the body's length."""


class _Places:
    """Places in a body asked for at rising offsets: no byte is looked at twice, however often one asks."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._counted_until = 0
        self._line = 1
        self._next: dict[re.Pattern[bytes], int] = {}

    def line(self, offset: int) -> int:
        self._line += self._content.count(b"\n", self._counted_until, offset)
        self._counted_until = offset
        return self._line

    def next(self, what: re.Pattern[bytes], offset: int) -> int:
        """Where it begins at or behind the offset; the end of the body when it does not come again."""
        place = self._next.get(what, -1)
        if place < offset:
            match = what.search(self._content, offset)
            place = self._next[what] = len(self._content) if match is None else match.start()
        return place


def compute_max_vain(length: int) -> int:
    """Return how much work may lead to nothing in a body of this length; one attempt may go beyond it."""
    return _VAIN_PER_BYTE * length + _MIN_VAIN


def find_reports(content: bytes, limits: Limits) -> Scan:
    """All reports in the order they stand, in time linear in the body: what leads to none is budgeted."""
    scan = Scan()
    places = _Places(content)
    position = gap_start = 0
    most = compute_max_vain(len(content))
    while (start := places.next(_START, position)) < len(content):
        if places.next(_WANTED, start) == len(content):
            break
        if scan.vain > most:
            scan.given_up_at = places.line(start)
            break
        report, position = _read_report(content, start, places, limits, scan)
        if report is None:
            continue
        scan.gaps.append((gap_start, start))
        gap_start = position
        report.lines = places.line(start), places.line(max(start, position - 1))
        if report.is_truncated:
            report.entries[-1] = replace(report.entries[-1], is_cut=True)
            detail = "The document is truncated; the complete parts are used."
            report.problems.append(Problem(f"line {report.lines[1]}", "Truncated", detail))
        scan.reports.append(report)
        if len(scan.reports) > limits.max_documents:
            raise TooMany(sentences.TOO_MANY_DOCUMENTS(most=limits.max_documents))
    scan.gaps.append((gap_start, len(content)))
    return scan


def _read_report(
    content: bytes, start: int, places: _Places, limits: Limits, scan: Scan
) -> tuple[Report | None, int]:
    """Read the report at `start`, and return it with where to go on; what was done in vain is added up in `scan`."""
    before = scan.vain
    scan.vain += _ATTEMPT_COST
    for one in _list_candidates(content, start, places, limits, scan):
        if one.is_skipped:
            scan.vain = before + _SKIP_COST
            return None, one.end
        try:
            report = read_document(one.source, limits, only_if_clean=one.is_guess)
        except (NotUnderstood, TooDeep) as refusal:
            scan.refusal = refusal
            return None, one.end
        if report is not None:
            scan.vain = before
            report.is_truncated = one.is_truncated
            return report, one.end
    return None, start + 1


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A guess of where the document ends."""

    source: bytes
    end: int
    is_guess: bool = False
    """Found by looking for a line end only: worth a strict parse, no more."""
    is_truncated: bool = False
    is_skipped: bool = False
    """A whole object without any key of a root, so that nothing inside it is a document either."""


def _list_candidates(
    content: bytes, start: int, places: _Places, limits: Limits, scan: Scan
) -> Iterator[_Candidate]:
    """List the texts that may be the document, the cheap ones first, then bracket by bracket; each is charged
    before it is returned.
    """
    wanted = places.next(_WANTED, start)
    # A root never stands within another one: what is still open there was cut short.
    root = places.next(_ROOT, start + 1)
    line = content[start : min(places.next(_LINE_END, start), start + _MAX_LINE_CHARS)].rstrip()
    line_end = start + len(line) if line.endswith(b"}") else 0
    column_zero = places.next(_COLUMN_ZERO, start) + 2
    for end in (line_end, column_zero if column_zero <= len(content) else 0):
        if wanted < end <= root:
            scan.vain += (end - start) // _TYPED_DISCOUNT
            yield _Candidate(content[start:end], end, is_guess=True)
    scan.vain += len(line) // _TYPED_DISCOUNT
    extent = find_extent(content, start, limits.max_depth, until=root)
    scan.vain += extent.looked_until - start
    if extent.is_too_deep and wanted < extent.looked_until:
        scan.refusal = TooDeep(sentences.NESTED_TOO_DEEP(most=limits.max_depth))
    if extent.end is None:
        if wanted < extent.looked_until:
            extent, end = _cut_short(content, start, extent, limits, scan)
            if wanted < extent.whole_until:
                scan.vain += _TOLERANT_FACTOR * (extent.whole_until - start)
                source = content[start : extent.whole_until] + extent.closing
                yield _Candidate(source, end, is_truncated=True)
    elif wanted < extent.end:
        scan.vain += _TOLERANT_FACTOR * (extent.end - start)
        yield _Candidate(content[start : extent.end], extent.end)
    else:
        yield _Candidate(b"", extent.end, is_skipped=True)


def _cut_short(content: bytes, start: int, extent: Extent, limits: Limits, scan: Scan) -> tuple[Extent, int]:
    """What is whole of a document that is never closed, and where it ends; other results may stand behind it."""
    end = find_json_end(content, start)
    scan.vain += end - start
    if end < extent.looked_until or not extent.whole_until:
        extent = find_extent(content, start, limits.max_depth, until=end)
        scan.vain += end - start
    if extent.end is None and not extent.is_too_deep:
        scan.vain += end - start
        extent = extend_into_direction(content, start, extent, end)
    return extent, start + len(content[start:end].rstrip())
