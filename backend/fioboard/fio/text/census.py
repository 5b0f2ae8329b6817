"""What a text tells of results, counted beside what was read: nothing may be lost without a word.

Lines in fio's own form that no reader took, jobs that were started and not reported, totals and group lines
without a result beside them, servers that never answered.
"""

import re
from collections.abc import Sequence

from fioboard.fio.model.reading import Message, Problem
from fioboard.fio.text.direction import headline_starts

# Beginnings of lines that only fio prints, in any version; whoever writes prose writes none of them.
_FIO_FORM = re.compile(
    r": \(groupid=\d|\bissued\s*(?:rwts?)?\s*: total=|\d\.?\d*th=\[|\b[sc]?lat(?: percentiles)? \([num]sec\)\s*:"
    r"|^[2-5];fio-\d|\"jobname\"\s*:"
)
_FIGURE = re.compile(
    r"\d\s?(?:[kKMGT]?i?[Bb](?:ytes?)?(?:/s(?:ec)?\b|ps\b)|k?\s?IOPS\b|IO/s\b|[KMG]bps\b)"
    r"|\b(?:IOPS|BW|bw|iops|bandwidth|throughput|speed)\b[^\n]{0,40}?[:=|]\s*\d"
    r"|\b(?:lat|latency|avg|p99)\b[^\n]{0,30}\d\s?(?:ns|us|µs|ms|[num]sec)\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"[0-9]")
_SCALE = re.compile("[CF°]|degrees|celsius")
_TEMPERATURE = re.compile(r"(?<![\w.])-?\d{1,3}(?:\.\d)?\s?(?:°\s?[CF]|(?<=\d)[CF]|degrees|celsius)\b(?!\+)")
_FAILED = re.compile(r"^fio: pid=\d{1,12}, (?:err=(?!0/)-?\d|got signal=)")
MAX_NAMED = 12


def is_in_fios_form(text: str) -> bool:
    """Whether a line that nobody took can hold a result of fio."""
    if ":" not in text and "=" not in text and ";" not in text:
        # All of these forms have one of them; most lines of a log or of prose have none.
        return False
    return _FIO_FORM.search(text) is not None or bool(headline_starts(text))


def has_figures(text: str) -> bool:
    """Whether a line looks as if it held a measurement, of whatever tool."""
    return len(text) < 2_000 and _DIGIT.search(text) is not None and _FIGURE.search(text) is not None


def tells_temperature(text: str) -> bool:
    """ "52C under load", "39 °C"."""
    is_short = len(text) < 2_000 and _DIGIT.search(text) is not None
    return is_short and _SCALE.search(text) is not None and _TEMPERATURE.search(text) is not None


def tells_failure(text: str) -> bool:
    """`fio: pid=4711, err=13/file:filesetup.c:…`: one job that failed."""
    return text.startswith("fio: pid=") and _FAILED.match(text) is not None


def name_lines(lines: Sequence[int]) -> str:
    """ "line 4", "lines 4, 9 and 12", "lines 4, 9, … (31 lines)"."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    if len(lines) > MAX_NAMED:
        return f"lines {', '.join(map(str, lines[:MAX_NAMED]))}, … ({len(lines)} lines)"
    return f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"


def lost_lines(lines: Sequence[int]) -> Problem:
    """One remark for all lines in fio's form that became nothing."""
    shown = name_lines(lines)
    detail = f"{shown[0].upper()}{shown[1:]} stand in fio's own form and could not be read."
    return Problem(f"line {lines[0]}", "LostLines", detail)


def figures_in_prose(lines: Sequence[int]) -> Problem:
    """One note for the lines of prose that hold figures too: somebody's words, and no result of a tool."""
    shown = name_lines(lines)
    verb = "holds" if len(lines) == 1 else "hold"
    return Problem(
        f"line {lines[0]}",
        "FiguresInProse",
        f"{shown[0].upper()}{shown[1:]} {verb} figures outside of the results.",
    )


def temperature(message: Message) -> Problem:
    """A temperature as it stands in the prose; what it was measured at is not told."""
    return Problem(f"line {message.line}", "Temperature", message.text)
