"""What held each side back: a limit that differs between them says what the difference is worth at least."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from fioboard.features.compare.sides import Side
from fioboard.queries.compare import ComparedRunRow
from fioboard.schemas.compare import WorkloadOut
from fioboard.schemas.compared_sides import ComparedHeld, HeldSide, HeldVerdict
from fioboard.vocabulary import sentences
from fioboard.vocabulary.answers import VerdictKind
from fioboard.vocabulary.findings import CONTRADICTIONS, OF_CACHE, RULES

# A contradiction doubts what was recorded of the machine, not the figure.
_TRUST = frozenset(rule.id for rule in RULES.values() if rule.kind == "trust") - CONTRADICTIONS
_BY_SPEED = frozenset(rule.id for rule in RULES.values() if rule.depends_on_speed)
_DISTURBANCES = frozenset(rule.id for rule in RULES.values() if rule.is_disturbance)
# Rules of the page cache are one doubt, in words of its own; every other rule is one by itself.
_CACHE = "cache"
_EFFECTS = {"better": sentences.WORTH, "worse": sentences.COSTS}


def limits_of(base: Side, new: Side, rows: Sequence[WorkloadOut], metric: str | None) -> str | None:
    """The limit of each side, and what follows for the difference; None where no side's runs have one in common.

    `metric`: the headline metric. Only where every workload got better, or every one worse, something follows.
    """
    ours, theirs = _limit(base), _limit(new)
    if not rows or (ours is None and theirs is None):
        return None
    if ours == theirs and ours is not None:
        return sentences.SAME_LIMIT(limit=RULES[ours].title)
    parts = [
        sentences.NO_LIMIT(side=side)
        if limit is None
        else sentences.LIMIT_OF(side=side, limit=RULES[limit].title)
        for side, limit in (("base", ours), ("new", theirs))
    ]
    verdicts = (
        {row["metrics"][metric]["verdict"] for row in rows if metric in row["metrics"]} if metric else set()
    )
    effect = verdicts.pop() if len(verdicts) == 1 else None
    # The better side stopped at its limit: without it the sides would lie further apart.
    held = theirs if effect == "better" else ours
    if effect in _EFFECTS and held is not None:
        parts.append(_EFFECTS[effect]())
    return " ".join(parts)


Runs = Sequence[ComparedRunRow]


@dataclass(frozen=True, slots=True)
class SideDoubt:
    """A doubt about runs of one side, where the sides do not have it in common: a difference of its own."""

    side: Literal["base", "new"]
    rule: str
    runs: int
    of: int
    is_whole: bool
    """Whether every compared run of this side has it, and none of the other."""

    def in_words(self, side: str) -> str:
        """A sentence. `side`: what it calls the side."""
        some = {"runs": self.runs, "of": _count(self.of), "side": side}
        if self.rule == _CACHE:
            whole = {"runs": _count(self.runs), "side": side}
            return sentences.CACHED(**whole) if self.is_whole else sentences.PARTLY_CACHED(**some)
        doubt = RULES[self.rule].title
        if RULES[self.rule].is_disturbance:
            return sentences.DISTURBED(**some, doubt=doubt)
        if self.is_whole:
            return sentences.DOUBTED(side=side, doubt=doubt)
        return sentences.PARTLY_DOUBTED(**some, doubt=doubt)


def doubts_of(base: Runs, new: Runs, *, is_same_amount: bool = False) -> list[SideDoubt]:
    """List the doubts that the sides do not have in common, those of a whole side first.

    One that every run of both sides has is alike: each run's own page says what it is worth. Other work is never alike.
    `is_same_amount`: the jobs of both sides ask for the same amount or time. Then a doubt that the measured speed
    decides says nothing but which side was faster, and counts for neither.
    """
    ours, theirs = (Counter(rule for run in runs for rule in _doubts(run)) for runs in (base, new))
    if is_same_amount:
        ours, theirs = (
            Counter({rule: runs for rule, runs in side.items() if rule not in _BY_SPEED})
            for side in (ours, theirs)
        )
    return sorted(_unshared(ours, len(base), theirs, len(new)), key=lambda one: not one.is_whole)


def _unshared(ours: Counter[str], base: int, theirs: Counter[str], new: int) -> Iterator[SideDoubt]:
    for rule in sorted({*ours, *theirs}):
        here, there = ours[rule], theirs[rule]
        if (here, there) == (base, new) and rule not in _DISTURBANCES:
            continue
        if here:
            yield SideDoubt("base", rule, here, base, here == base and not there)
        if there:
            yield SideDoubt("new", rule, there, new, there == new and not here)


def _doubts(run: ComparedRunRow) -> frozenset[str]:
    trust = _trust(run)
    return trust if trust.isdisjoint(OF_CACHE) else trust - OF_CACHE | {_CACHE}


def _count(number: int) -> str:
    return "one run" if number == 1 else f"{number} runs"


def held_of(base: Runs, new: Runs) -> ComparedHeld:
    """What held each side's runs back, and what speaks against trusting them."""
    return {"base": _held(base), "new": _held(new)}


def _held(runs: Runs) -> HeldSide:
    by_verdict: dict[tuple[VerdictKind | None, str | None], list[float | None]] = defaultdict(list)
    for run in runs:
        rule = run["verdict_id"] if run["verdict_id"] in RULES else None
        by_verdict[run["verdict_kind"], rule].append(run["verdict_share"])
    verdicts: list[HeldVerdict] = [
        {
            "kind": kind,
            "title": RULES[rule].title if rule is not None and kind in {"limit", "trust"} else None,
            "runs": len(shares),
            "share_low": min((share for share in shares if share is not None), default=None),
            "share_high": max((share for share in shares if share is not None), default=None),
        }
        for (kind, rule), shares in by_verdict.items()
    ]
    doubts = Counter(rule for run in runs for rule in _trust(run))
    commonest = sorted(doubts.items(), key=lambda one: (-one[1], one[0]))
    return {
        "of": len(runs),
        "verdicts": sorted(verdicts, key=lambda one: -one["runs"]),
        "doubts": [{"title": RULES[rule].title, "runs": runs} for rule, runs in commonest],
    }


def _trust(run: ComparedRunRow) -> frozenset[str]:
    return _TRUST.intersection(run["finding_ids"])


def _limit(side: Side) -> str | None:
    """The one limit that all its compared runs have; None where they differ, or one has none."""
    limits = {run["limit_id"] for run in side.compared}
    limit = limits.pop() if len(limits) == 1 else None
    return limit if limit in RULES else None
