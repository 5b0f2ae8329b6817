"""Looks at fio's processes while they run, through /proc: how long each lived, what it used, what it waited in."""

import contextlib
import os
import platform
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

LOOKS_EVERY_S = 0.1
# Numbers of the system calls that jobs of the laboratory wait in.
_CALLS: Mapping[str, Mapping[int, str]] = {
    "x86_64": {74: "flush", 75: "flush", 35: "sleep", 230: "sleep"},
    "aarch64": {82: "flush", 83: "flush", 101: "sleep", 115: "sleep"},
}
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Job:
    """One process of fio."""

    first_s: float
    """When it was first seen, on the monotonic clock."""
    last_s: float
    first_cpu_s: float
    last_cpu_s: float
    cpus: str
    """Processors it may run on: `0-1`."""
    waited_in: Counter[str] = field(default_factory=Counter)
    """Looks by what it waited in then: `flush`, `sleep`, `other`."""

    @property
    def seconds(self) -> float:
        """Seen for so long."""
        return self.last_s - self.first_s

    @property
    def cpu_s(self) -> float:
        """Used meanwhile."""
        return self.last_cpu_s - self.first_cpu_s

    def share_in(self, call: str) -> float:
        """Of the looks."""
        return self.waited_in[call] / max(1, self.waited_in.total())


class Watch:
    """A thread beside a run. `find_pid` gives fio's pid once there is one."""

    def __init__(self, find_pid: Callable[[], int | None]) -> None:
        self.main: Job | None = None
        self.jobs: dict[int, Job] = {}
        self._find_pid = find_pid
        self._pid: int | None = None
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look_on)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _look_on(self) -> None:
        while not self._is_over.wait(LOOKS_EVERY_S):
            self._pid = self._pid or self._find_pid()
            if self._pid is None:
                continue
            with contextlib.suppress(OSError, IndexError, ValueError):
                self.main = _seen(self.main, self._pid)
            for pid in children_of(self._pid):
                # It may end between two of our readings.
                with contextlib.suppress(OSError, IndexError, ValueError):
                    self.jobs[pid] = _seen(self.jobs.get(pid), pid)


def children_of(pid: int) -> list[int]:
    """Processes that this one started, in order; none when it is gone."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _seen(job: Job | None, pid: int) -> Job:
    folder = Path(f"/proc/{pid}")
    now = time.monotonic()
    state, *numbers = (folder / "stat").read_text().rpartition(")")[2].split()
    cpu_s = (int(numbers[10]) + int(numbers[11])) / _TICKS_PER_S
    if job is None:
        status = (folder / "status").read_text()
        job = Job(now, now, cpu_s, cpu_s, status.partition("Cpus_allowed_list:")[2].split()[0])
    elif state not in {"Z", "X"}:
        job.last_s, job.last_cpu_s = now, cpu_s
        number = (folder / "syscall").read_text().split()[0]
        names = _CALLS.get(platform.machine(), {})
        job.waited_in[names.get(int(number), "other") if number.isdecimal() else "other"] += 1
    return job
