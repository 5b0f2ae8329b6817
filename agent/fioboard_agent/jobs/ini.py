"""fio's job file notation, read as strictly as fio's own reader (init.c, __parse_jobs_ini) or more so.

Whatever could be read in two ways is an error here: a wrong guess about `filename` costs a disk.
"""

from __future__ import annotations

from typing import Optional

from fioboard_agent.errors import UsageError
from fioboard_agent.jobs.model import (
    FioJobs,
    JobSection,
    require_full_name,
    require_one_filename,
    require_plain_text,
)
from fioboard_agent.jobs.option_catalogue import canonicalize

# fio reads lines into a buffer (4096 bytes before 3.34) and would treat the rest of a longer one as a new line.
MAX_LINE_BYTES = 4000


def parse_job_file(text: str, only_sections: tuple[str, ...] = ()) -> FioJobs:
    """Sections in order, each with the global options in force where it stands.

    A section whose name merely begins with "global" is a global one, as in fio. Raises UsageError naming the line.
    """
    in_global: dict[str, Optional[str]] = {}
    sections: list[JobSection] = []
    current: Optional[dict[str, Optional[str]]] = None
    own: set[str] = set()
    name = ""
    for number, raw in enumerate(text.split("\n"), start=1):
        if len(raw.encode("utf-8", "surrogateescape")) > MAX_LINE_BYTES:
            raise UsageError(f"Line {number} of the job file is longer than {MAX_LINE_BYTES} bytes.")
        require_plain_text(raw.rstrip("\r"), f"Line {number} of the job file")
        line = strip_comment(raw)
        if not line:
            continue
        if line.startswith("["):
            name = _parse_section_name(line, number)
            own = set()
            if name.startswith("global"):
                current = in_global
            elif only_sections and name not in only_sections:
                current = {}
            else:
                current = dict(in_global)
                sections.append(JobSection(name=name, options=current))
            continue
        if current is None:
            raise UsageError(f"Line {number} of the job file stands before any [section].")
        option, value = _parse_option(line, number)
        if option == "name" and value != name:
            # fio takes its files' names from the heading, but those of its logs from this option.
            raise UsageError(f"Line {number} of the job file gives the section another name; write it in the heading.")
        if option in own and current.get(option) != value:
            raise UsageError(f"Line {number} of the job file sets {option} a second time in its section.")
        if option not in own and current is not in_global:
            require_one_filename(option, current)
        own.add(option)
        current[option] = value
    if not sections:
        raise UsageError("The job file has no job section, only comments or [global].")
    return FioJobs(sections=tuple(sections), job_text=text)


def set_directory(text: str, directory: str, names: set[str]) -> str:
    """Return the same job file with `directory=` stated in the named sections, and relative ones written out.

    fio runs in the agent's own folder, so a name relative to the caller's folder has to say so.
    """
    lines = []
    stated = "directory=" + directory.replace(":", r"\:")
    for raw in text.split("\n"):
        line = strip_comment(raw)
        option, _, value = (part.strip() for part in line.partition("="))
        is_relative = option == "directory" and value and not value.startswith("/")
        lines.append(f"{stated}/{value}" if is_relative else raw)
        if line.startswith("[") and line[1:-1] in names:
            lines.append("; added by fioboard-agent, which runs fio in a folder of its own:")
            lines.append(stated)
    return "\n".join(lines)


def strip_comment(raw: str) -> str:
    """Strip a comment: fio cuts a line at the first ; or # anywhere in it, values included (options.c,
    strip_blank_end).
    """
    line = raw
    for mark in ";#":
        line = line.split(mark, 1)[0]
    return line.strip()


def find_included_name(line: str) -> Optional[str]:
    """Return the file that a line includes: fio asks for no more than that it begins with the word."""
    return line[len("include") :].strip(" =\t") if line.startswith("include") else None


def _parse_section_name(line: str, number: int) -> str:
    if not line.endswith("]") or len(line) < 3 or "[" in line[1:] or "]" in line[:-1]:
        raise UsageError(f"Line {number} of the job file is not a plain [section] heading: {line[:80]}")
    return line[1:-1]


def _parse_option(line: str, number: int) -> tuple[str, Optional[str]]:
    included = find_included_name(line)
    if included is not None:
        return "include", included
    option, equals, value = line.partition("=")
    option = option.strip()
    if not option or not all(char.isalnum() or char in "_-" for char in option):
        raise UsageError(f"Line {number} of the job file is not an option: {line[:80]}")
    require_full_name(option)
    return canonicalize(option), value.strip() if equals else None
