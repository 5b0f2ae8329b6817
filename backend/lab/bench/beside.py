"""Pages while uploads come in at a steady rate: the same requests with them and without, in turns."""

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from .client import Connection, get
from .report import Row
from .stopwatch import Timing

UPLOADS_PER_S = 50
CLIENTS = 2
PAGES = (
    "/api/v1/runs?limit=50",
    "/api/v1/runs?limit=50&sort=-iops",
    "/api/v1/facets",
)
ROUNDS = 5
ROUND_S = 4.0
SETTLED_S = 0.5


@dataclass(frozen=True, slots=True)
class Beside:
    """Both of one run."""

    quiet: Timing
    busy: Timing
    uploads_per_s: float
    """What was stored; less than UPLOADS_PER_S where the service could not keep up."""

    def row(self) -> Row:
        """The line of the report."""
        return Row(
            f"P14 pages' p99 while {self.uploads_per_s:.0f} uploads/s come in / without",
            f"p50 {self.quiet.p50_ms:.1f} and {self.busy.p50_ms:.1f} ms, p99 {self.quiet.p99_ms:.1f} and "
            f"{self.busy.p99_ms:.1f} ms",
            self.busy.p99_ms / self.quiet.p99_ms,
            3,
        )


def _send_steadily(port: int, requests: Sequence[bytes], ready: Any, go: Any, done: Any) -> None:
    """One client process: one upload every CLIENTS / UPLOADS_PER_S seconds, later ones not waiting for a late one's."""
    connection = Connection(port)
    ready.release()
    go.wait()
    began = time.monotonic()
    for number, request in enumerate(requests):
        time.sleep(max(0.0, began + number * CLIENTS / UPLOADS_PER_S - time.monotonic()))
        status, _ = connection.ask(request)
        if status != 201:
            raise RuntimeError(f"answered {status}")
    done.put(len(requests) / (time.monotonic() - began))


@contextmanager
def _uploads(port: int, make: Callable[[], bytes], rates: list[float]) -> Iterator[None]:
    """Uploads all the while; `rates` gets how many there were per second."""
    fork = multiprocessing.get_context("fork")
    ready, go, done = fork.Semaphore(0), fork.Event(), fork.Queue()
    each = int((ROUND_S + SETTLED_S) * UPLOADS_PER_S / CLIENTS)
    processes = [
        fork.Process(target=_send_steadily, args=(port, [make() for _ in range(each)], ready, go, done))
        for _ in range(CLIENTS)
    ]
    for process in processes:
        process.start()
    for _ in processes:
        ready.acquire()
    go.set()
    time.sleep(SETTLED_S)
    yield
    rates.append(sum(done.get(timeout=120) for _ in processes))
    for process in processes:
        process.join()


def _pages(port: int, token: str) -> list[int]:
    connection = Connection(port)
    requests = [get(page, token) for page in PAGES]
    durations = []
    until = time.monotonic() + ROUND_S
    while time.monotonic() < until:
        for request in requests:
            began = time.perf_counter_ns()
            status, _ = connection.ask(request)
            durations.append(time.perf_counter_ns() - began)
            if status != 200:
                raise RuntimeError(f"answered {status}")
    connection.close()
    return durations


def pages_beside_uploads(port: int, token: str, make: Callable[[], bytes]) -> Beside:
    """Measures. `token` may read, `make` gives one upload more."""
    samples: dict[str, list[list[int]]] = {"quiet": [], "busy": []}
    rates: list[float] = []
    _pages(port, token)
    for _ in range(ROUNDS):
        samples["quiet"].append(_pages(port, token))
        with _uploads(port, make, rates):
            samples["busy"].append(_pages(port, token))
    return Beside(_timing(samples["quiet"]), _timing(samples["busy"]), statistics.mean(rates))


def _timing(rounds: Sequence[Sequence[int]]) -> Timing:
    return Timing(
        [one for of_round in rounds for one in of_round], [statistics.median(one) for one in rounds]
    )
