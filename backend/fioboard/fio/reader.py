"""The one door of this room: any body that a storage tool printed → Reading, or FioFormatError.

Each format is recognised by its content, never by a file name's extension: JSON lives in .txt, text in .json.
"""

from fioboard.fio.body import clean_body
from fioboard.fio.errors import NotUnderstood, TooMany
from fioboard.fio.json_body import Found, find_reports
from fioboard.fio.json_document import Report, read_document
from fioboard.fio.limits import DEFAULT_LIMITS, Limits
from fioboard.fio.reading import Message, Problem, Reading
from fioboard.fio.runs import invocations_of
from fioboard.fio.text_cleaning import clean_text

READER_VERSION = 1
"""Rises with every change of what a reader makes of the same bytes; `fioboard reparse` goes by it."""


def read_output(data: bytes, limits: Limits = DEFAULT_LIMITS, *, name: str | None = None) -> Reading:
    """Everything in the body, in base units.

    `name` is the file's name, a hint for what no content tells: which of its values a fio log holds.
    Raises NotUnderstood, TooDeep or TooMany, and nothing else.
    """
    if len(data) > limits.max_bytes:
        raise TooMany(f"{len(data)} bytes, more than {limits.max_bytes}.")
    if data[:1] == b"{" and data.rstrip()[-1:] == b"}":
        report = read_document(data, limits) if data.isascii() else None
        if report is not None:
            report.lines = 1, data.rstrip().count(b"\n") + 1
            return _reading([report], [], [])
    if not data.strip():
        raise NotUnderstood("The body is empty.")
    body = clean_body(data)
    found = find_reports(body.content, limits)
    if found.reports:
        problems, messages = list(body.problems), _messages(body.content, found, limits)
        return _reading(found.reports, problems, messages)
    if found.refusal is not None:
        raise found.refusal
    raise NotUnderstood(_describe(body.content))


def _reading(reports: list[Report], problems: list[Problem], messages: list[Message]) -> Reading:
    kind = "fio_json_plus" if any(report.kind == "fio_json_plus" for report in reports) else reports[0].kind
    invocations = invocations_of(reports)
    if messages:
        detail = f"{len(messages)} lines around the result are no part of it; kept as messages."
        problems.append(Problem(f"line {messages[0].line}", "TextAroundDocument", detail))
    if len(reports) > 1:
        detail = f"{len(reports)} documents, {len(invocations)} runs."
        problems.append(Problem("", "SeveralDocuments", detail))
    return Reading(kind=kind, invocations=invocations, problems=tuple(problems), messages=tuple(messages))


def _messages(content: bytes, found: Found, limits: Limits) -> list[Message]:
    """Lines between documents; a gap belongs to the report behind it, the last gap to the last report."""
    messages: list[Message] = []
    line, offset = 1, 0
    for i, (start, end) in enumerate(found.gaps):
        line += content.count(b"\n", offset, start)
        offset = start
        report = found.reports[min(i, len(found.reports) - 1)]
        for number, text in enumerate(content[start:end].decode("utf-8", "replace").split("\n"), start=line):
            if text.strip() and len(messages) < limits.max_messages:
                message = Message(number, clean_text(text.rstrip("\r")))
                messages.append(message)
                report.messages.append(message)
    return messages


def _describe(content: bytes) -> str:
    """A sentence that says what was seen instead of a result."""
    first = next((line for line in content.decode("utf-8", "replace").splitlines() if line.strip()), "")
    lines = content.count(b"\n") + 1
    shown = clean_text(first.strip(), 120)
    return f"No result of fio in {len(content)} bytes, {lines} lines; the first is {shown!r}."
