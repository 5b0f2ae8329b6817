"""What a search found: the highest rate under a limit of p99, or the shallowest step that reaches a rate."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from uuid import UUID

import numpy as np

from fioboard.core.figures import (
    format_figure,
    format_latency,
    format_latency_tick,
    format_range,
    format_things,
)
from fioboard.core.sentence import Sentence
from fioboard.engine.answers.batch import BatchAnswer, BatchFigure
from fioboard.engine.answers.search import SearchGoal
from fioboard.engine.rules.history.past import Measured
from fioboard.engine.rules.history.suite import Step, add_doubts_and_limits, keep_trusted
from fioboard.engine.rules.sentences.sweeps import (
    BEST_UP_TO,
    CPU_OF_FIO,
    EXCEEDED,
    NEEDED,
    NEVER_REACHED,
    NOT_REACHED,
    REACHED,
    UNDER_LIMIT,
)
from fioboard.engine.stats.interval import mean_ci95

# Rates that differ by less count as equal, as the agent's search has it: the shallower step is the better one.
EQUAL = 0.03


@dataclass(frozen=True, slots=True)
class _Place:
    """All runs at one depth and number of jobs. Rates of both directions together."""

    iodepth: int
    numjobs: int
    rates: tuple[float, ...]
    p99_ns: float | None
    """Median over runs of the slower direction's; None = not measured."""
    cpu_pct: float | None
    """Of one job, mean over runs."""
    run_ids: tuple[UUID, ...]

    @property
    def rate(self) -> float:
        """Mean over runs."""
        return fmean(self.rates)

    @property
    def in_flight(self) -> int:
        """I/Os asked for at a time."""
        return self.iodepth * self.numjobs

    @property
    def name(self) -> str:
        """`QD 24, 1 job`."""
        return f"QD {self.iodepth}, {format_things(self.numjobs, 'job')}"


def judge_search(goal: SearchGoal, measured: Sequence[Measured], steps: Sequence[Step]) -> BatchAnswer | None:
    """Judge the steps of a search; None without a figure."""
    trusted = keep_trusted([one for one in measured if one.rate])
    unit = "bytes/s" if goal["metric"] == "bw_bytes_per_s" or (trusted and trusted[0].by_bytes) else "IOPS"
    if goal["metric"] == "iops":
        unit = "IOPS"
    places = _list_places(trusted, unit)
    if not places:
        return None
    what = trusted[0].what if len({one.direction for one in trusted}) == 1 else _describe_mix(trusted[0])
    best = _find_best(goal, places)
    sentence, behind = _describe(goal, what, places, best, unit)
    verdict = add_doubts_and_limits(sentence, steps)
    return {
        "verdict": replace(verdict, text=(*behind, *verdict.text)).serialize(),
        "findings": [],
        "knee": None
        if best is None
        else {
            "run_ids": list(best.run_ids),
            "direction": trusted[0].direction,
            "in_flight": best.in_flight,
            "p99_ns": best.p99_ns,
        },
        "sure": f"{format_things(len(places), 'step')}, {format_things(sum(len(one.rates) for one in places), 'run')}",
        "figures": [] if best is None else _list_figures(goal, best, unit),
        "p99_limit_ns": None,
        "goal": goal,
        "next": None,
    }


def _list_places(measured: Sequence[Measured], unit: str) -> list[_Place]:
    """Group results by depth and jobs, those of one run as one."""
    by_place: dict[tuple[int, int], dict[UUID, list[Measured]]] = defaultdict(lambda: defaultdict(list))
    for one in measured:
        by_place[one.iodepth or 1, one.numjobs or 1][one.run_id].append(one)
    places = []
    for (depth, jobs), runs in by_place.items():
        rates = [sum(_get_rate(one, unit) for one in members) for members in runs.values()]
        tails = [
            max(tail)
            for members in runs.values()
            if (tail := [one.p99_ns for one in members if one.p99_ns is not None])
        ]
        busy = [one.cpu_pct for members in runs.values() for one in members[:1] if one.cpu_pct is not None]
        places.append(
            _Place(
                depth,
                jobs,
                tuple(rates),
                median(tails) if tails else None,
                fmean(busy) if busy else None,
                tuple(runs),
            )
        )
    return sorted(places, key=lambda place: (place.numjobs, place.iodepth))


def _get_rate(one: Measured, unit: str) -> float:
    return float((one.iops if unit == "IOPS" else one.bw_bytes_per_s) or 0)


def _find_best(goal: SearchGoal, places: Sequence[_Place]) -> _Place | None:
    """Find the best step, as the agent's search does; None where every step exceeds the limit."""
    if goal["metric"] == "clat_p99_ns":
        kept = [one for one in places if one.p99_ns is not None and one.p99_ns <= goal["limit"]]
    else:
        reached = [one for one in places if one.rate >= goal["limit"]]
        if reached:
            return reached[0]
        kept = list(places)
    most = max((one.rate for one in kept), default=0.0)
    equal = [one for one in kept if one.rate >= most * (1 - EQUAL)]
    return min(equal, key=lambda one: (-len(one.rates), one.in_flight, one.numjobs), default=None)


def _describe(
    goal: SearchGoal, what: str, places: Sequence[_Place], best: _Place | None, unit: str
) -> tuple[Sentence, tuple[Sentence, ...]]:
    """Describe what was found, and what is to be said behind it."""
    if goal["metric"] != "clat_p99_ns" and best is not None:
        wanted, rate = format_figure(goal["limit"], unit), format_figure(best.rate, unit)
        values = {
            "what": what,
            "wanted": wanted,
            "rate": rate,
            "place": best.name,
            "sure": _describe_sure(best, unit),
        }
        if best.rate >= goal["limit"]:
            latency = f", p99 {format_latency(best.p99_ns)}" if best.p99_ns is not None else ""
            return REACHED(**values, latency=latency), ()
        return NOT_REACHED(**values), (NEEDED(count=math.ceil(goal["limit"] / best.rate)),)
    limit = format_latency_tick(goal["limit"])
    if best is None:
        first = places[0]
        latency = "not measured" if first.p99_ns is None else format_latency(first.p99_ns)
        sure = format_things(len(first.rates), "run")
        return EXCEEDED(what=what, limit=limit, place=first.name, latency=latency, sure=sure), ()
    sentence = UNDER_LIMIT(
        what=what,
        rate=format_figure(best.rate, unit),
        limit=limit,
        place=best.name,
        sure=_describe_sure(best, unit),
    )
    deepest = max(places, key=lambda one: one.in_flight)
    if any((one.p99_ns or 0) > goal["limit"] for one in places) or deepest.p99_ns is None:
        return sentence, ()
    return sentence, (NEVER_REACHED(place=deepest.name, latency=format_latency(deepest.p99_ns)),)


def _describe_sure(place: _Place, unit: str) -> str:
    """Describe the interval of a step's rate and its runs."""
    interval = mean_ci95(np.array(place.rates))
    runs = format_things(len(place.rates), "run")
    if interval is None:
        return f"{runs}: no interval"
    low, high = (format_figure(max(0.0, end), unit) for end in interval)
    return f"95 % interval {format_range(low, high)}, {runs}"


def _list_figures(goal: SearchGoal, best: _Place, unit: str) -> list[BatchFigure]:
    """List the rate of the best step, its p99 and what an I/O costs of the processors."""
    is_latency = goal["metric"] == "clat_p99_ns"
    figures: list[BatchFigure] = [
        {
            "name": BEST_UP_TO(latency=format_latency_tick(goal["limit"]))
            if is_latency
            else "Rate of that step",
            "value": best.rate,
            "unit": unit,
            "detail": best.name,
            "p99_limit_ns": goal["limit"] if is_latency else None,
        }
    ]
    if best.p99_ns is not None:
        figures.append(
            {
                "name": "p99 of that step",
                "value": best.p99_ns,
                "unit": "ns",
                "detail": f"median of {format_things(len(best.rates), 'run')}",
                "p99_limit_ns": None,
            }
        )
    if best.cpu_pct is not None and unit == "IOPS":
        figures.append(
            {
                "name": "CPU time per I/O",
                "value": best.cpu_pct / 100 * best.numjobs / best.rate * 1e9,
                "unit": "ns",
                "detail": CPU_OF_FIO(share=format_figure(best.cpu_pct * best.numjobs, "%")),
                "p99_limit_ns": None,
            }
        )
    return figures


def _describe_mix(one: Measured) -> str:
    return replace(one, direction="I/O").what.replace("I/Os of", "I/O of")
