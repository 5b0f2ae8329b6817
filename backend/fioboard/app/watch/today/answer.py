"""The one sentence of the page Today: the worst first, then the best news. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from fioboard.app.watch.today import sentences
from fioboard.core.figures import format_things
from fioboard.core.sentence import Template
from fioboard.engine.answers.today import TodayAnswer, TodayKind, TodayNext
from fioboard.engine.words.events import EventKind

MAX_CLAUSES = 2
# What may cost data first, then what costs speed, then what is not known because nothing came.
GRAVEST: tuple[EventKind, ...] = (
    "warning",
    "array",
    "missing",
    "link",
    "overdue",
    "waiting",
    "refused",
    "worn",
    "hot",
)
_CLAUSES: Mapping[EventKind, tuple[Template, Template]] = {
    "warning": (sentences.WARNING, sentences.WARNING_SEVERAL),
    "array": (sentences.ARRAY, sentences.ARRAY_SEVERAL),
    "missing": (sentences.MISSING, sentences.MISSING_SEVERAL),
    "link": (sentences.LINK, sentences.LINK_SEVERAL),
    "overdue": (sentences.OVERDUE, sentences.OVERDUE_SEVERAL),
    "waiting": (sentences.WAITING, sentences.WAITING_SEVERAL),
    "refused": (sentences.REFUSED, sentences.REFUSED_SEVERAL),
    "worn": (sentences.WORN, sentences.WORN_SEVERAL),
    "hot": (sentences.HOT, sentences.HOT_SEVERAL),
}
_OF_HOSTS: frozenset[EventKind] = frozenset(("array", "waiting", "refused"))
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """Something of a host that is so now."""

    kind: EventKind
    host: str
    host_id: str
    name: str | None
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A step in the figures of one test."""

    change_id: str
    headline: str
    """What, where and by how much, without its full stop."""
    is_worse: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreliable:
    """The runs that came last, where some of them are unreliable."""

    host: str
    n: int
    """Unreliable runs."""
    of: int
    """All runs of the batch; 1: a run by itself."""
    reason: str | None
    """Verdict of the first unreliable run."""
    batch_id: str | None
    run_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the sentence is made of."""

    since: datetime
    wrong: Sequence[Wrong]
    moved: Sequence[Moved]
    """Of that time; the largest first."""
    earlier: Sequence[Moved] = ()
    """Regressions of before that time that still wait for somebody; the largest first."""
    n_earlier: int = 0
    """How many those are; more than are listed where there are very many."""
    runs: int
    """That came since then."""
    steady: int
    """Watched series with a run since then and no step."""
    unreliable: Unreliable | None = None


def build_answer(facts: Facts) -> TodayAnswer:
    """Build the answer, worst first: what is broken or missing, else a step for the worse; then the largest step
    for the better.
    """
    clauses = [_clause(kind, same) for kind in GRAVEST if (same := _filter_kind(facts.wrong, kind))]
    worse = [one for one in facts.moved if one.is_worse]
    better = [one for one in facts.moved if one.is_worse is False]
    parts = []
    if clauses:
        parts.append(_capital(" and ".join(clauses[:MAX_CLAUSES])))
    elif worse:
        parts.append(worse[0].headline)
    if better:
        parts.append(better[0].headline)
    kind: TodayKind = "worse" if clauses or worse or facts.earlier else "better" if better else "quiet"
    if facts.earlier and not clauses and not worse:
        parts.insert(0, sentences.OPEN_HEADLINE(headline=facts.earlier[0].headline))
    if facts.unreliable is not None and kind == "quiet":
        kind, parts = "unreliable", [_describe_unreliable(facts.unreliable)]
    if not parts:
        parts = [sentences.NO_CHANGE_SINCE(since=f"{facts.since:%-d %b %H:%M}")]
    details = [_capital(" and ".join(clauses[MAX_CLAUSES:]))] if len(clauses) > MAX_CLAUSES else []
    details += [one.headline for one in worse[0 if clauses else 1 :][:1]]
    if clauses or worse:
        details += _count_open(facts.n_earlier, "earlier")
    else:
        # The headline names the largest.
        details += _count_open(facts.n_earlier - 1, "more earlier")
    if facts.unreliable is not None and kind != "unreliable":
        details.append(_describe_unreliable(facts.unreliable))
    text = [f"{one}." for one in details] + [one for one in [_came(facts)] if one]
    return {
        "kind": kind,
        "sentence": " ".join(f"{part}." for part in parts),
        "text": text,
        "next": _next(facts.wrong, [*worse, *facts.earlier], facts.unreliable),
    }


def _describe_unreliable(runs: Unreliable) -> str:
    if runs.of == 1:
        return sentences.LAST_RUN_UNRELIABLE(host=runs.host)
    n = "All" if runs.n == runs.of else f"{runs.n} of"
    verb = "is" if runs.n == 1 else "are"
    return sentences.RUNS_UNRELIABLE(n=n, of=runs.of, host=runs.host, verb=verb)


def _count_open(n: int, which: str) -> list[str]:
    """Count open regressions in a sentence; none without one."""
    if n <= 0:
        return []
    things = "regressions are" if n > 1 else "regression is"
    return [sentences.STILL_OPEN(n=_capital(_number(n)), which=which, things=things)]


def _filter_kind(wrong: Sequence[Wrong], kind: EventKind) -> list[Wrong]:
    return [one for one in wrong if one.kind == kind]


def _clause(kind: EventKind, same: Sequence[Wrong]) -> str:
    hosts = list(dict.fromkeys(one.host for one in same))
    n = len(hosts) if kind in _OF_HOSTS else len(same)
    one, several = _CLAUSES[kind]
    if kind in _OF_HOSTS:
        if n == 1:
            return one(where=hosts[0])
        return f"{_number(n)} {several(where='').replace('  ', ' ')}"
    where = f"on {hosts[0]}" if len(hosts) == 1 else f"on {_number(len(hosts))} hosts"
    return f"{_number(n)} {(one if n == 1 else several)(where=where)}"


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else f"{n:,}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _came(facts: Facts) -> str:
    if not facts.runs:
        return "No new runs."
    if not facts.steady:
        # The figures below count them already.
        return ""
    came = format_things(facts.runs, "new run")
    return sentences.NO_CHANGE_IN(runs=came, tests=format_things(facts.steady, "monitored test"))


def _next(wrong: Sequence[Wrong], worse: Sequence[Moved], unreliable: Unreliable | None) -> TodayNext:
    step: TodayNext = {
        "title": "Nothing to do",
        "text": "No open issues.",
        "host_id": None,
        "change_id": None,
        "batch_id": None,
        "run_id": None,
    }
    if wrong:
        first = min(wrong, key=lambda one: GRAVEST.index(one.kind))
        what = f"{first.name} on {first.host}" if first.name else first.host
        step |= {"title": sentences.CHECK(what=what), "text": first.detail, "host_id": first.host_id}
    elif worse:
        text = "See which configuration changes were recorded at that time."
        step |= {"title": "Review the largest regression", "text": text, "change_id": worse[0].change_id}
    elif unreliable is not None:
        text = unreliable.reason or "Open it to see why."
        step |= {
            "title": sentences.MEASURE_AGAIN(host=unreliable.host),
            "text": text,
            "batch_id": unreliable.batch_id,
        }
        step["run_id"] = unreliable.run_id if unreliable.batch_id is None else None
    return step
