"""Reads a job file with everything it includes, as one text: what fio gets is what was checked.

fio looks for an included file in the folder it was started in and then beside the file that names it; the options in it
belong to the section around it, and it may open no section (init.c, __parse_jobs_ini).
"""

from __future__ import annotations

from pathlib import Path

from fioboard_agent.errors import UsageError
from fioboard_agent.host.plain_file import read_plain_file
from fioboard_agent.jobs.ini import find_included_name, strip_comment
from fioboard_agent.jobs.model import require_plain_text

# The largest that people write have some hundred sections; fio itself takes 4,096 jobs.
MAX_JOB_FILE_BYTES = 1 << 20
_MAX_DEPTH = 8


def read_job_text(path: Path) -> str:
    """Return the job file's text with the lines of included files in place of `include`. Raises UsageError."""
    text = _expand(_read(path, "The job file"), path, 0)
    if len(text.encode("utf-8", "surrogateescape")) > MAX_JOB_FILE_BYTES:
        raise UsageError(f"The job file {path} has more than {MAX_JOB_FILE_BYTES:,} bytes with what it includes.")
    return text


def _expand(text: str, path: Path, depth: int) -> str:
    lines: list[str] = []
    for raw in text.split("\n"):
        line = strip_comment(raw)
        if depth and line.startswith("["):
            raise UsageError(f"The included file {path} opens the section {line[:80]}; fio allows options only.")
        name = find_included_name(line)
        if name is None:
            lines.append(raw)
            continue
        if depth == _MAX_DEPTH:
            raise UsageError(f"{path} includes {name}: more than {_MAX_DEPTH} files that include each other.")
        require_plain_text(name, f"The include in {path}")
        included = Path(name) if Path(name).exists() else path.parent / name
        lines.append(f"; from {name}, which this file includes:")
        lines += _expand(_read(included, "The included file"), included, depth + 1).split("\n")
    return "\n".join(lines)


def _read(path: Path, what: str) -> str:
    try:
        content = read_plain_file(path, what, MAX_JOB_FILE_BYTES)
    except OSError as error:
        raise UsageError(f"{what} {path} cannot be read: {error.strerror}.") from None
    return content.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
