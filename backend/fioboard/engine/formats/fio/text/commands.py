"""Command lines of fio in a text, put together over the lines that hold them.

A shell goes on behind a backslash (`^` on Windows). Mails and terminals break a command without any mark: what follows
and begins with an option belongs to it. Where it may go on and nobody can say how, the command is kept as cut: none of
its options is at fio's default, because the missing piece may set it.
"""

import re

from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.text import sentences
from fioboard.engine.formats.fio.text.command_line import parse_command_line
from fioboard.engine.formats.fio.text.lines import Line

_CONTINUES = ("\\", "^")
_CUT = ("...", "…")
# What follows a command that a mail or a terminal broke: an option first, or the rest of a word and then one.
_OPTION_FIRST = re.compile(r"--?[A-Za-z][\w-]*(?:=\S|\s+-|$)|--[a-z][\w-]*\s+\S+(?:\s+-|$)")
_HOLDS_OPTION = re.compile(r"\s--?[a-z][\w-]*(?:=|\s|$)")
_ONE_WORD = re.compile(r"[\w=./,:%@+-]{1,80}(?<!:)")
_MAX_LINES_BETWEEN = 2
_MAX_PIECES = 16


class CommandCollector:
    """Takes the lines of a text one by one."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._chars = 0
        self._text = ""
        self._line = 0
        self._last_line = 0
        self._goes_on = False
        self._may_go_on = False
        self._pieces = 0
        self._is_cut = False
        self.commands: list[CommandLine] = []
        """All of them, in order; the last one grows while its lines come in."""

    @property
    def may_grow(self) -> bool:
        """Whether the next line may belong to the last command."""
        return self._goes_on or self._may_go_on

    @property
    def latest(self) -> CommandLine | None:
        """The last command as far as it is known."""
        return self.commands[-1] if self.commands else None

    def end(self) -> bool:
        """Another line of fio came. Whether a command was to go on, and ends as cut."""
        is_cut = self._goes_on
        self._goes_on = self._may_go_on = False
        return is_cut and self._parse(is_cut=True)

    def take(self, line: Line) -> bool:
        """Whether a line that is none of fio's own output begins a command or belongs to the last one."""
        if self._goes_on:
            self._append(f"{self._text} {line.text}", line)
            return True
        if self._may_go_on and self._take_broken(line):
            return True
        self._may_go_on = False
        command = parse_command_line(line.text, line.number)
        if command is None:
            return False
        self._line, self._pieces = line.number, 0
        self._append(line.text, line, parsed=command)
        return True

    def _take_broken(self, line: Line) -> bool:
        """A line behind a command that ended without a mark."""
        text, distance = line.text, line.number - self._last_line
        if distance > _MAX_LINES_BETWEEN:
            return False
        if self._pieces >= _MAX_PIECES:
            self._may_go_on = False
            return _HOLDS_OPTION.search(f" {text}") is not None and self._parse(is_cut=True)
        last_word = self._text.rpartition(" ")[2]
        # `--output` and `-format=json` may be one word or two.
        is_one_word = not text.startswith("--") and last_word.startswith("-") and "=" not in last_word
        if _OPTION_FIRST.match(text) and not is_one_word:
            self._append(f"{self._text} {text}", line)
            return True
        if _HOLDS_OPTION.search(f" {text}") or (distance == 1 and _ONE_WORD.fullmatch(text)):
            # The word in which the line was broken is not known; the options on both sides of it are.
            joined = f"{self._text.rpartition(' ')[0]} {text.partition(' ')[2]}".strip()
            self._append(joined, line, is_cut=True)
            return True
        return False

    def _append(
        self, text: str, line: Line, *, parsed: CommandLine | None = None, is_cut: bool = False
    ) -> None:
        self._require_few(line)
        self._text, self._last_line = text, line.number
        self._pieces += 1
        self._is_cut = is_cut or (parsed is None and self._is_cut) or text.endswith(_CUT)
        self._goes_on = text.endswith(_CONTINUES) and len(text) < self._limits.max_shown_chars * 8
        if self._goes_on:
            self._text = text[:-1].rstrip()
            return
        self._may_go_on = True
        if parsed is not None and not self._is_cut:
            self.commands.append(parsed)
        else:
            self._parse(is_cut=self._is_cut)

    def _parse(self, *, is_cut: bool) -> bool:
        """The command as far as it was read, in the place of what was known of it before."""
        command = parse_command_line(self._text, self._line, is_cut=is_cut)
        if command is None:
            return False
        if self.commands and self.commands[-1].line == self._line:
            self.commands.pop()
        self.commands.append(command)
        return True

    def _require_few(self, line: Line) -> None:
        """Quoted words are read by shlex, character by character."""
        self._chars += len(line.text)
        if self._chars > self._limits.max_command_chars:
            detail = sentences.LONG_COMMANDS(most=self._limits.max_command_chars)
            raise TooMany(detail, f"line {line.number}")
