"""When a drive slowed down as it became hot: its temperature and what it moved, on one clock."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.hardware.inventory.tolerant import whole
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import Evidence, Finding, format_share
from fioboard.engine.rules.rule import RULES
from fioboard.engine.rules.sentences.machine import ONSET, THROTTLED_FROM

SECONDS = 1000
MIN_READINGS = 5
# What falls further than this has ended, or was given something else to do.
ENDED = 0.1
# A load that falls already is not slowed down by what comes after.
STEADY = 0.95
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Onset:
    """The moment from which a drive was near its warning temperature and moved less. Seconds of the samples' clock."""

    at_s: float
    temperature_c: float
    before: float
    """What it moved in the time before, bytes per second."""
    after: float

    @property
    def drop(self) -> float:
        """By how much less it moved, 0 to 1."""
        return 1 - self.after / self.before


def find_onset(facts: RunFacts, member: Member) -> Onset | None:
    """Find when a drive slowed down as it became hot; None where it never came near its warning, was there from the
    beginning, or moved on as before.
    """
    limit = whole(member.entry, "temperature_warning_c")
    # Jobs one after another move different amounts by themselves.
    if limit is None or facts.samples is None or len({result.group for result in facts.results}) != 1:
        return None
    thresholds = RULES["thermal-throttling"].thresholds
    readings = _list_readings(facts, member.disk, "temperature_c")
    near = next(
        (n for n, (_, value) in enumerate(readings) if value >= limit - thresholds["below warning"]), 0
    )
    if near == 0:
        return None
    at, temperature = readings[near]
    window = thresholds["window s"]
    moved = _list_moved(facts, member.disk)
    before = [value for time, value in moved if at - window <= time <= at]
    after = [value for time, value in moved if at + window / 2 < time <= at + window]
    if len(before) < 2 * MIN_READINGS or len(after) < MIN_READINGS:
        return None
    half = len(before) // 2
    level, first, second = _compute_mean(before), _compute_mean(before[:half]), _compute_mean(before[half:])
    result = Onset(at, temperature, level, _compute_mean(after))
    is_steady = second >= STEADY * first > 0
    return result if is_steady and ENDED <= 1 - result.drop <= 1 - thresholds["drop"] else None


def judge_slowed(facts: RunFacts, counted: Finding | None, member: Member) -> Iterator[Finding]:
    """Judge one drive by what its own counters say, with the moment where the samples show it; else by the moment
    alone.
    """
    started = find_onset(facts, member)
    if started is None:
        yield from [counted] if counted else []
        return
    words = {
        "drive": member.disk,
        "after": f"{started.at_s:.0f}",
        "temperature": f"{started.temperature_c:g}",
        "drop": format_share(started.drop),
    }
    thresholds = RULES["thermal-throttling"].thresholds
    text = (
        THROTTLED_FROM(**words)
        if counted
        else ONSET(**words, below=f"{thresholds['below warning']:g}", window=f"{thresholds['window s']:g}")
    )
    yield Finding(
        "thermal-throttling",
        "warning",
        text,
        (
            *(counted.evidence if counted else ()),
            Evidence("from", round(started.at_s, 1), "s", "samples"),
            Evidence("temperature", started.temperature_c, "°C", "samples"),
            Evidence("warning from", whole(member.entry, "temperature_warning_c"), "°C"),
            Evidence("before", round(started.before), "bytes/s", "samples"),
            Evidence("after", round(started.after), "bytes/s", "samples"),
        ),
        "certain" if counted else "likely",
    )


def _list_readings(facts: RunFacts, disk: str, metric: str) -> list[tuple[float, float]]:
    """List seconds and values of every reading of the first such series."""
    return next(
        (
            [
                (time / SECONDS, value)
                for time, value in zip(s.times_ms, s.values, strict=True)
                if value is not None
            ]
            for s in (facts.samples.series if facts.samples else ())
            if s.subject == f"disk:{disk}" and s.metric == metric
        ),
        [],
    )


def _list_moved(facts: RunFacts, disk: str) -> list[tuple[float, float]]:
    """List seconds and bytes per second, both ways together; where one way was not read, nothing of that moment."""
    ways = [
        series
        for series in (facts.samples.series if facts.samples else ())
        if series.subject == f"disk:{disk}" and series.metric == "bw_bytes_per_s"
    ]
    if not ways:
        return []
    moments = zip(ways[0].times_ms, *(way.values for way in ways), strict=True)
    return [
        (moment[0] / SECONDS, sum(known))
        for moment in moments
        if len(known := _drop_unknown(moment[1:])) == len(ways)
    ]


def _drop_unknown(values: Sequence[Value | None]) -> list[Value]:
    """Drop the values that are unknown."""
    return [value for value in values if value is not None]


def _compute_mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean."""
    return sum(values) / len(values)
