"""Is a measurement enough for a requirement? Four answers, and how far from the limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, Self

from fioboard.engine.purposes.card import Requirement
from fioboard.engine.purposes.match import (
    Difference,
    Effect,
    compute_reachable_factor,
    is_same_kind,
    list_differences,
)
from fioboard.engine.purposes.measurement import Measurement, Span, read_durable, read_figure

Answer = Literal["comfortable", "meets", "fails", "cannot_tell"]
COMFORTABLE_FACTOR = 2.0
NARROW_SHARE = 0.1
"""This near to the limit one run is no proof: repeats differ by more."""
TAIL: tuple[float | Literal["max"], ...] = (50.0, 99.0, 99.9, "max")


@dataclass(frozen=True, slots=True)
class TailFigure:
    """One statistic beside the one that is judged."""

    statistic: float | Literal["max"]
    value: float
    is_over: bool
    """Beyond the limit; never where that is one of means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a measurement says of a requirement. `answer` is None where the source states no limit."""

    requirement: Requirement
    measurement: Measurement
    answer: Answer | None
    span: Span
    """Of the median repeat."""
    is_narrow: bool = False
    """Within a tenth of the limit, or repeats on both sides of it."""
    repeats: tuple[float, ...] = ()
    """The figure of each run that tells, this one's first where it does."""
    differences: tuple[Difference, ...] = ()
    tail: tuple[TailFigure, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether more runs would change nothing that is said: one run near the limit needs a repeat."""
        return not self.is_narrow or len(self.repeats) > 1

    @property
    def margin(self) -> float | None:
        """How many times better than the limit; below 1 it misses. None without a limit or a figure."""
        value, limit = self.figure, self.requirement.limit
        if not value or limit is None:
            return None
        return limit / value if self.requirement.is_latency else value / limit

    @property
    def figure(self) -> float | None:
        """The value to show: what was measured, else the bound on which the answer rests."""
        if self.span.value is not None:
            return self.span.value
        is_lower = self.answer == "fails" or self.span.high is None
        return self.span.low if is_lower else self.span.high

    @property
    def count(self) -> int | None:
        """For how many cameras, streams or commits it is enough; None where nothing is counted."""
        scale = self.requirement.scale
        if scale is None or self.answer == "cannot_tell" or self.span.value is None:
            return None
        return int(self.span.value / scale.each)

    @property
    def seconds(self) -> float | None:
        """How long the stated amount of data takes; None where there is none."""
        amount = self.requirement.amount
        if amount is None or self.answer == "cannot_tell" or not self.span.value:
            return None
        return amount.bytes / self.span.value


@dataclass(frozen=True, slots=True)
class _Judged:
    """One run judged alone."""

    measurement: Measurement
    span: Span
    differences: tuple[Difference, ...]
    answer: Answer | None

    @classmethod
    def judge(cls, requirement: Requirement, measurement: Measurement) -> Self:
        """Judge one run by its own figure and workload."""
        span = read_figure(measurement, requirement.metric)
        differences = tuple(list_differences(requirement, measurement))
        return cls(measurement, span, differences, _decide(requirement, measurement, span, differences))


def judge(
    requirement: Requirement, measurement: Measurement, others: Sequence[Measurement] = ()
) -> Judgement | None:
    """Judge one job by a requirement; None where the job is of another direction. `others`: its repeats."""
    if not is_same_kind(requirement, measurement):
        return None
    runs = [_Judged.judge(requirement, one) for one in (measurement, *others)]
    # Unreliable runs tell nothing, and those that memory answered only what fails: beside others neither counts.
    clean = [
        one for one in runs if not (one.measurement.is_unreliable or one.measurement.is_flattered)
    ] or runs
    answered = [one for one in clean if one.answer != "cannot_tell"] or clean[:1]
    repeats = tuple(one.span.value for one in answered if one.span.value is not None)
    chosen = answered[0] if len(repeats) < len(answered) else _choose_median(answered, repeats)
    answer, span = chosen.answer, chosen.span
    # Repeats on both sides of the limit, or some that tell nothing: the median decides, narrowly.
    is_split = len({one.answer == "fails" for one in answered}) > 1 or len(answered) < len(clean)
    tail = _list_tail(requirement, chosen.measurement)
    if answer == "comfortable" and any(figure.is_over for figure in tail if figure.statistic != "max"):
        answer = "meets"
    return Judgement(
        requirement=requirement,
        measurement=chosen.measurement,
        answer=answer,
        span=span,
        is_narrow=answer not in {None, "cannot_tell"} and (is_split or _is_narrow(requirement, span)),
        repeats=repeats,
        differences=chosen.differences,
        tail=tail,
    )


def _choose_median(runs: Sequence[_Judged], values: Sequence[float]) -> _Judged:
    middle = median(values)
    return min(runs, key=lambda one: abs((one.span.value or 0.0) - middle))


def _decide(
    requirement: Requirement, measurement: Measurement, span: Span, differences: Sequence[Difference]
) -> Answer | None:
    """Decide by the figure alone, then by what the job had easier or harder."""
    effects = {difference.effect for difference in differences}
    if "other" in effects or (span.low is None and span.high is None):
        return "cannot_tell"
    if requirement.limit is None:
        # What is counted is of the very workload: a harder one would count too few.
        return "cannot_tell" if effects else None
    bare = _compare(requirement, span)
    if bare == "fails" and "harder" in effects:
        return "fails" if _is_unreachable(requirement, measurement, span, effects) else "cannot_tell"
    if bare is None and requirement.is_recommended and "harder" in effects:
        return "cannot_tell"
    if bare in {"meets", "comfortable"} and "easier" in effects:
        return "cannot_tell"
    return bare


def _compare(requirement: Requirement, span: Span) -> Answer | None:
    """Compare a figure with the limits. A limit that only rules out says nothing of what passes it."""
    if requirement.fails is not None:
        return "fails" if _is_missed(requirement, span, requirement.fails) else None
    limit = requirement.limit or 0.0
    factor = COMFORTABLE_FACTOR if requirement.is_latency else 1 / COMFORTABLE_FACTOR
    better = requirement.comfortable or limit / factor
    if _is_reached(requirement, span, better):
        return "comfortable"
    if requirement.meets is None:
        return "cannot_tell" if not _is_missed(requirement, span, better) else None
    if _is_reached(requirement, span, limit):
        return "meets"
    return "fails" if _is_missed(requirement, span, limit) else "cannot_tell"


def _is_reached(requirement: Requirement, span: Span, limit: float) -> bool:
    if requirement.is_latency:
        return span.high is not None and span.high <= limit
    return span.low is not None and span.low >= limit


def _is_missed(requirement: Requirement, span: Span, limit: float) -> bool:
    if requirement.is_latency:
        return span.low is not None and span.low > limit
    return span.high is not None and span.high < limit


def _is_unreachable(
    requirement: Requirement, measurement: Measurement, span: Span, effects: set[Effect]
) -> bool:
    """Whether a rate of random I/O misses the limit by more than depth and size could ever make up."""
    if requirement.is_latency or effects - {"harder"} or not (measurement.rw or "").startswith("rand"):
        return False
    if measurement.is_paced or measurement.sync in {"every", "some"} or span.high is None:
        return False
    factor = compute_reachable_factor(requirement, measurement)
    return _is_missed(requirement, Span(None, span.high * factor), requirement.limit or 0.0)


def _is_narrow(requirement: Requirement, span: Span) -> bool:
    limit, value = requirement.meets or requirement.fails, span.value
    return limit is not None and value is not None and abs(value - limit) <= NARROW_SHARE * limit


def _list_tail(requirement: Requirement, measurement: Measurement) -> tuple[TailFigure, ...]:
    """List the percentiles beside a latency that is judged: one may pass while the next breaks the limit."""
    if not requirement.is_latency:
        return ()
    spans = [(statistic, read_durable(measurement, statistic)) for statistic in TAIL]
    # A limit of means says nothing of percentiles.
    limit = None if requirement.metric == "lat_mean_ns" else requirement.limit
    return tuple(
        TailFigure(statistic, span.value, limit is not None and span.value > limit)
        for statistic, span in spans
        if span.value is not None
    )
