"""What a suite of different workloads shows: its figures in one sentence, then what is in doubt or limits it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from fioboard.core.block_size import spoken_size
from fioboard.core.quantity import short_count
from fioboard.core.sentence import Sentence, Template
from fioboard.factors.workload import SPOKEN_PATTERNS
from fioboard.findings.finding import Evidence, Finding, gb
from fioboard.findings.history.past import Measured, Past, by_run
from fioboard.findings.likeness import ONE_RESULT, read_likeness
from fioboard.findings.verdict import Verdict
from fioboard.schemas.answer import VerdictBrief
from fioboard.schemas.batch import BatchNext
from fioboard.vocabulary.answers import VerdictKind
from fioboard.vocabulary.findings import RULES

FIGURES = Template("{figures:text}.")
FIGURES_OF_DRIVE = Template("{drive:text}: {figures:text}.")
AT_MOST = "at most "
DOUBTED = Template("{doubted:figure} of {runs:count} unreliable: {titles:parts}.")
LIMITED = Template("{limited:figure} of {runs:count} at a limit: {titles:parts}.")
AGAIN = "Run the suite again", "Then compare the two batches: one batch cannot show how much results vary."
# More figures make a sentence that nobody reads: then the best of each kind stand for all.
MAX_FIGURES = 4


@dataclass(frozen=True, slots=True)
class Step:
    """What was judged of one measuring run of a batch by itself."""

    verdict: VerdictBrief
    finding_ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Workload:
    """One workload of a suite in one direction. `rate`: the mean of its runs."""

    one: Measured
    rate: float


def suite_verdict(measured: Sequence[Measured], steps: Sequence[Step], drive: str | None) -> Verdict | None:
    """Tell the figures of a suite, and whether its runs are doubted or limited; None without a figure."""
    workloads = list(_workloads(measured))
    if not workloads:
        return None
    figures = _figures(workloads)
    sentence = FIGURES(figures=figures) if drive is None else FIGURES_OF_DRIVE(drive=drive, figures=figures)
    return figures_verdict(sentence, steps)


def figures_verdict(sentence: Sentence, steps: Sequence[Step]) -> Verdict:
    """Put figures first, and behind them how many runs are doubted or limited, and what the others look like."""
    text = [_counted("trust", DOUBTED, "doubted", steps), _counted("limit", LIMITED, "limited", steps)]
    kinds = {step.verdict["kind"] for step in steps}
    kind = kinds.pop() if len(kinds) == 1 else "none"
    finding = _rests_on(kind, sentence, steps) if kind in {"trust", "limit"} else None
    if finding is None:
        kind = "none"
    behind = [*(one for one in text if one is not None), *_list_likenesses(steps)]
    return Verdict(kind, sentence, finding, tuple(behind))


def _list_likenesses(steps: Sequence[Step]) -> list[Sentence]:
    """List what runs look like that nothing better is known of, the first of each workload, and what that proves."""
    first: dict[tuple[object, object], Sentence] = {}
    for step in steps:
        sentence = read_likeness(step.verdict["sentence"])
        if sentence is not None:
            first.setdefault((sentence.arguments["what"], sentence.arguments.get("depth")), sentence)
    return [*list(first.values())[:MAX_FIGURES], ONE_RESULT()] if first else []


def next_after_suite(steps: Sequence[Step], *, is_repeated: bool) -> BatchNext | None:
    """Propose what removes the most frequent doubt, else a second batch where runs have nothing to compare with; None
    where every step has a limit or a warning, or was repeated."""
    experiments = [RULES[rule].experiment for rule in _titles("trust", steps)]
    first = next((one for one in experiments if one is not None), None)
    if first is not None:
        title, detail = first.title, "Then compare the two batches."
    elif not is_repeated and any(step.verdict["kind"] == "none" for step in steps):
        title, detail = AGAIN
    else:
        return None
    return {"title": title, "detail": detail, "options": [], "command": None}


def _workloads(measured: Sequence[Measured]) -> Iterator[_Workload]:
    past = Past(measured)
    seen: set[int] = set()
    for one in measured:
        if not one.rate or id(one) in seen:
            continue
        alike = past.alike(one)
        seen |= {id(other) for other in alike}
        yield _Workload(one, fmean(by_run(keep_trusted(alike)).values()))


def keep_trusted(alike: Sequence[Measured]) -> Sequence[Measured]:
    """Keep the results of runs that can be trusted; all of them where no run can. The two never share a mean."""
    return [one for one in alike if not one.is_doubted] or alike


def _figures(workloads: Sequence[_Workload]) -> str:
    """`1.13 GB/s sequential read · 42.7k IOPS random read`."""
    for name in (_pattern, _pattern_and_size):
        names = [name(workload.one) for workload in workloads]
        if len(workloads) <= MAX_FIGURES and len(set(names)) == len(names):
            return _joined(workloads, names)
    best: dict[tuple[str, bool], _Workload] = {}
    for workload in workloads:
        key = _pattern(workload.one), workload.one.by_bytes
        if key not in best or workload.rate > best[key].rate:
            best[key] = workload
    shown = sorted(best.values(), key=lambda workload: not workload.one.by_bytes)[:MAX_FIGURES]
    return AT_MOST + _joined(shown, [_pattern(workload.one) for workload in shown])


def _joined(workloads: Sequence[_Workload], names: Sequence[str]) -> str:
    return " · ".join(
        f"{spoken_rate(workload.one, workload.rate)} {name}"
        for workload, name in zip(workloads, names, strict=True)
    )


def spoken_rate(one: Measured, rate: float) -> str:
    """`42.7k IOPS`, `1.13 GB/s`: a rate in three digits."""
    return gb(rate) if one.by_bytes else f"{short_count(rate)} IOPS"


def _pattern(one: Measured) -> str:
    spoken = SPOKEN_PATTERNS.get(one.rw or "", one.rw)
    return (
        one.direction if spoken is None else spoken if one.rw in _ONE_WAY else f"{one.direction} of {spoken}"
    )


_ONE_WAY = frozenset({"read", "write", "randread", "randwrite", "trim", "randtrim"})


def _pattern_and_size(one: Measured) -> str:
    return _pattern(one) if one.bs_bytes is None else f"{_pattern(one)} {spoken_size(one.bs_bytes)}"


def _titles(kind: VerdictKind, steps: Sequence[Step]) -> list[str]:
    """The rules that verdicts of this kind rest on, the most frequent first."""
    rules = Counter(step.verdict["id"] or "" for step in steps if step.verdict["kind"] == kind)
    return [rule for rule, _ in rules.most_common() if rule in RULES]


def _counted(kind: VerdictKind, template: Template, name: str, steps: Sequence[Step]) -> Sentence | None:
    count = sum(step.verdict["kind"] == kind for step in steps)
    titles = [RULES[rule].title for rule in _titles(kind, steps)]
    if not titles:
        return None
    runs = "1 run" if len(steps) == 1 else f"{len(steps)} runs"
    return template(**{name: count, "runs": runs, "titles": ", ".join(titles)})


def _rests_on(kind: VerdictKind, sentence: Sentence, steps: Sequence[Step]) -> Finding | None:
    rules = _titles(kind, steps)
    if not rules:
        return None
    return Finding(rules[0], "info", sentence, (Evidence("runs", len(steps), None, "result"),), "likely")
