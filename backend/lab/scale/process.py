"""Programs as objects: start, kill as a crash does, stop, hold still, wait for a state."""

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scale.lab import PLAIN_UID

LOOK_EVERY_S = 0.1
STOP_S = 15
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class NotReached(Exception):
    """A state that was waited for did not come."""


def wait_for(what: str, is_so: Callable[[], bool], within_s: float = 90) -> float:
    """Returns when it is so, with the seconds that took. Raises NotReached."""
    began = time.monotonic()
    while not is_so():
        if time.monotonic() - began > within_s:
            raise NotReached(f"{what}: not within {within_s:.0f} s")
        time.sleep(LOOK_EVERY_S)
    return time.monotonic() - began


def answer(url: str, timeout_s: float = 2) -> tuple[int, bytes]:
    """Status and body of a GET; status 0 when nobody answers."""
    try:
        with _OPENER.open(url, timeout=timeout_s) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with suppress(OSError):
            return error.code, error.read()
        return error.code, b""
    except (OSError, ValueError):
        return 0, b""


def children_of(pid: int) -> list[int]:
    """A process and everything below it, itself first."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                parents.setdefault(parent, []).append(int(entry.name))
    tree = [pid]
    for one in tree:
        tree += parents.get(one, [])
    return tree


def signal_tree(pid: int, number: signal.Signals) -> None:
    """The signal to a process and everything below it, at one moment as far as that goes."""
    tree = children_of(pid)
    if number is signal.SIGKILL:
        for one in tree:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGSTOP)
    for one in tree:
        with suppress(ProcessLookupError):
            os.kill(one, number)


@dataclass(slots=True)
class Program:
    """One program of the laboratory. It ends with us (parent-death signal), whatever ends us."""

    name: str
    command: Sequence[str | Path]
    log: Path
    environment: Mapping[str, str] = field(
        default_factory=lambda: {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    )
    is_plain_user: bool = True
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Starts it; whether it is of use yet is for its owner to find out."""
        user = (
            [f"--reuid={PLAIN_UID}", f"--regid={PLAIN_UID}", "--clear-groups"] if self.is_plain_user else []
        )
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ["setpriv", *user, "--pdeathsig=KILL", *map(str, self.command)],
                env=dict(self.environment),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Raises NotReached when it was never started."""
        if self.process is None:
            raise NotReached(f"{self.name} was not started")
        return self.process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """As when its machine loses power: it and everything below it."""
        if self.is_running:
            signal_tree(self.pid, signal.SIGKILL)
            if self.process is not None:
                self.process.wait()

    def stop(self) -> None:
        """As an administrator stops it."""
        if self.process is None or not self.is_running:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()

    def tail(self) -> str:
        """The end of what it said, for a message."""
        return self.log.read_text(errors="replace")[-600:] if self.log.exists() else ""
