"""Ctrl-C at the right moment: when fio runs or measures, however long the agent took to start it on a busy machine."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fio_watch import fio_is_measuring, started_runs

from fioboard_agent.cli import main
from fioboard_agent.host.paths import Folders
from fioboard_agent.suites.store import BatchStore

# Where the interrupt meets the opening of a file or an object's end, Python tells pytest of what is left; the agent stops
# all the same.
INTERRUPTED = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def interrupt_when_fio_runs(folders: Folders, *, in_batch: bool = False) -> threading.Thread:
    """Sends SIGINT to this process as soon as fio was started anew; of a suite, as soon as a step was."""
    before = started_runs(folders)
    return _interrupt_when(lambda: bool(started_runs(folders, in_batch=in_batch) - before))


def interrupt_when_fio_measures(folders: Folders, *, in_batch: bool = False) -> threading.Thread:
    """Sends SIGINT to this process when fio has moved data, and so has something to report."""
    return _interrupt_when(lambda: fio_is_measuring(folders, in_batch=in_batch))


def interrupt_when_step_is_done(folders: Folders) -> threading.Thread:
    """Sends SIGINT to this process when the first step of a suite is done."""
    return _interrupt_when(lambda: any(batch.done for batch in BatchStore(folders).unfinished()))


def _interrupt_when(moment: Callable[[], bool]) -> threading.Thread:
    thread = threading.Thread(target=_interrupt, args=[moment])
    thread.start()
    return thread


def _interrupt(moment: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if moment() and _is_in_command():
            os.kill(os.getpid(), signal.SIGINT)
            return
        time.sleep(0.02)


def _is_in_command() -> bool:
    """Whether the agent's main runs: outside of it a Ctrl-C would end the tests themselves."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        if frame.f_code is main.__code__:
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def signalled_when_ready(messages: Path, number: int, again_after_s: float | None = None) -> Iterator[None]:
    """Sends a signal to this process once `ready` stands in the file; again and again if told to, until the block ends.

    One that comes when nobody handles it any more does nothing.
    """
    ended = threading.Event()

    def send() -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not ended.wait(0.02):
            if messages.exists() and b"ready" in messages.read_bytes():
                os.kill(os.getpid(), number)
                if again_after_s is None or ended.wait(again_after_s):
                    return

    before = signal.signal(number, lambda *_: None)
    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        signal.signal(number, before)
