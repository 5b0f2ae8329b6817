"""The answer of a run: every sentence is said again by the template it was composed with, names in it by their labels.

What cannot be said again is left out: a finding whole, of the verdict its sentence.
"""

import re
from collections.abc import Iterable, Mapping
from typing import get_args

from fioboard.app.sharing.redaction.jobs import OPTIONS
from fioboard.app.sharing.redaction.measured import choose_closed_word, choose_word, keep_number
from fioboard.app.sharing.redaction.path import PathRedactor
from fioboard.app.sharing.redaction.patterns import PCIE_ERRORS
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import Own, mark_own
from fioboard.app.sharing.redaction.shown_factors import LINK
from fioboard.app.sharing.redaction.templates import WITHHELD, restate
from fioboard.core.sentence import Template
from fioboard.engine import rules
from fioboard.engine.answers.answer import AnswerOut, CeilingOut, ChecksOut, Stage, UnknownCheck, VerdictOut
from fioboard.engine.answers.finding import EvidenceOut, ExperimentOut, FindingOut
from fioboard.engine.rules import NEEDS, RULES, ceilings, during, verdict
from fioboard.engine.rules.finding import list_names
from fioboard.engine.rules.not_visible import BY_ID
from fioboard.engine.rules.rule import Experiment
from fioboard.engine.rules.sentences.machine import EVENT
from fioboard.engine.words.verdicts import ComparedWith, VerdictKind

KINDS = frozenset(get_args(VerdictKind))
STAGES = frozenset(get_args(Stage))
COMPARED_WITH = frozenset(get_args(ComparedWith))
CEILING_SOURCES = frozenset(ceilings.SOURCES)
EVIDENCE = frozenset(name for rule in RULES.values() for name in rule.evidence) | {
    *during.THERMAL.values(),
    *PCIE_ERRORS,
}
WITHOUT_DETAIL = frozenset(during.EVENTS)
COMMANDS = {need.missing: need.command for need in NEEDS.values()}
_NODES = re.compile(r"\d{1,4}(, \d{1,4})*")


_OF_STAGES: Mapping[str, str] = {"rated": "rated", "gpu": "job_options"}
"""By stage, the field that a sender may leave out and that the stage would show."""


class AnswerRedactor:
    """Translates the answer of a run. `paths`: of the same run, for the names of its machine."""

    def __init__(self, paths: PathRedactor) -> None:
        self.paths = paths
        self.hidden = paths.redactor.hidden
        self.projector = Projector(
            paths.redactor,
            {
                VerdictOut: self._compose_verdict,
                FindingOut: self._compose_finding,
                EvidenceOut: self._compose_evidence,
                UnknownCheck: self._compose_unknown,
                CeilingOut: self._compose_ceiling,
            },
            paths.place,
        )

    def answer(self, stored: AnswerOut | None) -> AnswerOut | None:
        """None where there is none, or where the path is hidden: most of it tells of the path."""
        if stored is None or "path" in self.hidden:
            return None
        shown = self.projector.share(AnswerOut, stored)
        ids = {finding["id"] for finding in shown["findings"]}
        checks = stored["checks"]
        shown["checks"] = self.projector.share(
            ChecksOut,
            checks,
            {
                "found": [mark_own(rule) for rule in checks["found"] if rule in ids],
                "fine": [mark_own(rule) for rule in checks["fine"] if self._may(rule)],
                "not_visible": _list_declared(one["id"] for one in checks.get("not_visible", [])),
            },
        )
        return shown

    def _may(self, rule: str) -> bool:
        # A rule over several runs speaks of runs that are not in the share.
        return rule in RULES and RULES[rule].scope != "history" and RULES[rule].hidden_by not in self.hidden

    def _compose_finding(self, finding: FindingOut) -> dict[str, object] | None:
        """One finding; None when its rule is not known here, is hidden, or its text cannot be said again."""
        rule = finding["id"]
        if not self._may(rule):
            return None
        sentence = self._restate(finding["text"], rules.TEMPLATES.get(rule, ())) or _restate_event(rule)
        if sentence is None:
            return None
        return {
            "id": mark_own(rule),
            "kind": mark_own(RULES[rule].kind),
            "text": sentence,
            "names": list_names(sentence),
            "experiment": self._restate_experiment(
                RULES[rule].experiment, finding["experiment"], RULES[rule].alternatives
            ),
        }

    def _compose_verdict(self, stored: VerdictOut) -> dict[str, object]:
        rule = stored["id"]
        is_shown = rule is None or self._may(rule)
        templates = verdict.SENTENCES
        if "rated" in self.hidden:
            templates = tuple(one for one in templates if "rated" not in one.kinds)
        sentence = self._restate(stored["sentence"], templates) if is_shown else None
        sentence = sentence or (_restate_event(rule) if is_shown else None)
        declared = RULES.get(rule or "")
        trials = [declared.experiment, *declared.further] if declared else []
        compared_with = stored.get("compared_with")
        details = [self._restate_detail(text) for text in stored["text"]]
        shown: dict[str, object] = {
            "kind": choose_closed_word(stored["kind"] if sentence else "none", KINDS, "none"),
            "id": mark_own(rule) if declared and sentence else None,
            "sentence": sentence or WITHHELD,
            "is_possible_cause": bool(sentence) and stored.get("is_possible_cause", False),
            "share": keep_number(stored["share"]) if sentence else None,
            "compared_with": mark_own(compared_with) if sentence and compared_with in COMPARED_WITH else None,
            "limits": [],
            "text": [detail for detail in details if detail],
            "evidence": [],
            "experiments": [],
        }
        if sentence:
            shown["limits"] = [mark_own(one) for one in stored["limits"] if one in RULES and self._may(one)]
        if sentence and details[-1:] != [None]:
            # Figures and trials may be those of the last sentence: without it they are left out, too.
            evidence = [fact for fact in stored["evidence"] if self._may_show(fact)]
            shown["evidence"] = self.projector.list_shown(EvidenceOut, evidence)
            pairs = zip(trials, stored["experiments"], strict=False)
            others = declared.alternatives if declared else ()
            shown["experiments"] = [kept for one in pairs if (kept := self._restate_experiment(*one, others))]
        return shown

    def _restate_experiment(
        self,
        declared: Experiment | None,
        sent: ExperimentOut | None,
        alternatives: Iterable[Experiment] = (),
    ) -> ExperimentOut | None:
        """Restate an experiment in the words that are declared here; options by the allow list of shown job
        options, and none where those of the job are left out: some are computed from them.
        """
        if declared is None or sent is None:
            return None
        declared = next((one for one in alternatives if one.title == sent["title"]), declared)
        options = [] if "job_options" in self.hidden else sent["options"]
        return {
            "title": mark_own(declared.title),
            "options": [mark_own(option) for option in options if _may_set(option)],
            "if_true": mark_own(declared.if_true),
            "if_false": mark_own(declared.if_false),
            "is_destructive": declared.is_destructive,
        }

    def _may_show(self, fact: EvidenceOut) -> bool:
        return not ("rated" in self.hidden and fact["name"] == "rated")

    def _restate_detail(self, text: str) -> str | None:
        """Restate a sentence behind the verdict; None where it is of a rule whose facts are left out."""
        left_out = [rule for rule in RULES if not self._may(rule)]
        templates = {template for rule in left_out for template in rules.TEMPLATES.get(rule, ())}
        if any(RULES[rule].title in text for rule in left_out):
            return None
        return self._restate(text, [template for template in verdict.TEXTS if template not in templates])

    def _restate(self, text: str, templates: Iterable[Template]) -> str | None:
        return restate(text, templates, self.paths.place)

    def _compose_evidence(self, fact: EvidenceOut) -> dict[str, object]:
        value, name = fact["value"], fact["name"]
        if isinstance(value, str):
            is_closed = LINK(value) or _NODES.fullmatch(value) or value in rules.WORDS
            value = Own(value) if is_closed else self.paths.place(value)
        label = self.paths.machine.names.get_label(name) or choose_word(name, EVIDENCE, None)
        return {"name": label or Own("fact"), "value": value}

    def _compose_ceiling(self, row: CeilingOut) -> dict[str, object] | None:
        stage = row["stage"]
        if stage not in STAGES or _OF_STAGES.get(stage) in self.hidden:
            return None
        missing, command = _redact_need(row)
        return {
            "label": self._restate(row["label"], ceilings.LABELS) or Own(stage.replace("_", " ")),
            "source": choose_word(row["source"], CEILING_SOURCES, "unknown"),
            "missing": missing,
            "command": command,
        }

    def _compose_unknown(self, one: UnknownCheck) -> dict[str, object] | None:
        if not self._may(one["id"]):
            return None
        missing, command = _redact_need(one)
        return {"id": Own(one["id"]), "missing": missing or WITHHELD, "command": command}


def _list_declared(ids: Iterable[str]) -> list[UnknownCheck]:
    """List checks in the words that are declared here."""
    return [
        {
            "id": mark_own(name),
            "missing": mark_own(BY_ID[name].missing),
            "command": mark_own(BY_ID[name].command),
        }
        for name in ids
        if name in BY_ID
    ]


def _restate_event(rule: str | None) -> str | None:
    """Restate an event without the words of its owner; None for every other rule."""
    return EVENT(event=Own(rule.replace("-", " "))) if rule in WITHOUT_DETAIL and rule else None


def _redact_need(one: UnknownCheck | CeilingOut) -> tuple[Own | None, Own | None]:
    """Return which fact is missing, and what gives it, in the words that are declared here."""
    missing = one["missing"]
    if missing is None or missing not in COMMANDS:
        return None, None
    command = COMMANDS[missing]
    return Own(missing), Own(command) if command and one["command"] else None


def _may_set(option: str) -> bool:
    name, _, value = option.partition("=")
    return name in OPTIONS and (value in rules.ENGINES or re.fullmatch(r"\d{1,9}[kmg]?", value) is not None)
