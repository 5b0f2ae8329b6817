"""The real agent as a process, with folders of its own and a token for a service under test."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import UUID

from tests.crash.victim import Victim


class Agent:
    """`python -m fioboard_agent` with folders of its own."""

    def __init__(self, folder: Path, victim: Victim) -> None:
        self.state = folder / "state"
        self.target = folder / "target"
        self.target.mkdir()
        token = folder / "token"
        token.touch(mode=0o600)
        token.write_text(victim.command("token", "create", "--scope", "upload"))
        self._environment = dict(os.environ) | {
            "FIOBOARD_SERVER": victim.url,
            "FIOBOARD_TOKEN_FILE": str(token),
            "FIOBOARD_AGENT_STATE": str(self.state),
            "FIOBOARD_AGENT_CONFIG": str(folder / "agent.ini"),
            "FIOBOARD_AGENT_LOCK": str(folder / "agent.lock"),
        }

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """The agent with these arguments, running."""
        return subprocess.Popen([sys.executable, "-m", "fioboard_agent", *arguments], env=self._environment)

    def measure(self) -> subprocess.Popen[bytes]:
        """A real fio run of a second, whose upload is tried once."""
        job = ("--name=kept", "--rw=randread", "--bs=4k", "--size=1m", f"--directory={self.target}")
        return self.start("run", "--wait", "0", "--", *job, "--time_based", "--runtime=1")

    def kept(self) -> dict[UUID, bytes]:
        """Upload key and fio's output of everything that waits."""
        found = (self.state / "spool").glob("*/files/fio.json")
        return {UUID(path.parents[1].name): path.read_bytes() for path in found}
