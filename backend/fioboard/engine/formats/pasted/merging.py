"""Merges the facts of one text: said twice, said more precisely, said by a nearer heading, or contradicted.

What is contradicted, or may have changed between the runs, is offered and describes none of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fioboard.engine.formats.pasted.facts import Fact

CAPACITY_TOLERANCE = 0.03
_MODEL = "drive.model"


@dataclass(frozen=True, slots=True)
class AppliedFact:
    """A fact, the runs it describes, and whether another fact of the text says otherwise of one of them."""

    fact: Fact
    runs: tuple[int, ...]
    """Positions from 0; empty: the text does not tell which run it describes."""
    is_contradicted: bool = False


class Applied(NamedTuple):
    """A fact with the runs it may describe, and how narrow the section is that it speaks of."""

    fact: Fact
    runs: tuple[int, ...]
    depth: int


def release_doubtful(one: Applied, loose: Sequence[Fact]) -> Applied:
    """Give a sentence before the runs to none of them where one between them says otherwise.

    Nothing tells until when it held. Nor is it certain where a program printed another value that describes no run.
    """
    is_in_doubt = one.fact.confidence == "prose" and any(_is_doubted(other, one) for other in loose)
    return one._replace(runs=()) if is_in_doubt else one


def _is_doubted(other: Fact, one: Applied) -> bool:
    fact = one.fact
    is_printed = other.confidence == "output"
    # A heading says of its own runs what the output of another section does not.
    if one.depth > 0 if is_printed else other.line <= fact.line:
        return False
    if other.key == fact.key:
        is_alike = _is_more_precise(fact, other) or _is_more_precise(other, fact)
        return not is_alike and _fold(other.value) != _fold(fact.value)
    # Another drive has another size, too.
    return not is_printed and other.key == _MODEL and fact.key.startswith("drive.")


def merge_facts(applied: Sequence[Applied]) -> Iterator[AppliedFact]:
    """Merge what is said twice, let the nearer section and the more precise value stand, name what contradicts."""
    by_key: dict[str, list[Applied]] = {}
    for one in applied:
        by_key.setdefault(one.fact.key, []).append(one)
    merged: dict[tuple[str, str, str], tuple[Fact, set[int]]] = {}
    for one in applied:
        fact = one.fact
        known = merged.setdefault((fact.key, _fold(fact.value), fact.confidence), (fact, set()))
        known[1].update(_exclude_nearer(one, by_key[fact.key]))
    for fact, own in merged.values():
        if len(by_key[fact.key]) == 1:
            yield AppliedFact(fact, tuple(sorted(own)))
            continue
        others = [
            (other, theirs)
            for other, theirs in merged.values()
            if other.key == fact.key and other is not fact
        ]
        vague = {p for other, theirs in others for p in theirs & own if _is_more_precise(other, fact)}
        left = own - vague
        if own and not left:
            continue
        contradicted = {
            position
            for other, theirs in others
            for position in theirs & left
            if not _is_more_precise(fact, other)
            and not _is_more_precise(other, fact)
            and (fact.confidence == "prose" or other.confidence == "output")
        }
        yield AppliedFact(fact, tuple(sorted(left - contradicted)), bool(contradicted))


def _exclude_nearer(one: Applied, alike: Sequence[Applied]) -> Sequence[int]:
    """The runs of a fact without those whose own section says something of the same key and the same confidence.

    What a sentence over all of them and the heading over some of them say describes those under the heading.
    """
    if len(alike) == 1:
        return one.runs
    if one.fact.confidence == "prose" and any(
        other.depth > one.depth and other.runs and _fold(other.fact.value) == _fold(one.fact.value)
        for other in alike
    ):
        return ()
    nearer = {
        position
        for other in alike
        if other.depth > one.depth
        and other.fact.confidence == one.fact.confidence
        and other.fact.device is None
        for position in other.runs
    }
    return [position for position in one.runs if position not in nearer]


def _fold(value: str) -> str:
    return " ".join(value.lower().replace("_", " ").split())


def _is_more_precise(fact: Fact, other: Fact) -> bool:
    """Whether two values say the same, and this one more of it: `6.1.0-13-amd64` beside `6.1`."""
    mine, its = _fold(fact.value), _fold(other.value)
    if mine == its:
        return fact.confidence == "output" and other.confidence == "prose"
    if fact.key == "drive.capacity" and mine.isdecimal() and its.isdecimal():
        is_near = abs(int(mine) - int(its)) <= CAPACITY_TOLERANCE * int(mine)
        return is_near and len(mine.rstrip("0")) > len(its.rstrip("0"))
    if fact.key in {"kernel", "drive.model", "os.name", "os.version", "cpu.model", "bios.version"}:
        return mine != its and (
            mine.startswith(its) or (fact.key in {"drive.model", "cpu.model"} and its in mine)
        )
    return False
