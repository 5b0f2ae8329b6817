"""Whether a situation came about: decided on what the laboratory measured itself, never on what the service says."""

from collections.abc import Callable

from laboratory.observed import Observed
from laboratory.situation import Claim, Proof
from laboratory.surroundings import LIMITED_IOPS

MB = 1e6


def _of(share: float, what: str, *, at_least: float) -> Claim:
    return Claim(share >= at_least, f"{100 * share:.0f} % {what}")


def _at_most(share: float, what: str, limit: float) -> Claim:
    return Claim(share <= limit, f"{100 * share:.0f} % {what}")


def capped_at(iops: float) -> Proof:
    """fio did what it was told to, and its jobs slept most of the time."""

    def proof(seen: Observed) -> Claim:
        measured = seen.ios / seen.fio_s if seen.fio_s else 0
        return Claim(0.9 * iops <= measured <= 1.05 * iops, f"{measured:.0f} of {iops:g} I/Os per second")

    return proof


def one_at_a_time(seen: Observed) -> Claim:
    """By the time that requests spent in the device of their own."""
    device = seen.device
    if device is None or not seen.fio_s:
        return Claim(False, "no device")
    queued = device.queue_ms / 1000 / seen.fio_s
    return Claim(0.05 <= queued <= 1.5, f"{queued:.2f} requests in the device at a time")


def from_memory(seen: Observed) -> Claim:
    """What the devices read for this run, of what fio counted."""
    if not seen.read_bytes:
        return Claim(False, "fio read nothing")
    return _at_most(seen.own_read / seen.read_bytes, "of the bytes came from the device", 0.5)


def from_device(seen: Observed) -> Claim:
    """The opposite."""
    if not seen.read_bytes:
        return Claim(False, "fio read nothing")
    return _of(seen.own_read / seen.read_bytes, "of the bytes came from the device", at_least=0.97)


def left_in_memory(seen: Observed) -> Claim:
    """What the device had written by then, whoever asked for it, of what fio counted."""
    written = seen.device.write_bytes if seen.device else 0
    return _at_most(written / max(1, seen.write_bytes), "of the bytes were written by then", 0.6)


def reached_device(seen: Observed) -> Claim:
    """The opposite."""
    written = seen.device.write_bytes if seen.device else 0
    return _of(written / max(1, seen.write_bytes), "of the bytes were written by then", at_least=0.97)


def shared(jobs: int) -> Proof:
    """Each job read as much as all of the device's reads together: they read the same."""

    def proof(seen: Observed) -> Claim:
        least = min(seen.job_read_bytes, default=0)
        share = seen.own_read / least if least else 0
        is_shared = len(seen.job_read_bytes) == jobs and 0.9 <= share <= 1.3
        return Claim(
            is_shared, f"{jobs} jobs read {least / MB:.0f} MB each, the device {seen.own_read / MB:.0f} MB"
        )

    return proof


def cpu_full(cpus: int) -> Proof:
    """The jobs used all of the processors that they could run on."""
    return lambda seen: Claim(
        seen.jobs_cpu >= 0.93 * cpus, f"the jobs used {seen.jobs_cpu:.2f} of {cpus} processors"
    )


def others_busy(seen: Observed) -> Claim:
    """Processor time that was not of the run's control group."""
    return _of(seen.others_cpu_share, "of the processors worked for others", at_least=0.3)


def held_to_iops(seen: Observed) -> Claim:
    """Reads per second stood at the group's limit."""
    measured = seen.read_ios / seen.fio_s if seen.fio_s else 0
    return Claim(
        0.85 * LIMITED_IOPS <= measured <= 1.1 * LIMITED_IOPS,
        f"{measured:.0f} of {LIMITED_IOPS} reads per second",
    )


def stopped_for_quota(seen: Observed) -> Claim:
    """By the group's own counters."""
    stopped, periods = seen.throttled
    return _of(stopped / periods if periods else 0, f"of {periods} periods ended with a stop", at_least=0.25)


def others_on_device(seen: Observed) -> Claim:
    """Bytes that were not of the run's control group."""
    others = seen.others_bytes(seen.place.devices[0])
    return Claim(others >= max(0.3 * seen.bytes, 50 * MB), f"others moved {others / MB:.0f} MB on the device")


def shorter_than(seconds: float) -> Proof:
    """By the time that fio's first process was seen."""

    def proof(seen: Observed) -> Claim:
        lived = seen.main.seconds if seen.main else 0
        return Claim(0 < lived < seconds and seen.ios < 100_000, f"fio lived {lived:.1f} s, {seen.ios} I/Os")

    return proof


def stored_less(seen: Observed) -> Claim:
    """What the device was given, of what fio counted."""
    written = seen.device.write_bytes if seen.device else 0
    return _at_most(written / max(1, seen.write_bytes), "of the bytes reached the device", 0.5)


def waiting_in(call: str, at_least: float) -> Proof:
    """How often a job was seen inside a system call."""

    def proof(seen: Observed) -> Claim:
        shares = [job.share_in(call) for job in seen.jobs]
        return _of(max(shares, default=0), f"of looks found the job in a {call}", at_least=at_least)

    return proof


def through_loop(seen: Observed) -> Claim:
    """The place's device did fio's requests, and so did the disk below."""
    device, disk = seen.device, seen.disks.get(seen.place.disk or "")
    if device is None or disk is None:
        return Claim(False, "no loop device over a disk")
    done, below = device.read_bytes + device.write_bytes, disk.read_bytes + disk.write_bytes
    is_through = done >= 0.9 * seen.bytes and below >= 0.9 * seen.bytes
    return Claim(is_through, f"{done / MB:.0f} MB through the loop, {below / MB:.0f} MB on the disk")


def slow_member(seen: Observed) -> Claim:
    """Mean time of a read by member."""
    waits = sorted(seen.disks[name].read_wait_ms or 0 for name in seen.place.devices)
    apart = waits[-1] / waits[0] if waits[0] else 0
    return Claim(apart >= 2, f"reads took {waits[-1]:.2f} against {waits[0]:.2f} ms")


def even_members(seen: Observed) -> Claim:
    """The opposite."""
    waits = sorted(seen.disks[name].read_wait_ms or 0 for name in seen.place.devices)
    return Claim(0 < waits[-1] <= 1.3 * waits[0], f"reads took {waits[-1]:.2f} against {waits[0]:.2f} ms")


def scrubbed(seen: Observed) -> Claim:
    """Reads of the device that fio did not ask for. The kernel's scrub counts for the group of nobody's run."""
    grown = seen.device.read_bytes if seen.device else 0
    others = grown - seen.own_read
    return Claim(others >= max(0.3 * seen.bytes, 50 * MB), f"the scrub read {others / MB:.0f} MB beside")


def filled(share: float) -> Proof:
    """The file system, by statvfs."""
    return lambda seen: _of(seen.place.used_share(), "of the file system is used", at_least=share)


def ended_apart(seen: Observed) -> Claim:
    """When jobs were last seen."""
    ends = [job.last_s for job in seen.jobs]
    apart = max(ends) - min(ends) if len(ends) > 1 else 0
    longest = max((job.seconds for job in seen.jobs), default=0)
    return Claim(apart >= max(1.2, 0.12 * longest), f"the jobs ended {apart:.1f} s apart, of {longest:.1f} s")


def ended_together(seen: Observed) -> Claim:
    """The opposite."""
    ends = [job.last_s for job in seen.jobs]
    apart = max(ends) - min(ends) if len(ends) > 1 else 0
    return Claim(len(ends) > 1 and apart <= 0.5, f"the jobs ended {apart:.1f} s apart")


def many_requests(each: float) -> Proof:
    """Requests of the device for one read of fio."""

    def proof(seen: Observed) -> Claim:
        device = seen.device
        ratio = device.read_ios / seen.read_ios if device and seen.read_ios else 0
        is_own = seen.own_read >= 0.9 * (device.read_bytes if device else 0)
        return Claim(ratio >= each and is_own, f"{ratio:.1f} requests of the device for each read")

    return proof


def worked(seen: Observed) -> Claim:
    """fio ran and moved data: nothing else is claimed."""
    return Claim(seen.ios > 0, f"{seen.ios} I/Os in {seen.fio_s:.1f} s")


def both(first: Proof, second: Proof) -> Proof:
    """Two claims at once."""

    def proof(seen: Observed) -> Claim:
        one, other = first(seen), second(seen)
        return Claim(one.holds and other.holds, f"{one.figure}; {other.figure}")

    return proof


Witness = Callable[[Observed], bool | None]


def _clearly(value: float, yes: float, no: float) -> bool | None:
    return True if value >= yes else False if value < no else None


def _device_did_more(seen: Observed) -> bool | None:
    if seen.device is None or not seen.bytes:
        return False
    # The kernel writes back what was buffered for nobody in particular.
    shares = [seen.others_bytes(name) / seen.bytes for name in seen.disks]
    return _clearly(max(shares), 0.15, 0.03)


WITNESSES: dict[str, Witness] = {
    "host-busy": lambda seen: _clearly(seen.others_cpu_share, 0.15, 0.05),
    "loop-device": lambda seen: any(name.startswith("loop") for name in seen.place.devices),
    "random-repeats": lambda seen: _clearly(seen.bytes / max(1, seen.file_bytes), 1, 0.1),
    "vm-steal": lambda seen: _clearly(seen.cpu.steal / max(1, seen.cpu.total), 0.05, 0.02),
    "cpu-saturated-job": lambda seen: _clearly(seen.jobs_cpu / max(1, len(seen.jobs)), 0.85, 0.75),
    "cpu-saturated-node": lambda seen: _clearly(seen.cpu.busy / max(1, seen.cpu.total), 0.88, 0.75),
    "device-did-more": _device_did_more,
    "too-short": lambda seen: seen.fio_s < 5 and seen.ios < 100_000,
}
"""Rules that can be true of any run on a machine that is not alone: yes, no, or too near to tell."""
