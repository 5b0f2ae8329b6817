"""fio's own arithmetic, checked on every result: a contradiction is said, never repaired.

On 199 directions of real files from 3.2 on, the identities of fio hold without exception, but in one file
that was edited by hand; what breaks them is an edit, a wrong unit, or options of another job.
"""

import itertools
import re
from collections.abc import Mapping, Sequence

from fioboard.core.figures import format_runtime, format_things
from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.options import (
    ENGINES_WITHOUT_DATA,
    list_directions,
    list_moved_directions,
    parse_duration_us,
    parse_flag,
)
from fioboard.engine.formats.fio.model.reading import Latency, Problem, Result
from fioboard.engine.formats.fio.results import sentences

# Little's law on 117 real entries: 116 stay below 1.1 times the depth.
_LITTLE_SLACK = 1.1
_MIN_LITTLE_MS = 50
_SUM_SLACK = 0.02
_SHORT_RUN_MS = 1_000
# A percentile is the middle of a bucket at most 1/64 wide: up to 1/128 beyond maximum or minimum.
_BUCKET_SLACK = 1 / 120
_NAME_SEQUENTIAL = re.compile(r"(?<![a-z])seq(?![a-z])|sequen", re.IGNORECASE)
_ENDS_EARLY = frozenset(
    ("steadystate", "steadystate_duration", "number_ios", "io_size", "io_limit", "exitall", "exit_what")
)


def check_result(result: Result, clones: Sequence[Entry]) -> list[Problem]:
    """What on this result contradicts itself or should make a reader careful."""
    problems: list[Problem] = []
    where = result.where
    problems += _check_sum(result)
    for kind, latency in (("slat", result.slat), ("clat", result.clat), ("lat", result.lat)):
        if latency is not None:
            problems += check_latency(latency, where, kind)
    if not result.is_merged_sections:
        problems += _check_direction(result)
        problems += _check_size(result)
        problems += _check_rates(result)
        problems += _check_depth(result, clones)
        problems += _check_name(result)
    else:
        detail = (
            "fio merged several job sections into this entry; its name and options describe only parts of it."
        )
        problems.append(Problem(where, "MergedSections", detail))
    if result.runtime_ms is not None and result.runtime_ms < _SHORT_RUN_MS:
        problems.append(
            Problem(where, "SubSecond", sentences.SHORT_RUN(runtime=format_runtime(result.runtime_ms)))
        )
    if result.ioengine in ENGINES_WITHOUT_DATA:
        detail = sentences.MOVES_NO_DATA(ioengine=result.ioengine)
        problems.append(Problem(where, "NoDataMoved", detail))
    if True not in [entry.is_cut for entry in clones]:
        problems += _check_samples(result)
    numjobs = result.numjobs
    if result.members and numjobs and len(result.members) < numjobs and clones[0].hostname is None:
        detail = sentences.OTHER_CLONES(
            entries=format_things(len(result.members), "entry", "entries"), numjobs=numjobs
        )
        problems.append(Problem(where, "MissingClones", detail))
    if False in [entry.has_all_options for entry in clones]:
        detail = "The head of the output is lost: clones of this job may be missing in these numbers."
        problems.append(Problem(where, "NoHead", detail))
    return problems


def check_latency(latency: Latency, where: str, kind: str) -> list[Problem]:
    """Minimum, mean and maximum in order, percentiles rising and inside them, bins as many as samples."""
    contradictions: list[str] = []
    low, mean, high = latency.min_ns, latency.mean_ns, latency.max_ns
    unit = latency.resolution_ns
    # A resolution coarser than the values cuts min and max, not the mean.
    if mean is not None and (
        (low is not None and mean < low - unit) or (high is not None and mean > high + unit)
    ):
        contradictions.append(sentences.MEAN_OUTSIDE(mean=f"{mean:.0f}", low=low, high=high))
    elif low is not None and high is not None and low > high:
        contradictions.append(sentences.MIN_ABOVE_MAX(low=low, high=high))
    if latency.percentiles:
        contradictions += _check_percentiles(latency)
    if latency.histogram is not None and latency.n is not None and latency.histogram.n != latency.n:
        contradictions.append(sentences.OTHER_SAMPLES(n=latency.histogram.n, announced=latency.n))
    return (
        [_build_contradiction(f"{where}/{kind}", detail) for detail in contradictions]
        if contradictions
        else []
    )


def _check_sum(result: Result) -> list[Problem]:
    """Total latency is submission plus completion: no mean of it lies below that of the completion."""
    clat, lat = result.clat, result.lat
    if clat is None or lat is None or clat.mean_ns is None or lat.mean_ns is None:
        return []
    slack = _SUM_SLACK * lat.mean_ns + clat.resolution_ns + lat.resolution_ns
    if clat.mean_ns <= lat.mean_ns + slack:
        return []
    detail = sentences.LAT_BELOW_CLAT(lat=f"{lat.mean_ns:.0f}", clat=f"{clat.mean_ns:.0f}")
    return [_build_contradiction(f"{result.where}/lat", detail)]


def _check_percentiles(latency: Latency) -> list[str]:
    values = list(latency.percentiles.values())
    if values != sorted(values):
        pairs = sorted((float(key), value) for key, value in latency.percentiles.items())
        if any(after < before for (_, before), (_, after) in itertools.pairwise(pairs)):
            return ["percentiles fall where they should rise"]
        values.sort()
    least, most = values[0], values[-1]
    # Both were rounded when they were printed.
    unit = latency.percentile_resolution_ns + latency.resolution_ns
    high = latency.max_ns
    if high is not None and not latency.saturated and most > high * (1 + _BUCKET_SLACK) + unit:
        return [sentences.PERCENTILE_ABOVE(value=most, high=high)]
    low = latency.min_ns
    # Before 3.12 ramp_time left a minimum of 0; nothing is below that.
    if low is not None and least < low * (1 - _BUCKET_SLACK) - unit:
        return [sentences.PERCENTILE_BELOW(value=least, low=low)]
    return []


def _check_direction(result: Result) -> list[Problem]:
    allowed = list_moved_directions(result.job_options, result.rw)
    if allowed is None or result.direction == "mixed" or result.direction in allowed:
        return []
    # The read phase of a verify job is a read under rw=write; without options nothing tells that it is one.
    if result.direction == "read" and not result.job_options:
        return []
    detail = sentences.OTHER_DIRECTION(rw=result.rw, direction=result.direction)
    return [_build_contradiction(result.where, detail)]


def _check_size(result: Result) -> list[Problem]:
    mean = result.mean_bs_bytes
    if (
        mean is None
        or result.bs_bytes is None
        or result.settings_source.get("bs_bytes") in ("default", "measured")
    ):
        return []
    # The last I/O of a file may be shorter; whole I/Os may be of one size only.
    if abs(mean - result.bs_bytes) <= max(1.0, result.bs_bytes * 0.01):
        return []
    return [
        _build_contradiction(
            result.where, sentences.OTHER_BLOCK_SIZE(size=result.bs_bytes, mean=f"{mean:.1f}")
        )
    ]


def _check_rates(result: Result) -> list[Problem]:
    """Printed rates against totals and runtime, and against each other, as far as their rounding allows.

    JSON has the stricter identities of json/identities.py; sums of clones are computed and need no proof.
    """
    iops, size = result.iops, result.bs_bytes
    if result.where.startswith("/") or result.members or not result.runtime_ms or iops is None:
        return []
    low, high = result.iops_bounds or (iops, iops)
    expected = result.counted_iops
    is_whole = not result.short_ios and not result.drop_ios
    if expected is not None and is_whole and not low * 0.99 - 1 <= expected <= high * 1.01 + 1:
        detail = sentences.RATE_CONTRADICTS(expected=f"{expected:.1f}", iops=f"{iops:.1f}")
        return [_build_contradiction(result.where, detail)]
    bandwidth = result.bw_bytes_per_s
    if size is None or bandwidth is None or result.settings_source.get("bs_bytes") in ("default", "measured"):
        return []
    least, most = result.bw_bounds_bytes_per_s or (bandwidth, bandwidth)
    # The last I/O of a file may be shorter; whole rates below a hundred say little.
    if iops >= 100 and not (low * size * 0.97 <= most and least <= high * size * 1.03):
        detail = sentences.BANDWIDTH_CONTRADICTS(
            expected=f"{iops * size / 1000000.0:.1f}", bandwidth=f"{bandwidth / 1000000.0:.1f}"
        )
        return [_build_contradiction(result.where, detail)]
    return []


def _check_depth(result: Result, clones: Sequence[Entry]) -> list[Problem]:
    """Little's law: requests in flight = rate × latency, over all directions of the entries together.

    A job that reads back what it wrote does so afterwards: there each direction counts for itself.
    """
    members = result.member_count
    runtime = result.runtime_ms or 0
    if result.iodepth is None or members is None or runtime < _MIN_LITTLE_MS:
        return []
    in_flight = 0.0
    allowed = list_directions(result.rw)
    reads_back = allowed is not None and "read" not in allowed
    for entry in clones:
        for numbers in entry.directions:
            if reads_back and (numbers.direction == "read") != (result.direction == "read"):
                continue
            latency = numbers.lat or numbers.clat
            if latency is not None and latency.mean_ns is not None and numbers.iops is not None:
                in_flight += numbers.iops * latency.mean_ns / 1e9
    most = result.iodepth * members
    if in_flight <= most * _LITTLE_SLACK or has_latency_target(clones):
        return []
    detail = sentences.TOO_MANY_IN_FLIGHT(in_flight=f"{in_flight:.1f}", most=most)
    return [_build_contradiction(result.where, detail)]


def has_latency_target(clones: Sequence[Entry]) -> bool:
    """Return whether latency_target lets fio choose the depth."""
    return any(entry.latency_target for entry in clones)


def _check_name(result: Result) -> list[Problem]:
    name, rw = result.job_name, result.rw
    if rw is None or list_directions(rw) is None:
        return []
    is_random = rw.startswith("rand")
    folded = name.casefold()
    says_random = "rand" in folded
    says_sequential = "seq" in folded and bool(_NAME_SEQUENTIAL.search(name))
    if (says_random and not says_sequential and not is_random) or (
        says_sequential and not says_random and is_random
    ):
        detail = sentences.NAME_CONTRADICTS(name=repr(name[:80]), rw=rw)
        return [Problem(result.where, "MisleadingName", detail)]
    return []


def _check_samples(result: Result) -> list[Problem]:
    """I/Os without any latency: switched off by an option, or interrupted while still ramping."""
    if result.slat or result.clat or result.lat or result.members or not result.counted_iops:
        return []
    if are_latencies_disabled(result.job_options):
        return []
    if "ramp_time" in result.job_options:
        detail = "Interrupted inside ramp_time: these numbers are of the ramp, and no latency was measured."
        return [Problem(result.where, "InterruptedInRamp", detail)]
    return [Problem(result.where, "NoLatency", "Data was moved, but no latency was measured.")]


def are_latencies_disabled(options: Mapping[str, str]) -> bool:
    """Tell whether gtod_reduce or one of the disable_… options made N 0 on purpose."""
    names = ("gtod_reduce", "disable_lat", "disable_clat")
    return any(parse_flag(options.get(name)) for name in names)


def is_cut_short(result: Result) -> bool:
    """A time_based job that ran clearly shorter than its runtime, with no option that ends it early."""
    options = result.job_options
    if "time_based" not in options or not parse_flag(options["time_based"]) or result.runtime_ms is None:
        return False
    if result.is_merged_sections or not _ENDS_EARLY.isdisjoint(options):
        return False
    wanted_us = parse_duration_us(options.get("runtime", ""))
    return wanted_us is not None and result.runtime_ms < min(0.9 * wanted_us / 1_000, wanted_us / 1_000 - 500)


def _build_contradiction(where: str, detail: str) -> Problem:
    """Build the problem of figures that contradict each other."""
    return Problem(where, "Contradiction", f"{detail}.")
