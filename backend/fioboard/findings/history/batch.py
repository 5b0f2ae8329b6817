"""The answer of a batch: the knee of what it swept, else the figures of its workloads."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from fioboard.core.sentence import Sentence, Template
from fioboard.findings.engine import ORDER
from fioboard.findings.finding import percent
from fioboard.findings.history import knee
from fioboard.findings.history.past import Measured, Past, by_run
from fioboard.findings.history.suite import (
    Step,
    figures_verdict,
    keep_trusted,
    next_after_suite,
    suite_verdict,
)
from fioboard.findings.history.sweep import Sweep, bound, collapse, saturation, sweep_of
from fioboard.findings.verdict import Verdict
from fioboard.schemas.batch import BatchAnswer
from fioboard.schemas.finding import FindingOut

GAINING = Template("{what:text} are still scaling at QD {deepest:figure}, the deepest tested ({rate:text}).")
REPEATED = Template("{what:text}: {runs:count}, mean {middle:text}, range {spread:figure}.")
# Sentences behind the verdict: more is a table, and there is one below.
MAX_TEXTS = 4
# Settings whose sweeps are looked for: beyond them a batch is a suite of many tests.
MAX_SETTINGS = 32


def batch_answer(
    measured: Sequence[Measured],
    steps: Sequence[Step],
    last: Sequence[FindingOut],
    drive: str | None = None,
) -> BatchAnswer | None:
    """Judge a batch as a whole; None without a figure. Only runs that can be trusted make a sweep.

    `last`: the findings of its last step, by itself. `drive`: the one that all its runs measured, in words.
    """
    shared = _shared(steps, last)
    trusted = [one for one in measured if not one.is_doubted]
    sweeps = sorted(_sweeps(trusted), key=lambda sweep: -len(sweep.points))
    first = next((sweep for sweep in sweeps if knee.verdict_of(sweep)), sweeps[0] if sweeps else None)
    repeated = _repeated(measured, steps)
    verdict = _swept(sweeps, first) or repeated or suite_verdict(measured, steps, drive)
    if verdict is None:
        return None
    has_knee = first is not None and knee.verdict_of(first) is not None
    return {
        "verdict": verdict.out(),
        "findings": shared,
        "knee": knee.knee_out(first) if first is not None and has_knee else None,
        "sure": knee.sure(first.points) if first is not None else None,
        "figures": knee.figures(first, trusted) if first is not None else [],
        "next": (knee.next_of(first) if has_knee else None)
        if first is not None
        else next_after_suite(steps, is_repeated=repeated is not None),
    }


def _shared(steps: Sequence[Step], last: Sequence[FindingOut]) -> list[FindingOut]:
    """Findings that every step has, in the words of the last."""
    common = frozenset[str].intersection(*(step.finding_ids for step in steps)) if steps else frozenset()
    return sorted((f for f in last if f["id"] in common), key=lambda f: ORDER[f["severity"]])


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


def _repeated(measured: Sequence[Measured], steps: Sequence[Step]) -> Verdict | None:
    """Of a batch that is one test made several times."""
    past = Past(measured)
    rated = [one for one in measured if one.rate]
    if not rated or len(past.alike(rated[0])) < len(rated):
        return None
    rates = list(by_run(keep_trusted(rated)).values())
    if len(rates) < 2:
        return None
    middle = fmean(rates)
    sentence = REPEATED(
        what=rated[0].what,
        runs=f"{len(rates)} comparable runs",
        middle=rated[0].spoken(middle),
        spread=percent((max(rates) - min(rates)) / middle),
    )
    return figures_verdict(sentence, steps)
