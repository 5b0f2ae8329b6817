"""How this agent is started: what it advises, and what the service shows to be copied."""

from __future__ import annotations

import os
import re
import shlex
from typing import Optional

INSTALLED = "fioboard-agent"
# A program of this name, so that what the service shows for copying starts nothing else.
_PATH = re.compile(r"/(?:[^\x00-\x1f\x7f/]+/)*fioboard-agent")
_MAX_CHARACTERS = 1_000


def get_own_path() -> Optional[str]:
    """Return the path in FIOBOARD_AGENT_COMMAND that starts this agent; None where it is on the PATH."""
    path = os.environ.get("FIOBOARD_AGENT_COMMAND", "")
    return path if len(path) <= _MAX_CHARACTERS and _PATH.fullmatch(path) else None


def build_command(arguments: str) -> str:
    """Build a command line for a person to copy, of arguments that are quoted where they need it."""
    return f"{shlex.quote(get_own_path() or INSTALLED)} {arguments}"
