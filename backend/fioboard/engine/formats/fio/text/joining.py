"""Lines of fio that a mail or a terminal broke, put together before anything reads them.

A line is joined with what follows only where the two together are one whole line of fio, to the last character, and the
first alone is not. A mail breaks at a blank and drops it, a terminal breaks anywhere: both are tried.
Source of the forms: fio stat.c and init.c.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from fioboard.engine.formats.fio.text.lines import Line

_AMOUNT = r"\d+(?:\.\d+)?[kKMGTPE]?i?(?:B|bit)?(?:/s)?"
_SIZE = r"\d+(?:\.\d+)?[kKMGTP]?i?B?"
_RANGE = rf"{_SIZE}-{_SIZE}"
_NUMBER = r"\s*\d+(?:\.\d+)?[kKMGT]?\s*"
_FOUR = r"\d+,\d+,\d+,\d+"
_THREE = r"\d+,\d+,\d+"
_LATENCY = r"(?:high |low )?(?:prio[ _])?(?:[sc]?lat|sync)\b[^:]{0,40}"
# What a line begins with → the whole line.
_FORMS = tuple(
    (re.compile(start), re.compile(whole))
    for start, whole in (
        (
            r".{0,300}: \(groupid=\d",
            r".{0,300}: \(groupid=\d+, jobs=\d+\): err=\s*-?\d+(?:\s*\([^()]*\))?\s*: pid=\d+: "
            r"[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d \d{4}",
        ),
        (
            r".{0,300}: \(g=\d+\): rw=",
            rf".{{0,300}}: \(g=\d+\): rw=[a-z]+, bs=(?:\(R\) {_RANGE}, \(W\) {_RANGE}, \(T\) {_RANGE}"
            rf"|{_RANGE}(?:[/,]{_RANGE}){{1,2}}), ioengine=[\w.:/-]+, iodepth=\d+",
        ),
        (
            r"(?:read|write|trim|mixed)\s*: (?:IOPS|io)=",
            rf"\w+\s*: (?:IOPS=\d+(?:\.\d+)?[kMGT]?, BW={_AMOUNT} \({_AMOUNT}\)\({_AMOUNT}/\d+msec\)"
            rf"(?:; \d+ zone resets)?|io={_AMOUNT}, bw={_AMOUNT}, iops={_NUMBER}, runt=\s*\d+\s*msec)",
        ),
        (
            r"(?:READ|WRITE|TRIM|MIXED): (?:bw|io)=",
            rf"\w+: (?:bw={_AMOUNT} \({_AMOUNT}\), {_AMOUNT}-{_AMOUNT} \({_AMOUNT}-{_AMOUNT}\), "
            rf"io={_AMOUNT} \({_AMOUNT}\), run=\d+-\d+msec"
            rf"|io={_AMOUNT}, aggrb={_AMOUNT}, minb={_AMOUNT}, maxb={_AMOUNT}, mint=\s*\d+msec, maxt=\s*\d+msec)",
        ),
        (
            rf"{_LATENCY}\((?:n|u|m)?sec\)\s*: min",
            rf"{_LATENCY}\((?:n|u|m)?sec\)\s*: min={_NUMBER}, max={_NUMBER}, avg={_NUMBER}, stdev=\s*\d+\.\d\d",
        ),
        (
            r"issued\s*(?:rwts?)?\s*: total=",
            rf"issued rwts: total={_FOUR} short={_FOUR} dropped={_FOUR}|issued rwt: total={_THREE}, short={_THREE}, "
            rf"dropped={_THREE}",
        ),
        (r"cpu\s*: usr=", r"cpu\s*: usr=[\d.]+%, sys=[\d.]+%, ctx=\d+, majf=\d+, minf=\d+"),
        (r"IO depths\s*:", r"IO depths\s*: (?:(?:>=)?\d+=[\d.]+%, ){6}>=64=\d+\.\d%"),
    )
)
_MAX_PIECES = 4
_MAX_CHARS = 1_000
_MAX_LINES_BETWEEN = 2


def join_broken_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, each broken one of fio's joined with the pieces behind it."""
    held: list[Line] = []
    whole: re.Pattern[str] | None = None
    for line in lines:
        if held and whole is not None:
            near = line.number - held[-1].number <= _MAX_LINES_BETWEEN and len(line.text) < _MAX_CHARS
            joined = _join_pieces((*held, line), whole) if near else None
            if joined is not None:
                yield joined
                held = []
                continue
            if near and len(held) < _MAX_PIECES and not _begins_line(line.text):
                held.append(line)
                continue
            yield from held
            held = []
        whole = _find_form(line.text)
        if whole is None:
            yield line
        else:
            held = [line]
    yield from held


def _find_form(text: str) -> re.Pattern[str] | None:
    """Find the form of the whole line that a text begins without being one."""
    if len(text) >= _MAX_CHARS or not _has_word(text) or _has_whole_end(text):
        return None
    for start, whole in _FORMS:
        if start.match(text) is not None:
            return whole if whole.fullmatch(text) is None else None
    return None


def _begins_line(text: str) -> bool:
    return _has_word(text) and any(start.match(text) for start, _ in _FORMS)


def _has_word(text: str) -> bool:
    """Whether one of the forms may match: found ten times faster than by patterns, and most lines have none."""
    return (
        "(g" in text
        or "sec)" in text
        or "OPS=" in text
        or "io=" in text
        or "bw=" in text
        or "total=" in text
        or "usr=" in text
        or "IO depths" in text
    )


def _has_whole_end(text: str) -> bool:
    """Return whether a line ends as its form does: then nothing was broken off, and no pattern has to be tried."""
    return (
        text.endswith(("msec)", "msec", " zone resets"))
        or (text[-3:-2] == "." and "stdev=" in text[-20:])
        or (text[-4:].isdecimal() and text[-8:-7] == ":")
        or "iodepth=" in text
        or "dropped=" in text
        or "minf=" in text
        or ">=64=" in text
    )


def _join_pieces(pieces: Sequence[Line], whole: re.Pattern[str]) -> Line | None:
    """Join the pieces to one line of the form; None when they are none."""
    if sum(len(piece.text) for piece in pieces) >= _MAX_CHARS:
        return None
    for joints in itertools.product(("", " "), repeat=len(pieces) - 1):
        text = pieces[0].text + "".join(
            joint + piece.text for joint, piece in zip(joints, pieces[1:], strict=True)
        )
        if whole.fullmatch(text) is not None:
            return Line(pieces[0].number, text, text, pieces[0].server, pieces[-1].number)
    return None
