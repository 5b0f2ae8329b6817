"""What a PTS says on the terminal: before it starts how long it takes and what it writes, and how it ended."""

from __future__ import annotations

from typing import Iterable, Optional

from fioboard_agent.suites.batch import MEASURE, Done, Plan
from fioboard_agent.suites.pts.ledger import Ledger
from fioboard_agent.suites.pts.purge import DONE, Purge
from fioboard_agent.suites.pts.rounds import find_steady_window
from fioboard_agent.suites.pts.standard import SATURATION, Pts, get_write_share
from fioboard_agent.suites.pts.steady_window import WINDOW

_REASONS = {
    "quick": "--quick measures fewer cells for a shorter time after less preconditioning",
    "file": "the target is a file, not a drive",
    "virtual": "the target is not a whole drive",
    "partition": "the target is a partition",
    "size": "--size takes a part of the drive",
    "runtime": "--runtime is not 60 s",
    "not-purged": "the drive was not purged",
    "no-sectors": "the target does not support 0.5 KiB blocks",
    "write-cache": "the write cache is not set as the class requires",
    "buffered": "the target does not support direct I/O",
}


def describe_deviations(pts: Pts) -> str:
    """Describe how this test differs from the standard; empty where it does not."""
    return "; ".join(_REASONS.get(code, code) for code in pts.deviations)


def describe_purge(purge: Optional[Purge]) -> str:
    """Describe the purge."""
    if purge is None:
        return "Not purged: --purge and --confirm-purge do it. The report says so."
    if purge.state == DONE:
        return f"Purged by {purge.method} at {purge.at}."
    return f"PURGES the drive first by {purge.method}: ALL DATA on it is ERASED."


def count_round_seconds(plan: Plan) -> tuple[float, float]:
    """Count the seconds of one round, and those of them that write."""
    shares = [get_write_share(cell) for cell in plan.workloads]
    return len(shares) * float(plan.runtime_s), sum(shares) * plan.runtime_s


def describe_bounds(pts: Optional[Pts], purge: Optional[Purge], ledger: Ledger) -> Iterable[str]:
    """Describe the purge, and what is written at most; nothing of any other suite."""
    if pts is None:
        return
    yield describe_purge(purge)
    done = f" ({ledger.total_bytes:,} bytes so far)" if ledger.total_bytes else ""
    yield f"Never WRITES more than {pts.write_limit_bytes:,} bytes in all (--write-limit){done}."


def describe_window(pts: Pts, done: list[Done]) -> Iterable[str]:
    """Describe the steady state of what is measured so far."""
    window = find_steady_window(pts, done)
    rounds = max((one.repeat for one in done if one.role == MEASURE), default=0)
    what = "minutes" if pts.test == SATURATION else "rounds"
    if window is None:
        yield f"{pts.title}: {rounds} {what} measured; steady state needs {WINDOW * pts.period}."
        return
    verdict = "Steady state" if window.is_steady else "Steady state was not reached"
    first, last = (window.first - 1) * pts.period + 1, window.last * pts.period
    yield f"{pts.title}: {verdict} in {what} {first} to {last} of {rounds}."
    for name, fit in window.fits.items():
        shares = f"range {fit.range_share * 100:.1f} % (at most 20), slope {fit.slope_share * 100:.1f} % (at most 10)"
        yield f"  {name}: {shares}"
    reasons = describe_deviations(pts)
    if reasons:
        yield f"Not the standard: {reasons}."
