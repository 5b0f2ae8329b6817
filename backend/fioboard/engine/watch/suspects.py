"""What was recorded to change between the last run before a step and the first after it, the likeliest cause first.

Nothing here says that a change was the cause: it says what changed then, and what speaks for it. Steady on both sides
speaks for a change; a change of the same thing elsewhere, at which the figure stayed, speaks against it. What one of
both runs does not tell is unknown, which is no change; a false cause is worse than none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fioboard.engine.factors.implied import LABEL, find_cause
from fioboard.engine.watch.change import ChangePoint
from fioboard.engine.watch.recorded import Recorded, RecordedValue, read_recorded, same
from fioboard.engine.watch.series import SUSPECTS, Value, get_role
from fioboard.engine.words.factors import FACTORS

Side = Literal["before", "after", "both"]
# A change one run beside the step counts half: one step in fifty is placed a run off.
BESIDE = 0.5
# Below this score something changes so often that it is named apart: it would have changed then anyway.
MIN_SCORE = 0.2
_ORDER = {key: place for place, key in enumerate(FACTORS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """Something that changed with the figure."""

    key: str
    before: Value | None
    """In the last run before the step; None = known to be without."""
    after: Value | None
    """In the first run after it."""
    score: float
    """0..1: for ordering among the suspects of one step, no probability."""
    steady_before: float
    """Share 0..1 of the runs between the step before and this one that have the value before, of those that tell."""
    steady_after: float
    """The same of the runs up to the next step, and the value after."""
    elsewhere: int
    """How often it changed where the figure did not."""
    runs_off: int
    """0: between the two runs of the step; -1 or 1: one run before or after that."""
    follows_from: str | None
    """The suspect that this normally follows from; such a one stands behind all that stand for themselves."""

    @property
    def title(self) -> str:
        """What people call it; a label by its own word."""
        return FACTORS[self.key].title if self.key in FACTORS else self.key.removeprefix(LABEL)

    @property
    def unit(self) -> str | None:
        """Unit of both values; None for text, flags and counts."""
        return FACTORS[self.key].unit if self.key in FACTORS else None


@dataclass(frozen=True, slots=True)
class Unknown:
    """A factor that could have changed, and which of the two runs does not tell it."""

    key: str
    side: Side


@dataclass(frozen=True, slots=True)
class Suspicion:
    """All that is recorded of one step. Where nothing recorded changed, what is unknown may have."""

    suspects: tuple[Suspect, ...]
    """The likeliest first."""
    unlikely: tuple[Suspect, ...]
    """What changed then, too, and does so all the time without the figure."""
    unknown: tuple[Unknown, ...]
    """In the registry's order, then labels that only one of the two runs has."""

    @property
    def is_nothing_recorded(self) -> bool:
        """Whether nothing that both runs tell changed between them."""
        return not self.suspects and not self.unlikely


def suspicion(
    history: Sequence[Recorded], change: ChangePoint, others: Iterable[ChangePoint] = ()
) -> Suspicion:
    """What changed at a step. `history`: the runs of its series in order; `others`: its other steps.

    What lies between the two runs of the step did not count there, and tells nothing. A history that does not hold both
    of them, in this order: ValueError.
    """
    places = {recorded.run_id: place for place, recorded in enumerate(history)}
    before, at = places.get(change.last_before, len(history)), places.get(change.first_after, -1)
    if before >= at:
        raise ValueError("the runs of the step are not in the history")
    history = [*history[: before + 1], *history[at:]]
    places = {recorded.run_id: place for place, recorded in enumerate(history)}
    at = before + 1
    steps = sorted({places[other.first_after] for other in others if other.first_after in places} - {at})
    first = max((step for step in steps if step < at), default=0)
    end = min((step for step in steps if step > at), default=len(history))
    keys = [factor.key for factor in SUSPECTS]
    settings = {id(recorded.setting): recorded.setting for recorded in history}.values()
    keys += sorted({key for setting in settings for key in setting if key.startswith(LABEL)})
    suspects: list[Suspect] = []
    unknown: list[Unknown] = []
    for key in keys:
        if get_role(key) != "suspect":
            continue
        near = [read_recorded(recorded.setting, key) for recorded in history[max(at - 2, 0) : at + 2]]
        here = min(at, 2)
        side = _find_unrecorded_side(near[here - 1], near[here])
        if side is not None:
            if key in FACTORS or side != "both":
                unknown.append(Unknown(key, side))
            continue
        # Most changed nowhere near; only of the others all runs are asked.
        if not any(_changed(near, place) for place in range(1, len(near))):
            continue
        values = [read_recorded(recorded.setting, key) for recorded in history]
        suspect = _suspect(key, values, (first, at, end), steps)
        if suspect is not None:
            suspects.append(suspect)
    likely = _ranked([suspect for suspect in suspects if suspect.score >= MIN_SCORE])
    unlikely = _ranked([suspect for suspect in suspects if suspect.score < MIN_SCORE])
    return Suspicion(likely, unlikely, tuple(unknown))


def _find_unrecorded_side(before: RecordedValue, after: RecordedValue) -> Side | None:
    if before is None:
        return "both" if after is None else "before"
    return "after" if after is None else None


def _suspect(
    key: str, values: Sequence[RecordedValue], around: tuple[int, int, int], steps: Sequence[int]
) -> Suspect | None:
    """The change of one factor at a step, or one run beside it; `around`: the step before, this one and the next."""
    first, at, end = around
    changed = [place for place in range(1, len(values)) if _changed(values, place)]
    off = next((n for n in (0, -1, 1) if at + n in changed and first < at + n < end), None)
    if off is None:
        return None
    before, after = values[at + off - 1], values[at + off]
    if before is None or after is None:
        return None
    near = {step + n for step in (*steps, at) for n in (-1, 0, 1)}
    elsewhere = sum(place not in near for place in changed)
    steady_before = _share(values[first : at + off], before)
    steady_after = _share(values[at + off : end], after)
    score = steady_before * steady_after / (1 + elsewhere) * (BESIDE if off else 1.0)
    return Suspect(
        key=key,
        before=before[0],
        after=after[0],
        score=score,
        steady_before=steady_before,
        steady_after=steady_after,
        elsewhere=elsewhere,
        runs_off=off,
        follows_from=None,
    )


def _changed(values: Sequence[RecordedValue], place: int) -> bool:
    before, after = values[place - 1], values[place]
    return before is not None and after is not None and not same(before, after)


def _share(values: Sequence[RecordedValue], value: RecordedValue) -> float:
    known = [one for one in values if one is not None]
    return sum(same(one, value) for one in known) / len(known)


def _ranked(suspects: Sequence[Suspect]) -> tuple[Suspect, ...]:
    """What stands for itself before what follows from it; then by score, factors before labels."""
    keys = frozenset(suspect.key for suspect in suspects)
    marked = [replace(suspect, follows_from=find_cause(suspect.key, keys)) for suspect in suspects]
    return tuple(
        sorted(
            marked,
            key=lambda one: (
                one.follows_from is not None,
                -one.score,
                _ORDER.get(one.key, len(_ORDER)),
                one.key,
            ),
        )
    )
