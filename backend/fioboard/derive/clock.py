"""One clock for everything that a run recorded: where fio's logs stand among the agent's samples, and its phases.

fio counts the times of its logs from the moment at which a job begins to measure, the agent those of its samples from
the moment at which fio was started; file layout and ramp_time lie between them. fio 3.36+ states when its job began;
before it, its end less its runtime tells, where nothing comes after the measurement. What neither tells has no place.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.fio.model.options import parse_duration_us
from fioboard.fio.model.reading import Invocation, Result
from fioboard.inventory.samples import Samples
from fioboard.schemas.time_series import ClockBasis, Phase, RunClock

SEVERAL_HOSTS = "Its jobs ran on other machines, whose clocks are not this one's."
SEVERAL_GROUPS = "Its jobs ran one after the other, and fio does not say which log belongs to which start."
DELAYED = "Its jobs started at different times (startdelay)."
UNSTATED = "This output does not say when its job started: fio does from version 3.36 on."
UNZONED = "fio printed its end in a time zone that it does not name."
AFTER = "fio went on after what was measured ({options}), and before version 3.36 it does not say when its job started."
UNDATED = "The samples do not say when they began."
ANOTHER_CLOCK = "fio's times do not fit between the agent's: another clock, or one that was set."

# What a job does behind its measurement, before fio prints: then its end tells nothing of its start.
AFTERWARDS = ("verify", "verify_only", "exec_postrun", "write_iolog")
# Between the last I/O and the time that fio prints lie the end of its threads and its logs: 20 ms were measured.
_LATE_MS = 300
_DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Start:
    """When what fio measured began, Unix ms; without one, why nobody knows."""

    at_ms: int | None = None
    basis: ClockBasis | None = None
    reason: str | None = None


def clock_of(invocation: Invocation, samples: Samples | None) -> RunClock:
    """The clock of one run: 0:00 is when the agent started fio, and without samples when the job began to measure."""
    apart = _apart(invocation)
    start = Start(reason=apart) if apart else _start_of(invocation)
    maxima = any(_holds_maxima(result.job_options) for result in invocation.results)
    if samples is None or not samples.series:
        return {
            "zero": "job",
            "zero_at_ms": start.at_ms,
            "basis": None,
            "log_offset_ms": None if apart else 0,
            "reason": apart,
            "phases": [] if apart else _phases(invocation, 0),
            "logs_hold_maxima": maxima,
        }
    offset, reason = _among(samples.started_at_ms, start)
    return {
        "zero": "samples",
        "zero_at_ms": samples.started_at_ms,
        "basis": None if offset is None else start.basis,
        "log_offset_ms": offset,
        "reason": reason,
        "phases": [] if offset is None else _phases(invocation, offset),
        "logs_hold_maxima": maxima,
    }


def _among(sampled_at_ms: int | None, start: Start) -> tuple[int | None, str | None]:
    """The job's start among the samples, ms, or why it has no place there."""
    if start.at_ms is None:
        return None, start.reason
    if sampled_at_ms is None:
        return None, UNDATED
    offset = start.at_ms - sampled_at_ms
    if not -_LATE_MS <= offset <= _DAY_MS:
        return None, ANOTHER_CLOCK
    return max(0, offset), None


def offset_of(clock: RunClock, source: str, *, is_epoch: bool) -> int | None:
    """What is to be added to the times of a series of this source, ms; None when its place is not known."""
    if source == "samples":
        return 0
    if is_epoch:
        # Unix times need no start of a job, only the clock's zero.
        return None if clock["zero_at_ms"] is None else -clock["zero_at_ms"]
    return clock["log_offset_ms"]


def _apart(invocation: Invocation) -> str | None:
    """Why its jobs have no start in common; None when they have one."""
    results = invocation.results
    if any(result.hostname for result in results):
        return SEVERAL_HOSTS
    if len({result.group for result in results}) > 1:
        return SEVERAL_GROUPS
    jobs = {result.job_name: result.job_options for result in results}
    is_delayed = len(jobs) > 1 and any("startdelay" in options for options in jobs.values())
    return DELAYED if is_delayed else None


def _start_of(invocation: Invocation) -> Start:
    if invocation.started_at_ms is not None:
        return Start(invocation.started_at_ms, "stated")
    runtime = _runtime_ms(invocation)
    # Text and old JSON print whole seconds.
    if invocation.ended_at_ms is None or not invocation.ended_at_ms % 1000 or not runtime:
        return Start(reason=UNSTATED)
    if invocation.is_zone_unknown:
        return Start(reason=UNZONED)
    later = [name for name in AFTERWARDS if any(name in one.job_options for one in invocation.results)]
    if later:
        return Start(reason=AFTER.format(options=", ".join(later)))
    return Start(invocation.ended_at_ms - runtime, "computed")


def _runtime_ms(invocation: Invocation) -> int:
    return max((result.runtime_ms or 0 for result in invocation.results), default=0)


def _phases(invocation: Invocation, measured_from: int) -> list[Phase]:
    ramps = {_ramp_ms(result) for result in invocation.results}
    ramp = ramps.pop() if len(ramps) == 1 else 0
    ramp_from = max(0, measured_from - ramp)
    spans: list[Phase] = [
        {"name": "before", "from_ms": 0, "to_ms": ramp_from},
        {"name": "ramp", "from_ms": ramp_from, "to_ms": measured_from},
        {"name": "measured", "from_ms": measured_from, "to_ms": measured_from + _runtime_ms(invocation)},
    ]
    return [span for span in spans if span["to_ms"] > span["from_ms"]]


def _ramp_ms(result: Result) -> int:
    return (parse_duration_us(result.job_options.get("ramp_time", "")) or 0) // 1000


def _holds_maxima(options: Mapping[str, str]) -> bool:
    return options.get("log_max_value", "0") not in {"0", ""} or options.get("log_window_value") in {
        "max",
        "1",
    }
