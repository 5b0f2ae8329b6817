"""What a run asked of its drives, as rules about settings need it: I/Os in flight, their rate, how long one takes."""

from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.depth import SYNCHRONOUS
from fioboard.engine.rules.facts import RunFacts, derive_once


@dataclass(frozen=True, slots=True)
class Stage:
    """The jobs of one group of a run."""

    results: Sequence[Result]
    depth: int
    """The most I/Os that its jobs may have in flight together."""

    @property
    def median_ns(self) -> float | None:
        """The longest median of its directions, else mean; None when no latency is known."""
        known = [taken for result in self.results if (taken := _get_typical_ns(result)) is not None]
        return max(known, default=None)


@derive_once
def list_stages(facts: RunFacts) -> Sequence[Stage]:
    """List the groups of the run whose depth is known; empty for other tools than fio."""
    groups: dict[int, list[Result]] = {}
    for result in facts.results:
        groups.setdefault(result.group, []).append(result)
    return [
        Stage(group, depth)
        for group in groups.values()
        if facts.is_fio and (depth := _compute_depth(group)) is not None
    ]


def _compute_depth(group: Sequence[Result]) -> int | None:
    """Return the total depth of a group; None where an engine or a depth is unknown, or several sections were merged
    into one entry.
    """
    jobs = {(result.job_name, result.hostname): result for result in group}
    if any(r.ioengine is None or r.iodepth is None or r.is_merged_sections for r in jobs.values()):
        return None
    return sum(
        (1 if job.ioengine in SYNCHRONOUS else job.iodepth or 1) * (job.numjobs or job.member_count or 1)
        for job in jobs.values()
    )


def _get_typical_ns(result: Result) -> float | None:
    """Return the median latency of a result in ns; the mean where no median is known."""
    for latency in (result.clat, result.lat):
        if latency is not None and "50" in latency.percentiles:
            return latency.percentiles["50"]
    return result.lat.mean_ns if result.lat else None


@derive_once
def find_highest_iops(facts: RunFacts) -> float | None:
    """Return the IOPS of the direction that did most at a time; None when none is known."""
    rates = [moved.iops for direction in facts.directions() if (moved := facts.moved(direction))]
    return max((rate for rate in rates if rate is not None), default=None)


def list_nvme_drives(facts: RunFacts) -> list[Member]:
    """List the drives of the run that speak NVMe over this machine's own PCIe."""
    members = facts.path.members if facts.path else []
    return [member for member in members if text(member.entry, "transport") == "pcie"]
