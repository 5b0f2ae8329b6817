"""Histories with a known truth, from seeded noise."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np

from fioboard.engine.watch import Point

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


def run(number: int) -> UUID:
    return UUID(int=number + 1)


def points(
    values: Iterable[float], *, lower_is_better: bool | None = False, doubted: Iterable[int] = ()
) -> list[Point]:
    """A run a night; run n has the id `run(n)`."""
    out = frozenset(doubted)
    return [
        Point(
            run_id=run(number),
            started_at=BEGIN + timedelta(days=number),
            value=float(value),
            lower_is_better=lower_is_better,
            is_trusted=number not in out,
        )
        for number, value in enumerate(values)
    ]


def noisy(n: int, seed: int, *, noise: float = 0.01, level: float = 400_000.0) -> list[float]:
    """Log-normal noise about a level."""
    draws = np.random.default_rng(seed).standard_normal(n)
    return [float(value) for value in level * np.exp(noise * draws)]


def stepped(n: int, seed: int, *steps: tuple[int, float], noise: float = 0.01) -> list[float]:
    """The same with steps: from which run on, times what."""
    values = np.array(noisy(n, seed, noise=noise))
    for at, times in steps:
        values[at:] *= times
    return [float(value) for value in values]
