"""A figure's job file from the service as a workload. The service is not trusted to be harmless: what it may say is a
list, and the target is never among it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Iterable, Optional

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.jobs.ini import parse_job_file
from fioboard_agent.jobs.model import JobSection
from fioboard_agent.jobs.served_policy import require_served_options
from fioboard_agent.suites.fio_jobs import RANDOM
from fioboard_agent.suites.workload import DIRECTIONS, Workload

FILLED_TWICE, PAST_CACHE = "precondition-fill-twice", "precondition-past-cache"
# What the service calls a step, and what the run is called that makes it: the service reads the state off these names.
STEP_NAMES = {"fill": FILLED_TWICE, "overwrite": RANDOM.name, "past_cache": PAST_CACHE}
_NAME = re.compile(r"[0-9a-z-]{1,60}")
_STEP = re.compile(r"before-[1-9]-([a-z_]{1,20})")
_SIZE = re.compile(r"[1-9][0-9]{0,9}[km]?")
_MAX_DEPTH, _MAX_JOBS = 65_536, 1_024
# fio leaves out all others once a job names some, and a batch reads its repeats by this one.
_ALWAYS_READ = {"50", "99"}


@dataclass(frozen=True)
class Wishes:
    """What the operator said in place of the job files: seconds, and whether the range is another than the whole."""

    runtime_s: Optional[int] = None
    ramp_s: Optional[int] = None
    has_own_size: bool = False

    def apply(self, options: dict[str, str]) -> dict[str, str]:
        """Return the options with these in place of their own."""
        wished = {"runtime": self.runtime_s, "ramp_time": self.ramp_s}
        own = {name: str(value) for name, value in wished.items() if value is not None and "runtime" in options}
        dropped = {"size", "offset_increment"} if self.has_own_size else set()
        kept = {name: value for name, value in options.items() if name not in dropped}
        return {**kept, **own}


def read_job(job: dict[str, Any], wishes: Wishes, *, may_end_by_size: bool = False) -> Workload:
    """Read the job file's last section, with what comes before it.

    `may_end_by_size`: it may run until it has moved its bytes instead of for a time. Raises ValueError, KeyError or
    TypeError for whatever no job of ours may be, RefusedError for an option that is not on the list.
    """
    if not all(isinstance(job[key], str) for key in ("name", "rw", "bs", "job_file")):
        raise TypeError
    name, rw, bs, mixed = job["name"], job["rw"], job["bs"], job["rwmixread"]
    depth, jobs, figure = job["iodepth"], job["numjobs"], job["figure"]
    if not (_NAME.fullmatch(name) and rw in DIRECTIONS and _SIZE.fullmatch(bs)):
        raise ValueError
    if not (_is_count(depth, _MAX_DEPTH) and _is_count(jobs, _MAX_JOBS) and _is_count(figure, 1_000)):
        raise ValueError
    if mixed is not None and not (isinstance(mixed, int) and 0 <= mixed <= 100):
        raise ValueError
    try:
        *steps, measured = parse_job_file(job["job_file"]).sections
    except UsageError:
        raise ValueError from None
    options = wishes.apply(_read_options(measured))
    # What a job does not say is fio's own default.
    options = {"iodepth": "1", "numjobs": "1", **options} if may_end_by_size else options
    stated = {"rw": rw, "bs": bs, "iodepth": str(depth), "numjobs": str(jobs)}
    if mixed is not None:
        stated["rwmixread"] = str(mixed)
    # What is planned, printed and asked for is what the file says, or the file is not run.
    if measured.name != name or any(options.get(option) != value for option, value in stated.items()):
        raise ValueError
    is_timed = options.get("time_based") == "1" and "runtime" in options
    ends_by_size = may_end_by_size and "time_based" not in options and ("size" in options or wishes.has_own_size)
    if not is_timed and not ends_by_size:
        raise ValueError
    return Workload(
        name,
        rw,
        bs,
        depth,
        jobs,
        mixed,
        options=tuple(options.items()),
        before=tuple(_read_step(section, wishes) for section in steps),
        figures=(figure,),
        rated_bytes_per_s=_read_rated_bytes_per_s(job),
    )


def merge_workloads(workloads: Iterable[Workload]) -> list[Workload]:
    """Merge workloads. Several figures of a card are often of one test: it runs once, reads every percentile that
    any of them asks for, and is labelled with all of them.
    """
    merged: dict[Workload, Workload] = {}
    for one in workloads:
        options = tuple(pair for pair in one.options if pair[0] != "percentile_list")
        key = replace(one, name="", options=options, figures=(), rated_bytes_per_s=None)
        first = merged.get(key, one)
        percentiles = _list_percentiles(first) | _list_percentiles(one)
        if percentiles:
            listed = sorted(percentiles | _ALWAYS_READ, key=float)
            options = (*options, ("percentile_list", ":".join(listed)))
        figures = tuple(sorted({*first.figures, *one.figures}))
        merged[key] = replace(first, options=options, figures=figures)
    return list(merged.values())


def _list_percentiles(workload: Workload) -> set[str]:
    listed = workload.option("percentile_list")
    return set(listed.split(":")) if listed else set()


def _read_step(section: JobSection, wishes: Wishes) -> Workload:
    match = _STEP.fullmatch(section.name)
    if match is None or match.group(1) not in STEP_NAMES:
        raise ValueError
    options = wishes.apply(_read_options(section))
    if options.get("rw") not in {"write", "randwrite"} or not _SIZE.fullmatch(options["bs"]):
        raise ValueError
    # Without an end of its own a step would go on for ever.
    if "time_based" in options or "runtime" in options:
        raise ValueError
    return Workload(
        STEP_NAMES[match.group(1)],
        options["rw"],
        options["bs"],
        int(options["iodepth"]),
        options=tuple(options.items()),
    )


def _read_options(section: JobSection) -> dict[str, str]:
    """Read all options but the target, which this host names, and the order, which a batch has by its steps."""
    options = {
        option: "1" if value is None else value
        for option, value in section.options.items()
        if option not in {"filename", "stonewall"}
    }
    try:
        require_served_options(options)
    except RefusedError as error:
        raise RefusedError(f"{section.name}: {error}") from None
    return options


def _read_rated_bytes_per_s(job: dict[str, Any]) -> Optional[float]:
    """Read the promised rate; None where the card promises none, or the service is older."""
    rated, metric = job.get("rated"), job.get("metric")
    if not isinstance(rated, (int, float)) or isinstance(rated, bool) or not 0 < rated < 1e18:
        return None
    if metric == "bw_bytes_per_s":
        return float(rated)
    return float(rated) * _parse_bytes(job["bs"]) if metric == "iops" else None


def _parse_bytes(size: str) -> int:
    return int(size.rstrip("km")) << {"k": 10, "m": 20}.get(size[-1], 0)


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= most
