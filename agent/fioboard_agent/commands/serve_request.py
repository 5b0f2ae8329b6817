"""`serve --request ID`: the process that runs one accepted request, started and stopped by `serve`.

It has a process of its own so that nothing that talks to the service runs in the one that follows fio.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import re
import signal
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Callable, Optional

from fioboard_agent.benchmark.bench import Bench, Measured, Request
from fioboard_agent.benchmark.layout import write_test_files
from fioboard_agent.commands.delivering import open_spool
from fioboard_agent.commands.flags import read_config
from fioboard_agent.commands.measuring import build_bench, print_run
from fioboard_agent.delivery.batch_sending import BatchSender
from fioboard_agent.delivery.sending import Report, deliver
from fioboard_agent.delivery.spool import Entry
from fioboard_agent.delivery.summary import read_written_bytes
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_BUSY, EXIT_OK, AgentError, BusyError, RefusedError, UsageError
from fioboard_agent.fio.program import FioProgram, find_fio
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.host.runlock import hold_run_lock
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.jobs.targets import find_targets
from fioboard_agent.safety import marker
from fioboard_agent.safety.devices import find_kernel_name
from fioboard_agent.sampler.plan import plan_blocks, plan_drive_sensors
from fioboard_agent.serve.allowed import DEVICE, Allowed, read_allowed
from fioboard_agent.serve.decision import Place, find_job_file, require_allowed, require_room_today
from fioboard_agent.serve.live import Drives, LiveProgress
from fioboard_agent.serve.planning import plan_own_job, plan_repeat, plan_suite, replace_options
from fioboard_agent.serve.request import REPEAT, SUITE, ServedRequest
from fioboard_agent.serve.start import CommonStart, add_rate_logs
from fioboard_agent.serve.store import DONE, FAILED, REFUSED, Record, RequestStore, Stop
from fioboard_agent.serve.stored_job import fetch_job, require_served_sections
from fioboard_agent.suites.batch import find_next_step
from fioboard_agent.suites.driver import Driver, count_kept_step, remove_test_file, require_harmless_steps
from fioboard_agent.suites.store import BatchStore, KeptBatch
from fioboard_agent.suites.target import require_same_target
from fioboard_agent.targets.resolution import resolve_path
from fioboard_agent.terminal import print_sentence

# How long the results of a request are sent before it is reported; `serve` and `push` send what is left.
_SEND_S = 60.0
_RUN_URL = re.compile(r".*/runs/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
_PR_SET_PDEATHSIG = 1
_STOPPED = "The agent was stopped while fio ran. The results so far are kept and marked as interrupted."
_STOPPED_TOGETHER = (
    "The agent was stopped after the common start, and does not rejoin the other hosts. The results so far are kept."
)


def run_request(options: argparse.Namespace) -> int:
    """Run one accepted request to its end, and keep how it ended. Exit code 7 while another benchmark runs."""
    _stop_with_parent()
    folders = Folders.from_environment()
    store = RequestStore(folders)
    record = store.find(options.request)
    if record is None or record.is_finished or record.request is None:
        raise UsageError(f"{options.request[:64]} is not a request waiting on this host.")
    try:
        with hold_run_lock(folders):
            _Worker(options, folders, store, record, record.request).run()
    except BusyError as error:
        print_sentence(str(error))
        return EXIT_BUSY
    return EXIT_OK


def _stop_with_parent() -> None:
    """Have the kernel end this process with `serve`: a request must not go on where nobody can cancel it."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


class _Worker:
    def __init__(
        self,
        options: argparse.Namespace,
        folders: Folders,
        store: RequestStore,
        record: Record,
        request: ServedRequest,
    ) -> None:
        self._options = options
        self._folders = folders
        self._store = store
        self._record = record
        self._request = request
        self._service = Service(read_config(options))
        self._spool = open_spool(folders)
        self._written_live = 0.0
        self._left_bytes: Optional[int] = None
        self._measured: list[Measured] = []

    def run(self) -> None:
        """Run the request and keep its end, unless the agent itself is being stopped: then it is taken up again."""
        self._record.attempts += 1
        self._store.save(self._record)
        was_interrupted = False
        try:
            was_interrupted = self._measure()
        except (RefusedError, UsageError) as error:
            # What had begun before the agent was stopped cannot be refused any more.
            self._finish(REFUSED if self._record.attempts == 1 and not self._measured else FAILED, str(error))
            return
        except AgentError as error:
            self._finish(FAILED, str(error))
            return
        except KeyboardInterrupt:
            was_interrupted = True
        stop = self._store.find_stop(self._record.id)
        if stop is not None:
            self._finish(stop.state, stop.reason)
        elif was_interrupted and self._record.has_started_fio:
            self._finish(FAILED, _STOPPED_TOGETHER if self._request.is_together else _STOPPED)
        elif not was_interrupted:
            self._finish(*_describe_end(self._measured))

    def _measure(self) -> bool:
        """Run what is left; return whether it was interrupted."""
        if self._record.has_started_fio:
            return self._close_killed()
        self._spool.require_room()
        program = find_fio(self._options.fio)
        allowed = read_allowed(Path(self._options.list))
        now = datetime.now()
        kept = BatchStore(self._folders)
        # What is resumed was allowed when it began; its target and its limits still have to be.
        place = require_allowed(self._request, allowed, now, self._store.count_written(now), Roots())
        self._left_bytes = place.left_bytes
        bench = build_bench(program, self._spool, self._folders, Additions(), self._options)
        progress = LiveProgress(sys.stdout, _find_drives(bench, place), self._count_live)
        if self._request.kind == SUITE:
            return self._run_suite(kept, place, allowed, program, bench, progress)
        return self._run_single(place, allowed, bench, progress)

    def _run_suite(
        self,
        kept: BatchStore,
        place: Place,
        allowed: Allowed,
        program: FioProgram,
        bench: Bench,
        progress: LiveProgress,
    ) -> bool:
        self._record.batch_id = self._request.id
        batch = next((one for one in kept.unfinished() if one.plan.id == self._request.id), None)
        if batch is None:
            batch = plan_suite(self._request, place, allowed, program)
        else:
            count_kept_step(batch, self._spool)
            require_same_target(batch.plan.target, batch.plan.identity, Roots())
        require_harmless_steps(batch.plan, bench)
        if batch.plan.target.needs_layout:
            self._store.add_written(datetime.now(), batch.plan.size_bytes)
        sender = BatchSender(self._spool, self._service, batch.plan.id, print_sentence)
        driver = Driver(bench, kept, progress, self._count_run, sender.send_between_steps)
        if self._request.is_together:
            driver = replace(driver, adapt=self._build_joining(allowed, progress))
        try:
            driver.run(batch)
        finally:
            if not _has_steps_left(batch):
                self._keep_end()
            self._send(lambda: sender.send_rest(_SEND_S))
            # Hosts that start together do not wait for one that was stopped.
            is_over = self._request.is_together or self._store.find_stop(self._record.id) is not None
            if is_over or not _has_steps_left(batch):
                remove_test_file(batch.plan)
                kept.remove(batch)
        return _has_steps_left(batch)

    def _run_single(self, place: Place, allowed: Allowed, bench: Bench, progress: LiveProgress) -> bool:
        asked = self._plan_single(place, allowed)
        own_files = [Path(path) for path in asked.temporary_files]
        new_bytes = sum(
            {
                one.path: one.size_bytes or 0 for one in find_targets(asked.jobs, asked.cwd) if not one.path.exists()
            }.values()
        )
        require_room_today(place, new_bytes)
        self._store.add_written(datetime.now(), new_bytes)
        try:
            if self._request.is_together:
                asked = self._prepare_together(asked, place, allowed, bench, progress)
            else:
                self._record.has_started_fio = True
                self._store.save(self._record)
            progress.start_step(1, self._request.name or "repeat")
            done = bench.measure(asked, progress)
        finally:
            progress.end()
            for path in own_files:
                marker.remove_marked(path, self._request.id)
        self._count_run(done)
        if not done.outcome.interrupted:
            self._keep_end()
        self._send(lambda: deliver(self._spool, [done.entry], self._service, _SEND_S, print_sentence))
        return done.outcome.interrupted

    def _prepare_together(
        self, asked: Request, place: Place, allowed: Allowed, bench: Bench, progress: LiveProgress
    ) -> Request:
        """Make the test files, which takes each host another time, and return what starts together with the others."""
        if place.target.kind != DEVICE:
            laid_out = replace_options(asked.jobs, {"create_only": "1"})
            write_test_files(
                bench, replace(asked, jobs=laid_out, key=None, maker=asked.key, is_sampled=False), progress
            )
        return self._build_joining(allowed, progress)(asked)

    def _build_joining(self, allowed: Allowed, progress: LiveProgress) -> Callable[[Request], Request]:
        """Build what lets a run of fio start together with the other hosts, and log its rates."""
        start = CommonStart(self._store, self._record, progress.send_message, allowed)
        return lambda asked: replace(asked, jobs=add_rate_logs(asked.jobs), together=start)

    def _plan_single(self, place: Place, allowed: Allowed) -> Request:
        if self._request.kind == REPEAT:
            job = fetch_job(self._service, self._request.run_id or "")
            return plan_repeat(self._request, place, allowed, require_served_sections(job))
        return plan_own_job(self._request, place, allowed, find_job_file(self._request, allowed))

    def _close_killed(self) -> bool:
        """The agent was killed after fio began, and this is not measured again: send what is kept. Return whether the
        kill cut anything off."""
        kept = BatchStore(self._folders)
        batch = next((one for one in kept.unfinished() if one.plan.id == self._request.id), None)
        entry = self._find_entry()
        is_cut = True
        if batch is not None:
            count_kept_step(batch, self._spool)
            is_cut = _has_steps_left(batch)
            sender = BatchSender(self._spool, self._service, batch.plan.id, print_sentence)
            self._send(lambda: sender.send_rest(_SEND_S))
            remove_test_file(batch.plan)
            kept.remove(batch)
        elif entry is not None:
            manifest = entry.manifest()
            is_cut = bool(manifest.get("interrupted")) or manifest.get("exit_code") != 0
            self._send(lambda: deliver(self._spool, [entry], self._service, _SEND_S, print_sentence))
        return is_cut

    def _keep_end(self) -> None:
        """fio has ended for the last time: whatever is killed from now on, that is known."""
        state, reason = _describe_end(self._measured)
        self._record.end = {"state": state, "reason": reason}
        self._store.save(self._record)

    def _find_entry(self) -> Optional[Entry]:
        entries = [*self._spool.waiting(), *self._spool.rejected()]
        return next((entry for entry in entries if entry.key == self._request.id), None)

    def _count_run(self, done: Measured) -> None:
        """Count what a run wrote, by its result and by the rates that it showed."""
        # The result leaves out what was written in the ramp time.
        written = max(int(self._written_live), read_written_bytes(done.entry) or 0)
        self._store.add_written(datetime.now(), written)
        self._written_live = 0.0
        print_run(done, self._measured)

    def _count_live(self, written: float) -> None:
        """Stop fio once the bytes of the day are used up."""
        self._written_live += written
        if self._left_bytes is None:
            return
        self._left_bytes -= int(written)
        if self._left_bytes < 0 and self._store.request_stop(
            self._record.id,
            Stop(FAILED, "This host's daily write limit is used up. The results so far are kept."),
        ):
            os.kill(os.getpid(), signal.SIGINT)

    def _send(self, send: Callable[[], Report]) -> None:
        with contextlib.suppress(KeyboardInterrupt):
            report = send()
            urls = (_RUN_URL.fullmatch(url) for url in report.urls)
            self._record.run_ids += [match.group(1) for match in urls if match]
            self._store.save(self._record)

    def _finish(self, state: str, reason: Optional[str]) -> None:
        self._record.state, self._record.reason, self._record.is_received = state, reason, False
        self._store.save(self._record)
        self._store.clear_stop(self._record.id)
        if reason is not None:
            print_sentence(f"Request {self._record.id}: {state}. {reason}")


def _has_steps_left(batch: KeptBatch) -> bool:
    return find_next_step(batch.plan, batch.done) is not None


def _describe_end(measured: list[Measured]) -> tuple[str, Optional[str]]:
    failed = [done for done in measured if done.outcome.exit_code or done.output_is_empty]
    stopped = next((done.outcome.stopped_because for done in measured if done.outcome.stopped_because), None)
    if stopped is not None:
        return FAILED, f"Stopped: {stopped}. The results so far are kept and marked as interrupted."
    if failed:
        return FAILED, f"fio failed in {len(failed)} of {len(measured)} runs; its output is kept with them."
    return DONE, None


def _find_drives(bench: Bench, place: Place) -> Drives:
    """Find what is shown of the drives behind the target."""
    path = str(place.target.path)
    if place.target.kind == DEVICE and find_kernel_name(bench.roots, place.target.path) is None:
        return Drives((), ())
    members = resolve_path(bench.roots, path, bench.inventory)["members"]
    sensors = plan_drive_sensors(bench.roots, bench.inventory, members)
    blocks = plan_blocks(bench.roots, [("disk", members)], [])
    return Drives(
        tuple(Path(sensor["path"]) for sensor in sensors) if len(sensors) == len(members) else (),
        tuple(Path(block["stat"]) for block in blocks) if len(blocks) == len(members) else (),
    )
