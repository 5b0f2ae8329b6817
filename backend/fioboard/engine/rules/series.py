"""What the samples hold of the time in which the jobs ran."""

from bisect import bisect_left
from collections.abc import Sequence
from statistics import fmean, pstdev

from fioboard.engine.hardware.inventory.samples import Sampled
from fioboard.engine.rules.facts import RunFacts, derive_once

# Of fewer whole steps of the run time no mean is taken: then all that was sampled counts.
MIN_STEPS = 3
# Of fewer readings no spread is taken.
MIN_READINGS = 10


@derive_once
def run_ms(facts: RunFacts) -> int:
    """How long the jobs ran: groups one after another, the jobs of each side by side; 0 when no result tells."""
    longest: dict[int, int] = {}
    for result in facts.results:
        longest[result.group] = max(longest.get(result.group, 0), result.runtime_ms or 0)
    return sum(longest.values())


def list_run_values(facts: RunFacts, sampled: Sampled) -> Sequence[float]:
    """List the known values of the steps that lie whole in the run time, counted from the end: sampling begins before
    fio lays out its files, for a minute perhaps, and ends with fio. Nothing where no result tells how long it ran.
    """
    times, ran_ms = sampled.times_ms, run_ms(facts)
    if not ran_ms or not times:
        return ()
    # A value is of the step that ends at its time; in the last one the jobs may have ended before.
    first = bisect_left(times, times[-1] - ran_ms) + 1
    return sampled.list_known(first, len(times) - 1)


def select_run_values(facts: RunFacts, sampled: Sampled) -> Sequence[float]:
    """Select the values of the run time; all that was sampled where those are too few."""
    known = list_run_values(facts, sampled)
    return known if len(known) >= MIN_STEPS else sampled.known


def compute_spread(facts: RunFacts, disk: str, metric: str, direction: str) -> float | None:
    """Return standard deviation over mean of what a drive did while the jobs ran; None where too little was sampled."""
    for series in facts.samples.series if facts.samples else ():
        if (series.subject, series.metric, series.direction) == (f"disk:{disk}", metric, direction):
            known = select_run_values(facts, series)
            mean = fmean(known) if known else 0.0
            return pstdev(known) / mean if len(known) >= MIN_READINGS and mean > 0 else None
    return None


def compute_mean(values: Sequence[float]) -> float | None:
    """Return the arithmetic mean; None of nothing."""
    return sum(values) / len(values) if values else None
