"""The rules of findings and the facts they need: declared once, for judging, filters, shares and documentation.

Each module here that has RULES is a subject of them; nothing lists the subjects.
"""

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from fioboard.engine.words.findings import contradictions
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


def _list_rules() -> tuple[Rule, ...]:
    modules = [import_module(f"{__name__}.{one.name}") for one in pkgutil.iter_modules(__path__)]
    return tuple(rule for module in modules for rule in getattr(module, "RULES", ()))


RULES: Mapping[str, Rule] = {rule.id: rule for rule in _list_rules()}
"""By id."""

CONTRADICTIONS = frozenset(rule.id for rule in contradictions.RULES)
"""What cannot be, by what was recorded."""

OF_CACHE = frozenset(rule.id for rule in RULES.values() if rule.is_of_cache)
RULES_OF_RUNS: Mapping[str, Rule] = {rule.id: rule for rule in RULES.values() if rule.scope == "run"}
