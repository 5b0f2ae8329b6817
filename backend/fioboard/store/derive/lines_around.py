"""Lines around the results that runs have their title or their options from: headings, command lines, job files."""

import re
from collections.abc import Iterator, Sequence

from fioboard.engine.formats.fio.model.command import CommandLine
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.fio.text.headings import BETWEEN, clean_heading
from fioboard.engine.formats.fio.text.job_file import read_job_files
from fioboard.engine.formats.fio.text.lines import split_lines

_PROGRAM = re.compile(r"^.*?\bfio(?:\.exe)?(?= )")
_PROMPT = "> #$%`\t"
# Shorter than this, a piece of a command may stand in any text.
_MIN_CHARS = 8


def find_title_lines(invocations: Sequence[Invocation], lines: Sequence[str]) -> set[int]:
    """Find the lines (from 1) over a run that are its title, or a part of its heading."""
    named = [
        (names, start) for one in invocations if (names := _list_names(one)) and (start := _get_start(one))
    ]
    if not named:
        return set()
    last = max(start for _, start in named)
    return {
        number
        for number, line in enumerate(lines[: last - 1], 1)
        if (name := clean_heading(line)) and any(name in names and number < start for names, start in named)
    }


def find_option_lines(invocations: Sequence[Invocation], lines: Sequence[str]) -> set[int]:
    """Find the lines (from 1) of command lines and job files that runs have their options from."""
    return {*_find_commands(invocations, lines), *_find_job_files(invocations, lines)}


def _list_names(one: Invocation) -> frozenset[str]:
    return frozenset(filter(None, (one.title, *(one.heading or "").split(BETWEEN))))


def _get_start(one: Invocation) -> int | None:
    return one.lines_used[0][0] if one.lines_used else one.source_lines[0] if one.source_lines else None


def _find_commands(invocations: Sequence[Invocation], lines: Sequence[str]) -> Iterator[int]:
    commands = {" ".join(one.command_line.split()) for one in invocations if one.command_line}
    if not commands:
        return
    before: set[str] = set()
    for number, line in enumerate(lines, 1):
        whole = " ".join(line.strip(_PROMPT).rstrip("\\^").split())
        if not whole:
            continue
        # Behind a prompt, or by the name that Windows has for it.
        pieces = (whole, _PROGRAM.sub("fio", whole))
        # A wrapped line goes on where the one before it ended.
        before = {
            one
            for one in commands
            for piece in pieces
            if one in piece
            or (one.startswith(piece) and len(piece) >= _MIN_CHARS)
            or (one in before and piece in one)
        }
        if before:
            yield number


def _find_job_files(invocations: Sequence[Invocation], lines: Sequence[str]) -> Iterator[int]:
    whole = "\n".join(lines)
    if "[" not in whole:
        return
    filled = list(split_lines(whole.encode(), Limits()))
    files: list[CommandLine] = []
    rest = {line.number for line in read_job_files(filled, files.append)}
    within = [line.number for line in filled if line.number not in rest]
    ends = [*(file.line for file in files[1:]), len(lines) + 1]
    for file, end in zip(files, ends, strict=False):
        if any(_has_options(file, one) for one in invocations):
            yield from (number for number in within if file.line <= number < end)


def _has_options(file: CommandLine, one: Invocation) -> bool:
    """Whether a run below a job file has its options from it."""
    start = _get_start(one)
    return (
        start is not None
        and start > file.line
        and all(problem.error != "ForeignCommandLine" for problem in one.problems)
        and any(file.get_options(result.job_name) is not None for result in one.results)
    )
