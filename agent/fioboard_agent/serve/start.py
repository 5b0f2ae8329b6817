"""The start of fio at one moment with other hosts: the process that runs the request waits here until it comes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Callable

from fioboard_agent.errors import RefusedError, SetupError
from fioboard_agent.jobs.model import FioJobs, JobSection
from fioboard_agent.serve.allowed import Allowed
from fioboard_agent.serve.clock import ClockReading
from fioboard_agent.serve.planning import replace_options
from fioboard_agent.serve.store import Record, RequestStore
from fioboard_agent.serve.stored_job import LOG_PREFIX

# The service gives up a group after ten minutes.
MAX_WAIT_S = 900.0
# Who hears of the start later than this measures alone.
MAX_LATE_S = 10.0
# Between the last wait and fio lie its last checks and the start of the sampler.
LEAD_S = 1.5
_LOOK_EVERY_S = 0.02
# Of a short run, a line is for 250 ms: fio logs nothing of the last line that its end cuts off.
_SHORT_RUN_S = 600


@dataclass
class CommonStart:
    """The moment at which fio starts on all hosts. `say` passes a message to the process that talks to the service."""

    store: RequestStore
    record: Record
    say: Callable[[dict[str, Any]], None]
    allowed: Allowed
    _at_us: int = 0
    """The last start that was waited for: each step of a suite has its own."""
    _start_s: float = 0.0
    _step: dict[str, int] = field(default_factory=dict)
    """Which step that start is of, where the service named it."""
    _clock: ClockReading = ClockReading(0, 0)

    def wait(self) -> None:
        """Wait until shortly before the start. Raises SetupError when none comes, or it is over, and RefusedError when
        the host's hours are over by then."""
        self.say({"ready": True})
        until = time.monotonic() + MAX_WAIT_S
        while (start := self.store.find_start(self.record.id)) is None or start["at_us"] <= self._at_us:
            if time.monotonic() > until:
                raise SetupError(
                    f"No common start was received within {MAX_WAIT_S:.0f} s: the service did not respond."
                )
            time.sleep(_LOOK_EVERY_S)
        self._clock = ClockReading(start["service_ahead_us"], start["uncertainty_us"])
        self._at_us = start["at_us"]
        self._step = {key: value for key, value in start.items() if key == "step"}
        self._start_s = self._clock.compute_monotonic_s(self._at_us)
        late_s = time.monotonic() - self._start_s
        if late_s > MAX_LATE_S:
            raise SetupError(
                f"The common start was already {late_s:.0f} s ago when this host learned of it, so fio was not started."
            )
        if late_s < -MAX_WAIT_S:
            raise SetupError(f"The common start is {-late_s:.0f} s ahead; this host waits {MAX_WAIT_S:.0f} s at most.")
        _wait_for_moment(self._start_s - LEAD_S)
        if not self.record.has_started_fio and not self.allowed.is_open(datetime.now()):
            raise RefusedError(f"This host starts requests only between {self.allowed.hours}.")
        # From here on it is not made again after a kill.
        self.record.has_started_fio = True
        self.store.save(self.record)

    def await_moment(self) -> None:
        """Wait for the moment itself."""
        _wait_for_moment(self._start_s)

    def record_start(self) -> None:
        """fio has just been started: keep when that was, by the service's clock."""
        self.record.start = {
            "at_us": self._clock.compute_service_us(time.monotonic()),
            "clock_ahead_us": self._clock.compute_host_ahead_us(),
            "clock_uncertainty_us": self._clock.uncertainty_us,
            **self._step,
        }
        self.say({"start": self.record.start})


def add_rate_logs(jobs: FioJobs) -> FioJobs:
    """Return jobs that log their rates once a second or more often. A job's own logs stay as they are."""
    sections = tuple(JobSection(one.name, {**_choose_logs(one), **one.options}) for one in jobs.sections)
    return replace_options(FioJobs(sections, jobs.fio_options), {})


def _choose_logs(section: JobSection) -> dict[str, str]:
    if "write_bw_log" in section.options:
        return {}
    runtime = section.get("runtime") or ""
    is_short = runtime.isascii() and runtime.isdecimal() and int(runtime) <= _SHORT_RUN_S
    every_ms = "250" if is_short else "1000"
    return {"write_bw_log": LOG_PREFIX, "write_iops_log": LOG_PREFIX, "log_avg_msec": every_ms}


def _wait_for_moment(moment_s: float) -> None:
    left_s = moment_s - time.monotonic()
    if left_s > 0:
        time.sleep(left_s)
