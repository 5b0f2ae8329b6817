"""What the laboratory saw of a run: one of 100 MB in 2 s, on a disk that did this and nothing else."""

from pathlib import Path
from typing import Any

from laboratory.counters import Cpu, Disk
from laboratory.job_places import Place
from laboratory.observed import Observed
from laboratory.watch import Job

MB = 10**6


def disk(**more: int) -> Disk:
    plain = {"read_ios": 1000, "read_bytes": 100 * MB, "read_ms": 1000, "queue_ms": 1000}
    return Disk(**dict.fromkeys(Disk.__dataclass_fields__, 0) | plain | more)


def place(*devices: str) -> Place:
    return Place(folder=Path("/nowhere"), devices=devices or ("vda",), disk="vda")


def job(seconds: float = 2, cpu_s: float = 0.5, **looks: int) -> Job:
    seen = Job(100.0, 100.0 + seconds, 1.0, 1.0 + cpu_s, "0-1")
    seen.waited_in.update(looks or {"other": 20})
    return seen


def observed(**more: Any) -> Observed:
    plain: dict[str, Any] = {
        "place": place(),
        "disks": {"vda": disk()},
        "own": {"vda": (100 * MB, 0)},
        "cpu": Cpu(busy=200, steal=0, idle=600),
        "cpus": 2,
        "own_cpu_s": 1.0,
        "seconds": 4.0,
        "main": job(),
        "jobs": (job(),),
        "read_bytes": 100 * MB,
        "read_ios": 1000,
        "fio_s": 2.0,
        "job_read_bytes": (100 * MB,),
    }
    return Observed(**plain | more)
