"""One clock for everything that a run recorded: where fio's logs stand among the agent's samples, and its phases.

fio counts the times of its logs from the moment at which a job begins to measure, the agent those of its samples from
the moment at which fio was started; file layout and ramp_time lie between them. fio 3.36+ states when its job began;
before it, its end less its runtime tells, where nothing comes after the measurement. What neither tells has no place.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from fioboard.engine.answers.time_series import ClockBasis, ClockJob, Phase, RunClock
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.stats.over_time.jobs import find_job, log_number
from fioboard.store.derive.context import Context
from fioboard.store.derive.job_starts import (
    Job,
    Starts,
    common_start,
    list_jobs,
    list_log_numbers,
    own_starts,
    why_apart,
)

UNDATED = "The samples do not say when they began."
UNTOLD = "Its jobs measured at different times, and nothing tells which of them wrote this log."
ANOTHER_CLOCK = "fio's times do not fit between the agent's: another clock, or one that was set."

# Between the last I/O and the time that fio prints lie the end of its threads and its logs: 20 ms were measured.
_LATE_MS = 300
_DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Places:
    """Where jobs began to measure on the run's clock, ms by their place in fio's order; what is missing is unknown."""

    at_ms: Mapping[int, int]
    basis: ClockBasis | None = None
    reason: str | None = None


def build_clock(invocation: Invocation, samples: Samples | None, log_names: Collection[str] = ()) -> RunClock:
    """Build the clock of one run: 0:00 is when the agent started fio, and without samples when the first job began
    to measure.
    """
    jobs = list_jobs(invocation)
    why = why_apart(jobs, invocation.results)
    is_sampled = samples is not None and bool(samples.series)
    begun_at_ms = samples.started_at_ms if samples is not None and is_sampled else None
    starts = common_start(invocation) if why is None else own_starts(invocation, jobs, why, begun_at_ms)
    first_ms = min(starts.at_ms.values(), default=None)
    if is_sampled:
        places = _locate_starts(begun_at_ms, starts)
    elif why is None:
        places = Places({0: 0})
    else:
        # Places that were computed are of the agent's clock, or of the last job alone.
        is_stated = starts.basis == "stated" and first_ms is not None
        at_ms = {job: start - (first_ms or 0) for job, start in starts.at_ms.items()} if is_stated else {}
        places = Places(at_ms, reason=starts.reason or (None if at_ms else why))
    is_common = why is None and bool(places.at_ms)
    own = dict.fromkeys(range(len(jobs)), places.at_ms[0]) if is_common else places.at_ms
    clock_jobs = _clock_jobs(invocation, jobs, own, log_names)
    is_told = is_common or all(find_job("fio_log", name, clock_jobs) for name in log_names)
    return {
        "zero": "samples" if is_sampled else "job",
        "zero_at_ms": begun_at_ms if is_sampled else first_ms,
        "basis": places.basis if is_sampled else None,
        "log_offset_ms": places.at_ms[0] if is_common else None,
        "reason": places.reason or (None if is_told else UNTOLD),
        "phases": _phases(invocation, jobs, own, places.at_ms[0] if is_common else None),
        "jobs": clock_jobs,
        "logs_hold_maxima": any(_holds_maxima(result.job_options) for result in invocation.results),
    }


def _locate_starts(sampled_at_ms: int | None, starts: Starts) -> Places:
    """Locate the jobs' starts among the samples, ms, or say why they have no place there."""
    if not starts.at_ms:
        return Places({}, reason=starts.reason)
    if sampled_at_ms is None:
        return Places({}, reason=UNDATED)
    offsets = {job: start - sampled_at_ms for job, start in starts.at_ms.items()}
    if not all(-_LATE_MS <= offset <= _DAY_MS for offset in offsets.values()):
        return Places({}, reason=ANOTHER_CLOCK)
    return Places({job: max(0, offset) for job, offset in offsets.items()}, starts.basis, starts.reason)


def get_offset(clock: RunClock, source: str, name: str, *, is_epoch: bool) -> int | None:
    """Return what is to be added to the times of a series, ms; None when its place is not known."""
    if source == "samples":
        return 0
    if is_epoch:
        # Unix times need no start of a job, only the clock's zero.
        return None if clock["zero_at_ms"] is None else -clock["zero_at_ms"]
    if clock["log_offset_ms"] is not None:
        return clock["log_offset_ms"]
    job = find_job(source, name, clock["jobs"])
    return None if job is None else job["from_ms"]


def _clock_jobs(
    invocation: Invocation, jobs: Sequence[Job], at_ms: Mapping[int, int], log_names: Collection[str]
) -> list[ClockJob]:
    numbers = list_log_numbers(invocation, jobs)
    written = [number for name in log_names if (number := log_number(name)) is not None]
    highest = max((last for one in numbers if one is not None for last in one), default=0)
    if max(written, default=0) > highest:
        # More threads than the output tells of: then none of its logs is known by its number.
        numbers = [None] * len(jobs)
    return [
        {
            "name": job.name,
            "group": job.group,
            "from_ms": at_ms.get(place),
            "to_ms": at_ms[place] + job.runtime_ms if place in at_ms else None,
            "first_log": None if own is None else own[0],
            "last_log": None if own is None else own[1],
        }
        for place, (job, own) in enumerate(zip(jobs, numbers, strict=True))
    ]


def _phases(
    invocation: Invocation, jobs: Sequence[Job], at_ms: Mapping[int, int], common_ms: int | None
) -> list[Phase]:
    """Of jobs that began together one measured part, of others one for each group that has a place."""
    if common_ms is not None:
        # Where jobs cannot be told apart they have at least this in common.
        runtime = max((result.runtime_ms or 0 for result in invocation.results), default=0)
        ramp = jobs[0].ramp_ms if jobs else 0
        return _parts(None, ramp, 0, (common_ms, common_ms + runtime))
    groups: dict[int, list[int]] = {}
    for place in at_ms:
        groups.setdefault(jobs[place].group, []).append(place)
    phases: list[Phase] = []
    for group, places in sorted(groups.items(), key=lambda item: min(at_ms[place] for place in item[1])):
        members = [job for job in jobs if job.group == group]
        name = ", ".join(job.name for job in members) if len({job.group for job in jobs}) > 1 else None
        begin = min(at_ms[place] for place in places)
        end = max(at_ms[place] + jobs[place].runtime_ms for place in places)
        ramps = {job.ramp_ms for job in members}
        # What lies between two groups is known to be a ramp only as far as it is stated.
        free = phases[-1]["to_ms"] if phases else 0
        is_first = jobs[places[0]] is jobs[0]
        ramp = ramps.pop() if len(ramps) == 1 else None
        parts = _parts(name, ramp, free, (begin, end))
        phases += parts if is_first else [one for one in parts if one["name"] not in ("before", "unknown")]
    return phases


def _parts(job: str | None, ramp_ms: int | None, free_from: int, measured: tuple[int, int]) -> list[Phase]:
    begin, end = measured
    ramp_from = begin if ramp_ms is None else max(free_from, begin - ramp_ms)
    spans: list[Phase] = [
        {
            "name": "unknown" if ramp_ms is None else "before",
            "job": None,
            "from_ms": free_from,
            "to_ms": ramp_from,
        },
        {"name": "ramp", "job": None, "from_ms": ramp_from, "to_ms": begin},
        {"name": "measured", "job": job, "from_ms": begin, "to_ms": end},
    ]
    return [span for span in spans if span["to_ms"] > span["from_ms"]]


def _holds_maxima(options: Mapping[str, str]) -> bool:
    return options.get("log_max_value", "0") not in {"0", ""} or options.get("log_window_value") in {
        "max",
        "1",
    }


def choose_start(
    context: Context, stated: object, estimated_ms: int | None, estimated_reason: str
) -> tuple[datetime | None, str | None]:
    """The start that was stated; else the one that follows from the output's end, said as such; else None and why."""
    started, reason = context.host_clock.correct(stated, context.received_at)
    if started is None and stated is None and estimated_ms is not None:
        started, reason = context.host_clock.correct(estimated_ms, context.received_at)
        return started, "; ".join(filter(None, (estimated_reason, reason))) if started else reason
    return started, reason
