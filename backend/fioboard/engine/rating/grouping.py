"""Many runs beside datasheets, told together only where they are alike. The front end's twin is rated-groups.ts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from fioboard.engine.answers.rating import RatedFigureOut, RatingOut


@dataclass(frozen=True, slots=True)
class Group:
    """Runs of one test, one rating and one verdict for the same reasons."""

    test: str
    figure: RatedFigureOut
    """Of the run in the middle by its share, the lower of two."""
    runs: int
    low: float
    high: float


def group_figures(runs: Iterable[tuple[str, RatingOut]]) -> list[Group]:
    """Group figures of one kind, in their order. `runs`: what each measured, and its rating."""
    kinds: dict[tuple[object, ...], list[RatedFigureOut]] = {}
    for test, rating in runs:
        # One run may have two figures of one kind: its tests follow each other, the same way in every run alike.
        times: Counter[tuple[object, ...]] = Counter()
        for figure in rating["figures"]:
            kind = (test, *_kind(figure))
            times[kind] += 1
            kinds.setdefault((*kind, times[kind]), []).append(figure)
    groups = []
    for kind, figures in kinds.items():
        rising = sorted(figures, key=lambda one: one["share"])
        middle = rising[(len(rising) - 1) // 2]
        groups.append(Group(str(kind[0]), middle, len(rising), rising[0]["share"], rising[-1]["share"]))
    return groups


def _kind(one: RatedFigureOut) -> tuple[object, ...]:
    """What must be the same. Measured numbers among the reasons differ a little in every run."""
    reasons = tuple((each["name"], each["effect"], _word(each["run"])) for each in one["differs"])
    return (
        *(one["metric"], one["rw"], one["bs_bytes"], one["percentile"], one["rated"], one["drive_count"]),
        *(one["verdict"], one["may_judge"], one["is_stated"], reasons),
        one["card"]["id"] if one["card"] else None,
        one["source"]["address"] if one["source"] else None,
    )


def _word(value: str | None) -> str | None:
    if value is None:
        return None
    try:
        float(value)
    except ValueError:
        return value
    return None
