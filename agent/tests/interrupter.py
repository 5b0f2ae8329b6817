"""Ctrl-C at the right moment: when fio runs, however long the agent took to start it on a busy machine."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

from fioboard_agent.paths import Folders


def interrupt_when_fio_runs(folders: Folders, *, in_batch: bool = False, after_s: float = 1.0) -> threading.Thread:
    """Sends SIGINT to this process so many seconds after fio was started anew; of a suite, after a step was."""
    before = set(folders.spool.glob("*/draft.json"))
    thread = threading.Thread(target=_interrupt, args=[folders.spool, before, in_batch, after_s])
    thread.start()
    return thread


def _interrupt(spool: Path, before: set[Path], in_batch: bool, after_s: float) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not any(map(_runs(in_batch), set(spool.glob("*/draft.json")) - before)):
        time.sleep(0.02)
    time.sleep(after_s)
    os.kill(os.getpid(), signal.SIGINT)


def _runs(in_batch: bool):
    def ask(path: Path) -> bool:
        try:
            draft = json.loads(path.read_text())
        except (OSError, ValueError):
            return False
        return "fio" in draft and (not in_batch or draft["manifest"]["batch"] is not None)

    return ask
