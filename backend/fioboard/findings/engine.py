"""Asks every rule about one run, and sorts what it says: found, fine, could not be checked."""

from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.core.sentence import Template
from fioboard.findings import (
    amount,
    cache,
    contradictions,
    cpu,
    depth,
    during,
    firmware,
    job,
    kernel,
    limits,
    links,
    members,
    pcie,
    place,
    power,
    requests,
    serial,
    together,
    tool,
    unexplained,
    writes,
)
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import Finding, Fine, Unknown
from fioboard.vocabulary.findings import NEEDS, RULES

ORDER = {"warning": 0, "info": 1}
SURE = {"certain": 0, "likely": 1, "possible": 2}

_ROOMS = (contradictions, cache, writes, limits, cpu, depth, together, job, amount, requests, links, place, members,
          serial, power, kernel, pcie, firmware, tool, during, unexplained)  # fmt: skip
CHECKS: tuple[Check, ...] = tuple(check for room in _ROOMS for check in room.CHECKS)
"""In the order in which findings of one severity are told: what puts others in doubt first."""

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
    """All rules. One that says nothing does not apply, and stands nowhere."""
    findings: list[Finding] = []
    fine: list[str] = []
    unknown: list[tuple[str, str]] = []
    for check in sorted(CHECKS, key=lambda c: c.is_last_resort):
        if check.is_last_resort and _has_limit(findings):
            continue
        judgements = list(check.judge(facts))
        told = [one for one in judgements if isinstance(one, Finding)]
        needs = [one.need for one in judgements if isinstance(one, Unknown)]
        findings += told
        if not told and needs:
            unknown.append((check.id, needs[0]))
        elif not told and any(isinstance(one, Fine) for one in judgements):
            fine.append(check.id)
    findings.sort(key=lambda f: (ORDER[f.severity], SURE[f.confidence]))
    return Judged(tuple(findings), tuple(fine), tuple(unknown))


def _has_limit(findings: list[Finding]) -> bool:
    return any(RULES[f.id].kind == "limit" and f.headline is not None for f in findings)


def missing(need: str) -> tuple[str, str | None]:
    """What is not known, and the command that gives it."""
    return NEEDS[need].missing, NEEDS[need].command
