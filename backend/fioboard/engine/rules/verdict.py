"""The one sentence of a run: what holds it back, why its figure is not to be trusted, or what may explain it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from fioboard.core.sentence import Sentence, Template
from fioboard.engine.answers.answer import VerdictBrief, VerdictOut
from fioboard.engine.answers.finding import ExperimentOut
from fioboard.engine.rules import (
    cache,
    cgroup,
    contradictions,
    cpu,
    degraded,
    gpu,
    host,
    job,
    limits,
    media,
    no_drive,
    provider,
    rated,
    report,
    unexplained,
    writes,
    yardstick,
)
from fioboard.engine.rules.cpu import compute_cpu_share
from fioboard.engine.rules.cpu_use import measure_cpu_use
from fioboard.engine.rules.engine import CHECKS, SURE, Judged, select_doubts
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import Finding, format_share
from fioboard.engine.rules.rule import RULES, Experiment
from fioboard.engine.rules.sentences.verdicts import ALSO, CPU_EXCLUDED, FORMER_NEAR, NEAR
from fioboard.engine.words.verdicts import ComparedWith, VerdictKind

# Limits that close are both named; no experiment can tell them apart.
CLOSE = 0.10
UNEXPLAINED = "below-link-limit"
MAX_EVIDENCE = 4
MAX_CAUSES = 2
# What findings compare with, other than a limit that was reached.
_COMPARISONS: Mapping[str, ComparedWith] = {
    "at-rated": "rating",
    "below-rated": "rating",
    UNEXPLAINED: "limit",
    "latency-bound": "queue",
    "saturated-depth": "queue",
}

_ROOMS = (
    report,
    degraded,
    no_drive,
    cache,
    contradictions,
    writes,
    cgroup,
    limits,
    gpu,
    provider,
    rated,
    cpu,
    host,
    job,
    media,
    unexplained,
    yardstick,
)

_CAUSES = tuple(template for check in CHECKS if check.kind == "cause" for template in check.templates)
# Warnings of every other kind than limits speak where no limit does.
_WARNINGS = tuple(template for check in CHECKS if check.kind != "limit" for template in check.templates)
SENTENCES: tuple[Template, ...] = (
    *_WARNINGS,
    *(template for room in _ROOMS for template in room.HEADLINES),
)
"""Everything that a verdict may say: a share reads the stored text back by them."""
TEXTS: tuple[Template, ...] = (
    CPU_EXCLUDED,
    ALSO,
    NEAR,
    FORMER_NEAR,
    *yardstick.TEXTS,
    *(template for check in CHECKS if check.is_last_resort for template in check.templates),
    *_CAUSES,
)
"""The same of the sentences behind it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One answer. `finding` is what it rests on; None where nothing was found."""

    kind: VerdictKind
    sentence: Sentence
    finding: Finding | None
    text: tuple[Sentence, ...] = ()
    close: tuple[Finding, ...] = ()
    """Further limits, so close that no experiment tells them apart."""
    compared_with: ComparedWith | None = None
    """What its figure is compared with; a finding that is a comparison says so itself."""

    def serialize(self) -> VerdictOut:
        """Return the verdict as answers have it."""
        finding = self.finding
        rule = RULES[finding.id] if finding else None
        first = (finding.trial if finding else None) or (rule.experiment if rule else None)
        trials = [first, *rule.further] if rule and first else []
        evidence = finding.serialize()["evidence"][:MAX_EVIDENCE] if finding else []
        return {
            "kind": self.kind,
            "id": finding.id if finding else None,
            "sentence": self.sentence,
            "confidence": finding.confidence if finding else "certain",
            "is_possible_cause": may_be_cause(self.kind, finding.id if finding else None),
            "share": round(finding.share, 4) if finding and finding.share is not None else None,
            "compared_with": self._choose_yardstick(),
            "limits": self._list_limits(),
            "text": list(self.text),
            "evidence": evidence,
            "experiments": [_build_trial(trial, finding) for trial in trials if trial],
        }

    def _choose_yardstick(self) -> ComparedWith | None:
        """Choose what the sentence compares with: a figure in doubt is compared with nothing."""
        if self.kind == "trust" or self.finding is None:
            return None if self.kind == "trust" else self.compared_with
        if self.finding.id in _COMPARISONS:
            return _COMPARISONS[self.finding.id]
        return "limit" if self.kind == "limit" else self.compared_with

    def _list_limits(self) -> list[str]:
        """List the rules of the limits that the verdict names."""
        if self.kind != "limit" or self.finding is None:
            return []
        return list(dict.fromkeys(one.id for one in (self.finding, *self.close)))


def may_be_cause(kind: VerdictKind, rule_id: str | None) -> bool:
    """Return whether what a verdict rests on may be why no limit explains the figure."""
    return kind == "unexplained" and rule_id not in {None, UNEXPLAINED}


def choose_verdict(facts: RunFacts, judged: Judged) -> Verdict:
    """Choose the one sentence: a certain doubt, else the limit that was reached most surely, else the first certain or
    likely doubt, else such a warning of another kind, else what is left of the path."""
    doubted = select_doubts(judged.findings)
    if doubted and doubted[0].headline is not None:
        return Verdict("trust", doubted[0].headline, doubted[0])
    reached = [
        f
        for f in judged.findings
        if RULES[f.id].kind == "limit" and f.headline is not None and f.id != UNEXPLAINED
    ]
    if reached:
        first = min(reached, key=_rank_limit)
        if first.confidence != "certain" and (cause := _find_hindrance(judged)) is not None:
            near = NEAR(limit=RULES[first.id].title, share=format_share(first.share or 0, 1))
            possible = replace(cause, confidence="possible")
            return Verdict("unexplained", cause.text, possible, (near,), compared_with="limit")
        if first.headline is not None:
            close = tuple(_close(first, reached))
            return Verdict(
                "limit", first.headline, first, (*_describe_close(close), *_list_causes(judged)), close
            )
    return _choose_without_limit(facts, judged)


def _rank_limit(finding: Finding) -> tuple[int, float]:
    """Rank a limit by how surely and how far it was reached. What a person stated of the drives names the limit only
    where it is nearer than by what no experiment tells apart."""
    share = finding.share or 0
    is_stated = finding.id == "at-rated" and finding.confidence != "certain"
    return SURE[finding.confidence], -share * (1 - CLOSE if is_stated else 1)


def _choose_without_limit(facts: RunFacts, judged: Judged) -> Verdict:
    """Choose the sentence of a run that reached no limit."""
    left = next((f for f in judged.findings if f.id == UNEXPLAINED and f.headline is not None), None)
    warnings = _find_warnings(judged)
    for doubt in warnings:
        if RULES[doubt.id].kind == "trust" and doubt.headline is not None:
            return Verdict("trust", doubt.headline, doubt)
    measured = yardstick.find_yardstick(facts)
    warning = next(iter(warnings), None)
    if warning is not None:
        text = (left.text,) if left else (measured.sentence, *measured.text)
        known: ComparedWith | None = "limit" if left else measured.compared_with
        return Verdict("unexplained", warning.text, warning, text, compared_with=known)
    if left is not None and left.headline is not None:
        return Verdict("unexplained", left.headline, left, tuple(_describe_excluded(facts)))
    return Verdict(
        "none",
        measured.sentence,
        None,
        measured.text,
        compared_with=measured.compared_with,
    )


def _find_warnings(judged: Judged) -> list[Finding]:
    """Return the certain and likely warnings that may be why the figure is what it is, the surest first."""
    return [
        f
        for f in judged.findings
        if f.severity == "warning" and f.confidence != "possible" and RULES[f.id].kind != "limit"
    ]


def _find_hindrance(judged: Judged) -> Finding | None:
    """Find a warning that can keep a run below its ceilings, and is in none of them: nobody then says the limit is
    near.
    """
    return next(
        (
            f
            for f in judged.findings
            if f.severity == "warning" and RULES[f.id].kind == "cause" and not RULES[f.id].lowers_ceiling
        ),
        None,
    )


def _close(first: Finding, reached: list[Finding]) -> Iterator[Finding]:
    for other in reached:
        if other.share is None or first.share is None or other.id == first.id:
            continue
        if abs(other.share - first.share) <= CLOSE * first.share:
            yield other


def _describe_close(close: tuple[Finding, ...]) -> Iterator[Sentence]:
    """Describe the other limits that the run came close to."""
    for other in close:
        if other.share is not None:
            yield ALSO(limit=RULES[other.id].title, share=format_share(other.share, 1))


def _list_causes(judged: Judged) -> list[Sentence]:
    """List what is set or broken and may be why a limit lies there; it comes behind whatever limit is named."""
    causes = [f.text for f in judged.findings if RULES[f.id].kind == "cause" and f.severity == "warning"]
    return causes[:MAX_CAUSES]


def _describe_excluded(facts: RunFacts) -> Iterator[Sentence]:
    """Describe what was not the limit, such as CPUs with time to spare."""
    use = measure_cpu_use(facts)
    if use is not None and use.is_full:
        return  # The jobs may have been given no more.
    shares = [share for result in facts.results if (share := compute_cpu_share(result)) is not None]
    if shares:
        yield CPU_EXCLUDED(busy=format_share(max(shares), 1))


def shorten_verdict(verdict: VerdictOut) -> VerdictBrief:
    """Shorten a verdict to what lists show."""
    return {
        "kind": verdict["kind"],
        "id": verdict["id"],
        "sentence": verdict["sentence"],
        "share": verdict["share"],
        "compared_with": verdict["compared_with"],
    }


def _build_trial(trial: Experiment, finding: Finding | None) -> ExperimentOut:
    """Build an experiment's part of the answer."""
    return {
        "title": trial.title,
        "options": list(finding.options) if finding else [],
        "if_true": trial.if_true,
        "if_false": trial.if_false,
        "is_destructive": trial.is_destructive,
    }
