"""Times as samples in nanoseconds; interleaved rounds, so that a busy moment of the machine hits everything alike."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

# Runs the measured thing `times` times and gives the duration of each, ns.
Batch = Callable[[int], list[int]]


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of one thing, over all rounds; and the p50 of each round."""

    samples_ns: Sequence[int]
    round_p50_ns: Sequence[float]

    @property
    def p50_ms(self) -> float:
        """Median of the rounds' medians."""
        return statistics.median(self.round_p50_ns) / 1e6

    @property
    def p99_ms(self) -> float:
        """99th percentile of all samples."""
        ordered = sorted(self.samples_ns)
        return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] / 1e6


def interleaved(batches: Mapping[str, Batch], *, rounds: int, times: int) -> dict[str, Timing]:
    """Every batch once to warm up, then `rounds` rounds in which each has its turn."""
    samples: dict[str, list[int]] = {name: [] for name in batches}
    medians: dict[str, list[float]] = {name: [] for name in batches}
    for batch in batches.values():
        batch(max(3, times // 3))
    for _ in range(rounds):
        for name, batch in batches.items():
            got = batch(times)
            samples[name] += got
            medians[name].append(statistics.median(got))
    return {name: Timing(samples[name], medians[name]) for name in batches}
