"""What a suite of different workloads shows: its figures in one sentence, then what is in doubt or limits it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from uuid import UUID

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import format_figure, format_things
from fioboard.core.sentence import Sentence, Template
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.batch import BatchNext
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.factors.workload import SPOKEN_PATTERNS
from fioboard.engine.rules.exclusions import OF_CACHE
from fioboard.engine.rules.finding import Evidence, Finding, format_shares
from fioboard.engine.rules.history.compared import compare_each, read_figure, read_hardware
from fioboard.engine.rules.history.past import Measured, Past, group_rates_by_run
from fioboard.engine.rules.likeness import Likeness, find_likeness
from fioboard.engine.rules.rule import RULES
from fioboard.engine.rules.sentences.history import (
    ALL_DOUBTED,
    CANNOT_SAY,
    CANNOT_SAY_BUSY,
    CANNOT_SAY_OF_SOME,
    COMMAND_OF_EACH,
    COMPARE_AGAIN,
    COMPARE_REPEATED,
    DOUBTED,
    FIGURES,
    FIGURES_OF_DRIVE,
    LIMITED,
    MEASURED_SO,
)
from fioboard.engine.rules.verdict import Verdict
from fioboard.engine.words.experiments import CONDITION_KEY
from fioboard.engine.words.findings import Confidence
from fioboard.engine.words.verdicts import ComparedWith, VerdictKind

AT_MOST, BEST_MEAN = "at most ", "best mean "
AGAIN = "Run the batch again"
EACH_AGAIN = "Run these jobs again"
BUSY, OTHER_WORK = "host-busy", "other work"
# More figures make a sentence that nobody reads: then the best of each kind stand for all.
MAX_FIGURES = 4


@dataclass(frozen=True, slots=True)
class Step:
    """What was judged of one measuring run of a batch by itself."""

    verdict: VerdictBrief
    finding_ids: frozenset[str]
    run_id: UUID | None = None
    """None where no figure is compared by it."""
    other_work_pct: float | None = None
    """CPU time that other programs took; None where it disturbed nothing."""


def read_other_work(findings: Sequence[FindingOut]) -> float | None:
    """Read how much of the CPU other programs took, in percent; None where it disturbed nothing."""
    values = (
        fact["value"]
        for finding in findings
        if finding["id"] == BUSY
        for fact in finding["evidence"]
        if fact["name"] == OTHER_WORK
    )
    return next((float(value) for value in values if isinstance(value, int | float)), None)


@dataclass(frozen=True, slots=True)
class _Workload:
    """One workload of a suite in one direction. `rate`: the mean of `runs`."""

    one: Measured
    rate: float
    runs: Sequence[UUID]


def judge_suite(
    measured: Sequence[Measured], steps: Sequence[Step], drive: str | None, last: Sequence[FindingOut] = ()
) -> Verdict | None:
    """Judge a suite: its figures and what each is compared with, or why nobody can conclude from them; None without a
    figure. `last`: the findings of its last step.
    """
    workloads = list(_list_workloads(measured))
    if not workloads:
        return None
    has_one_target = len({one.target for one in measured if one.rate}) == 1
    figures = _join_figures(workloads, has_one_target=has_one_target)
    begun = f"{figures[:1].upper()}{figures[1:]}"
    sentence = FIGURES(figures=begun) if drive is None else FIGURES_OF_DRIVE(drive=drive, figures=figures)
    verdict = add_doubts_and_limits(sentence, steps, last)
    compared, is_like = _describe_comparison(workloads, steps) if has_one_target else ([], False)
    doubted = sum(step.verdict["kind"] == "trust" for step in steps)
    finding = _find_reason("trust", sentence, steps, last)
    if 2 * doubted <= len(steps) or finding is None:
        yardstick: ComparedWith | None = "class" if is_like and verdict.kind == "none" else None
        return replace(verdict, text=(*verdict.text, *compared), compared_with=yardstick)
    opening = _describe_unreliable(drive, steps, doubted)
    is_compared = any(map(_is_disturbed, steps)) or doubted < len(steps)
    behind = compared if is_compared else []
    return Verdict("trust", opening, finding, tuple(behind) or (MEASURED_SO(figures=figures),))


def _describe_unreliable(drive: str | None, steps: Sequence[Step], doubted: int) -> Sentence:
    """Say first that nobody can conclude from such results, and why."""
    name = "this storage" if drive is None else drive.partition(",")[0]
    rules = _list_rules("trust", steps)
    titles = ", ".join(RULES[rule].title for rule in rules)
    if doubted < len(steps):
        runs = format_things(len(steps), "run")
        return CANNOT_SAY_OF_SOME(
            drive=name, doubted=doubted, runs=runs, verb=_choose_verb(doubted), titles=titles
        )
    busy = [step.other_work_pct / 100 for step in steps if step.other_work_pct is not None]
    if busy and rules[:1] == [BUSY]:
        return CANNOT_SAY_BUSY(drive=name, share=format_shares(busy), runs=format_things(len(busy), "run"))
    return CANNOT_SAY(drive=name, titles=titles)


def add_doubts_and_limits(
    sentence: Sentence, steps: Sequence[Step], last: Sequence[FindingOut] = ()
) -> Verdict:
    """Put figures first, and behind them how many runs are doubted or limited."""
    text = [
        _describe_share("trust", DOUBTED, "doubted", steps),
        _describe_share("limit", LIMITED, "limited", steps),
    ]
    kinds = {step.verdict["kind"] for step in steps}
    kind = kinds.pop() if len(kinds) == 1 else "none"
    finding = _find_reason(kind, sentence, steps, last) if kind in {"trust", "limit"} else None
    if finding is None:
        kind = "none"
    return Verdict(kind, sentence, finding, tuple(one for one in text if one is not None))


def _describe_comparison(
    workloads: Sequence[_Workload], steps: Sequence[Step]
) -> tuple[list[Sentence], bool]:
    """Compare the workloads of one target, each by itself, behind the classes of devices that give all of them; whether
    there are such classes, too. Of many workloads only the classes are told.
    """
    is_disturbed = bool(steps) and all(map(_is_disturbed, steps))
    rated = [(one.one, one.rate) for one in workloads]
    like = _find_likeness(workloads, steps, is_disturbed=is_disturbed)
    if len(workloads) > MAX_FIGURES:
        return ([] if like is None else [like.sentence, *like.text]), like is not None
    verdicts = list(_list_verdicts(workloads, steps))
    disturbed = {step.run_id for step in steps if step.run_id is not None and _is_disturbed(step)}
    names = [_describe_pattern_and_size(one.one) for one in workloads]
    lines = compare_each(rated, verdicts, names, disturbed, is_told=is_disturbed)
    overall = [] if like is None or like.overall is None else [like.overall]
    return [*overall, *lines], like is not None


def _list_verdicts(workloads: Sequence[_Workload], steps: Sequence[Step]) -> Iterator[Sequence[VerdictBrief]]:
    """List the verdicts of each workload's runs."""
    of_run = {step.run_id: step.verdict for step in steps if step.run_id is not None}
    return ([of_run[run] for run in one.runs if run in of_run] for one in workloads)


def _find_likeness(
    workloads: Sequence[_Workload], steps: Sequence[Step], *, is_disturbed: bool
) -> Likeness | None:
    """Find the classes of devices that give the figures of a suite on one drive; None where a step has a limit or a
    rating to compare with. Where other work took part in every run, the figures of those runs are compared.
    """
    if not steps or any(step.verdict.get("compared_with") in {"limit", "rating"} for step in steps):
        return None
    hardware = read_hardware([(one.one, one.rate) for one in workloads])
    observed = [
        known
        for one in workloads
        if (is_disturbed or not one.one.is_doubted) and (known := read_figure(one.one, one.rate)) is not None
    ]
    return None if hardware is None or not observed else find_likeness(observed, hardware)


def _is_disturbed(step: Step) -> bool:
    """Whether other work is why a step is in doubt, and its data came from the drive all the same."""
    rule = RULES.get(step.verdict["id"] or "")
    is_cached = not OF_CACHE.isdisjoint(step.finding_ids)
    return step.verdict["kind"] == "trust" and rule is not None and rule.is_disturbance and not is_cached


def suggest_next_step(steps: Sequence[Step], command: str | None, *, is_repeated: bool) -> BatchNext | None:
    """Propose what removes the most frequent doubt, else a second batch where runs have nothing to compare with; None
    where every step has a limit or a warning, or was repeated.

    `command`: the line that measures the whole batch again. Where there is none, or the jobs are changed, each run has
    its own.
    """
    rule = next((one for name in _list_rules("trust", steps) if (one := RULES[name]).experiment), None)
    trial = None if rule is None else rule.experiment
    if trial is None and (is_repeated or all(step.verdict["kind"] != "none" for step in steps)):
        return None
    line = command if rule is None or rule.is_disturbance else None
    again = EACH_AGAIN if line is None else AGAIN
    title = again if trial is None else trial.title if trial.how is None else f"{again} {trial.how}"
    compare = COMPARE_REPEATED() if trial is None else COMPARE_AGAIN()
    detail = COMMAND_OF_EACH() if line is None else compare
    return {"title": title, "detail": detail, "options": [], "command": line}


def _list_workloads(measured: Sequence[Measured]) -> Iterator[_Workload]:
    """List the workloads of a batch, each with its mean rate."""
    past = Past(measured)
    seen: set[int] = set()
    for one in measured:
        if not one.rate or id(one) in seen:
            continue
        alike = past.alike(one)
        seen |= {id(other) for other in alike}
        rates = group_rates_by_run(keep_trusted(alike))
        yield _Workload(one, fmean(rates.values()), tuple(rates))


def keep_trusted(alike: Sequence[Measured]) -> Sequence[Measured]:
    """Keep the results of runs that can be trusted; all of them where no run can. The two never share a mean."""
    return [one for one in alike if not one.is_doubted] or alike


def _join_figures(workloads: Sequence[_Workload], *, has_one_target: bool) -> str:
    """Join the figures of a suite: `1.13 GB/s sequential read · 42.7k IOPS random read`. Of several targets each says
    which: `1.13 GB/s sequential read on /dev/sdb`.
    """

    def add_target(name: str, one: Measured) -> str:
        return name if has_one_target or one.target is None else f"{name} on {one.target}"

    for name in (_describe_pattern, _describe_pattern_and_size):
        names = [add_target(name(workload.one), workload.one) for workload in workloads]
        if len(workloads) <= MAX_FIGURES and len(set(names)) == len(names):
            return _join_named_figures(workloads, names)
    best: dict[tuple[str, bool], _Workload] = {}
    for workload in workloads:
        key = _describe_pattern(workload.one), workload.one.by_bytes
        if key not in best or workload.rate > best[key].rate:
            best[key] = workload
    shown = sorted(best.values(), key=lambda workload: not workload.one.by_bytes)[:MAX_FIGURES]
    names = [add_target(_describe_pattern(workload.one), workload.one) for workload in shown]
    lead = BEST_MEAN if any(len(workload.runs) > 1 for workload in shown) else AT_MOST
    return lead + _join_named_figures(shown, names)


def _join_named_figures(workloads: Sequence[_Workload], names: Sequence[str]) -> str:
    """Join each workload's rate and name."""
    return " · ".join(
        f"{format_rate_short(workload.one, workload.rate)} {name}"
        for workload, name in zip(workloads, names, strict=True)
    )


def format_rate_short(one: Measured, rate: float) -> str:
    """Format a rate in three digits: `42.7k IOPS`, `1.13 GB/s`."""
    return format_figure(rate, one.unit)


def _describe_pattern(one: Measured) -> str:
    """Name a workload's pattern and direction."""
    spoken = SPOKEN_PATTERNS.get(one.rw or "", one.rw)
    return (
        one.direction if spoken is None else spoken if one.rw in _ONE_WAY else f"{one.direction} of {spoken}"
    )


_ONE_WAY = frozenset({"read", "write", "randread", "randwrite", "trim", "randtrim"})


def _describe_pattern_and_size(one: Measured) -> str:
    """Name a workload's pattern and block size, and the condition of an experiment.

    A condition is a person's words: a share puts a label in its place before it judges.
    """
    pattern, condition = _describe_pattern(one), one.setting.get(CONDITION_KEY)
    sized = pattern if one.bs_bytes is None else f"{pattern} {spoken_size(one.bs_bytes)}"
    return sized if condition is None else f"{sized}, {condition}"


def _list_rules(kind: VerdictKind, steps: Sequence[Step]) -> list[str]:
    """List the rules that verdicts of this kind rest on, the most frequent first."""
    rules = Counter(step.verdict["id"] or "" for step in steps if step.verdict["kind"] == kind)
    return [rule for rule, _ in rules.most_common() if rule in RULES]


def _describe_share(
    kind: VerdictKind, template: Template, name: str, steps: Sequence[Step]
) -> Sentence | None:
    """Describe how many steps have a verdict of this kind, and its rules; None when no step has."""
    count = sum(step.verdict["kind"] == kind for step in steps)
    titles = [RULES[rule].title for rule in _list_rules(kind, steps)]
    if not titles:
        return None
    runs = format_things(len(steps), "run")
    if kind == "trust" and count == len(steps) > 1:
        # The verdict itself says that they are unreliable.
        return ALL_DOUBTED(runs=runs, titles=", ".join(titles))
    return template(**{name: count, "runs": runs, "verb": _choose_verb(count), "titles": ", ".join(titles)})


def _choose_verb(count: int) -> str:
    return "is" if count == 1 else "are"


def _find_reason(
    kind: VerdictKind, sentence: Sentence, steps: Sequence[Step], last: Sequence[FindingOut]
) -> Finding | None:
    """Find the finding that a verdict of this kind rests on most often, as sure as its last step is of it; None where
    there is none."""
    rules = _list_rules(kind, steps)
    if not rules:
        return None
    sure: Confidence = next((one["confidence"] for one in last if one["id"] == rules[0]), "likely")
    return Finding(rules[0], "info", sentence, (Evidence("runs", len(steps), None, "result"),), sure)
