"""How this agent is started: what it advises, and what the service shows to be copied."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from typing import Optional

from fioboard_agent.installation.program import find_archive, read_running_origin

INSTALLED = "fioboard-agent"
# A program of this name, so that what the service shows for copying starts nothing else.
_PATH = re.compile(r"/(?:[^\x00-\x1f\x7f/]+/)*fioboard-agent")
_MAX_CHARACTERS = 1_000


def get_own_path() -> Optional[str]:
    """Return the path that starts this agent, of FIOBOARD_AGENT_COMMAND or as installed; None where PATH finds it."""
    path = os.environ.get("FIOBOARD_AGENT_COMMAND") or _find_unlisted_program()
    return path if len(path) <= _MAX_CHARACTERS and _PATH.fullmatch(path) else None


def _find_unlisted_program() -> str:
    """Return this installed program where its folder is not on PATH; else an empty text."""
    if read_running_origin() is None:
        return ""
    program = find_archive().absolute()
    return "" if shutil.which(INSTALLED) == str(program) else str(program)


def build_command(arguments: str) -> str:
    """Build a command line for a person to copy, of arguments that are quoted where they need it."""
    return f"{shlex.quote(get_own_path() or INSTALLED)} {arguments}"
