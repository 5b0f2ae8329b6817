"""The rules of findings and the facts they need: declared once, for judging, filters, shares and documentation."""

from collections.abc import Mapping

from fioboard.vocabulary.findings.causes import CAUSES, MACHINE
from fioboard.vocabulary.findings.limits import LIMITS
from fioboard.vocabulary.findings.needs import NEEDS
from fioboard.vocabulary.findings.rule import (
    Confidence,
    Experiment,
    FindingKind,
    Need,
    Rule,
    Severity,
)
from fioboard.vocabulary.findings.trust import TRUST

__all__ = [
    "NEEDS",
    "RULES",
    "RULES_OF_RUNS",
    "Confidence",
    "Experiment",
    "FindingKind",
    "Need",
    "Rule",
    "Severity",
]

RULES: Mapping[str, Rule] = {rule.id: rule for rule in (*LIMITS, *TRUST, *CAUSES, *MACHINE)}
"""By id."""

OF_CACHE = frozenset(rule.id for rule in RULES.values() if rule.is_of_cache)
RULES_OF_RUNS: Mapping[str, Rule] = {rule.id: rule for rule in RULES.values() if rule.scope == "run"}
