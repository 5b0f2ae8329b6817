"""Splits workloads whose runs differ in a factor that both sides mix, so that only runs that are alike are compared."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

import orjson

from fioboard.app.compare.matching import Results, Row
from fioboard.app.compare.sides import Loaded
from fioboard.engine.factors.implied import LABEL, comparable_value, find_cause, read_value
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.factors.workload import IDENTITY

# A workload that falls into more kinds of runs than these stays whole and is called mixed.
MAX_KINDS = 16
UNKNOWN = "unknown"
Factors = Mapping[str, FactorValue]
Kind = tuple[Hashable, ...]


def split_unlike(rows: Sequence[Row], loaded: Loaded) -> list[Row]:
    """Split each matched row by the factors in which a side's runs differ while both sides have a value in common.

    Runs of a kind that the other side did not measure become rows of their own, without a partner. A row stays whole
    where that would leave nothing to compare with some new side, and names the factors that mix it.
    """
    factors = _map_factors(loaded)
    varying = _list_varying(factors.values())
    if not varying:
        return list(rows)
    return [part for row in rows for part in (_split(row, factors, varying) if row.is_matched else [row])]


def _map_factors(loaded: Loaded) -> dict[UUID, Factors]:
    """Map the factors of each run; runs of one configuration share theirs."""
    known: dict[UUID, Factors] = {key: orjson.loads(text) for key, text in loaded.factors.items()}
    return {run["id"]: known[run["configuration_id"]] for side in loaded.sides for run in side.runs}


def _list_varying(all_factors: Iterable[Factors]) -> list[str]:
    """List factors that are not the same in all runs, without those that single results decide."""
    distinct = list({id(factors): factors for factors in all_factors}.values())
    keys = dict.fromkeys(key for factors in distinct for key in factors if key not in IDENTITY)
    return [key for key in keys if len({_read(factors, key) for factors in distinct}) > 1]


def _read(factors: Factors, key: str) -> Hashable:
    known = read_value(factors, key)
    return UNKNOWN if known is None else (comparable_value(known[0]),)


def _split(row: Row, factors: Mapping[UUID, Factors], varying: Sequence[str]) -> list[Row]:
    new_sides = [number for number in range(1, len(row.results)) if row.results[number]]
    keys = [
        key
        for key in varying
        if any(_is_mixed(key, row.results[0], row.results[number], factors) for number in new_sides)
    ]
    if not keys:
        return [row]
    kinds = [[_get_kind(factors[one["run_id"]], keys) for one in results] for results in row.results]
    shared = [set(kinds[0]) & set(kinds[number]) - _select_unknown(kinds[number]) for number in new_sides]
    if not all(shared) or len(set().union(*shared)) > MAX_KINDS:
        return [replace(row, mixed=frozenset(keys))]
    named = [key for key in keys if find_cause(key, frozenset(keys)) is None] or keys
    order = dict.fromkeys(kind for side in kinds for kind in side)
    return [
        _build_part(
            row,
            kind,
            results,
            {key: factors[_get_first(results)].get(key) for key in named},
            is_first=not place,
        )
        for place, (kind, results) in enumerate(
            part
            for kind in sorted(order, key=lambda kind: not any(kind in both for both in shared))
            for part in _select_results(kind, row.results, kinds)
        )
    ]


def _select_results(
    kind: Kind, sides: Sequence[Results], kinds: Sequence[Sequence[Kind]]
) -> Iterator[tuple[Kind, tuple[Results, ...]]]:
    """Select the results of one kind on every side; where a value is unknown, each side by itself."""
    chosen = tuple(
        [one for one, its in zip(side, of_side, strict=True) if its == kind]
        for side, of_side in zip(sides, kinds, strict=True)
    )
    if UNKNOWN not in kind:
        yield kind, chosen
        return
    for number, results in enumerate(chosen):
        if results:
            alone: list[Results] = [[] for _ in sides]
            alone[number] = results
            yield kind, tuple(alone)


def _get_first(sides: Sequence[Results]) -> UUID:
    return next(one["run_id"] for side in sides for one in side)


def _build_part(
    row: Row,
    kind: Kind,
    results: tuple[Results, ...],
    setting: Mapping[str, FactorValue | None],
    *,
    is_first: bool,
) -> Row:
    text = repr((row.key, kind, [bool(side) for side in results]))
    key = row.key if is_first else hashlib.sha256(text.encode()).hexdigest()[:12]
    return replace(row, key=key, results=results, setting=setting, kind=kind)


def _is_mixed(key: str, base: Results, new: Results, factors: Mapping[UUID, Factors]) -> bool:
    """Whether a side's runs differ in this factor, and some of both sides have the same value.

    A label that numbers the repeats has each value as often on one side as on the other: it mixes nothing.
    """
    ours, theirs = (_count(key, results, factors) for results in (base, new))
    known = {value for value in ours.keys() & theirs.keys() if value != UNKNOWN}
    if not known or max(len(side.keys() - {UNKNOWN}) for side in (ours, theirs)) < 2:
        return False
    return not (key.startswith(LABEL) and _compute_shares(ours) == _compute_shares(theirs))


def _count(key: str, results: Results, factors: Mapping[UUID, Factors]) -> Counter[Hashable]:
    return Counter(_read(factors[run_id], key) for run_id in dict.fromkeys(one["run_id"] for one in results))


def _compute_shares(values: Counter[Hashable]) -> dict[Hashable, float]:
    return {value: number / values.total() for value, number in values.items()}


def _get_kind(factors: Factors, keys: Sequence[str]) -> Kind:
    return tuple(_read(factors, key) for key in keys)


def _select_unknown(kinds: Iterable[Kind]) -> set[Kind]:
    """Select kinds that lack a value: whether two such runs are alike cannot be known."""
    return {kind for kind in kinds if UNKNOWN in kind}
