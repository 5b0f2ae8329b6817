"""The one sentence of a host's page: its best result, how near its limit that is, and since which change."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from fioboard.app.hosts.machines import sentences
from fioboard.app.hosts.machines.series import HostSeries, Ran
from fioboard.core.figures import format_figure, format_things
from fioboard.core.run_state import Direction
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.host import TimelineEntry
from fioboard.engine.answers.host_series import HostAnswer, HostAnswerKind, HostNext
from fioboard.engine.rules import RULES_OF_RUNS
from fioboard.engine.rules.finding import format_share

# Nearer than this to the best is as good as the best in words; nothing is claimed of it.
AS_GOOD = 0.97
MIN_OF_INTERVAL = 3
_UNKNOWN_HARDWARE: HostNext = {
    "title": "Add the hardware inventory",
    "text": "Imported runs have no inventory, so there is no link, limit or datasheet to compare with. The agent sends "
    "it with each run.",
    "command": "fioboard-agent run JOBFILE",
}
_FIRST_TEST: HostNext = {
    "title": "Run a first test",
    "text": "The agent sends the hardware inventory with each run. PATH is any directory on the drive to measure.",
    "command": "fioboard-agent suite quick --target PATH",
}
_LOOK_AT_STEP: HostNext = {
    "title": "Review the change and note its cause",
    "text": "The Changes tab lists the runs before and after it, and what else changed.",
    "command": None,
}
_FULL_INVENTORY: HostNext = {
    "title": "Read drive health and memory channels",
    "text": "On the host, run:",
    "command": "sudo fioboard-agent inventory --privileged",
}
_VIRTUAL: HostNext = {
    "title": "No known issues",
    "text": "The physical drives, their health and their links are not visible inside a VM.",
    "command": None,
}


Regressed = tuple[UUID, Direction]
"""A test that got worse: workload and direction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """What of a host waits for somebody, the gravest first."""

    events: Sequence[str] = ()
    """What each is, with its figures."""
    worse: str | None = None
    """The regression that the answer speaks of, as its title."""
    evidence: str = ""
    """What the title leaves out."""
    n_worse: int = 0
    """Tests of the host that got worse."""


def lead(series: Sequence[HostSeries]) -> HostSeries | None:
    """Return the series with the most data per second in a trusted run; figures that people typed come last."""
    return max(series, key=lambda one: (not one.is_typed, one.best is not None, _bytes(one)), default=None)


def choose(series: Sequence[HostSeries], regressions: Sequence[Regressed]) -> HostSeries | None:
    """Return the series that the host's answer speaks of: its gravest open regression, else the lead.

    `regressions`: the gravest first.
    """
    first = lead(series)
    keys = {(one.workload_id, one.direction): one for one in (*series, *([first] if first else []))}
    return next((keys[one] for one in regressions if one in keys), first)


def _bytes(one: HostSeries) -> float:
    best = one.best or one.latest
    block = one.options.get("bs")
    if one.metric == "bw_bytes_per_s":
        return best.value
    return best.value * (block if isinstance(block, int) else 1)


def build_answer(
    one: HostSeries | None,
    verdict: VerdictBrief | None,
    timeline: Sequence[TimelineEntry],
    waiting: Open,
    is_virtual: bool = False,
) -> HostAnswer:
    """Build the sentence of a host's page. `verdict`: of the best run of the series that is spoken of. `is_virtual`:
    whether it has only drives that a hypervisor shows."""
    after = _next(timeline, waiting)
    if after is _FULL_INVENTORY and is_virtual:
        after = _VIRTUAL
    if one is None:
        after = _FIRST_TEST if after is _UNKNOWN_HARDWARE else after
        return _assemble("empty", "No runs on this host yet.", after)
    best = one.best
    if best is None:
        what = format_things(len(one.runs), "run")
        return _assemble("doubted", "No reliable run on this host.", after, one=one, sure=what)
    of = _yardstick(verdict, best)
    reached = sentences.BEST(result=spoken(one, best), of=of)
    sure = _count(one)
    if waiting.worse is not None:
        more = waiting.n_worse - 1
        others = [sentences.MORE_WORSE(tests=format_things(more, "more test"))] if more > 0 else []
        # The figure alone is among the others.
        at_best = [f"{reached}."] if of else []
        return _assemble(
            # How many runs stand on each side is part of the evidence.
            "worse",
            waiting.worse,
            after,
            one=one,
            text=[waiting.evidence, *others, *at_best],
        )
    newest = one.newest
    unreliable: list[str] = (
        [sentences.NEWEST_UNRELIABLE(result=spoken(one, newest))] if newest.is_doubted else []
    )
    if one.latest.value < AS_GOOD * best.value:
        latest, less = spoken(one, one.latest), format_share(1 - one.latest.value / best.value, 1)
        sentence = sentences.BELOW_BEST(result=latest, less=less)
        return _assemble("below", sentence, after, one=one, sure=sure, text=[f"{reached}.", *unreliable])
    change = find_improvement(one, timeline)
    if change is None:
        level = _describe_only(one, best, of) if len(one.runs) == 1 else f"{reached}."
        return _assemble("best", level, after, one=one, sure=sure, text=unreliable)
    text = [*unreliable, _describe_earlier(one, change)]
    return _assemble(
        "best",
        sentences.BEST_SINCE(best=reached, change=change.words),
        after,
        one=one,
        sure=change.sure,
        text=text,
    )


def _describe_only(one: HostSeries, run: Ran, of: str) -> str:
    """`1.13 GB/s: sequential read 1 MiB, QD 8, 1 job.`: of one run nothing is the best."""
    workload = f": {one.name}" if one.name else ""
    return sentences.ONLY(result=spoken(one, run), of=of, workload=workload)


def spoken(one: HostSeries, run: Ran) -> str:
    """`28.4 GB/s`, `131k IOPS`."""
    return format_figure(run.value, "bytes/s" if one.metric == "bw_bytes_per_s" else "IOPS")


def _yardstick(verdict: VerdictBrief | None, run: Ran) -> str:
    """`, 98.6 % of its limit (slowest PCIe link)`: of the limit, else of the datasheet's rating."""
    if verdict is not None and verdict["kind"] == "limit" and verdict["share"] is not None:
        rule = RULES_OF_RUNS.get(verdict["id"] or "")
        return sentences.OF_LIMIT(share=format_share(verdict["share"], 1), limit=rule.title) if rule else ""
    if run.rated_share is not None and run.rated_verdict == "comparable":
        return sentences.OF_RATING(share=format_share(run.rated_share))
    return ""


def _count(one: HostSeries) -> str:
    n = len(one.trusted)
    if n > 1:
        return format_things(n, "run")
    return "no trend yet" if len(one.runs) == 1 else "1 reliable run, no trend yet"


@dataclass(frozen=True, slots=True)
class Since:
    """A recorded change that all of the better runs came after."""

    words: str
    before: Sequence[Ran]
    after: Sequence[Ran]

    @property
    def sure(self) -> str:
        """How many runs stand on each side."""
        n, m = len(self.before), len(self.after)
        few = min(n, m) < MIN_OF_INTERVAL
        return sentences.BEFORE_AND_AFTER(
            before=format_things(n, "run"), after=m, interval="; no confidence interval" if few else ""
        )


def find_improvement(one: HostSeries, timeline: Sequence[TimelineEntry]) -> Since | None:
    """Find the newest change of the machine after which every run is better than every run before; None without
    one.
    """
    for entry in timeline:
        if not entry["headlines"] or not entry["headlines"][0]["is_change"]:
            continue
        before = [run for run in one.trusted if run.at < entry["first_seen_at"]]
        after = [run for run in one.trusted if run.at >= entry["first_seen_at"]]
        if before and after and max(run.value for run in before) < AS_GOOD * min(run.value for run in after):
            return Since(_changed(entry), before, after)
    return None


def _changed(entry: TimelineEntry) -> str:
    """Name the first change, and count what changed besides and what nobody recorded.

    What follows from a change is in the list of changes; here its count would read as so many changes more.
    """
    first, unknown = entry["headlines"][0], entry["unknown_count"]
    more = entry["change_count"] - entry["follow_count"] - unknown - 1
    absent = "none" if first["is_change"] else "unknown"
    before, after = (absent if first[side] is None else _value(first[side]) for side in ("base", "new"))
    words = f"{first['title']} {before} → {after}"
    if more > 0:
        words += f" and {format_things(more, 'more change')}"
    if unknown > 0:
        words += sentences.NOT_RECORDED(settings=format_things(unknown, "more setting"))
    return words


def _value(value: str | int | float | bool | None) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _describe_earlier(one: HostSeries, change: Since) -> str:
    low, high = (pick(change.before, key=lambda run: run.value) for pick in (min, max))
    ends = dict.fromkeys((spoken(one, low), spoken(one, high)))
    return sentences.BEFORE(range=" to ".join(ends))


def _next(timeline: Sequence[TimelineEntry], waiting: Open) -> HostNext:
    if waiting.events:
        more = len(waiting.events) - 1
        text = sentences.OPEN_ISSUES(issues=format_things(more, "more open issue")) if more else ""
        return {"title": waiting.events[0], "text": text, "command": None}
    if waiting.worse is not None:
        return _LOOK_AT_STEP
    return _FULL_INVENTORY if timeline else _UNKNOWN_HARDWARE


def _assemble(
    kind: HostAnswerKind,
    sentence: str,
    after: HostNext,
    *,
    one: HostSeries | None = None,
    sure: str = "",
    text: Sequence[str] = (),
) -> HostAnswer:
    return {
        "kind": kind,
        "sentence": sentence,
        "sure": sure,
        "text": list(text),
        "series": one.key if one else None,
        "next": after,
    }
