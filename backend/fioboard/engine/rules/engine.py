"""Asks every rule about one run, and sorts what it says: found, fine, could not be checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fioboard.core.sentence import Template
from fioboard.engine.rules import (
    amount,
    arrays,
    cache,
    cgroup,
    contradictions,
    cpu,
    degraded,
    depth,
    drift,
    during,
    file_server,
    firmware,
    gpu,
    health,
    host,
    interrupts,
    job,
    kernel,
    limits,
    links,
    loop,
    media,
    members,
    neighbour,
    no_drive,
    pcie,
    place,
    power,
    provider,
    queue,
    rated,
    report,
    requests,
    serial,
    state,
    together,
    tool,
    unexplained,
    writes,
)
from fioboard.engine.rules.exclusions import find_excluded
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import Finding, Fine, Judgement, Unknown
from fioboard.engine.rules.needs import NEEDS
from fioboard.engine.rules.rule import RULES, Rule

ORDER = {"warning": 0, "info": 1}
SURE = {"certain": 0, "likely": 1, "possible": 2}

_ROOMS = (
    report, degraded, contradictions, no_drive, cache, writes, cgroup, limits, gpu, provider, rated, cpu, host,
    neighbour, drift, depth, queue, together, job, amount, requests, links, file_server, media, arrays, state, place,
    loop, members, serial, power, kernel, pcie, interrupts, firmware, health, tool, during, unexplained,
)  # fmt: skip
CHECKS: tuple[Rule, ...] = tuple(rule for room in _ROOMS for rule in room.DECLARED if rule.scope == "run")
"""Rules about one run, in the order in which findings of one severity are listed: doubts about others come first."""

TEMPLATES: Mapping[str, tuple[Template, ...]] = {check.id: check.templates for check in CHECKS}
"""By rule: the sentences about a run that can be read back after they were stored."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What all rules said of one run. `fine` and `unknown` hold rules that found nothing, each once."""

    findings: tuple[Finding, ...]
    fine: tuple[str, ...]
    unknown: tuple[tuple[str, str], ...]
    """Rule and the need it lacked."""


def judge(facts: RunFacts) -> Judged:
    """Ask all rules. One that says nothing does not apply. A run that moved nothing reached no limit."""
    judgements_of = {
        check.id: list(check.judge(facts))
        for check in CHECKS
        if not check.is_last_resort and not check.is_of_trusted
    }
    if not _is_doubted(one for judgements in judgements_of.values() for one in judgements):
        judgements_of |= {check.id: list(check.judge(facts)) for check in CHECKS if check.is_of_trusted}
    if not _has_limit(one for judgements in judgements_of.values() for one in judgements):
        judgements_of |= {check.id: list(check.judge(facts)) for check in CHECKS if check.is_last_resort}
    judged = [(check.id, judgements_of[check.id]) for check in CHECKS if check.id in judgements_of]
    if not facts.has_moved:
        judged = [(rule, [one for one in judgements if not _is_limit(one)]) for rule, judgements in judged]
    return sort_judgements(judged)


def sort_judgements(judged: Iterable[tuple[str, Sequence[Judgement]]]) -> Judged:
    """Sort what rules said, by rule: warnings first, and each rule that found nothing once. What a finding excludes
    is left out.
    """
    judged = list(judged)
    excluded = find_excluded(
        (one.id, one.confidence) for _, judgements in judged for one in judgements if isinstance(one, Finding)
    )
    findings: list[Finding] = []
    fine: list[str] = []
    unknown: list[tuple[str, str]] = []
    for rule, judgements in judged:
        if not judgements:
            continue
        own_findings = [one for one in judgements if isinstance(one, Finding)]
        if own_findings and rule in excluded:
            continue
        needs = [one.need for one in judgements if isinstance(one, Unknown)]
        findings += own_findings
        if not own_findings and needs:
            unknown.append((rule, needs[0]))
        elif not own_findings and any(isinstance(one, Fine) for one in judgements):
            fine.append(rule)
    findings.sort(key=lambda f: (ORDER[f.severity], SURE[f.confidence]))
    return Judged(tuple(findings), tuple(fine), tuple(unknown))


def select_doubts(findings: Iterable[Finding]) -> list[Finding]:
    """Select the findings that show for certain that the figure is not what it seems: they come before every limit."""
    return [
        f
        for f in findings
        if RULES[f.id].kind == "trust" and f.confidence == "certain" and f.headline is not None
    ]


def _is_doubted(judgements: Iterable[Judgement]) -> bool:
    return bool(select_doubts(one for one in judgements if isinstance(one, Finding)))


def _has_limit(judgements: Iterable[Judgement]) -> bool:
    return any(map(_is_limit, judgements))


def _is_limit(judgement: Judgement) -> bool:
    """Whether it says that the run reached a limit."""
    return (
        isinstance(judgement, Finding)
        and RULES[judgement.id].kind == "limit"
        and judgement.headline is not None
    )


def describe_need(need: str, *, has_agent: bool = True) -> tuple[str, str | None]:
    """Return what is not known, and the command that gives it. `has_agent`: whether the agent runs on such a system."""
    lacking, command = NEEDS[need].missing, NEEDS[need].command
    return lacking, None if command and "fioboard-agent" in command and not has_agent else command
