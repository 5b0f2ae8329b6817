"""A job file that stands beside an output: its sections are the options of the jobs with their names."""

import re
from collections.abc import Callable, Iterable, Iterator

from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.text.command_line import CANONICAL
from fioboard.engine.formats.fio.text.lines import Line

_SECTION = re.compile(r"\[(?P<name>[A-Za-z0-9][\w .:/-]{0,60})\]")
_OPTION = re.compile(r"(?P<name>[a-z][a-z0-9_]{1,30})(?:\s?=\s?(?P<value>\S.{0,500}))?")
# Of these a job file sets one; other files with sections do not.
_TELLING = frozenset(
    [
        "rw",
        "bs",
        "ioengine",
        "iodepth",
        "direct",
        "size",
        "filename",
        "directory",
        "numjobs",
        "runtime",
        "group_reporting",
    ]
)
_COMMENTS = ("#", ";")
_GLOBAL = "global"
MAX_LINES = 500


class JobFile:
    """Takes the lines of a text one by one."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        """Those of the file so far."""
        self._shared: dict[str, str] = {}
        self._jobs: list[tuple[str, dict[str, str]]] = []
        self._options: dict[str, str] | None = None

    def take(self, line: Line) -> bool:
        """Whether a line belongs to a job file, or begins one."""
        section = _SECTION.fullmatch(line.text) if line.text[0] == "[" else None
        if section is None and not self.lines:
            return False
        if section is not None:
            self._start_section(section["name"])
        elif len(self.lines) >= MAX_LINES or not self._take_option(line.text):
            return False
        self.lines.append(line)
        return True

    def build_command(self) -> CommandLine | None:
        """Return what a command with this file would say; None where the lines are no job file."""
        names = {*self._shared, *(name for _, own in self._jobs for name in own)}
        if not self._jobs or _TELLING.isdisjoint(names):
            return None
        # What else the command said, and what a variable held, is not known.
        return CommandLine(self.lines[0].number, "", {}, tuple(self._jobs), hides_options=True)

    def _start_section(self, name: str) -> None:
        if name == _GLOBAL:
            self._options = self._shared
        else:
            self._options = dict(self._shared)
            self._jobs.append((name, self._options))

    def _take_option(self, text: str) -> bool:
        if text.startswith(_COMMENTS):
            return True
        option = _OPTION.fullmatch(text)
        if option is None or self._options is None:
            return False
        value = (option["value"] or "").strip()
        if "$" not in value:
            self._options[CANONICAL.get(option["name"], option["name"])] = value
        return True


def read_job_files(lines: Iterable[Line], use: Callable[[CommandLine], None]) -> Iterator[Line]:
    """Give the lines without those of job files; what a file says is used as the command of the output below it."""
    file = JobFile()
    for line in lines:
        if file.take(line):
            continue
        if file.lines:
            yield from _use_file(file, use)
            file = JobFile()
        yield line
    if file.lines:
        yield from _use_file(file, use)


def _use_file(file: JobFile, use: Callable[[CommandLine], None]) -> Iterator[Line]:
    """Use a job file, or give its lines where they are none."""
    command = file.build_command()
    if command is None:
        yield from file.lines
    else:
        use(command)
