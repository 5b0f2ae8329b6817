"""The program that starts the agent on a host, as commands to be copied begin with it. Pure."""

import re

AGENT = "fioboard-agent"
# `make run` starts its agent by a path. Nothing but a program of this name: an upload must not choose another.
_PATH = re.compile(r"/(?:[^\x00-\x1f\x7f-\x9f/]+/)*fioboard-agent")
_MAX_CHARACTERS = 1_000


def read_agent_program(stated: object) -> str:
    """Read `agent.command` of an upload's manifest: the path of the agent, else its name for the PATH."""
    is_path = (
        isinstance(stated, str) and len(stated) <= _MAX_CHARACTERS and _PATH.fullmatch(stated) is not None
    )
    return str(stated) if is_path else AGENT
