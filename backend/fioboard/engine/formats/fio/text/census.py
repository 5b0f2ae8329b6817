"""What a text tells of results, counted beside what was read: nothing may be lost without a word.

Lines in fio's own form that no reader took, jobs that were started and not reported, totals and group lines
without a result beside them, servers that never answered.
"""

import re
from collections.abc import Sequence

from fioboard.engine.formats.fio.model.reading import Message, Problem
from fioboard.engine.formats.fio.text import sentences
from fioboard.engine.formats.fio.text.direction import find_headlines

# Beginnings of lines that only fio prints, in any version; whoever writes prose writes none of them.
_FIO_FORM = re.compile(
    r": \(groupid=\d|\bissued\s*(?:rwts?)?\s*: total=|\d\.?\d*th=\[|\b[sc]?lat(?: percentiles)? \([num]sec\)\s*:"
    r"|^[2-5];fio-\d|\"jobname\"\s*:"
)
# A figure: a rate, a value behind its name, a latency.
_RATE = re.compile(
    r"\d\s?(?:[kKMGT]?i?[Bb](?:ytes?)?(?:/s(?:ec)?\b|ps\b)|k?\s?IOPS\b|IO/s\b|[KMG]bps\b)", re.IGNORECASE
)
_NAMED_VALUE = re.compile(r"\b(?:IOPS|BW|bandwidth|throughput|speed)\b[^\n]{0,40}?[:=|]\s*\d", re.IGNORECASE)
_LATENCY = re.compile(r"\b(?:lat|latency|avg|p99)\b[^\n]{0,30}\d\s?(?:ns|us|µs|ms|[num]sec)\b", re.IGNORECASE)
_TEMPERATURE = re.compile(r"(?<![\w.])-?\d{1,3}(?:\.\d)?\s?(?:°\s?[CF]|(?<=\d)[CF]|degrees|celsius)\b(?!\+)")
# Prose has no longer lines; what has is not searched by patterns.
_MAX_CHARS = 2_000
MAX_NAMED = 12


def is_in_fios_form(text: str) -> bool:
    """Whether a line that nobody took can hold a result of fio."""
    if ":" not in text and "=" not in text and ";" not in text:
        # All of these forms have one of them; most lines of a log or of prose have none.
        return False
    return (_has_word_of_fio(text) and _FIO_FORM.search(text) is not None) or bool(find_headlines(text))


def has_figures(text: str) -> bool:
    """Whether a line looks as if it held a measurement, of whatever tool."""
    if len(text) >= _MAX_CHARS:
        return False
    small = text.lower()
    has_mark = ":" in text or "=" in text or "|" in text
    return (
        (_has_rate_unit(small) and _RATE.search(text) is not None)
        or (has_mark and _has_rate(small) and _NAMED_VALUE.search(text) is not None)
        or (_has_latency(small) and _LATENCY.search(text) is not None)
    )


def has_temperature(text: str) -> bool:
    """Return whether a line holds a temperature: "52C under load", "39 °C"."""
    has_scale = "C" in text or "F" in text or "°" in text or "degrees" in text or "celsius" in text
    return has_scale and len(text) < _MAX_CHARS and _TEMPERATURE.search(text) is not None


# These patterns try their luck at every letter: the words without which they match nothing are found ten times faster.
# Beyond ASCII some letters count as equal to these that lower() leaves as they are.
def _has_word_of_fio(text: str) -> bool:
    return (
        "(groupid=" in text
        or "issued" in text
        or "th=[" in text
        or "sec)" in text
        or ";fio-" in text
        or '"jobname"' in text
    )


def _has_rate_unit(small: str) -> bool:
    return "/s" in small or "ps" in small or not small.isascii()


def _has_rate(small: str) -> bool:
    """Return whether a line names a rate."""
    return (
        "iops" in small
        or "bw" in small
        or "bandwidth" in small
        or "throughput" in small
        or "speed" in small
        or not small.isascii()
    )


def _has_latency(small: str) -> bool:
    """Return whether a line names a latency."""
    return "lat" in small or "avg" in small or "p99" in small or not small.isascii()


def format_lines(lines: Sequence[int]) -> str:
    """Format line numbers: "line 4", "lines 4, 9 and 12", "lines 4, 9, … (31 lines)"."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    if len(lines) > MAX_NAMED:
        return f"lines {', '.join(map(str, lines[:MAX_NAMED]))}, … ({len(lines)} lines)"
    return f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"


def report_lost_lines(lines: Sequence[int]) -> Problem:
    """Build one remark for all lines in fio's form that became nothing."""
    shown = format_lines(lines)
    verb = "is" if len(lines) == 1 else "are"
    detail = sentences.LOST_LINES(lines=f"{shown[0].upper()}{shown[1:]}", verb=verb)
    return Problem(f"line {lines[0]}", "LostLines", detail)


def report_figures_in_prose(lines: Sequence[int]) -> Problem:
    """Build one note for the lines of prose that hold figures too: somebody's words, and no result of a tool."""
    shown = format_lines(lines)
    verb = "holds" if len(lines) == 1 else "hold"
    return Problem(
        f"line {lines[0]}",
        "FiguresInProse",
        sentences.FIGURES_IN_PROSE(lines=f"{shown[0].upper()}{shown[1:]}", verb=verb),
    )


def report_temperature(message: Message) -> Problem:
    """Build the remark on a temperature as the prose has it; it does not say what was measured."""
    return Problem(f"line {message.line}", "Temperature", message.text)
