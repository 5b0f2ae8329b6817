"""Finds what differs between two sets of runs, factor by factor, and whether one change explains their difference."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from fioboard.core.block_size import describe_size
from fioboard.engine.answers.compare import AttributionOut, FactorChangeOut
from fioboard.engine.factors import sentences
from fioboard.engine.factors.implied import (
    HEADING,
    LABEL,
    OPTION,
    comparable_value,
    find_cause,
    find_restated,
    get_absent_word,
    none_when_known,
    read_value,
)
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.words.experiments import CONDITION_KEY, CONDITION_WORD
from fioboard.engine.words.factors.registry import FACTORS, OPTION_FACTORS
from fioboard.engine.words.target_names import is_identified

# changed: no value in common. mixed: some in common, or a side whose runs differ among themselves.
# cannot_tell: a run of one side did not record it, or only one side has a label: it may have changed.
State = Literal["changed", "mixed", "cannot_tell"]
# mixed: a side pools runs that are not alike, so nothing that is said of it holds for any of them.
Attribution = Literal["nothing_changed", "only", "confounded", "cannot_tell", "mixed"]

PLACE = "target.path"

Factors = Mapping[str, FactorValue | None]
"""Factor key to value; None is known to be without."""
Values = tuple[FactorValue | None, ...]


@dataclass(frozen=True, slots=True)
class FactorChange:
    """One factor on both sides. `base` and `new` are the distinct values in order of first appearance.

    None among them: known to be without (a single drive has no RAID level, an option was not set). A side without
    values is unknown.
    """

    key: str
    base: Values
    new: Values
    state: State
    follows_from: str | None
    is_partly_unknown: bool = False
    """Whether the sides have no value in common and yet some run does not tell its own."""

    @property
    def title(self) -> str:
        """What people call it; a label or a job option by its own word."""
        if self.key in FACTORS:
            return FACTORS[self.key].title
        return self.key.removeprefix(LABEL).removeprefix(OPTION)

    @property
    def is_mixed(self) -> bool:
        """Whether a side pools runs that differ in it."""
        return self.state == "mixed" or max(len(self.base), len(self.new)) > 1

    @property
    def unit(self) -> str | None:
        """Unit of the values; None for text, flags and counts."""
        return FACTORS[self.key].unit if self.key in FACTORS else None


Cell = tuple[Sequence[Factors], Sequence[Factors]]
"""Factors of base runs and of new runs that are compared with each other."""


def difference(
    base: Iterable[Factors],
    new: Iterable[Factors],
    leave_out: frozenset[str],
    options: Iterable[Cell] = (),
) -> list[FactorChange]:
    """Compare two sets of runs that are one cell; see `compare_cells`."""
    return compare_cells([(list(base), list(new))], leave_out, options)


def compare_cells(
    cells: Iterable[Cell],
    leave_out: frozenset[str],
    options: Iterable[Cell] = (),
    mixed: frozenset[str] = frozenset(),
) -> list[FactorChange]:
    """List all factors that differ or cannot be compared, in the registry's order, labels and job options last.

    Runs are compared within their cell only: what is the same within each cell does not differ. `leave_out`: factors of
    the runs that single results decide. `options`: for each workload, what the compared results of both sides say of
    those, and of job options that are no factors as `option.NAME`; None was not set, what is absent is unknown.
    `mixed`: factors in which the runs of a side differ, known from the number of runs with each value.
    """
    seen: dict[str, list[_Pair]] = defaultdict(list)
    of_runs = [(cell, leave_out) for cell in cells]
    of_results = [(cell, frozenset[str]()) for cell in options]
    for (ours, theirs), left_out in (*of_runs, *of_results):
        for key in {key for factors in (*ours, *theirs) for key in factors} - left_out:
            seen[key].append((_values(ours, key), _values(theirs, key)))
    order = [key for key in FACTORS if key in seen]
    order += sorted(set(seen) - set(order))
    both = {
        key: (_joined(one for one, _ in seen[key]), _joined(other for _, other in seen[key])) for key in order
    }
    states = {key: _state_of_all(key, seen[key], both[key]) for key in order}
    states |= {key: "mixed" for key in order if key in mixed and states[key] is None}
    listed = {key: state for key, state in states.items() if state is not None}
    changed = frozenset(key for key, state in listed.items() if state in {"changed", "mixed"})
    return [
        FactorChange(
            key,
            both[key][0].values,
            both[key][1].values,
            state,
            _find_cause(key, changed, both),
            state == "changed" and any(seen.is_partly_unknown for seen in both[key]),
        )
        for key, state in listed.items()
        if not _is_said_by_group(key, listed, both)
    ]


def _is_said_by_group(key: str, listed: Mapping[str, State], both: Mapping[str, "_Pair"]) -> bool:
    """Whether a factor that sums up several job options says all that this option could say."""
    group = OPTION_FACTORS.get(key.removeprefix(OPTION)) if key.startswith(OPTION) else None
    if group is None or group not in both:
        return False
    is_known = all(side.values and not side.is_partly_unknown for side in both[group])
    return group in listed or (listed[key] == "cannot_tell" and is_known)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Distinct values of one factor on one side, and whether some run does not tell."""

    values: Values
    is_partly_unknown: bool


_Pair = tuple[_Seen, _Seen]


def _joined(sides: Iterable[_Seen]) -> _Seen:
    """One side of several workloads."""
    all_ = list(sides)
    values = {comparable_value(value): value for seen in all_ for value in seen.values}
    return _Seen(tuple(values.values()), any(seen.is_partly_unknown for seen in all_))


def _state_of_all(key: str, pairs: Sequence[_Pair], both: _Pair) -> State | None:
    """Of several cells: two that differ in opposite ways have the same values on both sides, and differ."""
    states = [_state(key, *pair) for pair in pairs]
    if not any(states):
        return None
    return _state(key, *both) or "mixed"


def _values(side: Sequence[Factors], key: str) -> _Seen:
    known: dict[Hashable, FactorValue | None] = {}
    recorded = [read_value(factors, key) for factors in side]
    for value in recorded:
        if value is not None:
            known.setdefault(comparable_value(value[0]), cast(FactorValue | None, value[0]))
    return _Seen(tuple(known.values()), not side or None in recorded)


def _state(key: str, base: _Seen, new: _Seen) -> State | None:
    """None when both sides are the same, as far as every run says.

    Sides that mix the same values are mixed all the same; but a label may number the repeats of either side.
    """
    ours, theirs = ({comparable_value(v) for v in side.values} for side in (base, new))
    is_label = key.startswith(LABEL)
    if not ours or not theirs:
        return "mixed" if is_label and len(ours | theirs) > 1 else "cannot_tell"
    if ours.isdisjoint(theirs):
        return "changed" if _is_comparable(key, base, new) else "cannot_tell"
    if base.is_partly_unknown or new.is_partly_unknown:
        return "cannot_tell"
    return None if ours == theirs and (is_label or len(ours) == 1) else "mixed"


def _find_cause(key: str, changed: frozenset[str], both: Mapping[str, _Pair]) -> str | None:
    """Find the changed factor that this one follows from; None when it stands for itself."""
    if key != HEADING:
        return find_cause(key, changed - _independent(key, both[key]))
    single = {
        one: (both[one][0].values[0], both[one][1].values[0])
        for one in changed
        if all(len(side.values) == 1 for side in both[one])
    }
    own = single.pop(HEADING, (None, None))
    return find_restated(*own, single)


def _independent(key: str, both: _Pair) -> frozenset[str]:
    """What a change does not follow from although it may: a drive that is known to be another one did not move."""
    is_identified_twice = all(is_identified(value) for seen in both for value in seen.values)
    return frozenset({"slot"}) if key == PLACE and is_identified_twice else frozenset()


def _is_comparable(key: str, base: _Seen, new: _Seen) -> bool:
    """Whether two values can be told apart: a place that is identified may be what the other side only names."""
    if key != PLACE:
        return True
    ours, theirs = ({is_identified(value) for value in side.values} for side in (base, new))
    return ours == theirs and len(ours) == 1


def unknown_of_both(base: Sequence[Factors], new: Sequence[Factors]) -> list[str]:
    """Declared factors that no run of either side tells, without those that may not apply at all."""
    unknown = {key for key in FACTORS if not _values(base, key).values and not _values(new, key).values}
    return [key for key in FACTORS if key in unknown and none_when_known(key) not in unknown]


def roots(changes: Sequence[FactorChange]) -> list[FactorChange]:
    """Changes that follow from no other change."""
    return [c for c in changes if c.state in {"changed", "mixed"} and c.follows_from is None]


def attribution(changes: Sequence[FactorChange]) -> Attribution:
    """Whether a difference in the figures may be put down to one factor.

    A side that is mixed by itself: mixed. Two independent changes: confounded. One change beside something that one
    side, or some run, does not tell: cannot tell, even where that normally follows from the change, since a
    consequence that nobody saw may be a change of its own.
    """
    independent = roots(changes)
    if any(change.is_mixed for change in independent):
        return "mixed"
    if len(independent) > 1:
        return "confounded"
    if any(c.state == "cannot_tell" or c.is_partly_unknown for c in changes):
        return "cannot_tell"
    return "only" if independent else "nothing_changed"


def is_confounded(changes: Sequence[FactorChange]) -> bool:
    """Whether more than one factor changed independently, or one that nobody can tell may have changed."""
    return len(roots(changes)) > 1 or attribution(changes) == "cannot_tell"


def sentence(changes: Sequence[FactorChange]) -> str:
    """Say what changed, and whether that explains a difference, for people."""
    independent = roots(changes)
    changed = "; ".join(_change(c) for c in independent)
    doubts = _doubts(changes)
    match attribution(changes):
        case "mixed":
            return " ".join([*_mixtures(independent), *_describe_others(independent)])
        case "nothing_changed":
            return "No recorded factor differs."
        case "only":
            return sentences.ONLY_CHANGED(factors=changed)
        case "confounded":
            text = sentences.SEVERAL_CHANGED(factors=changed)
            return "; and ".join([text, *doubts]) + "."
        case "cannot_tell" if independent:
            return f"{changed} changed, but {' and '.join(doubts)}."
        case _:
            return sentences.NO_FACTOR_DIFFERS(unknown=_unknown(changes))


def _unknown(changes: Sequence[FactorChange]) -> str | None:
    """What a side did not record."""
    titles = [c.title for c in changes if c.state == "cannot_tell"]
    return sentences.CHANGE_NOT_RECORDED(factors=_list(titles)) if titles else None


def _doubts(changes: Sequence[FactorChange]) -> list[str]:
    """Why the known change may not be the only one."""
    unknown = _unknown(changes)
    doubts = [] if unknown is None else [f"{unknown}, too"]
    partly = [c.title for c in changes if c.is_partly_unknown]
    return [*doubts, sentences.NOT_RECORDED_BY_EVERY(factors=_list(partly))] if partly else doubts


def _mixtures(independent: Sequence[FactorChange]) -> Iterable[str]:
    """By what each side is mixed, and what follows from that."""
    mixed = [change for change in independent if change.is_mixed]
    sides = ("Base", [(c, c.base) for c in mixed]), ("New", [(c, c.new) for c in mixed])
    for name, columns in sides:
        pooled = [f"{_title(c)} {_side(values, c)}" for c, values in columns if len(values) > 1]
        if pooled:
            yield sentences.MIXED(side=name, factors="; ".join(pooled))
    opposed = [_title(c) for c in mixed if max(len(c.base), len(c.new)) < 2]
    if opposed:
        yield sentences.ONE_SIDE_DIFFERS(factors=_list(opposed))
    yield "Compare only one configuration per side to attribute the difference."


def _describe_others(independent: Sequence[FactorChange]) -> Iterable[str]:
    """Describe what changed besides, between sides that are each of one kind in it."""
    changed = "; ".join(_change(change) for change in independent if not change.is_mixed)
    if changed:
        yield f"Besides, {changed} changed."


def _change(change: FactorChange) -> str:
    return f"{_title(change)} {describe_change(change)}"


def describe_change(change: FactorChange) -> str:
    """Describe the change from base to new: `1 → 4`."""
    base, new = (_side(values, change) for values in (change.base, change.new))
    values = (*change.base, *change.new)
    if base == new and change.unit == "bytes" and all(isinstance(value, int) for value in values):
        # Two sizes that differ beyond the digits of a sentence.
        base, new = (_list([f"{value:,} B" for value in values]) for values in (change.base, change.new))
    return f"{base} → {new}"


def _side(values: Values, change: FactorChange) -> str:
    word = get_word(change.key)
    return _list([drop_word(word, format_value(change.key, value)) for value in values])


def _title(change: FactorChange) -> str:
    return get_word(change.key) if change.key.startswith(LABEL) else change.title


def get_word(key: str) -> str:
    """Return what a sentence calls a factor, a label or a job option: the short word where it has one."""
    if key in FACTORS:
        return FACTORS[key].word
    if key == CONDITION_KEY:
        return CONDITION_WORD
    return f"label {key.removeprefix(LABEL)}" if key.startswith(LABEL) else key.removeprefix(OPTION)


def format_setting(key: str, value: object) -> str:
    """Format a factor at its value in words: `NPS 1 or 4`, `Slot 2`, `zero_buffers not set`."""
    values = value if isinstance(value, list) else [value]
    return name_value(get_word(key), " or ".join(format_value(key, one) for one in values))


def name_value(word: str, value: str) -> str:
    """Put a value behind its word, which is said once: `Slot 2` of `Slot-2`, `PCIe slot 4` as it is.

    The front end's twin is nameValue of lib/factor.ts; both are tested with the same cases.
    """
    short = drop_word(word, value)
    is_named = re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z])", short, re.IGNORECASE) is not None
    return short if is_named else f"{word} {short}"


def drop_word(word: str, value: str) -> str:
    """Drop the word that a value begins with and that stands before it anyway: `2` of `Slot-2`, nothing of `host-2`."""
    return re.sub(rf"\A{re.escape(word)}[-_ #]+(?=.)", "", value)


def name_sides(changed: Sequence[FactorChangeOut], about: AttributionOut) -> tuple[str, str] | None:
    """Name base and new by the one factor that differs; None where that is not one."""
    one = next((c for c in changed if about["kind"] == "only" and c["key"] in about["keys"]), None)
    if one is None or isinstance(one["base"], list) or isinstance(one["new"], list):
        return None
    return format_setting(one["key"], one["base"]), format_setting(one["key"], one["new"])


def format_value(key: str, value: object) -> str:
    """Format a factor's value with its unit: `6.1.0`, `64 GiB`, `yes`."""
    unit = FACTORS[key].unit if key in FACTORS else None
    if value is None:
        return get_absent_word(key)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " or ".join(format_value(key, one) for one in value)
    if unit == "bytes" and isinstance(value, int):
        return describe_size(value)
    # A size may be stated as `2%`.
    return str(value) if unit is None or isinstance(value, str) else f"{value} {unit}"


def _list(words: Sequence[str]) -> str:
    shown = [*words[:3], f"{len(words) - 3} more"] if len(words) > 4 else list(words)
    return " and ".join([part for part in (", ".join(shown[:-1]), *shown[-1:]) if part])
