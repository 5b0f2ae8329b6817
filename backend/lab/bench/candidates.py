"""Every way to find steps that was held against the one that was taken, with what it says after each run.

The libraries are no dependencies: what is not installed is left out of the table, and named. To have all of them:

    pip install --no-deps --target DIR apache-otava==0.8.0 ruptures==1.1.10 signal-processing-algorithms==2.1.6 \
        more-itertools structlog
    PYTHONPATH=DIR make bench-watch

Each has the settings that did best for it among a few that were tried; all see logarithms, so that a step is a shift.
"""

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from scipy.stats import mannwhitneyu, ttest_ind

from fioboard.engine.watch import detect

from .noise import Floats
from .replay import FIRST, Detector


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to find steps, and how much of the set it is asked to do: some take a second a run."""

    name: str
    detect: Detector
    share: float = 1.0


def ours(bars: Sequence[detect.Bar] = detect.BARS) -> Detector:
    """The engine as the service uses it, told only of the runs that are new; or with other bars."""
    steps: list[detect.Step] = []

    def places(values: Floats) -> Sequence[int]:
        nonlocal steps
        known, seen = ([], 0) if len(values) == FIRST else (steps, len(values) - 1)
        steps = detect.find_steps(values, known, seen, bars)
        return [step.at for step in steps]

    return places


def last_runs(test: str, alpha: float) -> Detector:
    """A test of the last five runs against the 30 before them, or as many as there are since the last step."""
    steps: list[int] = []

    def places(values: Floats) -> Sequence[int]:
        if len(values) == FIRST:
            steps.clear()
        logs, start = np.log(values), steps[-1] if steps else 0
        before, after = logs[max(start, len(logs) - 35) : -5], logs[-5:]
        if len(before) >= 5:
            p = (
                mannwhitneyu(before, after, method="exact") if test == "rank" else ttest_ind(before, after)
            ).pvalue
            if p <= alpha and abs(np.median(after) - np.median(before)) >= 0.01:
                steps.append(len(logs) - 5)
        return list(steps)

    return places


def pelt(model: str, penalty: float) -> Detector:
    """ruptures: exact segmentation; noise from the differences of neighbours, so that a step is none."""
    ruptures: Any = importlib.import_module("ruptures")

    def places(values: Floats) -> Sequence[int]:
        logs = np.log(values)
        noise = max(1.4826 * float(np.median(np.abs(np.diff(logs)))) / 2**0.5, 1e-4)
        signal = (logs - np.median(logs)) / noise
        found = (
            ruptures.Pelt(model=model, min_size=5, jump=1)
            .convert(signal)
            .predict(pen=penalty * np.log(len(logs)))
        )
        return [int(place) for place in found[:-1]]

    return places


def otava(p: float, magnitude: float) -> Detector:
    """apache-otava: Hunter's windows, E-divisive, then Student's t."""
    analysis: Any = importlib.import_module("otava.analysis")

    def places(values: Floats) -> Sequence[int]:
        # A list: of an array it takes the whole for each of its windows, and answers wrongly or raises.
        found, _ = analysis.compute_change_points(np.log(values).tolist(), max_pvalue=p, min_magnitude=0.0)
        return [c.index for c in found if abs(c.stats.mean_2 - c.stats.mean_1) >= magnitude]

    return places


def mongodb(p: float, permutations: int) -> Detector:
    """signal-processing-algorithms: E-divisive with permutations."""
    energy: Any = importlib.import_module("signal_processing_algorithms.energy_statistics.energy_statistics")

    def places(values: Floats) -> Sequence[int]:
        found = energy.e_divisive(np.log(values), pvalue=p, permutations=permutations)
        return sorted(int(place) for place in found)

    return places


def candidates() -> Iterator[Candidate]:
    """Those that are installed here."""
    yield Candidate("**ranks at every place, two bars (taken)**", ours())
    yield Candidate("the same, only p ≤ 0.00001", ours([detect.Bar(1e-5, 1.0)]))
    yield Candidate("the same, only p ≤ 0.0003 and 1 noise", ours([detect.Bar(3e-4, 1.0)]))
    yield Candidate("Mann–Whitney, last 5 against 30, p ≤ 0.0001", last_runs("rank", 1e-4))
    yield Candidate("Mann–Whitney, last 5 against 30, p ≤ 0.001", last_runs("rank", 1e-3))
    yield Candidate("Student's t, last 5 against 30, p ≤ 0.0001", last_runs("t", 1e-4))
    if find_spec("ruptures"):
        yield Candidate("ruptures PELT, L1, penalty 3 ln n", pelt("l1", 3), 0.1)
        yield Candidate("ruptures PELT, L2, penalty 10 ln n", pelt("l2", 10), 0.1)
        yield Candidate("ruptures PELT, RBF, penalty 1 ln n", pelt("rbf", 1), 0.1)
    if find_spec("otava"):
        yield Candidate("apache-otava, p ≤ 0.001", otava(1e-3, 0.01))
        yield Candidate("apache-otava, p ≤ 0.00001", otava(1e-5, 0.01))
    if find_spec("signal_processing_algorithms"):
        yield Candidate("MongoDB's E-divisive, p ≤ 0.01, 199 permutations", mongodb(0.01, 199), 0.1)


MISSING = [name for name in ("ruptures", "otava", "signal_processing_algorithms") if not find_spec(name)]
"""Libraries that are not here."""
