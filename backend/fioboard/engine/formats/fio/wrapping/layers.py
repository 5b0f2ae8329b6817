"""What mails, forums, logs and other programs put around a tool's output, taken off layer by layer.

Nothing here is believed by itself: reader.py reads every layer and keeps the one that says most. Line feeds
are neither added nor removed, so that line numbers stay those of the body; a new line of the output inside
one of them ends with a carriage return, which ends a line for every reader too.
"""

import html
import json
import re
from collections.abc import Callable, Iterator

import orjson

from fioboard.engine.formats.fio.json.scan import find_extent
from fioboard.engine.formats.fio.wrapping import sentences
from fioboard.engine.formats.fio.wrapping.lines import (
    decode_quoted_printable,
    extract_records,
    remove_messages,
    strip_emphasis,
    strip_prefixes,
    strip_suffixes,
)
from fioboard.engine.formats.fio.wrapping.terminal import join_hard_breaks
from fioboard.engine.formats.fio.wrapping.yaml_body import extract_yaml

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)")
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")
_BLANK = re.compile("[\u00a0\u2002-\u200a\u202f\u3000]")
_DOUBLE_QUOTES = re.compile("[\u201c\u201d\u201e\u201f\u00ab\u00bb]")
_SINGLE_QUOTES = re.compile("[\u2018\u2019\u2032]")
_TAG = re.compile(
    r"</?(?:br|pre|code|p|div|span|blockquote|td|tr|li|ul|table|tbody|samp|tt|kbd|font|b|i|em|strong)\b[^<>\n]{0,300}>"
    r"|\[/?(?:code|quote|pre|spoiler|size|font|color|b|i|list)\b[^\]\n]{0,100}\]",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br\s*/?>|</?(?:p|div|pre|tr|li)\b|\[/?(?:code|quote|pre|spoiler)", re.IGNORECASE)
# An unclosed string ends with its line, so that no character is looked at twice.
_BEFORE_STRINGS = re.compile(r'\s*(?:[\["{]|[^\n"{]{0,200}[="> ](?=["{]))')
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*+)\\?(?:"|(?=\n)|\Z)(\s{0,16}:)?|(\n)|[^"\n]++')
# What strict parsers refuse in a string and the standard library's takes: raw line ends, lone surrogates.
_ONLY_LENIENT = re.compile(r"[\x00-\x1f]|\\u[dD][89a-fA-F]")
_LINE_START = re.compile(
    r"(?<![ \t])[ \t]++(?="
    r"(?:read|write|trim|mixed)\s{0,2}: ?(?:IOPS|io)=|(?:[sc]?lat|sync)(?: percentiles)? \((?:n|u|m)sec\)|\| ?\s{0,3}\d"
    r"|bw \( ?|iops {1,9}: min|cpu {1,12}: usr|fsync/fdatasync|errors {1,9}: total|steadystate {1,3}: "
    r"|IO depths|submit {1,9}:|complete {1,9}:|issued |latency {1,3}: target"
    r"|Run status|(?:READ|WRITE|TRIM|MIXED): (?:bw|io)=|Disk stats|fio-\d|Starting \d)"
)
_STARTING = re.compile(r"(Starting \d{1,9} (?:process(?:es)?|threads?))[ \t]+")
_MAX_LAYERS = 3
_MAX_CHARS = 512 * 1024
_MAX_CHARS_IN_ALL = 4 * 1024 * 1024
_MAX_CHARS_IN_STRINGS = 16 * 1024 * 1024
_HARD_BREAKS = "line breaks within a word"
_STRINGS = "the JSON strings around it"
# A result of fio within a string: its head or its document, behind an escaped line end or quote.
_COLLECTED = re.compile(rb'\\n[^\n"]{0,300}: \(groupid=\d+, jobs=|\\"fio version\\"')
_MAX_PIECES = 40
_BANNER_START = re.compile(r": \(g=\d{1,9}\): rw=")
# The beginning of an output that stands behind something else in its line.
_GLUED = re.compile(
    r"""(?<=["'`>\[\])=(])(?=[^"'`>\]\n\r:]{1,80}: \(g=\d{1,9}\): rw=)|(?<=[^\n\r\d;])(?=[2-5];fio-\d)"""
)
_TERSE_IN_QUOTES = re.compile(r"""^([2-5];fio-[^\n\r"'`\]<\u2502]{1,20000})["'`\]<\u2502]""", re.MULTILINE)
_ENTRY = re.compile(rb'\{\s*"jobname"')
_NEXT_ENTRY = re.compile(rb'\s*,\s*(?=\{\s*"jobname")')
_MAX_ENTRY_DEPTH = 32
_TERSE_START = re.compile(r"[2-5];fio-[^;]{1,64};")
_TERSE_PIECE = re.compile(r"[\w.;%=-]+\s*$")


def unwrap_layers(content: bytes) -> Iterator[tuple[str, bytes]]:
    """(what was taken off, the rest): first from the body, then from the output that it holds as strings.

    Of a body above 512 KiB only the strings of a JSON document, where these hold outputs of fio: programs collect
    hundreds of them so. People do not quote that much, and a hostile one would be read many times.
    For the same reason all other layers together hold at most 4 MiB.
    """
    if len(content) > _MAX_CHARS:
        if len(content) <= _MAX_CHARS_IN_STRINGS and _COLLECTED.search(content):
            text = _extract_strings(content.decode("utf-8", "replace"))
            yield _STRINGS, text.encode("utf-8", "replace")
        return
    total = 0
    for name, layer in _unwrap_all(content):
        total += len(layer)
        if total > _MAX_CHARS_IN_ALL:
            return
        yield name, layer


def is_healing(layer: str) -> bool:
    """Return whether a name or a key was broken in two without this layer: with it, as much is worth more."""
    return layer.endswith(_HARD_BREAKS)


def _unwrap_all(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each layer of the body, then those of the output that it holds as strings."""
    outer = content.decode("utf-8", "replace")
    yield from _unwrap_lines(outer)
    for name, take_off in (
        (_STRINGS, _extract_strings),
        ("the records around its lines", extract_records),
        ("escapes", _unescape_lines),
        ("the YAML around it", extract_yaml),
    ):
        text = outer
        for _ in range(_MAX_LAYERS):
            inner = take_off(text)
            if inner == text:
                break
            text = inner
            yield name, text.encode("utf-8", "replace")
            yield from ((f"{name}, {rest}", body) for rest, body in _unwrap_lines(text))


def _unwrap_lines(text: str) -> Iterator[tuple[str, bytes]]:
    """Yield each layer around the lines of a text, without all that came before it."""
    for name, take_off in _LAYERS:
        for _ in range(_MAX_LAYERS):
            rest = take_off(text)
            if rest == text:
                break
            text = rest
            yield name, text.encode("utf-8", "replace")
    text, messages = remove_messages(text)
    if messages:
        number, message = messages[0]
        more = f" and {len(messages) - 1} more" if len(messages) > 1 else ""
        yield (
            sentences.SAID_WITHIN(line=number, more=more, message=message[:120]),
            text.encode("utf-8", "replace"),
        )


def _extract_strings(text: str) -> str:
    """Return the strings of a JSON body: output that a program kept as text ("stdout", log lines of a container)."""
    if _BEFORE_STRINGS.match(text) is None:
        return text
    parts: list[tuple[str, bool]] = []
    for match in _STRING.finditer(text):
        string, colon, line_feed = match.groups()
        if line_feed:
            parts.append(("\n", False))
        elif string is not None and colon is None:
            parts.append((_unescape(string), True))
    # Where some hold line ends, the others are names and times beside them.
    has_lines = any(is_string and "\n" in one for one, is_string in parts)
    return "".join(
        one.replace("\r\n", "\r").replace("\n", "\r") + "\r" if is_string else one
        for one, is_string in parts
        if not is_string or "\n" in one or not has_lines
    )


def _unescape(string: str) -> str:
    if "\\" not in string:
        return string
    try:
        return str(orjson.loads(f'"{string}"'))
    except ValueError:
        if not _ONLY_LENIENT.search(string):
            return string
    try:
        return str(json.loads(f'"{string}"', strict=False)).encode("utf-8", "replace").decode()
    except ValueError:
        return string


def _unescape_lines(text: str) -> str:
    """Return output that was printed as one escaped line, without the quotes around it."""
    if text.count("\\n") <= text.count("\n"):
        return text
    return text.replace("\\r\\n", "\r").replace("\\n", "\r").replace("\\t", "\t").replace('\\"', '"')


def _strip_markup(text: str) -> str:
    """Strip colours, tags and entities."""
    text = _ANSI.sub("", text)
    if "<" in text or "[" in text:
        text = _TAG.sub(_replace_tag, text)
    if "&" in text:
        text = html.unescape(text)
    return text


def _replace_tag(tag: re.Match[str]) -> str:
    """Return the blank or line break that a tag stands for."""
    if _BREAK.match(tag.group()):
        return "\r"
    return " " if tag.group()[:4].lower() in ("<td>", "<td ") else ""


def _strip_typography(text: str) -> str:
    """Replace what word processors and web pages make of quotes and blanks."""
    if text.isascii():
        return text
    # A table for `translate` is asked for every character of a text.
    plain = _DOUBLE_QUOTES.sub('"', _BLANK.sub(" ", _INVISIBLE.sub("", text)))
    return _SINGLE_QUOTES.sub("'", plain)


def _strip_quotes(text: str) -> str:
    """Strip a quote mark, fence or tag directly before text or a terse line; quotes that a table of values
    doubles.
    """
    if text.count('""') * 3 > text.count('"'):
        text = text.replace('""', '"')
    if ": (g=" not in text and ";fio-" not in text:
        return text
    lines = (
        _GLUED.sub("\r", line) if ": (g=" in line or ";fio-" in line else line for line in text.split("\n")
    )
    return _TERSE_IN_QUOTES.sub(r"\1\r", "\n".join(lines))


def _join_wrapped(text: str) -> str:
    """Join banners and terse lines that a terminal or a mail broke at its width: fio's longest."""
    if "rw=" not in text and ";fio-" not in text:
        return text
    kept: list[str] = []
    at: int | None = None
    for line in text.split("\n"):
        if at is not None and _is_continued(kept[at], line) and len(kept) - at < _MAX_PIECES:
            # An empty line in its place keeps the numbers of those behind.
            # A terminal breaks anywhere, a mail where a blank was.
            kept[at] += f" {line}" if kept[at].endswith(",") else line
            kept.append("")
            continue
        kept.append(line)
        at = len(kept) - 1 if _is_broken_banner(line) or _TERSE_START.match(line) else None
    return "\n".join(kept)


def _is_broken_banner(line: str) -> bool:
    at = line.rfind(": (g=")
    return at >= 0 and bool(_BANNER_START.match(line, at)) and "iodepth=" not in line[at:]


def _is_continued(line: str, following: str) -> bool:
    """Return whether a line goes on in the following one."""
    if _TERSE_START.match(line):
        # Behind a percent sign stands a value or the next field, or it is the end of the line.
        is_open = not line.endswith("%") or following.startswith((";", "="))
        return is_open and bool(_TERSE_PIECE.match(following)) and not _TERSE_START.match(following)
    return _is_broken_banner(line) and ("=" in following or "-" in following)


def _restore_line_breaks(text: str) -> str:
    """Restore the line breaks of fio's text with all its lines run together, as web tables and chat programs leave
    it.
    """
    if text.lstrip()[:1] in ("{", "[", '"') or len(_LINE_START.findall(text, 0, 1 << 20)) <= 2 + text.count(
        "\n", 0, 1 << 20
    ):
        return text
    return _STARTING.sub(r"\1\r", _LINE_START.sub("\r", text))


def _restore_json(text: str) -> str:
    """Restore JSON from a document that Python printed, and drop commas that an editor left behind the last
    member.
    """
    if "'fio version'" in text or "'jobname'" in text:
        text = text.replace('"', "\\u0022").replace("'", '"').replace(": None", ": null")
        text = text.replace(": True", ": true").replace(": False", ": false")
    return re.sub(r",(\s{0,64}[}\]])", r"\1", text) if '"jobs"' in text or '"jobname"' in text else text


def _add_root(text: str) -> str:
    """Add the document around entries that lack it: `jq .jobs`, `jq '.jobs[0]'`, or the end of a longer output. Of an
    entry whose beginning is lost nothing is used; line feeds before the first whole one are kept.

    Of an entry whose beginning is lost nothing is used; line feeds before the first whole one are kept.
    """
    if '"jobname"' not in text or '"jobs"' in text or '"client_stats"' in text:
        return text
    content = text.encode("utf-8", "replace")
    first = _ENTRY.search(content)
    if first is None:
        return text
    end = start = first.start()
    entry: re.Match[bytes] | None = first
    while entry is not None:
        extent = find_extent(content, entry.start(), _MAX_ENTRY_DEPTH)
        if extent.end is None:
            break
        end = extent.end
        comma = _NEXT_ENTRY.match(content, end)
        entry = None if comma is None else _ENTRY.match(content, comma.end())
    if end == start:
        return text
    rest = content[end:]
    is_closed = rest.lstrip().startswith(b"]") and rest.rstrip().endswith(b"}")
    before = b"\n" * content.count(b"\n", 0, start)
    made = before + b'{"jobs": [' + content[start:end] + (rest if is_closed else b"]}")
    return made.decode("utf-8", "replace")


_LAYERS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("markup and colours", _strip_markup),
    ("inline code and emphasis", strip_emphasis),
    ("typographic quotes and blanks", _strip_typography),
    ("the encoding of a mail", decode_quoted_printable),
    ("what stands before every line", strip_prefixes),
    ("what stands behind every line", strip_suffixes),
    ("quotes around it", _strip_quotes),
    (_HARD_BREAKS, join_hard_breaks),
    ("line breaks of a terminal", _join_wrapped),
    ("lost line breaks", _restore_line_breaks),
    ("quotes and commas that JSON does not have", _restore_json),
    ("a missing root", _add_root),
)
