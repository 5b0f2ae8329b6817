"""The agent as one file, and the installer that carries its checksum."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fioboard import __version__
from fioboard.core.config import settings
from fioboard.core.layout import AGENT, INSTALLER


@dataclass(frozen=True, slots=True)
class AgentFile:
    """The built agent."""

    path: Path
    sha256: str
    size_bytes: int


@lru_cache(maxsize=1)
def agent_file() -> AgentFile | None:
    """The agent this service serves; None when it was not built."""
    if not AGENT.exists():
        return None
    content = AGENT.read_bytes()
    return AgentFile(AGENT, hashlib.sha256(content).hexdigest(), len(content))


def installer() -> str | None:
    """install.sh with address, version and checksum filled in; None when the agent was not built."""
    agent = agent_file()
    if agent is None:
        return None
    text = INSTALLER.read_text()
    for placeholder, value in (
        ("@BASE_URL@", settings().public_url),
        ("@SHA256@", agent.sha256),
        ("@VERSION@", __version__),
    ):
        text = text.replace(placeholder, value)
    return text
