"""Reading power meters while fio runs (power_plan.py finds them)."""

from __future__ import annotations

import math
import os
import re
import subprocess
import time
from typing import Any, Iterable, Optional, Sequence

COMMAND_EVERY_NS = 5_000_000_000
COMMAND_TIMEOUT_NS = 4_000_000_000
MAX_WATTS = 1_000_000.0
_MAX_OUTPUT_BYTES = 64 << 10
_WATTS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(?:W|Watts?)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Meter:
    """One meter while fio runs. A reading is the mean power since the one before, in watts; NaN where there is none."""

    def __init__(self, planned: dict[str, Any], notes: list[str]) -> None:
        self.subject: str = planned["subject"]
        self.watts: list[float] = []
        self._planned = planned
        self._notes = notes
        self._before: Optional[tuple[int, int]] = None
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._started_ns = 0
        self._descriptor: Optional[int] = None
        if "path" in planned:
            try:
                self._descriptor = os.open(planned["path"], os.O_RDONLY | os.O_CLOEXEC)
            except OSError as error:
                notes.append(f"{self.subject}: {error.strerror}")

    def read(self) -> None:
        """Take a reading now; never waits for a command."""
        kind = self._planned["kind"]
        if kind == "command":
            self.watts.append(self._poll_command())
            return
        number = self._read_number()
        if kind == "power":
            self.watts.append(math.nan if number is None else _accept(number / 1e6))
        else:
            self.watts.append(self._compute_power(number))

    def close(self) -> None:
        """End a command that still runs."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _read_number(self) -> Optional[int]:
        if self._descriptor is None:
            return None
        try:
            return int(os.pread(self._descriptor, 64, 0))
        except (OSError, ValueError):
            return None

    def _compute_power(self, energy_uj: Optional[int]) -> float:
        """Return the power between two readings of an energy counter, which starts again at its end."""
        now_ns = time.monotonic_ns()
        before, self._before = self._before, None if energy_uj is None else (now_ns, energy_uj)
        if before is None or energy_uj is None or now_ns <= before[0]:
            return math.nan
        grown = energy_uj - before[1]
        most = self._planned["most"]
        if grown < 0:
            if not most:
                return math.nan
            grown += most
        return _accept(grown * 1000 / (now_ns - before[0]))

    def _poll_command(self) -> float:
        """Start the command when it is due; return what it printed once it has ended."""
        now_ns = time.monotonic_ns()
        if self._process is None:
            if not self._started_ns or now_ns - self._started_ns >= COMMAND_EVERY_NS:
                self._start(now_ns)
            return math.nan
        if self._process.poll() is None:
            if now_ns - self._started_ns >= COMMAND_TIMEOUT_NS:
                self._add_note("does not answer within 4 s")
                self.close()
            return math.nan
        process, self._process = self._process, None
        output = process.communicate()[0][:_MAX_OUTPUT_BYTES]
        watts = parse_watts(output.decode("utf-8", "replace")) if process.returncode == 0 else None
        if watts is None:
            self._add_note(f"exit status {process.returncode}" if process.returncode else "printed no watts")
            return math.nan
        return watts

    def _start(self, now_ns: int) -> None:
        self._started_ns = now_ns
        try:
            self._process = subprocess.Popen(
                self._planned["command"],
                cwd="/",
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            self._add_note(error.strerror or "does not start")

    def _add_note(self, words: str) -> None:
        note = f"{self.subject}: {words}"
        if note not in self._notes:
            self._notes.append(note)


def parse_watts(output: str) -> Optional[float]:
    """Return the first figure in watts that a program printed, or its only word when that is a number; else None."""
    match = _WATTS.search(output)
    if match is None:
        match_alone = _NUMBER.fullmatch(output.strip())
        return None if match_alone is None else _keep(float(match_alone[0]))
    return _keep(float(match[1]))


def build_power_series(subject: str, watts: Sequence[float]) -> Iterable[dict[str, Any]]:
    """Build the line of a meter: watts per step, null where it gave no reading; nothing of one that gave none."""
    values = [None if math.isnan(value) else round(value, 3) for value in watts[1:]]
    if any(value is not None for value in values):
        yield {"subject": subject, "metric": "power_w", "direction": None, "values": values}


def _keep(watts: float) -> Optional[float]:
    """Return watts that a meter may truly have read: more than 0, and no more than a rack draws."""
    return watts if 0 < watts <= MAX_WATTS else None


def _accept(watts: float) -> float:
    """Return the same as NaN where it cannot be."""
    kept = _keep(watts)
    return math.nan if kept is None else kept
