"""What other programs put before and behind every line of an output: marks, times, names, records.

As in layers.py: nothing is believed by itself, and line feeds are neither added nor removed.
"""

import itertools
import re
from collections import Counter

import orjson

_CLOCK = r"\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
# What stands before every line, one pattern per kind of writer.
_PREFIXES = tuple(
    re.compile(pattern)
    for pattern in (
        r"[ \t]*(?:[>|#*%;]|//|--)+[ \t]?",
        r"[ \t]*\d{1,7}[:.)|]?(?:[ \t]{1,4}|$)",
        rf"[ \t]*\[?\d{{4}}-\d\d-\d\d[T ]{_CLOCK}(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]?(?:(?:stdout|stderr) [FP] ?)?",
        rf"[ \t]*\[?{_CLOCK}\]?[ \t]",
        r"\d{1,10}\.\d{3,9}[ \t]",
        rf"[A-Z][a-z]{{2}} [ \d]\d {_CLOCK} \S{{1,255}} [^\s:\[]{{1,64}}(?:\[\d{{1,9}}\])?: ?",
        r"\[[^\]\n]{1,200}\][ \t]?",
        r"[\w.-]{1,64}[ \t]{0,32}\|[ \t]?",
        r"(?:[\w./-]{1,255}[:-])(?:\d{1,7}[:-])?",
    )
)
_MIN_LINES = 5
# A prefix that no pattern knows: equal from line to line, but for its digits.
_DIGITS = re.compile(r"\d+")
_MAX_PREFIX_CHARS = 120
_MAX_SAMPLE_LINES = 1_000
_MAX_CANDIDATES = 20
_SUFFIXES = ("$", "|", "\\", "\u2502", "\u2503", "\u2551")
# Where programs that log lines as JSON keep the line.
_EMPHASIS = re.compile(r"[_*]{0,3}`+[_*]{0,3}|(?<![\w*])_{1,2}(?=\*\*)|\*{2,3}_{0,2}|(?<=\*\*)_{1,2}|~~")
# A line with such a mark and a figure of fio; the marks of a code block stand alone.
_EMPHASIZED = re.compile(
    r"^(?=[^\n]{0,2000}(?:`|\*\*|~~))[^\n]{0,2000}?(?:IOPS=|iops=|BW=|bw=|avg=|th=\[|usr=|\(groupid=)",
    re.MULTILINE,
)
_ROOT = re.compile(r'\s*\{\s*(?:"(?:fio version|global options|client_stats|jobs)"|$)')
# Programs speak in lines that begin with a letter, or with the kernel's clock: no line of fio's JSON does.
_MESSAGE = re.compile(r"[ \t]*(?:(?!(?:true|false|null|nan|inf)\b)[A-Za-z<]|\[ *\d+\.\d+\] )")
_GLUED_MESSAGE = re.compile(r'(?<=[,{}\[\]\d"])[ \t]*(?:fio: |Jobs: \d)(?=[^\n]*$)')
_LINE_KEYS = ("log", "MESSAGE", "message", "msg", "textPayload", "text", "line", "_raw", "body")


def strip_prefixes(text: str) -> str:
    """Strip the same kind of prefix before at least two thirds of all lines that hold anything."""
    lines = [line.strip("\r") for line in text.split("\n")]
    filled = [line for line in lines if line.strip()]
    if len(filled) < _MIN_LINES and not any(";fio-" in line for line in filled):
        return text
    common = _find_common_prefix(filled[:_MAX_SAMPLE_LINES]) if _may_share_prefix(filled) else None
    for prefix in (*_PREFIXES, common):
        if prefix is not None and _is_before_most(prefix, filled):
            return "\n".join(prefix.sub("", line, count=1) if prefix.match(line) else line for line in lines)
    return text


def _is_before_most(prefix: re.Pattern[str], lines: list[str]) -> bool:
    """Return whether two thirds of the lines begin so; given up with the first line too many that does not."""
    spare = len(lines) // 3
    for line in lines:
        if prefix.match(line) is None:
            spare -= 1
            if spare < 0:
                return False
    return True


def _may_share_prefix(lines: list[str]) -> bool:
    """Whether two thirds of the lines begin with one character, or with digits: cheaper than to compare them."""
    first = Counter("0" if (mark := line.lstrip()[:1]).isdecimal() else mark for line in lines)
    return bool(first) and first.most_common(1)[0][1] * 3 >= len(lines) * 2


def _find_common_prefix(lines: list[str]) -> re.Pattern[str] | None:
    """Find what neighbouring lines most often begin with, digits being equal to any digits, and one blank behind
    it.
    """
    heads = [_DIGITS.sub("0", line[:_MAX_PREFIX_CHARS]) for line in lines]
    beginnings = Counter(_find_common_beginning(*pair) for pair in itertools.pairwise(heads))
    patterns = (re.escape(head).replace("0", r"\d+") for head, _ in beginnings.most_common(_MAX_CANDIDATES))
    # Lines of one depth share their indentation, too: the shortest that is no mere blank is the prefix.
    candidates = [pattern for pattern in patterns if _has_mark(pattern)]
    if not candidates:
        return None
    return re.compile(min(candidates, key=len).rstrip("\\ \t") + "[ \t]?")


def _find_common_beginning(before: str, after: str) -> str:
    """Return the characters that two lines begin with."""
    for at, (one, other) in enumerate(zip(before, after, strict=False)):
        if one != other:
            return before[:at]
    return min(before, after, key=len)


def _has_mark(pattern: str) -> bool:
    """Whether there is more in it than what numbers are made of and parted by."""
    return bool(pattern.replace(r"\d+", "").strip("\\ \t.,;%-"))


def strip_suffixes(text: str) -> str:
    """Strip the mark that a frame or `cat -A` leaves behind at least two thirds of all lines that hold anything."""
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    marked = sum(1 for line in filled if line.rstrip().endswith(_SUFFIXES))
    if len(filled) < _MIN_LINES or marked * 3 < len(filled) * 2:
        return text
    stripped = (line.rstrip() for line in lines)
    return "\n".join(line[:-1].rstrip() if line.endswith(_SUFFIXES) else line for line in stripped)


def strip_emphasis(text: str) -> str:
    """Strip inline code and bold around lines or figures of fio, as Markdown has them; of any other text nothing."""
    if ("`" not in text and "**" not in text and "~~" not in text) or _EMPHASIZED.search(text) is None:
        return text
    return _EMPHASIS.sub("", text)


def remove_messages(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return a body whose documents of fio hold no messages of programs, and these with their lines."""
    if '"jobname"' not in text:
        return text, []
    lines = text.split("\n")
    messages: list[tuple[int, str]] = []
    is_within = False
    for index, line in enumerate(lines):
        if not is_within:
            is_within = _ROOT.match(line) is not None
        elif line.startswith("}"):
            is_within = False
        elif _MESSAGE.match(line):
            messages.append((index + 1, line.strip()))
            lines[index] = ""
        elif glued := _GLUED_MESSAGE.search(line):
            messages.append((index + 1, line[glued.start() :].strip()))
            lines[index] = line[: glued.start()]
    return "\n".join(lines), messages


def extract_records(text: str) -> str:
    """Return the lines of an output that were logged one by one, each as a JSON object of its own."""
    if "{" not in text:
        return text
    lines = text.split("\n")
    records = [_record(line) for line in lines]
    filled = sum(1 for line in lines if line.strip())
    if sum(1 for record in records if record) * 3 < filled * 2:
        return text
    keys = Counter(
        key for record in records for key in _LINE_KEYS if record and isinstance(record.get(key), str)
    )
    if not keys:
        return text
    key = keys.most_common(1)[0][0]
    return "\n".join(
        str(record.get(key, "")).rstrip("\r\n").replace("\n", "\r") if record else line
        for record, line in zip(records, lines, strict=True)
    )


def _record(line: str) -> dict[str, object] | None:
    if line.strip()[:1] != "{":
        return None
    try:
        record = orjson.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def decode_quoted_printable(text: str) -> str:
    """Decode a mail as it was sent: `=3D` is an equals sign, and an equals sign at the end of a line joins it to
    the next.
    """
    if "=3D" not in text:
        return text
    kept: list[str] = []
    joined: list[str] = []
    for line in text.split("\n"):
        joined.append(line.rstrip())
        if joined[-1].endswith("="):
            joined[-1] = joined[-1][:-1]
            continue
        # Empty lines in the place of those that were joined keep the numbers of those behind.
        kept += ["".join(joined), *[""] * (len(joined) - 1)]
        joined = []
    kept += ["".join(joined)] if joined else []
    return _HEX.sub(_decode_hex, "\n".join(kept))


_HEX = re.compile(r"(?:=[0-9A-F]{2})+")


def _decode_hex(match: re.Match[str]) -> str:
    decoded = bytes.fromhex(match.group().replace("=", "")).decode("utf-8", "replace")
    return decoded.replace("\n", "\r")
