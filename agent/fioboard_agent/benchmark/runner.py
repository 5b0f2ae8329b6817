"""Starts fio, follows it, and stops it with the agent. Decides nothing about the job and changes nothing in the output.

fio gets its own process group, its own folder, no shell, and an environment of three names (P3, H6).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path
from types import FrameType
from typing import Callable, Iterator, Optional

from fioboard_agent.errors import SetupError
from fioboard_agent.fio.outcome import STOP_GRACE_S, FioOutcome
from fioboard_agent.fio.program import FioProgram, build_environment
from fioboard_agent.fio.progress import Progress, parse_progress
from fioboard_agent.safety.confinement import Confinement
from fioboard_agent.sampler.process import Sampler

MAX_MESSAGE_BYTES = 4 << 20
_PR_SET_PDEATHSIG = 1


class _StopRequests:
    """Ctrl-C once asks fio to finish and report; twice kills it. SIGTERM and SIGHUP ask, then kill after a grace. So
    does the time limit; a file open for writing that nobody confirmed kills at once."""

    def __init__(
        self, process: subprocess.Popen[bytes], confinement: Optional[Confinement], limit_s: Optional[float]
    ) -> None:
        self._process = process
        self._watch = confinement.watch if confinement is not None else None
        self._limit_s = limit_s
        self._ends_at = None if limit_s is None else time.monotonic() + limit_s
        self.count = 0
        self.asked_at = 0.0
        self.reason: Optional[str] = None

    def request(self, reason: str) -> None:
        """Request that fio is stopped, for this reason."""
        if self.reason is None:
            self.reason = reason
            self(0, None)

    def next_look_s(self) -> float:
        """Seconds that fio may be left alone."""
        return 0.5 if self._watch is None else min(0.5, self._watch.get_wait_s())

    def check(self) -> None:
        """Stop fio when its time is over, kill it when it writes where it must not."""
        if self._ends_at is not None and time.monotonic() > self._ends_at:
            self.request(f"the time limit of {self._limit_s:g} s was reached (change it with --time-limit)")
        if self._watch is None or self._watch.get_wait_s():
            return
        path = self._watch.find_unconfirmed(self._process.pid)
        if path is not None:
            self.count += 1
            self.reason = f"fio opened {path} for writing without confirmation and was killed"
            self.kill()

    def __call__(self, _number: int, _frame: Optional[FrameType]) -> None:
        self.count += 1
        if self.count == 1:
            self.asked_at = time.monotonic()
            self._process.send_signal(signal.SIGINT)
        else:
            self.kill()

    def kill_when_overdue(self) -> None:
        if self.count and time.monotonic() - self.asked_at > STOP_GRACE_S:
            self.kill()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


def run_fio(
    program: FioProgram,
    arguments: tuple[str, ...],
    folder: Path,
    messages: Path,
    on_start: Callable[[int], None],
    on_progress: Callable[[Progress], None],
    sampler: Optional[Sampler] = None,
    confinement: Optional[Confinement] = None,
    limit_s: Optional[float] = None,
) -> FioOutcome:
    """Run fio in `folder` until it ends, or for `limit_s` seconds. What it prints besides progress goes to the file
    `messages`.

    A sampler is told when fio starts and ends, and may have it stopped. A confinement says where fio may write.

    Raises SetupError when fio cannot be started at all.
    """
    started_at = datetime.now(timezone.utc)
    libc = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None
    if sampler is not None:
        sampler.go()
    try:
        process = subprocess.Popen(
            [program.path, *arguments],
            cwd=folder,
            env=build_environment(str(folder)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: _prepare_child(libc, confinement),  # noqa: PLW1509 -- the agent has one thread here
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SetupError(f"{program.path} cannot be started: {getattr(error, 'strerror', None) or error}.") from None
    finally:
        if confinement is not None:
            confinement.close()
    stop = _StopRequests(process, confinement, limit_s)
    with _handle_signals(stop), messages.open("ab", buffering=0) as file:
        try:
            on_start(process.pid)
            for line in _read_lines(process, stop, sampler):
                progress = parse_progress(line)
                if progress is not None:
                    on_progress(progress)
                elif line.strip() and file.tell() < MAX_MESSAGE_BYTES:
                    # A full disk costs the message, not the measurement.
                    with contextlib.suppress(OSError):
                        file.write(line.encode("utf-8", "surrogateescape") + b"\n")
            return_code = process.wait()
        finally:
            if sampler is not None:
                sampler.stop()
            # Also when the agent itself fails in this block (a full disk): no fio outlives it.
            if process.poll() is None:
                stop.kill()
                process.wait()
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
    return FioOutcome(
        started_at=started_at,
        ended_at=datetime.now(timezone.utc),
        exit_code=return_code if return_code >= 0 else None,
        signal=signal.Signals(-return_code).name if return_code < 0 else None,
        interrupted=bool(stop.count) or return_code < 0,
        stopped_because=stop.reason,
    )


def _prepare_child(libc: Optional[ctypes.CDLL], confinement: Optional[Confinement]) -> None:
    """Let fio write its result when the agent is killed outright. A pipe that nobody reads any more must not end it; on
    Linux SIGINT does, and properly."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    if libc is None:
        return
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGINT)
    if confinement is not None:
        confinement.enter(libc)


@contextlib.contextmanager
def _handle_signals(stop: _StopRequests) -> Iterator[None]:
    """Let signals request a stop as long as the context lasts."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _read_lines(process: subprocess.Popen[bytes], stop: _StopRequests, sampler: Optional[Sampler]) -> Iterator[str]:
    """Read fio's output, cut at both of its line ends: progress lines are joined by carriage returns."""
    if process.stdout is None:
        return
    descriptor, rest = process.stdout.fileno(), b""
    heard = [descriptor] if sampler is None else [descriptor, sampler.descriptor]
    with process.stdout:
        while True:
            stop.kill_when_overdue()
            # Asked before the look: what it wrote before it ended is in the pipe by then. The pipe itself may stay
            # open, held by what fio started.
            has_ended = process.poll() is not None
            ready, _, _ = select.select(heard, [], [], 0 if has_ended else stop.next_look_s())
            stop.check()
            if sampler is not None and sampler.descriptor in ready:
                # It speaks once, or is gone; either way there is nothing more to hear.
                heard.remove(sampler.descriptor)
                event = sampler.event()
                if event is not None:
                    stop.request(str(event.get("detail")))
            if descriptor not in ready:
                if has_ended:
                    break
                continue
            chunk = os.read(descriptor, 65_536)
            if not chunk:
                break
            *lines, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
            # A progress line ends without a line end until the next one begins: show it at once.
            if rest.startswith(b"Jobs: ") and rest.endswith(b"]"):
                lines, rest = [*lines, rest], b""
            for line in lines:
                yield line.decode("utf-8", "surrogateescape")
    if rest:
        yield rest.decode("utf-8", "surrogateescape")
