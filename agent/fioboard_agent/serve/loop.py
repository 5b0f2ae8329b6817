"""The conversation with the service: one outward connection at a time, and one request at a time in a child process.

Whatever is decided is on disk before the service hears of it; a report is kept until the service has stored it.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections import deque
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Callable, Optional

import fioboard_agent
from fioboard_agent import __version__
from fioboard_agent.delivery.sending import Fate, deliver_once
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.delivery.upload import Answer, Service, UnreachableError, make_printable
from fioboard_agent.errors import EXIT_BUSY, AgentError, RefusedError, SetupError
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.serve.allowed import Allowed
from fioboard_agent.serve.clock import ServiceClock
from fioboard_agent.serve.decision import require_allowed
from fioboard_agent.serve.request import read_request, read_request_id
from fioboard_agent.serve.store import CANCELLED, FAILED, KEPT_FINISHED, REFUSED, RUNNING, Record, RequestStore, Stop
from fioboard_agent.suites.store import BatchStore

WAIT_S = 25
# A service that is silent for longer than it may wait is away.
_ANSWER_S = 10.0
FIRST_PAUSE_S, MAX_PAUSE_S = 1.0, 60.0
HEARTBEAT_S = 1.0
_BUSY_PAUSE_S = 5.0
# Of a child that has closed its output.
_END_S = 5.0
MAX_ATTEMPTS = 3
# What is kept while the service is away; the stored run has all of it.
MAX_SAMPLES = 120
_MAX_REPORTS = 50


@dataclass
class _Work:
    """A request in its child process, and what that reported so far."""

    record: Record
    process: subprocess.Popen[bytes]
    started_at: float
    samples: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=MAX_SAMPLES))
    step: int = 1
    steps: int = 1
    workload: Optional[str] = None
    left_s: Optional[float] = None
    waits_since: Optional[float] = None
    start: Optional[dict[str, int]] = None
    checks: Optional[list[dict[str, Any]]] = None
    rest: bytes = b""

    def read_output(self, wait_s: float) -> None:
        """Read what the child says within so many seconds; return at once when it has ended."""
        if self.process.stdout is None:
            return
        descriptor = self.process.stdout.fileno()
        until = time.monotonic() + wait_s
        while True:
            ready, _, _ = select.select([descriptor], [], [], max(0.0, until - time.monotonic()))
            chunk = os.read(descriptor, 65_536) if ready else b""
            if not chunk:
                if ready:
                    with suppress(subprocess.TimeoutExpired):
                        self.process.wait(_END_S)
                return
            *lines, self.rest = (self.rest + chunk).split(b"\n")
            for line in lines:
                with suppress(ValueError, TypeError, AttributeError):
                    self._take(json.loads(line))

    def _take(self, message: dict[str, Any]) -> None:
        if "step" in message:
            self.step, self.steps, self.workload = message["step"], message["steps"], message["workload"]
        if "ready" in message:
            self.waits_since = time.monotonic()
        if "start" in message and self.waits_since is not None:
            # The time in which it waited for other hosts is none of the request's.
            self.started_at += time.monotonic() - self.waits_since
            self.start, self.waits_since = message["start"], None
        self.checks = message.get("checks", self.checks)
        self.left_s = message.get("left_s")
        if "sample" in message:
            self.samples.append(message["sample"])

    def drop_samples(self, samples: list[dict[str, Any]]) -> None:
        """Forget samples, the oldest, that the service has."""
        for _ in samples:
            self.samples.popleft()

    def build_document(self, samples: list[dict[str, Any]], takes_checks: bool = False) -> dict[str, Any]:
        """Return what the service hears of it, with the samples that it has not had."""
        return {
            "request_id": self.record.id,
            "step": self.step,
            "steps": self.steps,
            "workload": self.workload,
            "elapsed_s": round(time.monotonic() - self.started_at, 3),
            "left_s": self.left_s,
            "samples": samples,
            # A service of an older version knows neither.
            **({} if self.waits_since is None else {"is_ready": True}),
            **({} if self.start is None else {"start": self.start}),
            **({"checks": self.checks} if takes_checks and self.checks else {}),
        }


class Loop:
    """Asks the service for requests and runs them, until the process is asked to stop.

    `read_list` reads the owner's list anew for every exchange: a change of it holds at once. While a request runs, its
    process alone writes its record."""

    def __init__(
        self,
        folders: Folders,
        service: Service,
        read_list: Callable[[], Allowed],
        worker_arguments: list[str],
        say: Callable[[str], None],
    ) -> None:
        self._folders = folders
        self._service = service
        self._read_list = read_list
        self._arguments = worker_arguments
        self._say = say
        self._store = RequestStore(folders)
        self._open = {
            record.id: record
            for record in self._store.list_records()
            if not record.is_finished or not record.is_received
        }
        # Requests that the service knows to be running.
        self._announced: set[str] = set()
        self._work: Optional[_Work] = None
        self._pause_s = FIRST_PAUSE_S
        self._busy_until = 0.0
        self._last_trouble = ""
        self._clock = ServiceClock()
        self._takes_checks = False

    def run(self) -> None:
        """Raises SetupError when the owner's list is not there any more, or not sound."""
        try:
            while True:
                self.run_once()
        finally:
            self._stop_work()

    def run_once(self) -> None:
        """Look after the request that runs, ask the service once, and wait as long as that takes."""
        allowed = self._read_list()
        self._check_work(allowed)
        began = time.monotonic()
        known = len(self._open)
        if not self._exchange(allowed):
            self._wait(self._pause_s * random.uniform(0.5, 1.0))  # noqa: S311 -- spreads hosts, hides nothing
            self._pause_s = min(MAX_PAUSE_S, self._pause_s * 2)
            return
        self._pause_s = FIRST_PAUSE_S
        if len(self._open) <= known:
            # Once a second at most, whatever the service answers; a new request starts at once.
            self._wait(max(0.0, HEARTBEAT_S - (time.monotonic() - began)))

    def _wait(self, seconds: float) -> None:
        if self._work is None:
            time.sleep(seconds)
        else:
            self._work.read_output(seconds)

    def _check_work(self, allowed: Allowed) -> None:
        """Look after the child: start one for a request that waits, end it when its time is over, note how it ended."""
        work = self._work
        if work is None:
            waiting = next((record for record in self._open.values() if not record.is_finished), None)
            if waiting is not None and time.monotonic() >= self._busy_until:
                self._start(waiting)
            return
        work.read_output(0)
        running_s = 0.0 if work.waits_since is not None else time.monotonic() - work.started_at
        if allowed.longest_s is not None and running_s > allowed.longest_s:
            reason = f"It was stopped after {allowed.longest_s} s, this host's limit. What was measured is kept."
            self._stop(work, Stop(FAILED, reason))
        exit_code = work.process.poll()
        if exit_code is not None:
            self._work = None
            self._record_end(work, exit_code)

    def _start(self, record: Record) -> None:
        stop = self._store.find_stop(record.id)
        if stop is not None:
            self._finish(record, stop)
            return
        if record.end is not None:
            # Killed while its results were sent: what is left of them goes with the leftovers.
            self._finish(record, Stop(record.end["state"] or FAILED, record.end["reason"]))
            return
        if record.attempts >= MAX_ATTEMPTS:
            self._finish(
                record, Stop(FAILED, f"It ended {record.attempts} times without a result; see the log on the host.")
            )
            return
        self._store.clear_start(record.id)
        package = str(Path(fioboard_agent.__file__).parents[1])
        process = subprocess.Popen(
            [sys.executable, "-m", "fioboard_agent", "serve", "--request", record.id, *self._arguments],
            env={**os.environ, "PYTHONPATH": package},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            # Ctrl-C at a terminal is passed on by `serve`, once.
            start_new_session=True,
        )
        self._work = _Work(record, process, time.monotonic())

    def _record_end(self, work: _Work, exit_code: int) -> None:
        if work.process.stdout is not None:
            work.process.stdout.close()
        record = self._open[work.record.id] = self._store.find(work.record.id) or work.record
        stop = self._store.find_stop(record.id)
        if record.is_finished:
            self._store.clear_stop(record.id)
        elif stop is not None:
            self._finish(record, stop)
        elif exit_code == EXIT_BUSY:
            self._busy_until = time.monotonic() + _BUSY_PAUSE_S

    def _finish(self, record: Record, stop: Stop) -> None:
        record.state, record.reason, record.is_received = stop.state, stop.reason, False
        self._store.save(record)
        self._store.clear_stop(record.id)

    def _stop(self, work: _Work, stop: Stop) -> None:
        """End fio once: a second signal would kill it before it has written its result."""
        if self._store.request_stop(work.record.id, stop):
            work.process.send_signal(signal.SIGINT)

    def _exchange(self, allowed: Allowed) -> bool:
        """Ask the service once; False when it did not answer as a service does."""
        work = self._work
        reports = [record for record in self._open.values() if record.is_finished or record.id not in self._announced]
        wait_s = 0 if self._open else WAIT_S
        samples = [] if work is None else list(work.samples)
        document = {
            "agent_version": __version__,
            "wait_s": wait_s,
            "offers": allowed.build_offers(),
            "running": None if work is None else work.build_document(samples, self._takes_checks),
            "reports": [_report(record) for record in reports[:_MAX_REPORTS]],
        }
        try:
            answer = self._service.poll(document, wait_s + _ANSWER_S)
        except UnreachableError as error:
            return self._report_trouble(f"{self._service.url} cannot be reached: {error}.")
        if not answer.is_success or "request" not in answer.body:
            return self._report_trouble(f"{self._service.url} answered {answer.status}: {answer.sentence}")
        self._last_trouble = ""
        self._clock.add_answer(answer)
        self._takes_checks = answer.body.get("takes_checks") is True
        if work is not None:
            self._take_start(work, answer.body.get("start"))
            work.drop_samples(samples)
        self._take_answer(answer, allowed, {record.id: record.state for record in reports})
        return True

    def _take_start(self, work: _Work, start: Any) -> None:
        """Pass a common start on to the process that waits for it, once."""
        clock = self._clock.get_best()
        if not isinstance(start, dict) or start.get("request_id") != work.record.id or clock is None:
            return
        at_us = start.get("at_us")
        known = self._store.find_start(work.record.id) or {}
        if type(at_us) is int and 0 <= at_us < 1 << 53 and known.get("at_us") != at_us:
            # An older service names no step, and refuses a report that does.
            step = {"step": start["step"]} if type(start.get("step")) is int else {}
            self._store.put_start(work.record.id, {"at_us": at_us, **asdict(clock), **step})

    def _report_trouble(self, sentence: str) -> bool:
        if sentence != self._last_trouble:
            self._say(sentence)
        self._last_trouble = sentence
        return False

    def _take_answer(self, answer: Answer, allowed: Allowed, reported: dict[str, str]) -> None:
        received, cancelled = answer.body.get("received"), answer.body.get("cancel")
        for request_id in received if isinstance(received, list) else []:
            if isinstance(request_id, str) and request_id in reported:
                self._record_receipt(request_id, reported[request_id])
        for request_id in cancelled if isinstance(cancelled, list) else []:
            if isinstance(request_id, str) and request_id in self._open:
                self._cancel(self._open[request_id])
        if isinstance(answer.body["request"], dict):
            self._decide(answer.body["request"], allowed)
        elif not self._open:
            self._send_leftovers()

    def _record_receipt(self, request_id: str, state: str) -> None:
        record = self._open[request_id]
        if state == RUNNING:
            self._announced.add(request_id)
        else:
            record.is_received = True
            self._store.save(record)
            del self._open[request_id]

    def _cancel(self, record: Record) -> None:
        stop = Stop(CANCELLED, "It was cancelled. The results so far are kept and marked as interrupted.")
        if self._work is not None and self._work.record.id == record.id:
            self._stop(self._work, stop)
        elif not record.is_finished:
            self._finish(record, stop)

    def _decide(self, document: dict[str, Any], allowed: Allowed) -> None:
        """Keep the decision about a request, then act on it. The same id is never decided about twice."""
        try:
            request_id = read_request_id(document)
        except ValueError:
            self._report_trouble("The service sent a request without a valid ID; it was ignored.")
            return
        known = self._open.get(request_id) or self._store.find(request_id)
        if known is not None:
            # It asks again because it missed the report.
            self._announced.discard(request_id)
            self._open[request_id] = known
            return
        if len(self._open) >= KEPT_FINISHED:
            self._report_trouble(
                "The service does not store reports from this host; its requests are ignored until it does."
            )
            return
        self._open[request_id] = record = self._judge(request_id, document, allowed)
        self._store.save(record)
        self._store.remove_oldest()

    def _judge(self, request_id: str, document: dict[str, Any], allowed: Allowed) -> Record:
        try:
            if any(not record.is_finished for record in self._open.values()):
                raise RefusedError("This host is running another request.")
            if any(batch.plan.id == request_id for batch in BatchStore(self._folders).unfinished()):
                raise RefusedError("Its ID is that of a batch started on this host.")
            request = read_request(document)
            now = datetime.now()
            require_allowed(request, allowed, now, self._store.count_written(now), Roots())
        except AgentError as error:
            self._say(f"Request {request_id}: refused. {error}")
            return Record(request_id, REFUSED, reason=str(error))
        return Record(request_id, RUNNING, request)

    def _send_leftovers(self) -> None:
        """Send results that could not be sent when their request ended, and those of a process that was killed."""
        spool = Spool(self._folders)
        try:
            spool.recover()
        except SetupError as error:
            self._report_trouble(str(error))
        for entry in spool.waiting():
            if deliver_once(spool, entry, self._service).fate in {Fate.AGAIN, Fate.STOPPED}:
                return

    def _stop_work(self) -> None:
        """Ask the child to stop fio and to keep what it measured; the request goes on at the next start."""
        if self._work is None:
            return
        if self._work.process.poll() is None:
            self._work.process.send_signal(signal.SIGINT)
            self._work.read_output(60.0)
        if self._work.process.poll() is not None:
            self._record_end(self._work, self._work.process.returncode)
        self._work = None


def _report(record: Record) -> dict[str, Any]:
    return {
        "request_id": record.id,
        "state": record.state,
        "reason": None if record.reason is None else make_printable(record.reason),
        "batch_id": record.batch_id,
        "run_ids": record.run_ids,
        **({} if record.start is None else {"start": record.start}),
    }
