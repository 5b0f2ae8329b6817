"""Whatever happens to a history, going on from what was seen gives what a look at all of it gives."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fioboard.engine.watch import Point, Watched, watch
from tests.engine.watch.histories import points, run, stepped

LONGEST = 170
Event = tuple[str, float]
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["new"] * 6 + ["late", "gone", "doubted", "read anew", "oldest gone"]),
        st.floats(0, 1, exclude_max=True),
    ),
    max_size=40,
)


def happened(now: list[Point], left: list[Point], what: str, where: float) -> tuple[list[Point], list[Point]]:
    """The history after an event at a share of its length, and the runs that are still to come."""
    at = int(where * len(now))
    if what == "new" and left:
        count = 1 + int(where * 9)
        return [*now, *left[:count]], left[count:]
    if what == "late" and left:
        return [*now[:at], left[0], *now[at:]], left[1:]
    if what == "oldest gone":
        return now[1:], left
    if not now:
        return now, left
    changes: dict[str, Callable[[Point], list[Point]]] = {
        "gone": lambda _: [],
        "doubted": lambda point: [replace(point, is_trusted=not point.is_trusted)],
        "read anew": lambda point: [replace(point, value=point.value * (0.5 + where))],
    }
    return [*now[:at], *changes.get(what, lambda point: [point])(now[at]), *now[at + 1 :]], left


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), EVENTS)
def test_going_on_is_looking_at_all(seed: int, events: list[Event]) -> None:
    chance = np.random.default_rng(seed)
    steps = [(int(chance.integers(5, LONGEST)), float(chance.choice([0.8, 0.93, 1.1]))) for _ in range(3)]
    history = points(stepped(LONGEST, seed, *steps, noise=float(chance.choice([0.002, 0.02]))))
    now, left = history[:30], history[30:]
    seen = watch(now)
    for what, where in events:
        now, left = happened(now, left, what, where)
        # As it is stored between two looks.
        seen = watch(now, msgspec.json.decode(msgspec.json.encode(seen), type=Watched))
        assert seen == watch(now)


def test_what_a_run_tells_now_is_looked_at_though_it_was_seen() -> None:
    history = points(stepped(60, 3, (30, 0.9)))
    seen = watch(history)
    assert len(seen.changes) == 1
    level = history[0].value
    calm = [replace(point, value=level) for point in history]
    assert watch(calm, seen).changes == ()
    assert watch([replace(point, noise=0.5) for point in history], seen).changes == ()
    turned = [replace(point, lower_is_better=True) for point in history]
    assert [change.is_better for change in watch(turned, seen).changes] == [True]
    other = [replace(point, run_id=run(1000 + place)) for place, point in enumerate(history)]
    assert watch(other, seen).changes[0].first_after == run(1030)


def test_moments_alone_change_nothing() -> None:
    history = points(stepped(60, 3, (30, 0.9)))
    later = [replace(point, started_at=point.started_at + timedelta(hours=1)) for point in history]
    assert watch(later, watch(history)) == watch(history)
