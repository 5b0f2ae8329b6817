"""One run as the laboratory saw it itself: what proofs and witnesses are decided on. Nothing here went through the
service's readers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from laboratory.counters import Cpu, Disk
from laboratory.job_places import Place
from laboratory.watch import Job


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Growth of counters from just before the agent was started until just after it ended, and fio's processes."""

    place: Place
    disks: Mapping[str, Disk]
    """The place's devices and the disk below, by name."""
    own: Mapping[str, tuple[int, int]]
    """Bytes that the run's control group read and wrote, by name of the device."""
    cpu: Cpu
    """Of the whole machine, in ticks."""
    cpus: int
    own_cpu_s: float
    """Of the run's control group: fio, and the agent around it."""
    seconds: float
    """From the one reading to the other."""
    throttled: tuple[int, int] = (0, 0)
    """Periods in which the group was stopped, and periods in all."""
    cached_share: float | None = None
    """Of the file that is read, in memory before the run; None where none is."""
    file_bytes: int = 0
    """Of the files that the jobs went over."""
    main: Job | None = None
    """fio's first process; None when it was never seen."""
    jobs: tuple[Job, ...] = ()
    read_bytes: int = 0
    """What fio itself counted, from its JSON."""
    write_bytes: int = 0
    read_ios: int = 0
    write_ios: int = 0
    fio_s: float = 0
    """The longest run time that fio states."""
    job_read_bytes: tuple[int, ...] = field(default=())
    """By job, as fio lists them."""

    @property
    def bytes(self) -> int:
        """Both ways."""
        return self.read_bytes + self.write_bytes

    @property
    def ios(self) -> int:
        """Both ways."""
        return self.read_ios + self.write_ios

    @property
    def device(self) -> Disk | None:
        """The first device of the place; None for memory."""
        return self.disks[self.place.devices[0]] if self.place.devices else None

    @property
    def own_read(self) -> int:
        """Bytes that the disk, or the devices of the place, read for this run."""
        return sum(self.own.get(name, (0, 0))[0] for name in self.place.devices)

    @property
    def others_cpu_share(self) -> float:
        """Of all processors, used by whoever was not in the run's group."""
        if not self.cpu.total:
            return 0
        ticks_per_s = self.cpu.total / self.seconds / self.cpus
        return max(0.0, self.cpu.busy / self.cpu.total - self.own_cpu_s * ticks_per_s / self.cpu.total)

    @property
    def jobs_cpu(self) -> float:
        """Processors that fio's jobs used together while they were looked at."""
        longest = max((job.seconds for job in self.jobs), default=0)
        return sum(job.cpu_s for job in self.jobs) / longest if longest else 0

    def others_bytes(self, device: str) -> int:
        """What others read and wrote on a device."""
        grown = self.disks[device]
        return max(0, grown.read_bytes + grown.write_bytes - sum(self.own.get(device, (0, 0))))
