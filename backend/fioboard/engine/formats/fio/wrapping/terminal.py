"""JSON that a terminal broke hard at its width: in the midst of a string, a key or a number; and heads of fio's text.

Between two values a line feed means nothing, so only lines that end within a token are joined, and only those that
are as long as the terminal was wide. As in layers.py, line feeds are neither added nor removed: behind a joined line
stand as many empty ones.
"""

import re
from collections import Counter

_KEY = re.compile(r'"(?:jobname|fio version|client_stats|io_bytes)"')
_TERSE = re.compile(r"(?:[3-5];fio-[^;\n]{1,60}|2;[^;\d\n][^;\n]{0,200});")
_HEAD = re.compile(r"[^\n]{0,200}: \(g(?:roupid)?=\d")
_OPEN_STRING = re.compile(r'\s*"[^"]{1,80}"\s*:\s*"(?:[^"\\]|\\.)*')
_OPEN_NUMBER = re.compile(r'\s*"[^"]{1,80}"\s*:\s*-?[\d.]+')
_OPEN_KEY = re.compile(r'\s*"[^"]{0,80}')
_CLOSED_KEY = re.compile(r'[^"]{1,80}"\s*:')
_DIGITS = tuple("0123456789.")
_NAME = re.compile(r"[^\s=]+(?: [^\s=]+)*")
_QUOTE = re.compile(r'"|\\.')
_ENDS_IN_TOKEN = re.compile(r"[\w.+-]$")
_BEGINS_IN_TOKEN = re.compile(r"[\w.+-]")
_MIN_WIDTH = 20


def join_hard_breaks(text: str) -> str:
    """Join what was broken within a token; return the same text where nothing was, or where it holds no document
    of fio.
    """
    is_json = '"' in text and _KEY.search(text.replace("\r", "").replace("\n", "")) is not None
    has_terse = ";" in text and _TERSE.search(text) is not None
    if not is_json and not has_terse and ": (groupid=" not in text:
        return text
    lines = [line.rstrip("\r") for line in text.split("\n")]
    width = _find_width(lines)
    if width < _MIN_WIDTH:
        return text
    joined: list[str] = []
    pieces: list[str] = []
    in_string, depth = False, 0
    for line, following in zip(lines, (*lines[1:], ""), strict=True):
        pieces.append(line)
        is_full = len(line) == width and following.strip() != ""
        is_in_document = False
        if is_json:
            in_string ^= sum(quote == '"' for quote in _QUOTE.findall(line)) % 2 == 1
            # A prompt or a message before and behind the document is no part of it, however long.
            depth += line.count("{") - line.count("}")
            is_in_document = depth > 0 and (in_string or _is_within_token(line, following))
            if _is_in_member(line, following):
                continue
        if is_full and (is_in_document or _is_in_terse(pieces, following) or _is_in_name(line, following)):
            continue
        joined += ["".join(pieces), *[""] * (len(pieces) - 1)]
        # A string ends with its line, unless the terminal broke it.
        pieces, in_string = [], False
    return text if joined == lines else "\n".join(joined)


def _is_in_member(line: str, following: str) -> bool:
    """Whether a line holds one member of a printed document and ends within its key, string or number."""
    return (
        _OPEN_STRING.fullmatch(line) is not None
        or (_OPEN_NUMBER.fullmatch(line) is not None and following[:1] in _DIGITS)
        or (_OPEN_KEY.fullmatch(line) is not None and _CLOSED_KEY.match(following) is not None)
    )


def _is_in_terse(pieces: list[str], following: str) -> bool:
    """Whether a terse line goes on; behind a percent sign stands a value or the next field, or it is its end."""
    is_open = not pieces[-1].endswith("%") or following.startswith((";", "="))
    return is_open and _TERSE.match(pieces[0]) is not None and _TERSE.match(following) is None


def _is_in_name(line: str, following: str) -> bool:
    """Whether a banner or head follows, and the line is nothing but the beginning of its name."""
    return _HEAD.match(following) is not None and _NAME.fullmatch(line) is not None


def _find_width(lines: list[str]) -> int:
    """Return the width of most lines, where a document was on one line; else that of the longest."""
    often, count = Counter(map(len, lines)).most_common(1)[0]
    return often if often >= _MIN_WIDTH and 2 * count > len(lines) else max(map(len, lines))


def _is_within_token(line: str, following: str) -> bool:
    return _ENDS_IN_TOKEN.search(line) is not None and _BEGINS_IN_TOKEN.match(following) is not None
