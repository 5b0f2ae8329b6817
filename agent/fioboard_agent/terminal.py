"""One line that moves on a terminal; a plain line now and then in a log."""

from __future__ import annotations

import re
import shutil
import sys
import time
from typing import Any, Optional, TextIO

from fioboard_agent.fio.progress import Progress

BAR_CELLS = 20
PLAIN_EVERY_S = 5.0
# What commands a terminal, or is no character alone. Tabs and ends of lines stay.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def drop_controls(text: str) -> str:
    """Return a text of others without control characters."""
    return _CONTROLS.sub("", text)


def print_sentence(sentence: str) -> None:
    """Print a sentence for the person; standard output is for figures and addresses. What others wrote in it gives the
    terminal no command."""
    print(drop_controls(sentence), file=sys.stderr, flush=True)


class ProgressLine:
    """Progress of one run or of a whole batch: step `step` of `steps`, each of about `expected_s` seconds."""

    def __init__(self, stream: TextIO, steps: int = 1, expected_s: Optional[float] = None) -> None:
        self._stream = stream
        self._steps = steps
        self._expected_s = expected_s
        self._later_s: Optional[float] = None
        self._is_tty = stream.isatty()
        self._label = ""
        self._step = 1
        self._step_started: Optional[float] = None
        self._last_plain = 0.0
        self._seen = Progress()

    def plan(self, steps: int, expected_s: Optional[float], later_s: Optional[float] = None) -> None:
        """The batch turned out to have so many steps, this one of so many seconds; all that come later take `later_s`
        together (None: each as long as this one)."""
        self._steps, self._expected_s, self._later_s = steps, expected_s, later_s

    def start_step(self, step: int, label: str) -> None:
        """A new fio invocation begins."""
        self._step, self._label = step, label
        self._step_started = None
        self._seen = Progress()
        self._draw()

    def show(self, progress: Progress) -> None:
        """Draw one state; figures that a line of fio leaves out keep their last value."""
        self._seen = Progress(
            percent=progress.percent if progress.percent is not None else self._seen.percent,
            bandwidth=progress.bandwidth or self._seen.bandwidth,
            iops=progress.iops or self._seen.iops,
            eta_s=progress.eta_s,
        )
        # fio says nothing while it writes its test file; its first line is the start of the measurement.
        self._step_started = self._step_started or time.monotonic()
        self._draw()

    def take_checks(self, checks: list[dict[str, Any]]) -> None:
        """Take what was checked before fio starts; they are printed by themselves."""

    def end(self) -> None:
        """Leave the moving line so that the next sentence starts on its own."""
        if self._is_tty:
            self._stream.write("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r")
            self._stream.flush()

    def _draw(self) -> None:
        if self._is_tty:
            width = shutil.get_terminal_size().columns
            self._stream.write("\r" + self._build_text()[: width - 1].ljust(width - 1))
            self._stream.flush()
        elif time.monotonic() - self._last_plain >= PLAIN_EVERY_S:
            self._last_plain = time.monotonic()
            self._stream.write(self._build_text() + "\n")
            self._stream.flush()

    def _compute_fraction(self) -> float:
        """Return the part of this step that is done, 0..1. fio prints no percentage in the last and in very short
        phases: time fills the gap.
        """
        if self._step_started is None:
            return 0.0
        if self._expected_s:
            return min(1.0, (time.monotonic() - self._step_started) / self._expected_s)
        return (self._seen.percent or 0.0) / 100.0

    def _build_text(self) -> str:
        overall = (self._step - 1 + self._compute_fraction()) / self._steps
        filled = round(overall * BAR_CELLS)
        head = f"[{self._step}/{self._steps}] {self._label}" if self._steps > 1 else self._label
        parts = [head, f"[{'#' * filled}{'-' * (BAR_CELLS - filled)}] {overall * 100:3.0f} %"]
        if self._step_started is None:
            return "  ".join([*parts, "fio is preparing"])
        if self._seen.iops:
            parts.append(f"{self._seen.iops} IOPS")
        if self._seen.bandwidth:
            parts.append(self._seen.bandwidth)
        left = self._estimate_left_s()
        if left is not None:
            parts.append(f"ETA {left // 60}:{left % 60:02d}")
        return "  ".join(parts)

    def _estimate_left_s(self) -> Optional[int]:
        if self._expected_s and self._later_s is not None:
            return round((1 - self._compute_fraction()) * self._expected_s + self._later_s)
        if self._expected_s:
            return round((self._steps - self._step + 1 - self._compute_fraction()) * self._expected_s)
        return self._seen.eta_s
