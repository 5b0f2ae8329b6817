"""The lines of a body as people paste them: without colours, quote marks, prompts of remote hosts.

fio's progress lines are joined by carriage returns, and a result may follow one without a newline: both
end a line here, but only a newline counts as one, so that numbers agree with an editor's.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.text import sentences

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
# Marks of quotes, comments and frames; fio's own lines of percentiles begin with one, which is theirs to lose.
_QUOTE = re.compile(r"^(?:\s*(?:>|\||#+|//))+ ?")
_MARKS = frozenset(">|#/")
_SERVER = re.compile(r"^<([^<>\s]{1,255})> ?")
# Never beyond the next one, so that no character is looked at twice.
# Of a server its number of jobs is left out; "^C" overwrites the first letters.
_PROGRESS = re.compile(
    r"(?:\^C)?(?:J?o?bs: \d{1,9} )?\(f=\d{1,9}\):?(?:(?!\(f=)[^\r\n])*?\[eta (?:\d+[dhms]:?)+\]?\s*"
)
# fio's longest line, terse with many disks, stays far below; patterns never meet longer ones.
_MAX_CHARS = 65_536


class Line(Struct, frozen=True):
    """One line; `text` is stripped and never empty, `raw` is what to show.

    A Struct, for a frozen dataclass takes five times as long to make, and there may be a million.
    """

    number: int
    text: str
    raw: str
    server: str | None = None
    """Client mode: the server whose output was passed on ("<host> …")."""
    last_number: int | None = None
    """Of a line that was broken in several: where it ends."""


def strip_marks(name: str) -> str:
    """Return a job's name without the marks that a page put around it (`**bold**`, code)."""
    for mark in ("**", "`"):
        if name.startswith(mark):
            inner = name[len(mark) :]
            name = inner.removesuffix(mark) if inner.endswith(mark) or mark not in inner else name
    return name


def find_filled_lines(content: bytes) -> tuple[int, int]:
    """Return first and last line that hold anything, 1-based, of a body that is one result as a whole."""
    start = len(content) - len(content.lstrip())
    first = content.count(b"\n", 0, start) + 1
    return first, first + content.count(b"\n", start, len(content.rstrip()))


def split_lines(content: bytes, limits: Limits, first_number: int = 1) -> Iterator[Line]:
    """Lines that hold anything. Raises TooMany beyond Limits.max_lines."""
    if content.count(b"\n") > limits.max_lines or content.count(b"\r") > limits.max_lines:
        raise TooMany(sentences.TOO_MANY_LINES(most=limits.max_lines))
    for number, whole in enumerate(content.decode("utf-8", "replace").split("\n"), start=first_number):
        for piece in whole.split("\r") if "\r" in whole else (whole,):
            raw = piece if len(piece) <= _MAX_CHARS else piece[:_MAX_CHARS]
            if "\x1b" in raw:
                raw = _ANSI.sub("", raw)
            text = raw.strip()
            if "(f=" in text:
                text = _PROGRESS.sub("", text).strip()
            if not text:
                continue
            server = None
            if text[0] == "<":
                match = _SERVER.match(text)
                if match is not None:
                    server, text = match.group(1), text[match.end() :].strip()
            elif text[0] in _MARKS:
                text = _QUOTE.sub("", text).strip()
            if text:
                yield Line(number, text, raw, server)
