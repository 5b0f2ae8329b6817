"""Where a series of alike runs changed its level: found run by run, as the runs came.

Every new run is asked one question: do the last runs, however many of them, lie above or below those before by more
than luck? Ranks answer it, so that one run that hiccuped is one rank and heavy tails change nothing (ranks.py). A step
is then put where the runs are nearest to the levels of both sides, and the search goes on behind it: what lies before
a settled step is never looked at again, so that a new run costs the same after ten thousand as after ten.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite, nan
from typing import Final

import numpy as np

from fioboard.engine.stats.rank import Floats, mann_whitney
from fioboard.engine.stats.ratio import ratio
from fioboard.engine.watch.change import ChangePoint, Point
from fioboard.engine.watch.ranks import leaning, limits
from fioboard.engine.words.changes import MIN_SIDE, MIN_WATCHED_RUNS

DETECT_VERSION: Final = 1
"""Counts up with every change of what is told of the same runs: what was seen by another is looked at anew."""
# Runs that are looked at together. A change that is no clearer over so many is left to people.
WINDOW = 96
# So many runs behind a step and it moves no more.
SETTLED = 20
# Runs of the level before that lend their scatter to a level that is young.
LENT = 40
# Least change that is told, as a share.
LEAST = 0.01
# Median distance from the median to standard deviation, for normal noise.
MAD_TO_SD = 1.4826
# Runs of each side of a step that its interval and p rest on, those nearest to it.
MAX_JUDGED = 200


@dataclass(frozen=True, slots=True)
class Bar:
    """What a step must clear: the ranks at every place, and the distance of its levels."""

    alpha: float
    """Two-sided, of each place that a window can be split at."""
    noises: float
    """Multiple of the runs' own scatter."""


# A large step is told at once by few runs, a small one when there are many of them.
BARS = (Bar(1e-5, 1.0), Bar(3e-4, 2.5))


@dataclass(frozen=True, slots=True)
class Step:
    """A step among the counted runs of a series, by their places."""

    at: int
    """Of the first run after it."""
    found_at: int
    """Of the run whose arrival was enough to tell."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A history as far as it was looked at: given back with the runs that came since, only those are looked at."""

    changes: tuple[ChangePoint, ...]
    """Oldest first."""
    counted: int
    """How many runs counted."""
    digest: bytes
    """Of these runs and all that they tell, and of DETECT_VERSION."""


def changes(points: Sequence[Point]) -> tuple[ChangePoint, ...]:
    """The steps of a history, oldest first; `points` in the order of their runs' beginning.

    Runs that are not trusted, or whose value is not above zero, are passed over.
    """
    return watch(points).changes


def watch(points: Sequence[Point], seen: Watched | None = None) -> Watched:
    """The same, and where to go on. Of a history that was `seen` only the runs behind its last are looked at.

    The answer is that of the whole history anew: where a run up to the last seen came late, went or tells something
    else now, all is looked at.
    """
    counted = [p for p in points if p.is_trusted and isfinite(p.value) and p.value > 0]
    values = np.array([point.value for point in counted], np.float64)
    within = np.array([nan if point.noise is None else point.noise for point in counted], np.float64)
    if seen is not None and seen.digest != _digest(counted, values, within, seen.counted):
        seen = None
    old = _steps_again(counted, seen.changes) if seen is not None else []
    steps = find_steps(values, old, 0 if seen is None else seen.counted, within=within)
    ends = [0, *(step.at for step in steps), len(values)]
    before = [0, *(step.at for step in old)]
    changes = [
        seen.changes[place]
        if seen is not None and ends[: place + 3] == before[: place + 3] and seen.changes[place].is_settled
        else _build_change_point(counted, values, step, ends[place], ends[place + 2])
        for place, step in enumerate(steps)
    ]
    return Watched(tuple(changes), len(counted), _digest(counted, values, within, len(counted)))


def _digest(counted: Sequence[Point], values: Floats, within: Floats, first: int) -> bytes:
    """Of the first runs: which they are, what they measured, how unsure they are, and which way is better."""
    whole = sha256(f"{DETECT_VERSION} {first} {counted[0].lower_is_better if counted else None}".encode())
    whole.update(b"".join(point.run_id.bytes for point in counted[:first]))
    whole.update(values[:first].tobytes())
    whole.update(within[:first].tobytes())
    return whole.digest()


def _steps_again(counted: Sequence[Point], known: Sequence[ChangePoint]) -> list[Step]:
    places = {point.run_id: place for place, point in enumerate(counted)}
    return [Step(places[change.first_after], places[change.found_with]) for change in known]


def find_steps(
    values: Floats,
    known: Sequence[Step] = (),
    seen: int = 0,
    bars: Sequence[Bar] = BARS,
    within: Floats | None = None,
) -> list[Step]:
    """Find the steps of positive figures in the order of their runs; of the first `seen` they are `known`.

    `within`: each run's noise by its own measure, as a share; NaN = not known.
    """
    logs = np.log(values)
    steps = [*known]
    before, start = [0, 0, *(step.at for step in steps)][-2:]
    for now in range(max(MIN_WATCHED_RUNS, seen + 1), len(logs) + 1):
        if steps and now - start <= SETTLED:
            start = _moved(logs, before, start, now)
            steps[-1] = Step(start, steps[-1].found_at)
        at = _split(logs, before, start, now, bars, 0.0 if within is None else _middle(within[start:now]))
        if at is not None:
            steps.append(Step(at, now - 1))
            before, start = start, at
    return steps


def _middle(within: Floats) -> float:
    """Median of the noises that are known among the last runs; 0 where none is."""
    known = within[-WINDOW:][np.isfinite(within[-WINDOW:])]
    return float(np.median(known)) if len(known) else 0.0


def _split(  # noqa: PLR0917 -- one call, beside the state it is made of
    logs: Floats, before: int, start: int, now: int, bars: Sequence[Bar], least_noise: float
) -> int | None:
    """Where the level that began at `start` ended, as far as the runs until `now` tell; None where it goes on."""
    own = logs[max(start, now - WINDOW) : now]
    if len(own) < MIN_WATCHED_RUNS:
        return None
    lent = _lent(logs[max(before, start - min(LENT, WINDOW - len(own))) : start], own)
    window = np.concatenate((lent, own))
    first = len(lent) + MIN_SIDE
    places = np.arange(first, len(window) - MIN_SIDE + 1)
    leanings = np.abs(leaning(window)[places])
    for bar in bars:
        clear = leanings / limits(WINDOW, bar.alpha)[places, len(window) - places]
        best = int(clear.argmax())
        if clear[best] >= 1:
            place = _place(window, int(places[best]), first)
            if _apart(window[:place], window[place:], least_noise) >= bar.noises:
                return now - len(window) + place
    return None


def _lent(earlier: Floats, own: Floats) -> Floats:
    """The runs of the level before, moved to where the young level seems to lie."""
    if not len(earlier):
        return earlier
    moved: Floats = earlier - np.median(earlier) + np.median(own[: max(MIN_SIDE, len(own) - MIN_SIDE)])
    return moved


def _place(window: Floats, guess: int, first: int) -> int:
    """The split that leaves every run nearest to the level of its side, beginning with the levels of a guess."""
    last = len(window) - 1
    for _ in range(3):
        before, after = np.median(window[:guess]), np.median(window[guess:])
        gained = np.concatenate(([0.0], np.cumsum(np.abs(window - before) - np.abs(window - after))))
        better = first + int(gained[first : last + 1].argmin())
        if better == guess:
            break
        guess = better
    return guess


def _moved(logs: Floats, before: int, start: int, now: int) -> int:
    """A step that is not settled, where it lies after one more run."""
    first = max(before, start - LENT)
    return first + _place(logs[first:now], start - first, min(MIN_SIDE, start - first))


def _apart(before: Floats, after: Floats, least_noise: float) -> float:
    """How far the levels lie apart, as a multiple of the wider side's scatter; 0 where that is not worth telling.

    A few runs agree by luck: their scatter is taken to be no less than each is unsure by itself.
    """
    levels = np.median(before), np.median(after)
    apart = abs(float(levels[1] - levels[0]))
    if apart < LEAST:
        return 0.0
    widest = max(np.median(np.abs(before - levels[0])), np.median(np.abs(after - levels[1])))
    return apart / max(MAD_TO_SD * float(widest), least_noise, 1e-9)


def _build_change_point(
    counted: Sequence[Point], values: Floats, step: Step, first: int, end: int
) -> ChangePoint:
    """Build the change point of a step, with its effect; the level before begins at `first`, the level after ends
    before `end`.
    """
    before, after = values[first : step.at], values[step.at : end]
    near = before[-MAX_JUDGED:], after[:MAX_JUDGED]
    effect = ratio(*near)
    if effect is None:
        raise AssertionError("counted values are above zero")
    lower = counted[step.at].lower_is_better
    return ChangePoint(
        last_before=counted[step.at - 1].run_id,
        first_after=counted[step.at].run_id,
        found_with=counted[step.found_at].run_id,
        effect=effect,
        level_before=float(np.median(before)),
        level_after=float(np.median(after)),
        n_before=len(near[0]),
        n_after=len(near[1]),
        p_value=mann_whitney(*near).p_value,
        is_better=None if lower is None else (effect.value < 1) == lower,
        is_settled=len(values) - step.at >= SETTLED,
    )
