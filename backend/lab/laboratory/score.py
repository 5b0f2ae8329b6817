"""From runs to figures: which findings hold, which are false, which situations were missed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from laboratory.agent import Run
from laboratory.proofs import WITNESSES
from laboratory.situation import Claim, Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One repeat, judged. `claim` None: the run failed."""

    situation: Situation
    repeat: int
    claim: Claim | None
    why_failed: str = ""
    holds: frozenset[str] = frozenset()
    """Findings that the situation makes true."""
    false: frozenset[str] = frozenset()
    texts: Mapping[str, str] = field(default_factory=dict)
    unknown: Mapping[str, str] = field(default_factory=dict)
    """Wanted rules that could not be checked, and what was missing."""

    @property
    def came_about(self) -> bool:
        """Whether it is counted."""
        return self.claim is not None and self.claim.holds

    @property
    def is_found(self) -> bool:
        """Whether a wanted rule spoke."""
        return bool(self.situation.rules & self.texts.keys())


def judged(situation: Situation, repeat: int, run: Run, notes: frozenset[str]) -> Trial:
    """Sorts what was found. `notes`: rules that state a fact of the machine, of which nothing is claimed."""
    seen = run.observed
    holds, false = set(), set()
    for rule in run.findings:
        # True of the machine, or too near to tell: counts on neither side.
        is_by_itself = rule in WITNESSES and WITNESSES[rule](seen) is not False
        if rule in situation.rules | situation.also:
            holds.add(rule)
        elif not is_by_itself and rule not in notes:
            false.add(rule)
    return Trial(
        situation=situation,
        repeat=repeat,
        claim=situation.proof(seen),
        holds=frozenset(holds),
        false=frozenset(false),
        texts=run.findings,
        unknown={rule: need for rule, need in run.unknown.items() if rule in situation.rules},
    )


@dataclass(slots=True)
class Tally:
    """Of one rule."""

    induced: int = 0
    """Situations of it that came about."""
    found: int = 0
    discarded: int = 0
    """Situations of it that did not come about, or failed."""
    held: int = 0
    """Its findings that hold, in all runs."""
    false: int = 0


def tallies(trials: Iterable[Trial]) -> dict[str, Tally]:
    """By rule. A situation that several rules may tell counts for the one that did, else for the first by name."""
    found: dict[str, Tally] = defaultdict(Tally)
    for trial in trials:
        wanted = sorted(trial.situation.rules)
        if wanted:
            named = [rule for rule in wanted if rule in trial.texts]
            tally = found[(named or wanted)[0]]
            if not trial.came_about:
                tally.discarded += 1
            else:
                tally.induced += 1
                tally.found += bool(named)
        if trial.came_about:
            for rule in trial.holds:
                found[rule].held += 1
            for rule in trial.false:
                found[rule].false += 1
    return dict(found)


def missed(trials: Iterable[Trial]) -> Counter[tuple[str, str]]:
    """Situations that came about and were not told, with what was said instead."""
    found: Counter[tuple[str, str]] = Counter()
    for trial in trials:
        if trial.came_about and trial.situation.rules and not trial.is_found:
            needs = "; ".join(f"{rule}: not known: {need}" for rule, need in sorted(trial.unknown.items()))
            found[trial.situation.name, needs or "no rule spoke"] += 1
    return found
