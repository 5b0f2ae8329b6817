"""What a run shows while it lasts, one sample a second: the rates of fio's own progress line, the drive's temperature
and how busy the processors are. Nothing of it becomes a result; reading it costs less than 0.1 ms a second.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable, Optional, TextIO, Union

from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.fio.progress import Progress
from fioboard_agent.sampler.series import IDLE, IOWAIT
from fioboard_agent.terminal import ProgressLine

Sample = dict[str, Union[str, int, float, None]]

SAMPLE_EVERY_S = 0.9
_POWERS = ("", "k", "m", "g", "t", "p")
_RATE = re.compile(r"([rwt])=([0-9.]+)([kKMGTP]?)(i?)(?:B/s)?")
_CPU_FIELDS = 8


class LiveProgress(ProgressLine):
    """Writes a line of JSON a second to `samples`, for the process that talks to the service.

    `on_written` gets the bytes that fio has written since the last sample, by its own rate."""

    def __init__(
        self, samples: TextIO, temperature_file: Optional[Path], on_written: Callable[[float], None] = lambda _: None
    ) -> None:
        super().__init__(sys.stderr)
        self._samples = samples
        self._temperature_file = temperature_file
        self._on_written = on_written
        self._last_at = time.monotonic()
        self._last_cpu = _read_cpu_times()

    def start_step(self, step: int, label: str) -> None:
        """A new fio invocation begins."""
        super().start_step(step, label)
        self._last_at = time.monotonic()
        self._write({"step": self._step, "steps": self._steps, "workload": label, "left_s": self._estimate_left_s()})

    def show(self, progress: Progress) -> None:
        """Write a sample unless the last one is younger than a second."""
        super().show(progress)
        now = time.monotonic()
        if progress.iops is None or now - self._last_at < SAMPLE_EVERY_S:
            return
        sample = self._read_sample(progress)
        bandwidth = sample["write_bw"]
        if isinstance(bandwidth, float):
            self._on_written(bandwidth * (now - self._last_at))
        self._last_at = now
        self._write({"left_s": self._estimate_left_s(), "sample": sample})

    def send_message(self, message: dict[str, Any]) -> None:
        """Write a message that is no sample."""
        self._write({"left_s": self._estimate_left_s(), **message})

    def _read_sample(self, progress: Progress) -> Sample:
        iops, bandwidth = parse_rates(progress.iops), parse_rates(progress.bandwidth)
        return {
            "at": format_timestamp(datetime.now(timezone.utc)),
            "step": self._step,
            "read_iops": iops.get("r"),
            "write_iops": iops.get("w"),
            "read_bw": bandwidth.get("r"),
            "write_bw": bandwidth.get("w"),
            # fio states no latency before its result.
            "read_lat_mean_ns": None,
            "write_lat_mean_ns": None,
            "temperature_c": self._read_temperature(),
            "cpu_percent": self._read_cpu_percent(),
        }

    def _read_temperature(self) -> Optional[float]:
        if self._temperature_file is None:
            return None
        try:
            return int(self._temperature_file.read_text(encoding="ascii")) / 1_000
        except (OSError, ValueError):
            return None

    def _read_cpu_percent(self) -> Optional[float]:
        before, self._last_cpu = self._last_cpu, _read_cpu_times()
        if before is None or self._last_cpu is None:
            return None
        spent = [now - then for now, then in zip(self._last_cpu, before)]
        total = sum(spent)
        return round(100 * (total - spent[IDLE] - spent[IOWAIT]) / total, 1) if total > 0 else None

    def _write(self, document: dict[str, object]) -> None:
        # Whoever listened may be gone; that costs no measurement.
        with contextlib.suppress(OSError, ValueError):
            self._samples.write(json.dumps(document) + "\n")
            self._samples.flush()


def parse_rates(text: Optional[str]) -> dict[str, float]:
    """Parse rates of fio's progress line, `r=26.1k w=8700` or `r=104MiB/s`, by direction; a direction that the line
    leaves out is not there."""
    rates: dict[str, float] = {}
    for direction, number, suffix, binary in _RATE.findall(text or ""):
        with contextlib.suppress(ValueError):
            rates[direction] = float(number) * float((1024 if binary else 1000) ** _POWERS.index(suffix.lower()))
    return rates


def _read_cpu_times() -> Optional[list[int]]:
    """Read what all processors together did so far; None where the system does not say."""
    try:
        with Path("/proc/stat").open(encoding="ascii") as file:
            return [int(value) for value in file.readline().split()[1 : 1 + _CPU_FIELDS]]
    except (OSError, ValueError):
        return None
