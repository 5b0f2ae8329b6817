"""How an expectation stands: met, met late, missing, or not due yet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from fioboard.engine.expect.rule import Rule, dues
from fioboard.engine.words.expectations import State

# A run this long before the deadline is of this deadline; with deadlines less than twice as far apart, half the way.
EARLIEST = timedelta(hours=24)
# Weekdays repeat after seven days; a day more bridges the hour of a changed clock.
REPEATS = timedelta(days=8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How it stands at one moment. All instants in UTC."""

    state: State
    due_at: datetime
    """The next deadline."""
    met_at: datetime | None
    """The first run of the last deadline that has passed, when met or late."""
    missing_since: datetime | None
    """The first deadline of the unbroken row that no run belongs to, when missing."""
    missed: int
    """Deadlines in that row, a count; 0 when not missing."""


def standing(rule: Rule, runs: Sequence[datetime], made_at: datetime, now: datetime) -> Standing:
    """How the rule, made at `made_at`, stands at `now` by when its runs started; every instant with a zone.

    A run belongs to one deadline only: from a day before it (nightly: half a day) until the same distance before the
    next. So a run that came at noon for last night does not stand for tonight's, which would hide that it is missing.
    """
    made, moment = made_at.astimezone(UTC), now.astimezone(UTC)
    instants = [one.astimezone(UTC) for one in dues(rule, made - REPEATS, moment + 2 * REPEATS)]
    begins = [_begin(before, due) for before, due in pairwise(instants)]
    ends = begins[1:]
    windows = [
        (due, begin, end) for due, begin, end in zip(instants[1:], begins, ends, strict=False) if due > made
    ]
    next_due = next(due for due, _, _ in windows if due > moment)
    passed = [one for one in windows if one[0] <= moment]
    started = sorted(one.astimezone(UTC) for one in runs if one.astimezone(UTC) <= moment)

    missed: list[datetime] = []
    for due, begin, end in reversed(passed):
        first = next((one for one in started if begin < one <= end), None)
        if first is None and due + rule.grace >= moment:
            continue
        if first is None:
            missed.append(due)
            continue
        if missed:
            break
        state: State = "met" if first <= due + rule.grace else "late"
        return Standing(state=state, due_at=next_due, met_at=first, missing_since=None, missed=0)
    return _describe_unmet(missed, next_due)


def judge_schedule(
    past: Iterable[datetime],
    next_due: datetime,
    runs: Sequence[datetime],
    *,
    grace: timedelta,
    made_at: datetime,
    now: datetime,
) -> Standing:
    """How a schedule stands whose past times, the newest first, and next time are given; every instant with a zone.

    Its request waits until the next time is due at most, so a run belongs to the time before it.
    """
    moment = now.astimezone(UTC)
    started = sorted(one for one in runs if one <= now)
    missed: list[datetime] = []
    end = next_due
    for due in past:
        if due <= made_at:
            break
        first = next((one for one in started if due <= one < end), None)
        end = due
        if first is None:
            if due + grace < moment:
                missed.append(due)
            continue
        if missed:
            break
        state: State = "met" if first <= due + grace else "late"
        return Standing(
            state=state, due_at=next_due, met_at=first.astimezone(UTC), missing_since=None, missed=0
        )
    return _describe_unmet(missed, next_due)


def _describe_unmet(missed: Sequence[datetime], next_due: datetime) -> Standing:
    return Standing(
        state="missing" if missed else "waiting",
        due_at=next_due,
        met_at=None,
        missing_since=missed[-1] if missed else None,
        missed=len(missed),
    )


def _begin(before: datetime, due: datetime) -> datetime:
    return due - min(EARLIEST, (due - before) / 2)
