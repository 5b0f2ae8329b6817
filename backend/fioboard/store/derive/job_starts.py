"""When each job of a run began to measure, Unix ms: as fio 3.36+ states it, or from its end where that leaves no room.

Jobs that run one after the other (stonewall) have a start each. Before 3.36 fio states none of them: what its jobs
measured, laid end to end before its own end, is where they stand as long as hardly more time went by than that.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.engine.answers.time_series import ClockBasis
from fioboard.engine.formats.fio.model.options import parse_duration_us
from fioboard.engine.formats.fio.model.reading import Invocation, Result
from fioboard.store.derive import sentences

SEVERAL_HOSTS = "Its jobs ran on other machines, whose clocks are not this one's."
SEVERAL_GROUPS = (
    "Its jobs ran one after the other, and fio does not say when each of them started: "
    "it does from version 3.36 on."
)
DELAYED = "Its jobs started at different times ({options})."
RAMPED_APART = "Its jobs began to measure at different times (ramp_time)."
UNSTATED = "This output does not say when its job started: fio does from version 3.36 on."
UNZONED = "fio printed its end in a time zone that it does not name."
AFTER = "fio went on after what was measured ({options}), and before version 3.36 it does not say when its job started."

# What a job does behind its measurement, before fio prints: then its end tells nothing of its start.
AFTERWARDS = ("verify", "verify_only", "exec_postrun", "write_iolog")
# What starts a job later than others of its group.
DELAYS = ("startdelay", "wait_for")
# Of what fio took between its jobs, and before the first: a place within it is good to some tenths of a second.
MAX_SLACK_MS = 600


@dataclass(frozen=True, slots=True)
class Job:
    """One job with all its directions and clones, in fio's order."""

    name: str
    group: int
    results: tuple[Result, ...]

    @property
    def runtime_ms(self) -> int:
        """Of the direction that took longest."""
        return max((result.runtime_ms or 0 for result in self.results), default=0)

    @property
    def ramp_ms(self) -> int | None:
        """Its ramp_time; None: it is stated, in words that nobody reads."""
        ramp = parse_duration_us(self.results[0].job_options.get("ramp_time", "0"))
        return None if ramp is None else ramp // 1000

    @property
    def threads(self) -> int | None:
        """How many wrote logs; None when nothing tells. Of merged sections it is no more than an estimate."""
        first = self.results[0]
        return None if first.is_merged_sections else first.member_count


@dataclass(frozen=True, slots=True)
class Starts:
    """When jobs began to measure, Unix ms by their place; a job that is missing has no known start, and `reason` says
    why."""

    at_ms: dict[int, int]
    basis: ClockBasis | None = None
    reason: str | None = None


def list_jobs(invocation: Invocation) -> list[Job]:
    """List the jobs of a run, in fio's order; none where two of them cannot be told apart by name and group."""
    by_job: dict[tuple[int, str], list[Result]] = {}
    for result in invocation.results:
        by_job.setdefault((result.group, result.job_name), []).append(result)
    jobs = [Job(name, group, tuple(results)) for (group, name), results in by_job.items()]
    is_told = all(one.job_options == job.results[0].job_options for job in jobs for one in job.results)
    return jobs if is_told else []


def list_log_numbers(invocation: Invocation, jobs: Sequence[Job]) -> list[tuple[int, int] | None]:
    """List the first and last number of each job's logs: fio counts its threads over all jobs, those without I/O
    too.
    """
    numbers: list[tuple[int, int] | None] = []
    last: int | None = None if any(one.error == "NoIo" for one in invocation.problems) else 0
    for job in jobs:
        last, first = (None, 0) if last is None or job.threads is None else (last + job.threads, last + 1)
        numbers.append(None if last is None else (first, last))
    return numbers


def why_apart(jobs: Sequence[Job], results: Sequence[Result]) -> str | None:
    """Why the jobs have no start in common; None when they have one."""
    if any(result.hostname for result in results):
        return SEVERAL_HOSTS
    if len({result.group for result in results}) > 1:
        return SEVERAL_GROUPS
    delays = [name for name in DELAYS if any(name in result.job_options for result in results)]
    if delays and len(jobs) != 1:
        return DELAYED.format(options=", ".join(delays))
    return RAMPED_APART if len({job.ramp_ms for job in jobs}) > 1 else None


def common_start(invocation: Invocation) -> Starts:
    """Of jobs that began together, as of the first."""
    if invocation.started_at_ms is not None:
        return Starts({0: invocation.started_at_ms}, "stated")
    runtime = max((result.runtime_ms or 0 for result in invocation.results), default=0)
    ended, reason = _find_end(invocation)
    if ended is None or not runtime:
        return Starts({}, reason=reason or UNSTATED)
    return Starts({0: ended - runtime}, "computed")


def own_starts(invocation: Invocation, jobs: Sequence[Job], why: str, begun_at_ms: int | None) -> Starts:
    """Of jobs that began apart, `why` they did. `begun_at_ms`: the agent started fio."""
    if why == SEVERAL_HOSTS or not jobs:
        return Starts({}, reason=why)
    stated = [_get_stated_start(job) for job in jobs]
    known = {place: start for place, start in enumerate(stated) if start is not None}
    if known:
        return Starts(known, "stated", None if len(known) == len(jobs) else why)
    return _end_to_end(invocation, jobs, begun_at_ms) if why == SEVERAL_GROUPS else Starts({}, reason=why)


def _get_stated_start(job: Job) -> int | None:
    """Return the start as fio states it. Of an entry that several sections or a range of delays share it states
    the first's alone.
    """
    first = job.results[0]
    options = first.job_options
    is_delayed = first.is_merged_sections and any(name in options for name in DELAYS)
    is_spread = job.threads != 1 and not options.get("startdelay", "0").strip().isalnum()
    return None if is_delayed or is_spread else first.started_at_ms


def _end_to_end(invocation: Invocation, jobs: Sequence[Job], begun_at_ms: int | None) -> Starts:
    """Groups laid end to end before fio's own end; the last alone where more time went by than they took."""
    ended, reason = _find_end(invocation)
    if ended is None:
        return Starts({}, reason=SEVERAL_GROUPS if reason in (None, UNSTATED) else reason)
    groups = [[job for job in jobs if job.group == group] for group in dict.fromkeys(j.group for j in jobs)]
    delayed = any(name in one.job_options for name in DELAYS for job in jobs for one in job.results)
    ramps = [{job.ramp_ms for job in group} for group in groups]
    if delayed or any(len(ramp) > 1 or None in ramp for ramp in ramps):
        return Starts({}, reason=SEVERAL_GROUPS)
    lengths = [max(job.runtime_ms for job in group) for group in groups]
    ends = ended
    begins: dict[int, int] = {}
    for group, length, ramp in zip(reversed(groups), reversed(lengths), reversed(ramps), strict=True):
        begins[group[0].group] = ends - length
        ends -= length + (ramp.pop() or 0)
    slack = None if begun_at_ms is None else ends - begun_at_ms
    at_ms = {place: begins[job.group] for place, job in enumerate(jobs)}
    if slack is not None and -MAX_SLACK_MS <= slack <= MAX_SLACK_MS:
        return Starts(at_ms, "computed")
    last = groups[-1][0].group
    of_last = {place: start for place, start in at_ms.items() if jobs[place].group == last}
    return Starts(
        of_last,
        "computed",
        SEVERAL_GROUPS if slack is None else sentences.LOOSE(seconds=f"{slack / 1000:.1f}"),
    )


def _find_end(invocation: Invocation) -> tuple[int | None, str | None]:
    """Find when fio ended what it measured, Unix ms, or why that is not known."""
    # Text and old JSON print whole seconds.
    if invocation.ended_at_ms is None or not invocation.ended_at_ms % 1000:
        return None, UNSTATED
    if invocation.is_zone_unknown:
        return None, UNZONED
    later = [name for name in AFTERWARDS if any(name in one.job_options for one in invocation.results)]
    return (None, AFTER.format(options=", ".join(later))) if later else (invocation.ended_at_ms, None)
