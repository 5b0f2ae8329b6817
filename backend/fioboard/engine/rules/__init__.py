"""Findings: rules that look at a machine or a run and say what is worth knowing, with evidence; and the answer made of
them. Pure: facts in, judgement out. A module that has DECLARED is a subject of rules; nothing lists the subjects.
"""

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from fioboard.core.sanitize import Document
from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.hardware.inventory.pci import Tree
from fioboard.engine.rules import amount, contradictions, health, likeness, links, settings, yardstick
from fioboard.engine.rules.arrays import PARITY
from fioboard.engine.rules.ceilings import LEVELS, list_ceilings
from fioboard.engine.rules.cpu import EACH, ONE
from fioboard.engine.rules.depth import SYNCHRONOUS
from fioboard.engine.rules.drift import FALL, RISE
from fioboard.engine.rules.engine import ORDER, TEMPLATES, Judged, describe_need, judge
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import Evidence, Finding
from fioboard.engine.rules.kernel import CLOCK_WORDS, SETTINGS
from fioboard.engine.rules.needs import NEEDS
from fioboard.engine.rules.no_drive import PLACES
from fioboard.engine.rules.not_visible import list_not_visible
from fioboard.engine.rules.place import NODE, NODES
from fioboard.engine.rules.power import CLOCKS_OF_CPUS
from fioboard.engine.rules.report import IN_ORDER, RANDOM
from fioboard.engine.rules.rule import RULES, Rule, register_rules
from fioboard.engine.rules.serial import WRITE_THROUGH
from fioboard.engine.rules.unexplained import LINKS, NETWORK
from fioboard.engine.rules.verdict import choose_verdict, shorten_verdict

__all__ = [
    "CONTRADICTIONS",
    "ENGINES",
    "NEEDS",
    "RULES",
    "RULES_OF_RUNS",
    "TEMPLATES",
    "WORDS",
    "Evidence",
    "Finding",
    "Judged",
    "RunFacts",
    "build_answer",
    "judge",
    "judge_machine",
    "shorten_verdict",
]


def _list_declared() -> list[Rule]:
    """List the rules of every module of this room, by name of module."""
    modules = [import_module(one.name) for one in pkgutil.walk_packages(__path__, f"{__name__}.")]
    return [rule for module in modules for rule in getattr(module, "DECLARED", ())]


register_rules(_list_declared())

RULES_OF_RUNS: Mapping[str, Rule] = {rule.id: rule for rule in RULES.values() if rule.scope == "run"}
CONTRADICTIONS = frozenset(rule.id for rule in contradictions.DECLARED)
"""What cannot be, by what was recorded."""

FORMER_TITLES = frozenset(
    {
        "whether one job reaches all members", "random writes to an array with parity", "the busiest single CPU",
        "CPU time of the control group", "limits of the control group on drives", "the network interface",
        "limits that the job sets itself", "the SATA or SAS link of the drive", "links that several drives share",
        "ports that are slower than their devices", "encryption above the drives", "the limit a volume is sold with",
        "room in the queues of the drives", "the rating of the drives", "the rating under its own conditions",
        "requests that one read becomes", "the time of flushes",
    }
)  # fmt: skip
"""Of limits in answers that are not judged anew: a share says them, too."""
WORDS: frozenset[str] = frozenset(
    {
        "full", "nearly full", "the limit", "near its limit", "link", "uplink", "links together", "drives",
        "drive links", "GPU link", "array", "CPU of the jobs", "network interface", *SYNCHRONOUS, *LEVELS,
        LINKS, NETWORK, NODE, NODES, ONE, ONE.lower(), EACH, EACH.lower(), FALL, RISE, RANDOM, IN_ORDER,
        *(f"RAID {level.removeprefix('raid')}" for level in PARITY),
        *amount.CRITERIA, *CLOCK_WORDS.values(), *SETTINGS, *PLACES, *CLOCKS_OF_CPUS, WRITE_THROUGH,
        *(rule.title for rule in RULES.values() if rule.kind in {"limit", "trust"}), *FORMER_TITLES,
        *likeness.list_words(), *yardstick.list_words(),
    }
)  # fmt: skip
"""What arguments of kind closed may be, beside directions: a share says no other."""


ENGINES = frozenset({"io_uring", "libaio"})
"""What an experiment may set as engine."""


def judge_machine(document: Document, moment: Document) -> list[Finding]:
    """Judge what holds whatever is run on the machine; warnings first."""
    findings = [
        *links.judge_machine_links(document, Tree(document)),
        *settings.judge_machine_settings(document),
        *health.judge_drives_health(moment),
    ]
    return sorted(findings, key=lambda f: ORDER[f.severity])


def build_answer(facts: RunFacts) -> AnswerOut:
    """Build everything that is judged of one run, as it is stored and sent."""
    judged = judge(facts)
    ids = dict.fromkeys(finding.id for finding in judged.findings)
    unknown = [(rule, *describe_need(need, has_agent=not facts.is_windows)) for rule, need in judged.unknown]
    return {
        "verdict": choose_verdict(facts, judged).serialize(),
        "findings": [finding.serialize() for finding in judged.findings],
        "checks": {
            "found": list(ids),
            "fine": list(judged.fine),
            "unknown": [
                {"id": rule, "missing": lacking, "command": command} for rule, lacking, command in unknown
            ],
            "not_visible": list_not_visible(facts),
        },
        "ceilings": list_ceilings(facts, ids),
    }
