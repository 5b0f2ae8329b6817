"""What a host went through while its runs were made: each factor that changed, from which run to which it had a value.

All changes, not only those at a step: that a kernel changed five times and the figure once is what speaks against it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from fioboard.engine.factors.implied import LABEL
from fioboard.engine.watch.recorded import Recorded, RecordedValue, read_recorded, same
from fioboard.engine.watch.series import SUSPECTS, Value, get_role
from fioboard.engine.words.factors import FACTORS

_ORDER = {factor.key: place for place, factor in enumerate(SUSPECTS)}


@dataclass(frozen=True, slots=True)
class Span:
    """Runs one after the other that tell the same value; between them may be some that tell none."""

    value: Value | None
    """None = known to be without."""
    first_run: UUID
    last_run: UUID
    runs: int
    """Runs that tell it."""


@dataclass(frozen=True, slots=True)
class Course:
    """A factor with more than one value."""

    key: str
    spans: tuple[Span, ...]
    """The oldest first. Where the one ends and the next begins a run later or more, what lies between tells nothing."""


def courses(history: Sequence[Recorded], steps: Collection[UUID]) -> tuple[Course, ...]:
    """Every suspect that changed: first what changed with the figure, then what changes seldom.

    `history`: the runs in order; `steps`: the first runs after each step.
    """
    keys = [factor.key for factor in SUSPECTS]
    keys += sorted({key for one in history for key in one.setting if key.startswith(LABEL)})
    changed = [
        Course(key, spans)
        for key in keys
        if get_role(key) == "suspect" and len(spans := _spans(history, key)) > 1
    ]

    def order(course: Course) -> tuple[bool, int, int]:
        with_figure = any(span.first_run in steps for span in course.spans[1:])
        return not with_figure, len(course.spans), _ORDER.get(course.key, len(FACTORS))

    return tuple(sorted(changed, key=order))


def _spans(history: Sequence[Recorded], key: str) -> tuple[Span, ...]:
    spans: list[Span] = []
    last: RecordedValue = None
    for one in history:
        recorded = read_recorded(one.setting, key)
        if recorded is None:
            continue
        if spans and same(recorded, last):
            known = spans[-1]
            spans[-1] = Span(known.value, known.first_run, one.run_id, known.runs + 1)
        else:
            spans.append(Span(recorded[0], one.run_id, one.run_id, 1))
        last = recorded
    return tuple(spans)
