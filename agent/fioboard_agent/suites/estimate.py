"""How long a step takes and how much it writes, as far as the job and the datasheet say it beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.suites.batch import PRECONDITION, Plan, Step, estimate_step_seconds
from fioboard_agent.suites.workload import Workload


@dataclass(frozen=True)
class Estimate:
    """None: nothing says it."""

    seconds: Optional[float]
    bytes: Optional[float]


def estimate(plan: Plan, step: Step) -> Estimate:
    """A drive that is slower than its datasheet takes longer to write the same, and writes less in the same time."""
    workload = step.workload
    if step.role == PRECONDITION:
        amount = _estimate_amount(plan, workload)
        speed = _find_rated_speed(plan, workload)
        return Estimate(amount / speed if speed else None, amount)
    seconds = estimate_step_seconds(plan, step)
    if not workload.writes:
        return Estimate(seconds, 0.0)
    if workload.rated_bytes_per_s is None or seconds is None:
        return Estimate(seconds, None)
    share = (
        1.0 if workload.rw.endswith("write") else 1 - (50 if workload.rwmixread is None else workload.rwmixread) / 100
    )
    return Estimate(seconds, seconds * workload.rated_bytes_per_s * share)


def _estimate_amount(plan: Plan, workload: Workload) -> float:
    stated = parse_size(workload.option("io_size") or "")
    if stated is None:
        stated = parse_size(workload.option("size") or "") or plan.size_bytes
    return float(stated * int(workload.option("loops") or 1))


def _find_rated_speed(plan: Plan, workload: Workload) -> Optional[float]:
    """Return the bytes per second that the card promises of such writes: the slowest, for it is of a worn-in
    drive.
    """
    rates = [
        one.rated_bytes_per_s for one in plan.workloads if one.rw == workload.rw and one.rated_bytes_per_s is not None
    ]
    return min(rates) if rates else None
