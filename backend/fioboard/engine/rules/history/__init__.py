"""Rules over several runs: what the runs around a run show of it. Pure; judged when a run is read, and never stored.

Past(here, others)  →  judge_history  →  add_history(stored answer, what was judged)
"""

from dataclasses import replace

from fioboard.engine.answers.answer import AnswerOut, VerdictOut
from fioboard.engine.rules.engine import ORDER, SURE, Judged, sort_judgements
from fioboard.engine.rules.exclusions import find_excluded
from fioboard.engine.rules.history import filesystem, repeats, since, sweep, width, writeback
from fioboard.engine.rules.history.batch import build_batch_answer
from fioboard.engine.rules.history.comparable import (
    compare_with_reference,
    compare_with_runs,
    needs_yardstick,
    put_yardstick_first,
)
from fioboard.engine.rules.history.filesystem import is_on_files
from fioboard.engine.rules.history.past import Measured, Past, Setting, collect_setting
from fioboard.engine.rules.history.reference_sets import CellOfRun, compare_with_sets, list_places
from fioboard.engine.rules.history.stated import StatedOfRun, compare_with_stated
from fioboard.engine.rules.history.suite import Step
from fioboard.engine.rules.rule import RULES
from fioboard.engine.rules.verdict import UNEXPLAINED, Verdict

__all__ = [
    "CellOfRun",
    "Measured",
    "Past",
    "Setting",
    "StatedOfRun",
    "Step",
    "add_history",
    "build_batch_answer",
    "collect_setting",
    "compare_with_reference",
    "compare_with_runs",
    "compare_with_sets",
    "compare_with_stated",
    "is_on_files",
    "judge_history",
    "list_places",
    "needs_yardstick",
    "put_yardstick_first",
]

_RULES = (
    sweep.judge_sweeps,
    width.judge_width,
    repeats.judge_repeats,
    since.judge_earlier_changes,
    filesystem.judge_filesystem_cost,
    writeback.judge_writeback,
)
# A verdict that the runs around may improve on: it names no limit and no doubt.
_OPEN = frozenset({"unexplained", "none"})


def judge_history(past: Past) -> Judged:
    """Judge a run by all rules over several runs. A rule that says nothing does not apply and is not listed."""
    return sort_judgements(judgements for rule in _RULES for judgements in rule(past).items())


def add_history(stored: AnswerOut, judged: Judged) -> AnswerOut:
    """Add what the runs around a run show to its answer. A limit that the run alone showed stays its verdict."""
    checks = stored["checks"]
    excluded = find_excluded((f["id"], f["confidence"]) for f in stored["findings"])
    judged = replace(judged, findings=tuple(f for f in judged.findings if f.id not in excluded))
    verdict = _choose_verdict(stored["verdict"], judged)
    # The last resort is said only where no other limit was found.
    outdated = {UNEXPLAINED} if verdict["kind"] == "limit" else set()
    findings = [f for f in stored["findings"] if f["id"] not in outdated] + [
        f.serialize() for f in judged.findings
    ]
    fine = [*checks["fine"], *judged.fine]
    without_finding = [*fine, *(check["id"] for check in checks["unknown"])]
    return {
        "verdict": verdict,
        "findings": sorted(findings, key=lambda f: (ORDER[f["severity"]], SURE[f["confidence"]])),
        "checks": {
            "found": [
                *(rule for rule in checks["found"] if rule not in outdated),
                *dict.fromkeys(finding.id for finding in judged.findings),
            ],
            "fine": fine,
            "unknown": checks["unknown"],
            "not_visible": checks.get("not_visible", []),
            # A stored answer may name a rule that is no more.
            "titles": {rule: RULES[rule].title for rule in without_finding if rule in RULES},
        },
        "ceilings": stored["ceilings"],
    }


def _choose_verdict(stored: VerdictOut, judged: Judged) -> VerdictOut:
    """Choose the verdict with the runs around: another only where the run alone shows neither limit nor doubt; a
    limit without a headline comes behind.
    """
    limits = [finding for finding in judged.findings if RULES[finding.id].kind == "limit"]
    if stored["kind"] not in _OPEN or not limits:
        return stored
    behind = [finding.text for finding in limits if finding.headline is None]
    first = next((finding for finding in limits if finding.headline is not None), None)
    if first is None or first.headline is None:
        return {**stored, "text": [*stored["text"], *behind]}
    return Verdict("limit", first.headline, first, (*behind,)).serialize()
