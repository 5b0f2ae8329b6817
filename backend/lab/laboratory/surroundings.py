"""What goes on around a run: other work, other I/O, limits of its control group, a scrub, a job that stands still."""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from laboratory.group import UNLIMITED_IOPS
from laboratory.job_places import device_number
from laboratory.situation import Stage, Surroundings

LIMITED_IOPS = 400
LIMITED_CPUS = 0.5
STANDS_STILL_S = 2.0
# fio writes by then.
BEGUN_CPU_S = 0.05


@contextlib.contextmanager
def beside(*commands: Sequence[str]) -> Iterator[None]:
    """Programs that run as long as the run does."""
    started: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            started.append(
                subprocess.Popen(
                    command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
                )
            )
        yield
    finally:
        for process in started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _again_and_again(command: str) -> tuple[str, ...]:
    return ("sh", "-c", f"while :; do {command} || exit; done")


def busy_loops(stage: Stage) -> AbstractContextManager[object]:
    """As many as there are processors."""
    return beside(*(_again_and_again(":") for _ in range(os.cpu_count() or 1)))


def short_work(stage: Stage) -> AbstractContextManager[object]:
    """A process that mostly sleeps."""
    return beside(_again_and_again("sleep 0.2"))


def other_reads(stage: Stage) -> AbstractContextManager[object]:
    """Of another file on the same device, past the page cache."""
    return beside(_again_and_again(f"dd if={stage.place.other_file} of=/dev/null bs=1M iflag=direct"))


def reads_elsewhere(path: Path) -> Surroundings:
    """Of a file that lies in memory."""
    return lambda _: beside(_again_and_again(f"dd if={path} of=/dev/null bs=64k; sleep 0.05"))


def scrub(stage: Stage) -> AbstractContextManager[object]:
    """Of the file system, over and over; the one of a run before may not have been given up yet."""
    return beside(_again_and_again(f"btrfs scrub start -B {stage.place.folder} || sleep 0.1"))


@contextlib.contextmanager
def io_limit(stage: Stage) -> Iterator[None]:
    """Reads per second of the place's device."""
    stage.group.limit_read_iops(device_number(stage.place.devices[0]), LIMITED_IOPS)
    yield


@contextlib.contextmanager
def wide_io_limit(stage: Stage) -> Iterator[None]:
    """So many reads that no run here meets it."""
    stage.group.limit_read_iops(device_number(stage.place.devices[0]), UNLIMITED_IOPS)
    yield


@contextlib.contextmanager
def cpu_limit(stage: Stage) -> Iterator[None]:
    """Half a processor."""
    stage.group.limit_cpu(LIMITED_CPUS)
    yield


@contextlib.contextmanager
def wide_cpu_limit(stage: Stage) -> Iterator[None]:
    """More processors than there are."""
    stage.group.limit_cpu(2 * (os.cpu_count() or 1))
    yield


@contextlib.contextmanager
def one_stands_still(stage: Stage) -> Iterator[None]:
    """One job of several is stopped for a while, and goes on."""
    is_over = threading.Event()

    def hold() -> None:
        while not is_over.wait(0.05):
            # One that did not begin yet would only begin later: fio states when jobs began from 3.36 on.
            begun = [pid for pid, job in stage.watch.jobs.copy().items() if job.last_cpu_s >= BEGUN_CPU_S]
            if len(stage.watch.jobs) > 1 and begun:
                pid = max(begun)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGSTOP)
                is_over.wait(STANDS_STILL_S)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
                return

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
