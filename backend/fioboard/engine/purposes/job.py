"""The jobs that measure a purpose: each once, though several requirements are read off it."""

from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.engine.purposes.card import Purpose


@dataclass(frozen=True, slots=True)
class PurposeJob:
    """One job of fio; the target stands in none of its options."""

    figure: int
    """Place of the first requirement it measures, from 0."""
    name: str
    options: Mapping[str, str]

    @property
    def rw(self) -> str:
        """Its pattern."""
        return self.options["rw"]

    @property
    def bs(self) -> str:
        """Its block size as fio reads it."""
        return self.options["bs"]

    @property
    def iodepth(self) -> int:
        """I/Os in flight of each clone."""
        return int(self.options.get("iodepth", "1"))

    @property
    def numjobs(self) -> int:
        """Clones."""
        return int(self.options.get("numjobs", "1"))

    @property
    def rwmixread(self) -> int | None:
        """Reads of all I/Os, %; None where nothing is mixed."""
        stated = self.options.get("rwmixread")
        return None if stated is None else int(stated)


def list_jobs(purpose: Purpose) -> list[PurposeJob]:
    """List the jobs of a purpose, in the order of its requirements."""
    jobs: dict[tuple[str, ...], PurposeJob] = {}
    for figure, requirement in enumerate(purpose.requirement):
        pairs = (option.partition("=") for option in requirement.job)
        # Said even where fio would do it anyway: an agent prefers to bypass the page cache.
        options = {"direct": str(int(requirement.direct)), **{name: value or "1" for name, _, value in pairs}}
        jobs.setdefault(requirement.job, PurposeJob(figure, requirement.id, options))
    return list(jobs.values())


def write_job_file(job: PurposeJob) -> str:
    """Write a job as fio reads it."""
    lines = [f"{name}={value}" for name, value in job.options.items()]
    return "\n".join(("[global]", "filename=TARGET", "", f"[{job.name}]", *lines, ""))
