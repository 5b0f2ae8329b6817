"""Where things are: the host's /proc, /sys, /dev below a root, and the agent's own folders.

Every collector and safety check reads through `Roots`, so a test feeds it another machine.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import SetupError


@dataclass(frozen=True)
class Roots:
    """The file system root that is looked at; `/` on a live host, an unpacked tree in tests."""

    root: Path = Path("/")

    def locate(self, path: str) -> Path:
        """Locate a path of the host, such as `/sys/block`, below the root."""
        return self.root / path.lstrip("/")

    @property
    def is_live(self) -> bool:
        """True when the tree is this very machine, so that commands and ioctls speak of it too."""
        return self.root == Path("/")

    def strip_root(self, path: Path) -> str:
        """Return the path as the inspected machine calls it."""
        return "/" + str(path.relative_to(self.root))


@dataclass(frozen=True)
class Folders:
    """The agent's own places, all 0700 and owned by the user who runs it."""

    state: Path
    config_file: Path
    run_lock: Path

    @property
    def spool(self) -> Path:
        """Results that the service has not confirmed yet, one folder per run."""
        return self.state / "spool"

    @property
    def rejected(self) -> Path:
        """Results that the service refused for good, each with its answer."""
        return self.state / "rejected"

    @property
    def batches(self) -> Path:
        """Suites that are not complete, one file per batch."""
        return self.state / "batches"

    @property
    def confirmations(self) -> Path:
        """Confirmations that wait for a person's step, one file each."""
        return self.state / "confirmations"

    @property
    def switched(self) -> Path:
        """Receipts of settings that experiments switched and have not put back, one file each."""
        return self.state / "switched"

    @classmethod
    def from_environment(cls, environ: Optional[os._Environ[str]] = None) -> Folders:
        """FIOBOARD_AGENT_STATE, FIOBOARD_AGENT_CONFIG, FIOBOARD_AGENT_LOCK, else the XDG places."""
        env = os.environ if environ is None else environ
        home = Path(env.get("HOME") or str(Path.home()))
        state_home = Path(env.get("XDG_STATE_HOME") or home / ".local" / "state")
        config_home = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
        return cls(
            # As the kernel calls it: what fio may write is compared with what it has open.
            state=Path(os.path.realpath(env.get("FIOBOARD_AGENT_STATE") or state_home / "fioboard-agent")),
            config_file=Path(env.get("FIOBOARD_AGENT_CONFIG") or config_home / "fioboard-agent" / "config.json"),
            run_lock=Path(env.get("FIOBOARD_AGENT_LOCK") or _find_lock_path()),
        )


def _find_lock_path() -> Path:
    """Find the one lock for all users of the host: two benchmarks at once spoil each other's numbers."""
    shared = Path("/run/lock")
    folder = shared if os.access(shared, os.W_OK) else Path("/tmp")  # noqa: S108 opened without following links
    return folder / "fioboard-agent.lock"


def make_state_folder(path: Path) -> Path:
    """Create a folder below the state folder, and that one, for this user alone. Raises SetupError when it is a link:
    what is kept there is removed after its upload, so it must be the agent's own."""
    make_private_folder(path.parent)
    if path.is_symlink():
        raise SetupError(
            f"{path} is a link; the agent uses only folders of its own. Remove the link. To keep results on another "
            "disk, set FIOBOARD_AGENT_STATE."
        )
    return make_private_folder(path)


def make_private_folder(path: Path) -> Path:
    """Create a folder (and its parents) that only this user can enter."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path
