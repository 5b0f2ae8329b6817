"""What held each side back: a limit that differs between them says what the difference is worth at least."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.app.compare.sides import Side
from fioboard.core.sentence import Sentence
from fioboard.engine.answers.compared_sides import ComparedHeld, HeldSide, HeldVerdict
from fioboard.engine.answers.workload import WorkloadOut
from fioboard.engine.rules import CONTRADICTIONS, RULES
from fioboard.engine.rules.exclusions import OF_CACHE
from fioboard.engine.words import sentences
from fioboard.engine.words.sentences import PAGE_CACHE
from fioboard.engine.words.verdicts import VerdictKind
from fioboard.store.queries.compare import ComparedRunRow

_SHOWN = frozenset(rule.id for rule in RULES.values() if rule.kind == "trust")
# A contradiction doubts what was recorded of the machine, not the figure.
_TRUST = _SHOWN - CONTRADICTIONS
_BY_SPEED = frozenset(rule.id for rule in RULES.values() if rule.depends_on_speed)
_DISTURBANCES = frozenset(rule.id for rule in RULES.values() if rule.is_disturbance)
# Rules of the page cache are one doubt; every other rule is one by itself.
_CACHE = "cache"
_EFFECTS = {"better": sentences.WORTH, "worse": sentences.COSTS}


def describe_limits(base: Side, new: Side, rows: Sequence[WorkloadOut], metric: str | None) -> str | None:
    """Describe the limit of each side, and what follows for the difference; None where no side's runs have one in
    common.

    `metric`: the headline metric. Only where every workload got better, or every one worse, something follows.
    """
    ours, theirs = _find_limit(base), _find_limit(new)
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
class Doubt:
    """A doubt about runs that the sides do not have in common: a second possible cause of their difference."""

    rule: str
    base: int
    """Number of base's runs that have it."""
    of_base: int
    new: int
    of_new: int

    @property
    def is_whole(self) -> bool:
        """Whether every compared run of one side has it, and none of the other."""
        return (self.base, self.new) in {(self.of_base, 0), (0, self.of_new)}

    def describe(self, names: tuple[str, str] = ("base", "new")) -> Sentence:
        """Describe it for a list: `run time too short (2 of 5 runs of new)`. `names`: what to call base and new."""
        doubt = PAGE_CACHE if self.rule == _CACHE else RULES[self.rule].title
        of_base, of_new = f"{self.of_base} runs", f"{self.of_new} runs"
        if self.base and self.new:
            return sentences.DOUBT_OF_BOTH(
                doubt=doubt,
                runs=self.base,
                of=of_base,
                side=names[0],
                others=self.new,
                all=of_new,
                other=names[1],
            )
        if self.base:
            return sentences.DOUBT(doubt=doubt, runs=self.base, of=of_base, side=names[0])
        return sentences.DOUBT(doubt=doubt, runs=self.new, of=of_new, side=names[1])


def list_doubts(base: Runs, new: Runs, *, is_same_amount: bool = False) -> list[Doubt]:
    """List the doubts that the sides do not have in common, those of a whole side first.

    One that every run of both sides has is alike: each run's own page says what it is worth. Other work is never alike.
    `is_same_amount`: the jobs of both sides ask for the same amount or time. Then a doubt that the measured speed
    decides says nothing but which side was faster, and counts for neither.
    """
    ours, theirs = (Counter(rule for run in runs for rule in _find_doubts(run)) for runs in (base, new))
    return sorted(
        (
            Doubt(rule, ours[rule], len(base), theirs[rule], len(new))
            for rule in sorted({*ours, *theirs})
            if not (is_same_amount and rule in _BY_SPEED)
            and ((ours[rule], theirs[rule]) != (len(base), len(new)) or rule in _DISTURBANCES)
        ),
        key=lambda one: not one.is_whole,
    )


def _find_doubts(run: ComparedRunRow) -> frozenset[str]:
    trust = _find_trust(run)
    return trust if trust.isdisjoint(OF_CACHE) else trust - OF_CACHE | {_CACHE}


def build_held(base: Runs, new: Runs) -> ComparedHeld:
    """Build what held each side's runs back, and what speaks against trusting them."""
    return {"base": _build_held(base), "new": _build_held(new)}


def _build_held(runs: Runs) -> HeldSide:
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
    doubts = Counter(rule for run in runs for rule in _SHOWN.intersection(run["finding_ids"]))
    commonest = sorted(doubts.items(), key=lambda one: (-one[1], one[0]))
    return {
        "of": len(runs),
        "verdicts": sorted(verdicts, key=lambda one: -one["runs"]),
        "doubts": [{"title": RULES[rule].title, "runs": runs} for rule, runs in commonest],
    }


def _find_trust(run: ComparedRunRow) -> frozenset[str]:
    return _TRUST.intersection(run["finding_ids"])


def _find_limit(side: Side) -> str | None:
    """Find the one limit that all its compared runs have; None where they differ, or one has none."""
    limits = {run["limit_id"] for run in side.compared}
    limit = limits.pop() if len(limits) == 1 else None
    return limit if limit in RULES else None
