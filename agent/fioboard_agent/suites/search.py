"""The search of `suite saturate`: which step of a ladder of depths and jobs to measure next, and which was best. Pure.

A ladder has a row per number of jobs, its steps the shallowest first. Latency grows along a row, and so does the rate
until the storage saturates: a few steps tell where the limit is crossed.
"""

from __future__ import annotations

import math
import statistics
from bisect import bisect_right
from dataclasses import dataclass
from typing import Mapping, Optional, Sequence

from fioboard_agent.suites.precision import compute_half_width_ratio

LATENCY, IOPS, BANDWIDTH = "clat_p99_ns", "iops", "bw_bytes_per_s"
# What more jobs, or a deeper queue, must bring to be worth another step.
_GAIN = 0.03
# Rates that differ by less count as equal: the shallower step is the better one.
_EQUAL = 0.03
# What a deeper step has to lose before its neighbours are looked at.
_LOSS = 0.05
# A step whose median is this near to the limit may be on either side of it.
_NEAR = 0.1
_MIN_RUNS = 3
# How much more than the I/Os in flight p99 may grow from one step to the next.
_DOUBTFUL = 2


@dataclass(frozen=True)
class Goal:
    """The limit of p99 under which the highest rate is wanted; or a rate to reach (`metric` is one).

    Steps at the edge are repeated until the 95 % interval of their rate is within `ratio` of it, `max_runs` times at
    most.
    """

    metric: str
    value: float
    ratio: float
    max_runs: int

    @property
    def is_latency(self) -> bool:
        """Whether a latency must not be exceeded; else a rate is to be reached."""
        return self.metric == LATENCY


@dataclass(frozen=True)
class Rung:
    """One step of the ladder, by the name of its workload."""

    name: str
    iodepth: int
    numjobs: int

    @property
    def in_flight(self) -> int:
        """I/Os that are asked for at a time."""
        return self.iodepth * self.numjobs


@dataclass(frozen=True)
class Reading:
    """What one run showed: the rate wanted, and p99 of its slower direction in ns."""

    rate: float
    p99_ns: float


Readings = Mapping[str, Sequence[Optional[Reading]]]
"""The runs of each step by its name; None: fio failed."""


@dataclass(frozen=True)
class BestStep:
    """The best step so far. `is_bounded`: a deeper one beyond the limit was measured, or the rate was reached."""

    rung: Rung
    rates: tuple[float, ...]
    p99_ns: float
    is_bounded: bool


def choose_next(ladder: Sequence[Rung], goal: Goal, readings: Readings) -> Optional[Rung]:
    """Choose the step to measure next; None when the search is over.

    First the edge of the row with the fewest jobs, then one step of each further row as long as more jobs bring more,
    then the edge of the best row, and last the repeats."""
    search = _Search(goal, readings)
    rows = split_rows(ladder)
    best_step = find_best(ladder, goal, readings)
    following = search.choose_step(rows)
    if following is not None:
        return following
    return (
        search.choose_repeat(next(row for row in rows if best_step.rung in row), best_step.rung) if best_step else None
    )


def find_best(ladder: Sequence[Rung], goal: Goal, readings: Readings) -> Optional[BestStep]:
    """Find the step with the highest rate under the limit, the shallowest of equal ones; of a rate to be reached the
    shallowest step that does, else the one with the highest rate. None where no step keeps the limit, or none ran."""
    search = _Search(goal, readings)
    measured = [rung for rung in ladder if search.has_figures(rung)]
    over = [rung for rung in measured if search.is_past_edge(rung)]
    if not goal.is_latency and over:
        best = min(over, key=lambda rung: (rung.numjobs, rung.iodepth))
        return search.build_best_step(best, is_bounded=True)
    kept = [rung for rung in measured if not search.is_past_edge(rung)]
    if not kept:
        return None
    most = max(search.compute_rate(rung) for rung in kept)
    equal = [rung for rung in kept if search.compute_rate(rung) >= most * (1 - _EQUAL)]
    # One that was repeated stays the best among its equals: else noise would have each of them repeated.
    best = min(equal, key=lambda rung: (-len(readings[rung.name]), rung.in_flight, rung.numjobs))
    return search.build_best_step(best, is_bounded=any(rung.numjobs == best.numjobs for rung in over))


def split_rows(ladder: Sequence[Rung]) -> list[list[Rung]]:
    """Split a ladder into its rows, the fewest jobs and the shallowest step first."""
    jobs = sorted({rung.numjobs for rung in ladder})
    return [sorted((one for one in ladder if one.numjobs == count), key=lambda one: one.iodepth) for count in jobs]


def count_most_runs(ladder: Sequence[Rung], goal: Goal) -> int:
    """Count the runs of a search that needs many: its steps by halving, a few for each further row, and repeats."""
    rows = split_rows(ladder)
    return len(rows[0]).bit_length() + 2 + 3 * (len(rows) - 1) + 3 + 2 * (goal.max_runs - 1)


def count_least_runs(ladder: Sequence[Rung]) -> int:
    """Count the runs of a search that is over soon: three steps, the best one repeated."""
    return min(len(ladder), 3) + _MIN_RUNS - 1


@dataclass(frozen=True)
class _Search:
    goal: Goal
    readings: Readings

    def choose_step(self, rows: Sequence[Sequence[Rung]]) -> Optional[Rung]:
        """Choose a step that was not measured; None when the best one is known."""
        following = self.choose_in_row(rows[0], 0) or self.choose_at_peak(rows[0])
        best = self.find_best_in_row(rows[0])
        if following is not None or best is None or self.is_past_edge(best):
            return following
        row, following = self.choose_row(rows, best)
        return (
            following
            or (self.choose_in_row(row, 0) if row is not rows[0] else None)
            or self.choose_at_peak(row)
            or self.choose_again(rows, row)
        )

    def choose_in_row(self, row: Sequence[Rung], start: int) -> Optional[Rung]:
        """Choose the next step towards the edge of a row; None when it is known."""
        measured = [rung for rung in row if self.readings.get(rung.name)]
        if not measured:
            return row[start]
        over = self.find_first_past_edge(row)
        high = len(row) if over is None else row.index(over)
        low = max((place for place, rung in enumerate(row[:high]) if self.is_kept(rung)), default=-1)
        if high - low <= 1:
            return over if over and self._is_doubtful(over, row[low] if low >= 0 else None) else None
        # Latency hardly grows until the storage saturates, and then as the I/Os in flight do.
        guess = middle = (low + high) // 2
        if over is None:
            guess = max(middle, self._predict(row[low], row))
        elif len(measured) % 2:
            guess = self._predict(over, row)
        return row[min(max(guess, low + 1), high - 1)]

    def _is_doubtful(self, over: Rung, below: Optional[Rung]) -> bool:
        """Whether one disturbed run may have put a step beyond the limit: its p99 grew by more than twice what the I/Os
        in flight did, or there is no shallower step. Its median then decides."""
        if not self.goal.is_latency or len(self.readings[over.name]) >= _MIN_RUNS or None in self.readings[over.name]:
            return False
        if below is None:
            return True
        return self._get_judged(over) > _DOUBTFUL * self._get_judged(below) * over.in_flight / below.in_flight

    def choose_row(self, rows: Sequence[Sequence[Rung]], best: Rung) -> tuple[Sequence[Rung], Optional[Rung]]:
        """Choose the row with the best step, and the step to measure before that can be said."""
        chosen = rows[0]
        # As many in flight as had room under the limit; a rate may take any number.
        kept = [float(rung.in_flight) for rung in rows[0] if self.is_kept(rung)]
        room = max(self._predict_in_flight(best), *kept) if self.goal.is_latency else math.inf
        for row in rows[1:]:
            first = self._find_first(row)
            if first is None:
                wanted = min(best.iodepth * row[0].numjobs, room)
                place = bisect_right([rung.in_flight for rung in row], wanted) - 1
                return chosen, (row[place] if place >= 0 else None)
            more = self.find_best_in_row(row)
            if more is None or self.compute_rate(more) < self.compute_rate(best) * (1 + _GAIN):
                break
            chosen, best = row, more
            if self.is_past_edge(more):
                break
            room = max(room, self._predict_in_flight(more))
        return chosen, None

    def choose_at_peak(self, row: Sequence[Rung]) -> Optional[Rung]:
        """Choose a step beside the best one that may be better: some storage loses rate long before the limit."""
        best = self.find_best_in_row(row)
        if best is None or self.is_past_edge(best):
            return None
        most, place = self.compute_rate(best), row.index(best)
        measured = [other for other, rung in enumerate(row) if self.has_figures(rung)]
        below = max((one for one in measured if one < place), default=-1)
        above = min((one for one in measured if one > place), default=None)
        has_lost = above is not None and self.compute_rate(row[above]) < most * (1 - _LOSS)
        if place - below > (1 if has_lost else 2) and (
            has_lost if below < 0 else self.compute_rate(row[below]) < most * (1 - _LOSS)
        ):
            return row[max(place - 2, (place + below) // 2)]
        if above is not None and above - place > 1 and has_lost and self.is_kept(row[above]):
            return row[(place + above) // 2]
        return None

    def choose_again(self, rows: Sequence[Sequence[Rung]], row: Sequence[Rung]) -> Optional[Rung]:
        """Choose a step with more jobs and as many in flight as the best, where more in flight only lost rate."""
        best = self.find_best_in_row(row)
        later = rows[rows.index(row) + 1 :]
        first = self._find_first(later[0]) if later else None
        if (
            best is None
            or first is None
            or self.is_past_edge(best)
            or self.compute_rate(first) >= self.compute_rate(best) * (1 - _LOSS)
        ):
            return None
        place = bisect_right([rung.in_flight for rung in later[0]], best.in_flight) - 1
        return later[0][place] if 0 <= place < later[0].index(first) else None

    def choose_repeat(self, row: Sequence[Rung], best: Rung) -> Optional[Rung]:
        """Choose which step at the edge is repeated; None when the interval is narrow enough and the edge is clear."""
        place = row.index(best)
        beyond = row[place + 1] if place + 1 < len(row) and self.has_figures(row[place + 1]) else None
        for rung in (best, beyond):
            runs = self.readings.get(rung.name, ()) if rung else ()
            if rung is None or len(runs) >= self.goal.max_runs or None in runs:
                continue
            is_near = abs(self._get_judged(rung) / self.goal.value - 1) <= _NEAR
            if len(runs) < _MIN_RUNS and (rung is best or is_near):
                return rung
            ratio = compute_half_width_ratio([one.rate for one in runs if one])
            if rung is best and (ratio is None or ratio > self.goal.ratio):
                return rung
        return None

    def find_first_past_edge(self, row: Sequence[Rung]) -> Optional[Rung]:
        """Find the shallowest step of a row beyond the edge."""
        return next((rung for rung in row if self.readings.get(rung.name) and self.is_past_edge(rung)), None)

    def has_figures(self, rung: Rung) -> bool:
        """Whether a run of the step has figures."""
        return any(self.readings.get(rung.name, ()))

    def is_past_edge(self, rung: Rung) -> bool:
        """Whether the step exceeds the limit or reaches the rate; one that fio cannot run is beyond the edge."""
        if not self.has_figures(rung):
            return True
        judged = self._get_judged(rung)
        return judged > self.goal.value if self.goal.is_latency else judged >= self.goal.value

    def is_kept(self, rung: Rung) -> bool:
        """Whether the step was measured and is not over the edge."""
        return self.has_figures(rung) and not self.is_past_edge(rung)

    def compute_rate(self, rung: Rung) -> float:
        """Return the mean rate of the step's runs."""
        return statistics.fmean([one.rate for one in self.readings.get(rung.name, ()) if one] or [0.0])

    def build_best_step(self, rung: Rung, *, is_bounded: bool) -> BestStep:
        """Build what is said of the best step."""
        runs = [one for one in self.readings[rung.name] if one]
        p99_ns = statistics.median(one.p99_ns for one in runs)
        return BestStep(rung, tuple(one.rate for one in runs), p99_ns, is_bounded)

    def _get_judged(self, rung: Rung) -> float:
        """Return the figure compared with the limit: the median of p99, or the mean rate."""
        runs = [one for one in self.readings.get(rung.name, ()) if one]
        return statistics.median(one.p99_ns for one in runs) if self.goal.is_latency else self.compute_rate(rung)

    def find_best_in_row(self, row: Sequence[Rung]) -> Optional[Rung]:
        """Find the best step of one row."""
        best_step = find_best(row, self.goal, self.readings)
        return best_step.rung if best_step else None

    def _find_first(self, row: Sequence[Rung]) -> Optional[Rung]:
        return next((rung for rung in row if self.readings.get(rung.name)), None)

    def _predict_in_flight(self, rung: Rung) -> float:
        """Predict how many in flight meet the goal, if latency or rate grow as they do."""
        judged = self._get_judged(rung) if self.has_figures(rung) else 0.0
        return rung.in_flight * self.goal.value / judged if judged else float(rung.in_flight)

    def _predict(self, rung: Rung, row: Sequence[Rung]) -> int:
        return bisect_right([one.in_flight for one in row], self._predict_in_flight(rung)) - 1
