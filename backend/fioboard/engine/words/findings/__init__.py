"""The rules of findings and the facts they need: declared once, for judging, filters, shares and documentation."""

from collections.abc import Mapping

from fioboard.engine.words.findings import (
    amount,
    arrays,
    cache,
    cgroup,
    contradictions,
    cpu,
    depth,
    drift,
    during,
    file_server,
    firmware,
    health,
    history,
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
    settings,
    state,
    together,
    tool,
    unexplained,
    writes,
)
from fioboard.engine.words.findings.needs import NEEDS
from fioboard.engine.words.findings.rule import (
    Confidence,
    Expectation,
    Experiment,
    FindingKind,
    Need,
    Rule,
    Severity,
)

__all__ = [
    "CONTRADICTIONS",
    "NEEDS",
    "RULES",
    "RULES_OF_RUNS",
    "Confidence",
    "Expectation",
    "Experiment",
    "FindingKind",
    "Need",
    "Rule",
    "Severity",
]

_SUBJECTS = (
    amount,
    arrays,
    cache,
    cgroup,
    contradictions,
    cpu,
    depth,
    drift,
    during,
    file_server,
    firmware,
    health,
    host,
    interrupts,
    history,
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
    settings,
    together,
    tool,
    unexplained,
    writes,
)

RULES: Mapping[str, Rule] = {rule.id: rule for subject in _SUBJECTS for rule in subject.RULES}
"""By id."""

CONTRADICTIONS = frozenset(rule.id for rule in contradictions.RULES)
"""What cannot be, by what was recorded."""

OF_CACHE = frozenset(rule.id for rule in RULES.values() if rule.is_of_cache)
RULES_OF_RUNS: Mapping[str, Rule] = {rule.id: rule for rule in RULES.values() if rule.scope == "run"}
