"""Headings and captions between the runs of one document: what its writer calls each of them.

Whoever sets "Kernel 6.1" over one result and "Kernel 6.6" over the next says that they differ, whatever else is alike.
A heading is a Markdown heading, an underlined or bold line, a line that ends with a colon, or a short line that stands
alone directly before a run. Only a document with several runs under different headings has any.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.fio.text.census import is_in_fios_form
from fioboard.engine.formats.fio.text.command_line import parse_command_line

_QUOTED = re.compile(r"^(?:\s*>)+ ?")
_FENCE = re.compile(r"^\s*(?:`{3,}|~{3,}|</?(?:pre|code|details)\b)")
_MARKDOWN = re.compile(r"^(#{1,6})\s+(?=\S)(.{1,200}?)[\s#]*$")
_UNDERLINE = re.compile(r"^(?:={3,}|-{3,})$")
_BOLD = re.compile(r"^(\*\*|__)(?=\S)(.{1,120}?)(?::?\1:?|\1)$")
_CAPTION = re.compile(r"^.{1,100}:$")
_OPTION = re.compile(r"\s--?[A-Za-z]")
_LIST_MARK = re.compile(r"^(?:[-*+\u2022]|\d{1,3}[.)])\s+")
_SENTENCE_END = (".", "!", "?", ",", ";", "{", "}", "\\")
# A date, a prompt, a message of a program: they stand before a run without naming it.
_NO_NAME = re.compile(
    r"\d:\d\d|^[\w.@:~/\[\]-]*[#$%]\s|^(?:fio|note|hostname|Jobs?|bs|clock|warning|error)\b.{0,3}[:=]|^\W*$|^[{}\[\]]"
)
# "Run 2 of 3" counts repeats of one test.
_REPEAT = re.compile(
    r"(?:run|repeat|repetition|iteration|pass|attempt|try|trial|round|loop)\s*(?:no\.?|#)?\s*\d{1,4}"
    r"(?:\s*(?:of|/)\s*\d{1,4})?",
    re.IGNORECASE,
)
_BOLD_LEVEL, _CAPTION_LEVEL, _PLAIN_LEVEL = 7, 8, 9
_MAX_PLAIN = 80
_MAX_CHARS = 200
BETWEEN = " \u203a "
_MARKS = "#*_`'\"|=>- \t"


def is_explicit_heading(text: str) -> bool:
    """Whether a line is a heading wherever it stands: Markdown, bold, or ended by a colon."""
    if not text.endswith(":") and text[:1] not in _MARKS:
        return False
    return _parse_heading(_QUOTED.sub("", text)) is not None


def may_be_heading(text: str) -> bool:
    """Whether a line that stands alone can name what follows: short, no sentence, no date, prompt or message."""
    return (
        len(text) <= _MAX_PLAIN
        and not text.endswith(_SENTENCE_END)
        and _NO_NAME.search(text) is None
        and not is_in_fios_form(text)
        and parse_command_line(text, 0) is None
    )


def clean_heading(text: str) -> str:
    """Return a line as the name that it gives: without the marks of lists, headings and emphasis around it."""
    return clean_text(
        _LIST_MARK.sub("", text.strip()).replace("`", "").strip(_MARKS).rstrip(":").rstrip(_MARKS), 120
    )


def add_headings(invocations: Sequence[Invocation], content: bytes) -> tuple[Invocation, ...]:
    """Return the runs with the headings over them as title and `heading`, where some of these differ."""
    if len(invocations) < 2:
        return tuple(invocations)
    paths = _Outline(content.decode("utf-8", "replace"), invocations).find_paths()
    own = [
        (one.title,) if one.tool_name == "fio" and one.title is not None and one.title not in path else ()
        for one, path in zip(invocations, paths, strict=True)
    ]
    whole = [(*path, *title) for path, title in zip(paths, own, strict=True)]
    if len(set(whole)) < 2:
        return tuple(invocations)
    named = [path for path in whole if path]
    common = len(list(takewhile(lambda level: len(set(level)) == 1, zip(*named, strict=False))))
    return tuple(
        _set_heading(one, path, whole.count(path) > 1, common)
        for one, path in zip(invocations, whole, strict=True)
    )


class Sections:
    """Which headings stand over a line, and over each run."""

    def __init__(self, text: str, invocations: Sequence[Invocation]) -> None:
        outline = _Outline(text, invocations)
        self.runs = outline.find_paths()
        """The headings over each run, the widest first."""
        self._starts = [line for line, _ in outline.trace]
        self._paths = [path for _, path in outline.trace]

    def find(self, line: int) -> tuple[str, ...]:
        """Return the headings over a line; a heading is a line of its own section."""
        place = bisect_right(self._starts, line) - 1
        return self._paths[place] if place >= 0 else ()


def _set_heading(one: Invocation, path: tuple[str, ...], is_shared: bool, common: int) -> Invocation:
    """Return a run with the heading over it as its title."""
    if not path:
        return one
    title = path[-1]
    if one.title is not None and one.title != title:
        # Runs under one heading differ by a tool's own title.
        title = one.title if one.tool_name == "fio" else f"{title} · {one.title}" if is_shared else title
    heading = clean_text(BETWEEN.join(path[common:]), _MAX_CHARS)
    return replace(one, title=clean_text(title, _MAX_CHARS), heading=heading or None)


class _Outline:
    """The headings of a document, level by level, while its lines are walked from run to run."""

    def __init__(self, text: str, invocations: Sequence[Invocation]) -> None:
        self._lines = text.split("\n")
        self._ranges = sorted(
            (first, last)
            for one in invocations
            for first, last in (one.lines_used or ((one.source_lines,) if one.source_lines else ()))
        )
        self._starts = [
            one.lines_used[0][0] if one.lines_used else (one.source_lines or (1, 1))[0] for one in invocations
        ]
        self._stack: dict[int, str] = {}
        self._alone: str | None = None
        """A line alone in its paragraph, nothing but blank lines behind it."""
        self._before: str | None = None
        """The line directly before; None behind a blank one."""
        self._has_gap = False
        self._line = 0
        self._alone_line = 0
        self.trace: list[tuple[int, tuple[str, ...]]] = []
        """The first line of each section, and its headings, in the order of lines."""

    def find_paths(self) -> list[tuple[str, ...]]:
        """The headings over each run, the widest first."""
        by_line: dict[int, tuple[str, ...]] = {}
        wanted = set(self._starts)
        line = 1
        for first, last in [*self._ranges, (len(self._lines) + 1, 0)]:
            for number in range(line, first):
                self._line = number
                self._read(self._lines[number - 1])
            if first in wanted and first not in by_line:
                self._add_plain_heading()
                by_line[first] = self._get_path()
            self._alone, self._before, self._has_gap = None, None, False
            line = max(line, last + 1)
        return [by_line.get(start, ()) for start in self._starts]

    def _get_path(self) -> tuple[str, ...]:
        return tuple(self._stack[level] for level in sorted(self._stack))

    def _add_plain_heading(self) -> None:
        """Add a line alone before a run as its name; behind a list mark it may be directly before."""
        if (
            self._alone is not None
            and (self._has_gap or _LIST_MARK.match(self._alone))
            and may_be_heading(self._alone)
        ):
            self._put(_PLAIN_LEVEL, self._alone, self._alone_line)

    def _put(self, level: int, text: str, line: int | None = None) -> None:
        for deeper in [one for one in self._stack if one >= level]:
            del self._stack[deeper]
        name = clean_heading(text)
        if name and not _REPEAT.fullmatch(name):
            self._stack[level] = name
        self.trace.append((self._line if line is None else line, self._get_path()))

    def _read(self, raw: str) -> None:
        text = raw[:1_000].strip()
        if text and text[0] == ">":
            text = _QUOTED.sub("", text).strip()
        if not text or (text[0] in "`~<" and _FENCE.match(text)):
            self._has_gap = self._alone is not None
            self._before = None
            return
        if "fio " in text and _OPTION.search(text):
            # The command of the run below: the line before it names the run.
            return
        before, self._before = self._before, text
        is_first = before is None
        if text[0] in "=-" and _UNDERLINE.match(text):
            if before is not None and len(before) <= _MAX_PLAIN:
                self._put(1 if text[0] == "=" else 2, before, self._line - 1)
            self._alone, self._has_gap = None, False
            return
        explicit = _parse_heading(text)
        if explicit is not None:
            self._put(*explicit)
            self._alone, self._has_gap = None, False
            return
        self._alone = text if is_first else None
        self._alone_line = self._line
        self._has_gap = False


def _parse_heading(text: str) -> tuple[int, str] | None:
    """Parse a heading that is marked as one: its level and text."""
    markdown = _MARKDOWN.match(text) if text[:1] == "#" else None
    if markdown is not None:
        name = markdown[2]
        is_command = (
            _OPTION.search(name) or name.startswith(("!", "./", "sudo ")) or parse_command_line(name, 0)
        )
        return None if is_command else (len(markdown[1]), name)
    bold = _BOLD.match(text) if text[:1] in ("*", "_") else None
    if bold is not None:
        return _BOLD_LEVEL, bold[2]
    if (
        text.endswith(":")
        and _CAPTION.match(text)
        and not is_in_fios_form(text)
        and not _NO_NAME.search(text)
    ):
        return (_CAPTION_LEVEL, text) if not _is_of_fio(text) else None
    return None


def _is_of_fio(text: str) -> bool:
    return text.startswith(("Run status group", "Disk stats")) or "percentiles (" in text
