"""Which results are alike in a chart, what else varies among them, and whether that splits the chart or must be asked.

A mean, an interval and a line belong to one group of alike runs: the same workload and the same configuration, but for
x, the split, and what follows from them. A host is never joined with another: it splits wherever it varies.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fioboard.engine.factors.implied import LABEL, find_cause
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.limits import MAX_CHART_LINES

Codes = NDArray[np.intp]
Sums = NDArray[np.float64]
Along = Literal["factor", "time", "measured"]
"""What lies along x. Over time a machine may change, which is what such a chart is for: its line is one host and one
test. Runs in the order of what they measured are joined by no line at all."""

HOST = "host"
# Combinations that are counted in an array of their own; more are sorted.
MAX_COUNTED = 1_000_000
# Groups of factors that say what was tested; the others tell how the machine was at that time.
OF_THE_TEST = frozenset({"Run", "Job", "Target"})


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds of results in a chart: one for each workload, direction and configuration, as small integers."""

    x: Codes
    """Of each kind, which value of x it has; all alike where x is a moment or measured."""
    by: Codes
    """Which value of the split that was asked for."""
    traits: Mapping[str, Codes]
    """Factor, label, job option or direction to which value of it a kind has; without x and split."""
    n: Sums
    """Results of each kind with a value above zero; the next two are of their logarithms."""
    sums: Sums
    squares: Sums


@dataclass(frozen=True, slots=True)
class Varying:
    """Something beside x and split that is not the same in all runs."""

    key: str
    explained: float | None
    """Share 0..1 of the variance of the logarithms at equal x and split that goes with it, adjusted for the number of
    its values (ε²); None when every value of it was measured once, or nothing varies at equal x."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a chart puts its kinds of results into lines."""

    split: tuple[str, ...]
    """What splits the chart without being asked, the host first."""
    lines: Codes
    """Of each kind, its line."""
    is_alike: NDArray[np.bool_]
    """Of each line, whether it is one group of alike runs, so that its points may be joined."""
    varies: tuple[Varying, ...]
    """What tells the kinds apart: the host, then by what explains most. No more than needed: what is the same
    wherever these are the same is not among them."""

    @property
    def is_asking(self) -> bool:
        """Whether somebody has to choose, because all that varies would make more lines than can be told apart."""
        return len(self.split) < len(self.varies)


def arrange(kinds: Kinds, shown: Iterable[str], along: Along) -> Arrangement:
    """Lines of alike runs, up to eight. Where that takes more: lines of hosts, up to eight, and the rest is asked."""
    axes = frozenset(shown)
    keys = [key for key, codes in kinds.traits.items() if (codes != codes[:1]).any()]
    on_lines = {key for key in keys if _is_fixed(key, axes, along)}
    if any(key.startswith(LABEL) for key in axes):
        # A label is a person's word for something: what changes only where the label does is what it stands for.
        asked = _refined(kinds.by, kinds.x)
        on_lines = {key for key in on_lines if key == HOST or _mixing(asked, kinds.traits[key]).any()}
    if along != "factor":
        keys = [key for key in keys if key in on_lines]
    groups = kinds.by
    chain: list[Varying] = []
    left = _still_varying(kinds, keys, on_lines, groups)
    base = _refined(groups, kinds.x)
    whole = _spread(kinds, base)
    explained: dict[str, float | None] = {}
    while left:
        candidates = [HOST] if HOST in left else _roots(left)
        for key in candidates:
            if key not in explained:
                explained[key] = _explained(whole, _spread(kinds, _refined(base, kinds.traits[key])))
        chosen = min(candidates, key=lambda key: _rank(key, explained[key]))
        chain.append(Varying(chosen, explained[chosen]))
        groups = _refined(groups, kinds.traits[chosen])
        left = _still_varying(kinds, left, on_lines, groups)
    varies = _needed(kinds, chain, _number(groups))
    room = max(MAX_CHART_LINES, _number(kinds.by))
    split = tuple(one.key for one in varies)
    if _number(groups) > room:
        split = tuple(key for key in split if key == HOST)
        if _number(_all(kinds, split)) > room:
            split = ()
    lines = _all(kinds, split)
    is_alike = np.ones(_number(lines), np.bool_)
    points = _refined(lines, kinds.x)
    for key in _still_varying(kinds, keys, on_lines, lines):
        groups = lines if key in on_lines else points
        is_alike[lines[_mixing(groups, kinds.traits[key])[groups]]] = False
    return Arrangement(split, lines, is_alike, varies)


def differing(kinds: Kinds, members: Codes) -> list[str]:
    """Traits in which some kinds differ, without those that follow from others of them."""
    keys = [key for key, codes in kinds.traits.items() if (codes[members] != codes[members[0]]).any()]
    return sorted(_roots(keys), key=_place)


def _is_fixed(key: str, axes: frozenset[str], along: Along) -> bool:
    """Tell whether a line must have one value of it."""
    if along == "measured":
        return key == HOST
    if along == "time":
        return FACTORS[key].group in OF_THE_TEST if key in FACTORS else not key.startswith(LABEL)
    # A direction is no factor; it follows from the pattern.
    return find_cause(key, axes) is None and not (key == "direction" and "rw" in axes)


def _still_varying(kinds: Kinds, keys: Iterable[str], on_lines: set[str], lines: Codes) -> list[str]:
    """Keys with several values in one line, or in one point of it."""
    points = _refined(lines, kinds.x)
    return [key for key in keys if _mixing(lines if key in on_lines else points, kinds.traits[key]).any()]


def _mixing(groups: Codes, codes: Codes) -> NDArray[np.bool_]:
    """Of each group, whether it has several codes."""
    first = np.zeros(_number(groups), np.intp)
    first[groups] = codes
    mixing = np.zeros(len(first), np.bool_)
    mixing[groups[codes != first[groups]]] = True
    return mixing


def _roots(keys: Iterable[str]) -> list[str]:
    """Keys that follow from no other of them; all where each follows from another."""
    several = frozenset(keys)
    return [key for key in several if find_cause(key, several) is None] or list(several)


def _rank(key: str, explained: float | None) -> tuple[float, tuple[int, str]]:
    return -1.0 if explained is None else -round(explained, 2) - 2, _place(key)


_ORDER = {key: place for place, key in enumerate(FACTORS)}


def _place(key: str) -> tuple[int, str]:
    """In the registry's order; then job options that are no factor, labels last."""
    return _ORDER.get(key, len(_ORDER) + key.startswith(LABEL)), key


Spread = tuple[float, int]
"""Sum of squares about the groups' means, and its degrees of freedom."""


def _explained(whole: Spread, rest: Spread) -> float | None:
    if rest[1] <= 0 or whole[0] <= 1e-12:
        return None
    return min(1.0, max(0.0, 1 - (rest[0] / rest[1]) / (whole[0] / whole[1])))


def _spread(kinds: Kinds, groups: Codes) -> Spread:
    n, sums = np.bincount(groups, kinds.n), np.bincount(groups, kinds.sums)
    there = n > 0
    about = float(kinds.squares.sum() - (sums[there] ** 2 / n[there]).sum())
    return max(0.0, about), int(kinds.n.sum()) - int(there.sum())


def _needed(kinds: Kinds, chain: list[Varying], number: int) -> tuple[Varying, ...]:
    """The chain without what the rest of it tells anyway, the weakest left out first; a host stays."""
    kept = list(chain)
    for one in reversed(chain):
        fewer = [other for other in kept if other is not one]
        if one.key != HOST and _number(_all(kinds, [other.key for other in fewer])) == number:
            kept = fewer
    return tuple(kept)


def _all(kinds: Kinds, keys: Iterable[str]) -> Codes:
    groups = kinds.by
    for key in keys:
        groups = _refined(groups, kinds.traits[key])
    return groups


def _refined(groups: Codes, codes: Codes) -> Codes:
    """Groups of what is equal in both, numbered from 0 without gaps."""
    if not len(groups):
        return groups
    width = int(codes.max()) + 1
    both = groups * width + codes
    size = (int(groups.max()) + 1) * width
    if size > MAX_COUNTED:
        numbers: Codes = np.unique(both, return_inverse=True)[1]
        return numbers
    # Several times faster than sorting, and the same numbers.
    there = np.zeros(size, np.bool_)
    there[both] = True
    places = np.cumsum(there) - 1
    renumbered: Codes = places[both]
    return renumbered


def _number(groups: Codes) -> int:
    return int(groups.max()) + 1 if len(groups) else 0
