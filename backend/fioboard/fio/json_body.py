"""Every fio document in a body, wherever it stands: behind notes, between shell prompts, one after the other.

fio prints its messages to the same stream as the result, and people append runs to one file. A document
begins at a `{` followed by a quote; fio's own end at the next `}` in the first column, others (re-indented,
on one line) are followed bracket by bracket.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fioboard.fio.errors import FioFormatError, NotUnderstood, TooMany
from fioboard.fio.json_document import read_document
from fioboard.fio.json_scan import find_extent
from fioboard.fio.limits import Limits
from fioboard.fio.reading import Problem
from fioboard.fio.report import Report

_START = re.compile(rb'\{\s*"')
_WANTED = re.compile(rb'"(?:jobs|client_stats|fio version)"')
_MOST_FAILURES = 300
_LONGEST_LINE = 1 << 22


@dataclass(slots=True)
class Found:
    """The reports in a body, and the stretches of bytes between them."""

    reports: list[Report] = field(default_factory=list)
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """One before each report and one behind the last: gaps[i] precedes reports[i]."""
    refusal: FioFormatError | None = None
    """Why a document that is fio's gave no report."""


class _Lines:
    """Line numbers of rising offsets, each byte counted once."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._offset = 0
        self._line = 1

    def at(self, offset: int) -> int:
        self._line += self._content.count(b"\n", self._offset, offset)
        self._offset = offset
        return self._line


def find_reports(content: bytes, limits: Limits) -> Found:
    """All reports in the order they stand. Work is bounded: failed attempts and bytes looked at in vain."""
    found = Found()
    lines = _Lines(content)
    position = gap_start = 0
    failures, vain = 0, 0
    while failures < _MOST_FAILURES and vain <= 8 * len(content):
        match = _START.search(content, position)
        if match is None or _WANTED.search(content, match.start()) is None:
            break
        start = match.start()
        report, end = None, start + 1
        for source, candidate_end, is_truncated in _candidates(content, start):
            vain += len(source)
            try:
                report = read_document(source, limits)
            except NotUnderstood as refusal:
                found.refusal = refusal
                end = candidate_end
                break
            if report is not None:
                end = candidate_end
                report.is_truncated = is_truncated
                vain -= len(source)
                break
        if report is None:
            failures += 1
        else:
            found.gaps.append((gap_start, start))
            gap_start = end
            report.lines = lines.at(start), lines.at(max(start, end - 1))
            if report.is_truncated:
                detail = "The document is cut short; what was whole is used."
                report.problems.append(Problem(f"line {report.lines[1]}", "Truncated", detail))
            found.reports.append(report)
            if len(found.reports) > limits.max_documents:
                raise TooMany(f"More than {limits.max_documents} documents in one body.")
        position = end
    found.gaps.append((gap_start, len(content)))
    return found


def _candidates(content: bytes, start: int) -> Iterator[tuple[bytes, int, bool]]:
    """Guesses of where the document at `start` ends, the cheap ones first: (source, end, is truncated)."""
    line_end = content.find(b"\n", start)
    line_end = len(content) if line_end < 0 else line_end
    line = content[start : min(line_end, start + _LONGEST_LINE)].rstrip()
    if line.endswith(b"}"):
        yield line, start + len(line), False
    column_zero = content.find(b"\n}", start)
    if column_zero >= 0:
        yield content[start : column_zero + 2], column_zero + 2, False
    extent = find_extent(content, start)
    if extent.end is not None:
        if extent.end != column_zero + 2:
            yield content[start : extent.end], extent.end, False
    elif extent.closing:
        yield content[start : extent.whole_until] + extent.closing, len(content), True
