"""Ctrl-C at the right moment: when fio runs or measures, however long the agent took to start it on a busy machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

from fio_watch import fio_is_measuring, started_runs

from fioboard_agent.host.paths import Folders


def interrupt_when_fio_runs(folders: Folders, *, in_batch: bool = False) -> threading.Thread:
    """Sends SIGINT to this process as soon as fio was started anew; of a suite, as soon as a step was."""
    before = started_runs(folders)
    return _interrupt_when(lambda: bool(started_runs(folders, in_batch=in_batch) - before))


def interrupt_when_fio_measures(folders: Folders, *, in_batch: bool = False) -> threading.Thread:
    """Sends SIGINT to this process when fio has moved data, and so has something to report."""
    return _interrupt_when(lambda: fio_is_measuring(folders, in_batch=in_batch))


def _interrupt_when(moment: Callable[[], bool]) -> threading.Thread:
    thread = threading.Thread(target=_interrupt, args=[moment])
    thread.start()
    return thread


def _interrupt(moment: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not moment():
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)
