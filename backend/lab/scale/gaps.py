"""How long nothing could be written or read, from probes that began when they were due. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Probe:
    """One request: when it began (s), and whether it was answered as it should be, in time."""

    began: float
    is_good: bool


def seconds_without(probes: Sequence[Probe], since: float, until: float) -> float:
    """Seconds of a span for which its probes failed.

    Each probe stands for the time until the next one began, the last for the time until the span's end: a prober that
    is stuck after a failure counts as a gap.
    """
    within = sorted(
        (probe for probe in probes if since <= probe.began < until), key=lambda probe: probe.began
    )
    ends = [probe.began for probe in within[1:]] + [until]
    return sum(end - probe.began for probe, end in zip(within, ends, strict=True) if not probe.is_good)


def longest_silence(probes: Iterable[Probe], since: float, until: float) -> float:
    """The longest time in which no probe began at all: what the figures above cannot see."""
    times = [since, *sorted(probe.began for probe in probes if since <= probe.began < until), until]
    return max(after - before for before, after in pairwise(times))
