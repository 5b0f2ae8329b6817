"""The agent's side of the sampler: starts its process, tells it when fio starts and ends, hears why fio must stop.

Whatever goes wrong here costs the samples and never the measurement.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any, Optional

import fioboard_agent
from fioboard_agent.fio.program import SEARCH_PATH

START_TIMEOUT_S = 5.0
# Writing the samples of a day takes a few seconds.
END_TIMEOUT_S = 60.0


class Sampler:
    """One running sampler."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    @property
    def descriptor(self) -> int:
        """Readable when the sampler has something to say, or is gone."""
        return self._process.stdout.fileno() if self._process.stdout else -1

    def go(self) -> None:
        """fio starts now: the time 0 of the samples."""
        self._write(b"go\n")

    def event(self) -> Optional[dict[str, Any]]:
        """Why fio has to stop; None when the sampler's end was all that could be read."""
        line = self._process.stdout.readline() if self._process.stdout else b""
        with contextlib.suppress(ValueError):
            document = json.loads(line)
            return document if isinstance(document, dict) else None
        return None

    def stop(self) -> None:
        """fio has ended: no more samples."""
        self._write(b"stop\n")

    def finish(self, after: dict[str, Any]) -> bool:
        """Hand over what was read after the run and wait for the file; False when there is none."""
        self._write(json.dumps(after).encode("ascii"))
        self.close()
        return self._process.returncode == 0

    def close(self) -> None:
        """End the process, kindly if it listens."""
        with contextlib.suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            self._process.wait(END_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def _write(self, content: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin:
                self._process.stdin.write(content)
                self._process.stdin.flush()


def start_sampler(plan: dict[str, Any]) -> Optional[Sampler]:
    """A sampler that has opened its files and waits for `go`; None when it cannot be had."""
    # The agent may be one zip file: its place is an entry of the module path all the same.
    package = str(Path(fioboard_agent.__file__).parents[1])
    try:
        process = subprocess.Popen(
            [sys.executable, "-S", "-m", "fioboard_agent.sampler"],
            cwd="/",
            env={"PATH": SEARCH_PATH, "PYTHONPATH": package, "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is fio's and the agent's business.
            start_new_session=True,
        )
    except OSError:
        return None
    sampler = Sampler(process)
    sampler._write(json.dumps(plan).encode("ascii") + b"\n")
    ready, _, _ = select.select([sampler.descriptor], [], [], START_TIMEOUT_S)
    if ready and os.read(sampler.descriptor, len(b"ready\n")) == b"ready\n":
        return sampler
    process.kill()
    sampler.close()
    return None
