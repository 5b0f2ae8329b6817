"""What held each side back: a limit that differs between them says what the difference is worth at least."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from fioboard.features.compare.sides import Side
from fioboard.queries.compare import ComparedRunRow
from fioboard.schemas.compare import WorkloadOut
from fioboard.schemas.compared_sides import ComparedHeld, HeldSide, HeldVerdict
from fioboard.vocabulary import sentences
from fioboard.vocabulary.answers import VerdictKind
from fioboard.vocabulary.findings import CONTRADICTIONS, OF_CACHE, RULES

# Where memory answered on one side only, the sides say that in words of their own (notes.py). A contradiction doubts
# what was recorded of the machine, not the figure.
_TRUST = frozenset(rule.id for rule in RULES.values() if rule.kind == "trust") - CONTRADICTIONS
_DOUBTS = _TRUST - OF_CACHE
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


def doubted(base: Side, new: Side) -> list[str]:
    """Doubts that every compared run of one side has and none of the other."""
    every, some = zip(*(_doubts(side) for side in (base, new)), strict=True)
    return [
        sentences.DOUBTED(side=name, doubt=RULES[rule].title)
        for name, here, there in (("base", every[0], some[1]), ("new", every[1], some[0]))
        for rule in sorted(here - there)
    ]


Runs = Sequence[ComparedRunRow]


def one_sided(base: Runs, new: Runs) -> list[str]:
    """Doubts that some run of one side has and none of the other: with one, nothing is put down to a setting."""
    ours, theirs = ({rule for run in runs for rule in _trust(run)} for runs in (base, new))
    return [
        f"Some runs of {name} have a doubt that none of the other has: {RULES[rule].title}."
        for name, some in (("base", ours - theirs), ("new", theirs - ours))
        for rule in sorted(some)
    ]


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
    return {
        "of": len(runs),
        "verdicts": sorted(verdicts, key=lambda one: -one["runs"]),
        "doubts": [{"title": RULES[rule].title, "runs": runs} for rule, runs in doubts.most_common()],
    }


def _trust(run: ComparedRunRow) -> frozenset[str]:
    return _TRUST.intersection(run["finding_ids"])


def _limit(side: Side) -> str | None:
    """The one limit that all its compared runs have; None where they differ, or one has none."""
    limits = {run["limit_id"] for run in side.compared}
    limit = limits.pop() if len(limits) == 1 else None
    return limit if limit in RULES else None


def _doubts(side: Side) -> tuple[frozenset[str], frozenset[str]]:
    """Those that every compared run has, and those that some has."""
    each: Iterable[frozenset[str]] = [_DOUBTS.intersection(run["finding_ids"]) for run in side.compared]
    if not each:
        return frozenset(), frozenset()
    return frozenset.intersection(*each), frozenset.union(*each)
