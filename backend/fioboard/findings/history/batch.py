"""The answer of a batch: the knee of what it swept, else what all its steps have in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from fioboard.core.sentence import Sentence, Template
from fioboard.findings.engine import ORDER
from fioboard.findings.finding import Evidence, Finding, percent
from fioboard.findings.history import knee
from fioboard.findings.history.past import Measured, Past, by_run
from fioboard.findings.history.sweep import Sweep, bound, collapse, saturation, sweep_of
from fioboard.findings.verdict import Verdict
from fioboard.schemas.answer import VerdictBrief
from fioboard.schemas.batch import BatchAnswer
from fioboard.schemas.finding import FindingOut
from fioboard.vocabulary.answers import VerdictKind
from fioboard.vocabulary.findings import RULES

DOUBTED = Template(
    "None of the {runs:count} can be taken as it stands. They have one doubt in common: {title:closed}."
)
LIMITED = Template("All {runs:count} have one limit: {title:closed}.")
GAINING = Template(
    "{what:text} still gain at {deepest:figure} in flight, the deepest of this batch: {rate:text}."
)
REPEATED = Template(
    "{what:text}: {runs:count}, mean {middle:text}, {spread:figure} between the lowest and the highest."
)
# Sentences behind the verdict: more is a table, and there is one below.
MAX_TEXTS = 4
# Settings whose sweeps are looked for: beyond them a batch is a suite of many tests.
MAX_SETTINGS = 32


@dataclass(frozen=True, slots=True)
class Step:
    """What was judged of one measuring run of a batch by itself."""

    verdict: VerdictBrief
    finding_ids: frozenset[str]


def batch_answer(
    measured: Sequence[Measured], steps: Sequence[Step], last: Sequence[FindingOut]
) -> BatchAnswer | None:
    """What a batch tells; None where that is nothing. `last`: the findings of its last step, by itself."""
    shared = _shared(steps, last)
    sweeps = sorted(_sweeps(measured), key=lambda sweep: -len(sweep.points))
    first = next((sweep for sweep in sweeps if knee.verdict_of(sweep)), sweeps[0] if sweeps else None)
    doubt = _of_all("trust", DOUBTED, steps)
    verdict = doubt or _swept(sweeps, first) or _of_all("limit", LIMITED, steps) or _repeated(measured)
    if verdict is None:
        return None
    has_knee = first is not None and doubt is None and knee.verdict_of(first) is not None
    return {
        "verdict": verdict.out(),
        "findings": shared,
        "knee": knee.knee_out(first) if first is not None and has_knee else None,
        "sure": knee.sure(first.points) if first is not None else None,
        "figures": knee.figures(first, measured) if first is not None else [],
        "next": knee.next_of(first) if first is not None and has_knee else None,
    }


def _shared(steps: Sequence[Step], last: Sequence[FindingOut]) -> list[FindingOut]:
    """Findings that every step has, in the words of the last."""
    common = frozenset[str].intersection(*(step.finding_ids for step in steps)) if steps else frozenset()
    return sorted((f for f in last if f["id"] in common), key=lambda f: ORDER[f["severity"]])


def _of_all(kind: VerdictKind, template: Template, steps: Sequence[Step]) -> Verdict | None:
    """One verdict that all steps have; None where they differ, or there is but one."""
    rules = {step.verdict["id"] for step in steps if step.verdict["kind"] == kind}
    if len(steps) < 2 or len(rules) != 1 or any(step.verdict["kind"] != kind for step in steps):
        return None
    rule = RULES.get(rules.pop() or "")
    if rule is None:
        return None
    sentence = template(runs=f"{len(steps)} runs", title=rule.title)
    evidence = (Evidence("runs", len(steps), None, "result"),)
    return Verdict(kind, sentence, Finding(rule.id, "info", sentence, evidence, "likely"))


def _swept(sweeps: Sequence[Sweep], first: Sweep | None) -> Verdict | None:
    """The knee of the longest sweep that has one; the other sweeps stand behind it."""
    if first is None:
        return None
    verdict = knee.verdict_of(first) or _of_sweep(first)
    behind = [*verdict.text, *(text for sweep in sweeps if (text := _lost(sweep)))]
    behind += [_of_sweep(sweep).sentence for sweep in sweeps if sweep is not first]
    return Verdict(verdict.kind, verdict.sentence, verdict.finding, tuple(behind[:MAX_TEXTS]))


def _sweeps(measured: Sequence[Measured]) -> Iterator[Sweep]:
    past = Past(measured)
    settings = {(id(one.setting), one.direction): one for one in measured if one.rate}
    known: set[tuple[str, object]] = set()
    for one in list(settings.values())[:MAX_SETTINGS]:
        sweep = sweep_of(past, one)
        if sweep is not None and (one.what, tuple(sweep.points)) not in known:
            known.add((one.what, tuple(sweep.points)))
            yield sweep


def _of_sweep(sweep: Sweep) -> Verdict:
    deepest = sweep.points[-1]
    finding = saturation(sweep, sweep.knee) or bound(sweep, sweep.points[-2])
    if finding is not None:
        return Verdict("limit", finding.text, finding)
    rate = sweep.of.spoken(deepest.rate)
    return Verdict("none", GAINING(what=sweep.of.what, deepest=deepest.in_flight, rate=rate), None)


def _lost(sweep: Sweep) -> Sentence | None:
    lost = collapse(sweep, sweep.points[-1])
    return None if lost is None else lost.text


def _repeated(measured: Sequence[Measured]) -> Verdict | None:
    """Of a batch that is one test made several times."""
    past = Past(measured)
    rated = [one for one in measured if one.rate]
    if not rated or len(past.alike(rated[0])) < len(rated):
        return None
    rates = list(by_run(rated).values())
    if len(rates) < 2:
        return None
    middle = fmean(rates)
    sentence = REPEATED(
        what=rated[0].what,
        runs=f"{len(rates)} comparable runs",
        middle=rated[0].spoken(middle),
        spread=percent((max(rates) - min(rates)) / middle),
    )
    return Verdict("none", sentence, None)
