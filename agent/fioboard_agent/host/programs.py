"""Starts programs of the host to ask them something: argv only, C locale, no input, a time and a size limit."""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from typing import IO, Optional, Sequence, cast

TIMEOUT_S = 5.0
MAX_ANSWER_BYTES = 8 << 20
# Administrators' tools are often outside an ordinary user's PATH.
_MORE_FOLDERS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class Answer:
    """What a program said. A non-zero exit code is not by itself a failure: smartctl's is a bit mask of findings."""

    exit_code: int
    stdout: bytes
    stderr: str
    is_cut: bool = False

    @property
    def text(self) -> str:
        """Standard output as text; bytes that are none are replaced."""
        return self.stdout.decode("utf-8", "replace")


class Programs:
    """The host's programs. Tests put recorded answers in the place of this."""

    def find(self, name: str) -> Optional[str]:
        """Absolute path of a program, None when it is not installed."""
        return shutil.which(name, path=_search_path())

    def run(self, argv: Sequence[str], timeout_s: float = TIMEOUT_S) -> Answer:
        """Raises FileNotFoundError when there is no such program, subprocess.TimeoutExpired, OSError. What goes beyond
        `MAX_ANSWER_BYTES` bytes is thrown away and `is_cut` says so."""
        path = self.find(argv[0])
        if path is None:
            raise FileNotFoundError(2, "not installed", argv[0])
        environment = {"PATH": _search_path(), "LC_ALL": "C", "HOME": "/nonexistent"}
        process = subprocess.Popen(
            [path, *argv[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd="/",
            start_new_session=True,  # so that a helper it started does not outlive it
        )
        with process:
            try:
                stdout, stderr, is_cut = _read_both(process, time.monotonic() + timeout_s)
                process.wait(timeout=timeout_s)
            except BaseException as error:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                if isinstance(error, subprocess.TimeoutExpired):
                    raise subprocess.TimeoutExpired(list(argv), timeout_s) from None
                raise
        return Answer(process.returncode, stdout, stderr.decode("utf-8", "replace"), is_cut)


def _read_both(process: subprocess.Popen[bytes], deadline: float) -> tuple[bytes, bytes, bool]:
    """Both outputs until the program closes them; TimeoutExpired at the deadline."""
    streams = [cast("IO[bytes]", process.stdout), cast("IO[bytes]", process.stderr)]
    kept = {stream.fileno(): bytearray() for stream in streams}
    is_cut = False
    with selectors.DefaultSelector() as waiting:
        for number in kept:
            waiting.register(number, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(deadline - time.monotonic())
            if time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired([], 0)
            for key, _ in ready:
                chunk = os.read(key.fd, 65_536)
                if not chunk:
                    waiting.unregister(key.fd)
                room = MAX_ANSWER_BYTES - len(kept[key.fd])
                is_cut = is_cut or len(chunk) > room
                kept[key.fd] += chunk[:room]
    stdout, stderr = (bytes(kept[stream.fileno()]) for stream in streams)
    return stdout, stderr, is_cut


def _search_path() -> str:
    return os.pathsep.join(part for part in (os.environ.get("PATH", ""), _MORE_FOLDERS) if part)
