"""Findings: rules that look at a machine or a run and say what is worth knowing, with evidence; and the answer made of
them. Pure: facts in, judgement out. The rules are declared in vocabulary/findings.
"""

from fioboard.core.sanitize import Document
from fioboard.findings import amount, health, likeness, links, settings, yardstick
from fioboard.findings.arrays import PARITY
from fioboard.findings.ceilings import LEVELS, list_ceilings
from fioboard.findings.cpu import EACH, ONE
from fioboard.findings.depth import SYNCHRONOUS
from fioboard.findings.drift import FALL, RISE
from fioboard.findings.engine import ORDER, TEMPLATES, Judged, describe_need, judge
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import Evidence, Finding
from fioboard.findings.kernel import CLOCK_WORDS, SETTINGS
from fioboard.findings.no_drive import PLACES
from fioboard.findings.not_visible import list_not_visible
from fioboard.findings.place import NODE, NODES
from fioboard.findings.power import CLOCKS_OF_CPUS
from fioboard.findings.report import IN_ORDER, RANDOM
from fioboard.findings.serial import WRITE_THROUGH
from fioboard.findings.unexplained import LINKS, NETWORK
from fioboard.findings.verdict import choose_verdict, shorten_verdict
from fioboard.inventory.pci import Tree
from fioboard.schemas.answer import AnswerOut
from fioboard.vocabulary.findings import RULES

__all__ = [
    "ENGINES",
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


WORDS: frozenset[str] = frozenset(
    {
        "full", "nearly full", "the limit", "near its limit", "link", "links together", "drives", "drive links",
        "array", "CPU of the jobs", "network interface", *SYNCHRONOUS, *LEVELS, LINKS, NETWORK,
        NODE, NODES, ONE, ONE.lower(), EACH, EACH.lower(), FALL, RISE, RANDOM, IN_ORDER,
        *(f"RAID {level.removeprefix('raid')}" for level in PARITY),
        *amount.CRITERIA, *CLOCK_WORDS.values(), *SETTINGS, *PLACES, *CLOCKS_OF_CPUS, WRITE_THROUGH,
        *(rule.title for rule in RULES.values() if rule.kind in {"limit", "trust"}),
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
