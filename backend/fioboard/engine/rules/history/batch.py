"""The answer of a batch: the knee of what it swept, else the figures of its workloads."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from fioboard.core.sentence import Sentence
from fioboard.engine.answers.batch import BatchAnswer
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.answers.search import SearchGoal
from fioboard.engine.rules.engine import ORDER
from fioboard.engine.rules.finding import format_share
from fioboard.engine.rules.history import knee
from fioboard.engine.rules.history.past import Measured, Past, group_rates_by_run
from fioboard.engine.rules.history.saturation import judge_search
from fioboard.engine.rules.history.suite import (
    Step,
    add_doubts_and_limits,
    judge_suite,
    keep_trusted,
    suggest_next_step,
)
from fioboard.engine.rules.history.sweep import (
    Sweep,
    collapse,
    find_sweep,
    judge_latency_bound,
    judge_saturation,
)
from fioboard.engine.rules.sentences.history import GAINING, REPEATED
from fioboard.engine.rules.verdict import Verdict

# Sentences behind the verdict: more is a table, and there is one below.
MAX_TEXTS = 4
# Settings whose sweeps are looked for: beyond them a batch is a suite of many tests.
MAX_SETTINGS = 32


def build_batch_answer(
    measured: Sequence[Measured],
    steps: Sequence[Step],
    last: Sequence[FindingOut],
    drive: str | None = None,
    *,
    goal: SearchGoal | None = None,
    p99_limit_ns: float | None = None,
    command: str | None = None,
    has_earlier: bool = False,
) -> BatchAnswer | None:
    """Judge a batch as a whole; None without a figure. Only runs that can be trusted make a sweep.

    `last`: the findings of its last step, by itself. `drive`: the one that all its runs measured, in words.
    `goal`: what its steps were searched for. `p99_limit_ns`: the limit that a sweep was given.
    `command`: the line that measures the whole batch again. `has_earlier`: whether a batch can be compared with it.
    """
    shared = _find_shared(steps, last)
    if goal is not None:
        result = judge_search(goal, measured, steps)
        return None if result is None else {**result, "findings": shared}
    trusted = [one for one in measured if not one.is_doubted]
    sweeps = sorted(_list_sweeps(trusted), key=lambda sweep: -len(sweep.points))
    first = next((sweep for sweep in sweeps if knee.judge_knee(sweep)), sweeps[0] if sweeps else None)
    repeated = _judge_repeats(measured, steps)
    verdict = _judge_sweeps(sweeps, first) or repeated or judge_suite(measured, steps, drive, last)
    if verdict is None:
        return None
    has_knee = first is not None and knee.judge_knee(first) is not None
    return {
        "verdict": verdict.serialize(),
        "findings": shared,
        "knee": knee.build_knee(first) if first is not None and has_knee else None,
        "sure": knee.describe_confidence(first.points) if first is not None else None,
        "figures": knee.list_figures(first, trusted, p99_limit_ns) if first is not None else [],
        "p99_limit_ns": p99_limit_ns,
        "goal": None,
        "next": (knee.suggest_repeats(first) if has_knee or knee.judge_noise(first) else None)
        if first is not None
        else suggest_next_step(steps, command, is_repeated=has_earlier or repeated is not None),
    }


def _find_shared(steps: Sequence[Step], last: Sequence[FindingOut]) -> list[FindingOut]:
    """Find the findings that every step has, in the words of the last."""
    common = frozenset[str].intersection(*(step.finding_ids for step in steps)) if steps else frozenset()
    return sorted((f for f in last if f["id"] in common), key=lambda f: ORDER[f["severity"]])


def _judge_sweeps(sweeps: Sequence[Sweep], first: Sweep | None) -> Verdict | None:
    """Return the knee of the longest sweep that has one as a verdict, the other sweeps behind it."""
    if first is None:
        return None
    verdict = knee.judge_noise(first) or knee.judge_knee(first) or _judge_sweep(first)
    # Of a knee that the deepest point is compared with, the loss was just said.
    reported = knee.get_deeper(first)
    behind = [
        *verdict.text,
        *(text for one in sweeps if one.points[-1] is not reported and (text := _describe_collapse(one))),
    ]
    others = [sweep for sweep in sweeps if sweep is not first]
    behind += [(knee.judge_noise(sweep) or _judge_sweep(sweep)).sentence for sweep in others]
    return Verdict(verdict.kind, verdict.sentence, verdict.finding, tuple(behind[:MAX_TEXTS]))


def _list_sweeps(measured: Sequence[Measured]) -> Iterator[Sweep]:
    """List the sweeps of a batch."""
    past = Past(measured)
    settings = {(id(one.setting), one.direction): one for one in measured if one.rate}
    known: set[tuple[str, object]] = set()
    for one in list(settings.values())[:MAX_SETTINGS]:
        sweep = find_sweep(past, one)
        if sweep is not None and (one.what, tuple(sweep.points)) not in known:
            known.add((one.what, tuple(sweep.points)))
            yield sweep


def _judge_sweep(sweep: Sweep) -> Verdict:
    """Judge a sweep without a knee by what its deepest point shows."""
    deepest = sweep.points[-1]
    finding = judge_saturation(sweep, sweep.knee) or judge_latency_bound(sweep, sweep.points[-2])
    if finding is not None:
        return Verdict("limit", finding.text, finding)
    rate = sweep.of.spoken(deepest.rate)
    return Verdict("none", GAINING(what=sweep.of.what, deepest=deepest.in_flight, rate=rate), None)


def _describe_collapse(sweep: Sweep) -> Sentence | None:
    """Describe what the deepest point of a sweep lost; None when nothing."""
    lost = collapse(sweep, sweep.points[-1])
    return None if lost is None else lost.text


def _judge_repeats(measured: Sequence[Measured], steps: Sequence[Step]) -> Verdict | None:
    """Judge a batch that is one test made several times."""
    past = Past(measured)
    rated = [one for one in measured if one.rate]
    if not rated or len(past.alike(rated[0])) < len(rated):
        return None
    rates = list(group_rates_by_run(keep_trusted(rated)).values())
    if len(rates) < 2:
        return None
    middle = fmean(rates)
    sentence = REPEATED(
        what=rated[0].what,
        runs=f"{len(rates)} comparable runs",
        middle=rated[0].spoken(middle),
        spread=format_share((max(rates) - min(rates)) / middle),
    )
    return replace(add_doubts_and_limits(sentence, steps), compared_with="history")
