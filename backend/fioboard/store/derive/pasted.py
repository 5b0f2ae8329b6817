"""Facts of a pasted text as labels of its runs, a stated inventory, and as answers show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fioboard.core.sanitize import Document, clean_text
from fioboard.engine.answers.pasted import AcceptFacts, PastedFactOut
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.factors.project import read_value
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.fio.model.remarks import NOTE
from fioboard.engine.formats.pasted import (
    AppliedFact,
    Fact,
    PastedText,
    build_inventory,
    choose_labels,
    find_facts,
)
from fioboard.engine.formats.pasted.assign import MAX_FACTS, MAX_RUNS
from fioboard.engine.formats.pasted.facts import Records
from fioboard.engine.formats.pasted.hardware import build_targets, describe_hardware
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.engine.words.limits import MAX_LABEL_CHARACTERS, MAX_LABELS
from fioboard.store.derive import sentences
from fioboard.store.derive.claims import ReadBody, list_used_lines

HARDWARE = "hardware"
NOTHING = PastedText(Records(), (), ())


@dataclass(frozen=True, slots=True)
class AcceptedFacts:
    """What of a text's facts counts."""

    facts: list[PastedFactOut] = field(default_factory=list)
    labels: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Per run, by its position from 0."""
    inventory: Document | None = None
    """The stated inventory of the runs; None where it is not complete enough, or not accepted."""
    targets: Mapping[int, Sequence[Document]] = field(default_factory=dict)
    warnings: list[RemarkOut] = field(default_factory=list)


def read_facts(body: ReadBody) -> PastedText:
    """Read the facts of a body; none of one that is a result and nothing else."""
    invocations = body.reading.invocations
    if not body.text or not 0 < len(invocations) <= MAX_RUNS:
        return NOTHING
    columns = [(Fact(one.key, one.value, one.line, "prose"), one.run) for one in body.column_facts]
    return find_facts(body.text, invocations, list_used_lines(invocations), columns)


def read_targets(body: ReadBody) -> Mapping[int, Sequence[Document]]:
    """Return the targets of the runs of a body whose inventory was pasted with it."""
    return build_targets(read_facts(body), body.reading.invocations)


def accept_facts(
    pasted: PastedText,
    invocations: Sequence[Invocation],
    accept: AcceptFacts = "output",
    rejected: Sequence[int] = (),
) -> AcceptedFacts:
    """Choose which facts become labels and which inventory the runs get."""
    facts = [one for one in pasted.facts if _is_readable(one.fact)]
    labels, refused = choose_labels(facts, accept, rejected, len(invocations))
    labels = {p: dict(list(own.items())[:MAX_LABELS]) for p, own in labels.items()}
    shown = [
        _show(one, [p for p, own in labels.items() if own.get(one.fact.key) == one.fact.value])
        for one in facts
    ]
    inventory = build_inventory(pasted)
    targets = build_targets(pasted, invocations) if inventory else {}
    is_accepted = accept != "none" and len(facts) + 1 not in rejected
    if inventory is not None and targets:
        fact = Fact(
            HARDWARE, describe_hardware(inventory), min(o.line for o in pasted.records.functions.values())
        )
        runs = tuple(sorted(targets))
        shown.append(_show(AppliedFact(fact, runs), list(runs) if is_accepted else []))
    has_hardware = inventory is not None and bool(targets) and is_accepted
    return AcceptedFacts(
        shown,
        labels,
        inventory if has_hardware else None,
        targets if has_hardware else {},
        [
            *([_describe_contradiction(facts, refused)] if refused else []),
            *([_describe_omitted(pasted)] if pasted.left_out else []),
        ],
    )


def _is_readable(fact: Fact) -> bool:
    """A value that its factor cannot take is none."""
    factor = FACTORS.get(fact.key)
    if factor is not None and not factor.is_stateable and fact.key != "host":
        return False
    is_typed = factor is None or fact.key == "host" or read_value(factor.type, fact.value) is not None
    return is_typed and len(fact.value) <= MAX_LABEL_CHARACTERS


def _show(one: AppliedFact, runs: Sequence[int]) -> PastedFactOut:
    fact = one.fact
    return {
        "key": fact.key,
        "value": clean_text(fact.value, MAX_LABEL_CHARACTERS),
        "unit": fact.unit,
        "where": f"line {fact.line}",
        "line": fact.line,
        "confidence": fact.confidence,
        "applies_to": [position + 1 for position in one.runs],
        "is_contradicted": one.is_contradicted,
        "accepted_for": [position + 1 for position in runs],
    }


def _describe_omitted(pasted: PastedText) -> RemarkOut:
    first = pasted.facts[0].fact.line if pasted.facts else 1
    return {
        "where": f"line {first}",
        "error": "FactsLeftOut",
        "detail": sentences.MANY_FACTS(facts=pasted.left_out + MAX_FACTS, most=MAX_FACTS),
        "remark_class": NOTE,
    }


def _describe_contradiction(facts: Sequence[AppliedFact], refused: Sequence[int]) -> RemarkOut:
    named = "; ".join(
        f"{facts[n - 1].fact.key} {facts[n - 1].fact.value} (line {facts[n - 1].fact.line})"
        for n in refused[:8]
    )
    return {
        "where": f"line {facts[refused[0] - 1].fact.line}",
        "error": "FactsContradict",
        "detail": clean_text(sentences.TEXT_CONTRADICTS(facts=named), 1000),
        "remark_class": NOTE,
    }
