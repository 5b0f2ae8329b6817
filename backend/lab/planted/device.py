"""A planted device: one file, served through the kernel's FUSE, that answers reads in the time of a model.

    python -m planted.device MOUNTPOINT BASE_US MOST_IOPS JOB_IOPS TAIL COLLAPSE

MOUNTPOINT is an existing file. fio reads it as any file past the page cache; depth and jobs, latency and percentiles
are its own. Each request passes its job (a queue of JOB_IOPS), the medium (BASE_US, one in fifty TAIL times as long),
and the controller (a queue of MOST_IOPS, slower from COLLAPSE requests in flight; 0 = never). A request that this
machine answers late delays none behind it.
"""

import ctypes
import errno
import gc
import heapq
import os
import random
import select
import signal
import struct
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

SIZE = 1 << 30
# include/uapi/linux/fuse.h
LOOKUP, FORGET, GETATTR, OPEN, READ, STATFS, RELEASE, FLUSH, INIT, INTERRUPT, DESTROY, FORGETS = (
    *(1, 2, 3, 14, 15, 17, 18, 25, 26, 36, 38, 42),
)
IN, OUT = struct.Struct("<IIQQIIIHH"), struct.Struct("<IiQ")
ATTRIBUTES = struct.pack(
    "<QII6Q10I", 3600, 0, 0, 1, SIZE, SIZE // 512, 0, 0, 0, 0, 0, 0, 0o100600, 1, 0, 0, 0, 4096, 0
)
ASYNC_READ, ASYNC_DIO, DIRECT_IO = 1 << 0, 1 << 15, 1
MAX_WAITING = 65_535
DETACH = 2
# What is left of the rate when far too much is in flight: a quarter.
MOST_LOST = 4.0
PAGE = os.urandom(1 << 20)


@dataclass
class Device:
    """The model, and what is under way in it."""

    base_s: float
    most: float
    per_job: float
    tail: float
    collapse: int
    in_flight: int = 0
    free_at: float = 0.0
    job_free_at: dict[int, float] = field(default_factory=dict)
    events: list[tuple[float, int, int, int]] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 -- a model

    def take(self, now: float, unique: int, size: int, job: int) -> None:
        """Take a request: it is through its job's queue and the medium at a time that is known now."""
        self.in_flight += 1
        start = max(now, self.job_free_at.get(job, 0.0)) + 1 / self.per_job
        self.job_free_at[job] = start
        slow = self.tail if self.chance.random() < 0.02 else 1.0
        medium = self.base_s * slow * self.chance.uniform(0.9, 1.1)
        heapq.heappush(self.events, (start + medium, 0, unique, size))

    def advance(self, now: float) -> list[tuple[int, int]]:
        """Return the requests that are done, by their number and size."""
        done = []
        while self.events and self.events[0][0] <= now:
            at, stage, unique, size = heapq.heappop(self.events)
            if stage:
                self.in_flight -= 1
                done.append((unique, size))
                continue
            cost = 1 / self.most
            if self.collapse and self.in_flight > self.collapse:
                cost *= min(MOST_LOST, (self.in_flight / self.collapse) ** 0.5)
            self.free_at = max(at, self.free_at) + cost
            heapq.heappush(self.events, (self.free_at, 1, unique, size))
        return done

    def get_wait_s(self, now: float) -> float | None:
        """Return how long nothing happens by itself."""
        return max(0.0, self.events[0][0] - now) if self.events else None


def mount(channel: int, place: str) -> None:
    """Mount the file. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    options = f"fd={channel},rootmode=100600,user_id=0,group_id=0".encode()
    if libc.mount(b"planted", place.encode(), b"fuse", 0, options):
        raise OSError(ctypes.get_errno(), "FUSE cannot be mounted", place)


def answer(channel: int, unique: int, body: bytes = b"", error: int = 0) -> None:
    """Answer one request; one that was given up meanwhile needs none."""
    with suppress(FileNotFoundError):
        os.write(channel, OUT.pack(16 + len(body), -error, unique) + body)


def start(channel: int, message: bytes) -> None:
    """Answer what the kernel begins with: many reads at a time, those of libaio among them."""
    _, _, unique, *_ = IN.unpack_from(message)
    _, _, readahead, flags = struct.unpack_from("<IIII", message, 40)
    wanted = flags & (ASYNC_READ | ASYNC_DIO)
    body = struct.pack(
        "<IIIIHHIIHHI7I", 7, 31, readahead, wanted, MAX_WAITING, MAX_WAITING, 1 << 20, 1, 0, 0, 0, *[0] * 7
    )
    answer(channel, unique, body)


def handle(channel: int, device: Device, message: bytes) -> bool:
    """Take one request of the kernel; False when it unmounts."""
    _, code, unique, _, _, _, job, _, _ = IN.unpack_from(message)
    if code == READ:
        device.take(time.monotonic(), unique, struct.unpack_from("<I", message, 56)[0], job)
    elif code == INIT:
        start(channel, message)
    elif code == GETATTR:
        answer(channel, unique, ATTRIBUTES)
    elif code == OPEN:
        answer(channel, unique, struct.pack("<QII", 1, DIRECT_IO, 0))
    elif code == STATFS:
        answer(channel, unique, struct.pack("<5Q4I6I", SIZE >> 12, 0, 0, 1, 0, 4096, 255, 4096, 0, *[0] * 6))
    elif code in {FLUSH, RELEASE}:
        answer(channel, unique)
    elif code not in {FORGET, FORGETS, INTERRUPT}:
        answer(channel, unique, error=errno.ENOSYS)
    return code != DESTROY


def serve(place: str, device: Device) -> None:
    """Serve until the file is unmounted or this process is asked to end."""
    channel = os.open("/dev/fuse", os.O_RDWR | os.O_NONBLOCK)
    mount(channel, place)
    print("mounted", flush=True)
    is_mounted = True
    while is_mounted:
        # Of microseconds, where poll knows milliseconds.
        select.select([channel], [], [], device.get_wait_s(time.monotonic()))
        with suppress(BlockingIOError):
            while is_mounted:
                try:
                    is_mounted = handle(channel, device, os.read(channel, 2 << 20))
                except OSError as error:
                    if error.errno != errno.ENODEV:
                        raise
                    is_mounted = False
        for unique, size in device.advance(time.monotonic()):
            answer(channel, unique, PAGE[:size])


def main() -> None:
    """Serve the device that the arguments describe."""
    place, *figures = sys.argv[1:]
    base_us, most, per_job, tail = map(float, figures[:4])
    # Before other work of the machine: the model's times are to be those of a device.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    gc.disable()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        serve(place, Device(base_us / 1e6, most, per_job, tail, int(figures[4])))
    finally:
        ctypes.CDLL(None).umount2(place.encode(), DETACH)


if __name__ == "__main__":
    main()
