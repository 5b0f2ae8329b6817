"""The labelled set of `make bench-watch`: histories with planted truths, from the scatter of real fio runs.

The recorded runs (watch_noise.json; lab/record_watch_noise.py) come from a busy machine: they scatter by 10 to
60 %. Their shape is what counts here: skew, tails, ties, modes. Each history draws from one recorded workload and
figure, with replacement, scaled so that its robust standard deviation (1.4826 times the median distance from the
median, of the logarithms) is a noise of 0.3 to 5 %. "Three times the noise" is meant of that figure: the standard
deviation would be larger, and the goal easier. Drawn runs have no memory; the recorded order is looked at by itself.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

import numpy as np

from .noise import Floats

RECORDED: Final = Path(__file__).with_name("watch_noise.json")
FIGURES: Final = ("bandwidth_bytes", "p99_ns")

Kind = Literal["step", "drift", "outliers", "spread", "reversed", "two steps", "nothing"]
PLANTED: Final[tuple[tuple[Kind, int], ...]] = (
    ("step", 200),
    ("drift", 40),
    ("outliers", 40),
    ("spread", 40),
    ("reversed", 40),
    ("two steps", 40),
)
SIZES: Final = (0.97, 0.95, 0.90, 0.80)
LEVEL: Final = 400_000.0


@dataclass(frozen=True, slots=True)
class Truth:
    """A planted step: its first run, times what, and how large that is against the noise."""

    at: int
    times: float
    noises: float

    @property
    def is_wanted(self) -> bool:
        """Whether the goal asks for it: at least 5 %, and three times the noise."""
        return abs(self.times - 1) >= 0.0475 and self.noises >= 3


@dataclass(frozen=True, slots=True)
class History:
    """Figures in the order of their runs, and what was done to them."""

    kind: Kind
    values: Floats
    truths: tuple[Truth, ...]
    drift: tuple[int, int] | None = None
    """Between which runs the level moved; a step that is told there is neither right nor wrong."""


@cache
def recorded() -> tuple[tuple[str, Floats], ...]:
    """Name and figures of each recorded series, in order; those that never scatter are left out."""
    document = json.loads(RECORDED.read_text())
    series = [
        (f"{name}, {figure}", np.array(values, np.float64))
        for name, figures in document["workloads"].items()
        for figure, values in figures.items()
    ]
    return tuple(
        (name, values) for name, values in series if values.min() > 0 and _scatter(np.log(values)) > 0
    )


def _scatter(logs: Floats) -> float:
    return 1.4826 * float(np.median(np.abs(logs - np.median(logs))))


def _drawn(random: np.random.Generator, n: int) -> tuple[Floats, float]:
    """Logarithms about 0, and their noise."""
    shapes = recorded()
    logs = np.log(shapes[int(random.integers(len(shapes)))][1])
    noise = float(np.exp(random.uniform(np.log(0.003), np.log(0.05))))
    return random.choice((logs - np.median(logs)) / _scatter(logs), n) * noise, noise


def without(number: int, seed: int = 18) -> Iterator[History]:
    """Histories in which nothing happened."""
    random = np.random.default_rng([seed, 0])
    for _ in range(number):
        logs, _ = _drawn(random, int(random.integers(60, 121)))
        yield History("nothing", LEVEL * np.exp(logs), ())


def planted(share: float = 1.0, seed: int = 18) -> Iterator[History]:
    """The 400 histories with a truth, or the first part of each kind."""
    random = np.random.default_rng([seed, 1])
    for kind, number in PLANTED:
        for place in range(round(number * share)):
            yield _made(kind, SIZES[place % len(SIZES)], random)


def _made(kind: Kind, times: float, random: np.random.Generator) -> History:
    n = int(random.integers(60, 121))
    logs, noise = _drawn(random, n)
    at = int(random.integers(15, n - 30 if kind in {"reversed", "two steps"} else n - 10))
    steps: list[tuple[int, float]] = []
    drift = None
    if kind == "step":
        steps = [(at, times)]
    elif kind == "reversed":
        steps = [(at, times), (at + int(random.integers(10, 21)), 1 / times)]
    elif kind == "two steps":
        steps = [(at, times), (at + int(random.integers(10, 21)), 0.9)]
    elif kind == "drift":
        drift = (at, min(n, at + 30))
        logs = logs + np.log(times) * np.clip((np.arange(n) - drift[0]) / 30, 0, 1)
    elif kind == "outliers":
        logs[random.choice(n, 3, replace=False)] += np.log(random.choice([0.3, 0.5, 2.0], 3))
    elif kind == "spread":
        logs[at:] *= 3
    for first, factor in steps:
        logs[first:] += np.log(factor)
    truths = tuple(Truth(first, factor, abs(float(np.log(factor))) / noise) for first, factor in steps)
    return History(kind, LEVEL * np.exp(logs), truths, drift)
