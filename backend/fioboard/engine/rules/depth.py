"""Queue depth: what was asked for, and what the engine can do."""

from collections.abc import Iterator, Sequence

from fioboard.core.quantity import format_figures
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.rules.cpu import compute_cpu_share
from fioboard.engine.rules.drive_bytes import find_longest_ms, list_counting_disks
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.requests import compare_served
from fioboard.engine.rules.rule import RULES, Rule, repeat_job
from fioboard.engine.rules.sentences.jobs import BUFFERED, IGNORED, NOT_REACHED, SERIALISED

# Engines of fio that wait for each I/O before the next (fio HOWTO, ioengine).
SYNCHRONOUS = frozenset({"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice"})
# Engines of fio that queue at files and devices of this machine.
QUEUEING = frozenset({"libaio", "io_uring", "posixaio", "windowsaio"})
# With any of these a queue that is not full is what was asked for.
PACING = ("iodepth_batch", "iodepth_batch_complete_min", "iodepth_batch_complete_max", "iodepth_low",
          "thinktime", "rate", "rate_iops", "rate_min", "latency_target", "flow",
          "io_submit_mode", "serialize_overlap", "startdelay", "fsync", "fdatasync", "read_iolog", "ramp_time",
          "verify", "trim_percentage", "zonemode")  # fmt: skip


def judge_depth_ignored(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether a synchronous engine was given a depth, which it ignores."""
    if not facts.is_fio:
        return
    engines = {result.ioengine for result in facts.results}
    ignored = [r for r in facts.results if r.ioengine in SYNCHRONOUS and (r.iodepth or 1) > 1]
    if ignored:
        result = ignored[0]
        jobs = result.numjobs or result.member_count or 1
        yield Finding(
            "depth-ignored",
            "warning",
            IGNORED(depth=result.iodepth, engine=result.ioengine, jobs=jobs),
            (Evidence("iodepth", result.iodepth, None, "result"), Evidence("jobs", jobs, None, "result")),
            options=("ioengine=io_uring",),
        )
    elif engines:
        yield Unknown("engine") if None in engines else FINE


def judge_async_buffered(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether libaio was used with buffered I/O: it then waits at submission."""
    queued = [r for r in facts.results if r.ioengine == "libaio" and (r.iodepth or 1) > 1]
    if not facts.is_fio or not queued:
        return
    buffered = [result for result in queued if result.direct is False]
    if buffered:
        depth = max(result.iodepth or 1 for result in buffered)
        yield Finding(
            "async-buffered",
            "warning",
            BUFFERED(depth=depth),
            (Evidence("iodepth", depth, None, "result"), Evidence("direct", False, None, "result")),
            options=("direct=1",),
        )
    else:
        yield Unknown("direct") if any(result.direct is None for result in queued) else FINE


def count_asked(result: Result) -> int | None:
    """Count the I/Os that all jobs of a result may have in flight; None where jobs, depth or engine are unknown."""
    default = 1 if result.has_all_options else None
    jobs = result.numjobs or result.member_count or default
    depth = 1 if result.ioengine in SYNCHRONOUS else result.iodepth or default
    if jobs is None or depth is None or result.ioengine not in QUEUEING | SYNCHRONOUS:
        return None
    return jobs * depth


def spell_depth(asked: int, result: Result) -> str:
    """Spell a depth that follows "QD": `32`, and with several jobs that of each: `32, 4 jobs`."""
    jobs = result.numjobs or result.member_count or 1
    return f"{asked // jobs}, {jobs} jobs" if jobs > 1 else str(asked)


def is_synced(result: Result) -> bool:
    """Whether writes of a result were followed by syncs, as far as its figures or options say."""
    is_asked = not {"fsync", "fdatasync"}.isdisjoint(result.job_options)
    return result.direction == "write" and (result.sync_lat is not None or is_asked)


def is_each_synced(result: Result) -> bool:
    """Whether each write was followed by a sync of its own: as the options say, and as both were counted."""
    asked = [result.job_options[name] for name in ("fsync", "fdatasync") if name in result.job_options]
    if asked and "1" not in asked:
        return False
    syncs = result.sync_lat.n if result.sync_lat else None
    if syncs is None or result.total_ios is None:
        return bool(asked)
    # The last one is not always waited for.
    return syncs >= 0.99 * result.total_ios


def is_synchronous_write(result: Result) -> bool:
    """Whether each write itself waits until it is durable (O_SYNC or O_DSYNC)."""
    return result.direction == "write" and result.job_options.get("sync", "0") not in {"0", "none"}


def compute_in_flight(results: Sequence[Result]) -> float | None:
    """Return the mean I/Os in flight by Little's law, all directions of a job together; None when a latency is
    unknown.
    """
    parts = [
        result.iops * result.lat.mean_ns / 1e9
        for result in results
        if result.iops is not None and result.lat is not None and result.lat.mean_ns is not None
    ]
    return sum(parts) if parts and len(parts) == len(results) else None


def judge_depth_not_reached(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the queue was filled; unknown where jobs or directions are missing, whose I/Os nobody counted."""
    if facts.is_fio and facts.lacks_results:
        yield Unknown("all results")
    else:
        yield from _judge_depth(facts)


def _judge_depth(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the depth that direct jobs of queueing engines reached. What fio holds in flight can still wait above the
    drive: a full queue proves nothing about the drive, and only an empty one is reported. Reads that a cache or a
    hole answers end at once and fill no queue.
    """
    served = compare_served(facts)
    if served is not None and served.is_short:
        return
    thresholds = RULES["depth-not-reached"].thresholds
    jobs: dict[tuple[int, str], list[Result]] = {}
    for result in facts.results:
        jobs.setdefault((result.group, result.job_name), []).append(result)
    is_fine, needs = False, []
    for results in jobs.values():
        first = results[0]
        asked = (first.iodepth or 1) * (first.numjobs or first.member_count or 1)
        is_asked = first.ioengine in QUEUEING and (first.iodepth or 1) >= thresholds["depth"] and first.direct
        if not facts.is_fio or not is_asked or first.is_merged_sections or first.hostname:
            continue
        if not first.has_all_options:
            needs.append("options")
            continue
        is_busy = (compute_cpu_share(first) or 0.0) >= thresholds["busy"]
        is_brief = (first.runtime_ms or 0) < thresholds["least ms"]
        is_uneven = (
            first.iops_sum is not None and first.iops is not None and first.iops_sum > 1.1 * first.iops
        )
        if is_busy or is_brief or is_uneven or any(name in first.job_options for name in PACING):
            continue
        reached = compute_in_flight(results)
        if reached is None:
            needs.append("latency")
        elif reached >= thresholds["share"] * asked:
            serialised = _judge_serialised(facts, first, reached) if len(jobs) == 1 else None
            if serialised is not None:
                yield serialised
                return
            is_fine = True
        else:
            yield Finding(
                "depth-not-reached",
                "warning",
                NOT_REACHED(asked=asked, reached=format_figures(reached)),
                (
                    Evidence("in flight", round(reached, 2), None, "computed"),
                    Evidence("asked for", asked, None, "result"),
                ),
                "likely",
                ("ioengine=io_uring",),
            )
            return
    if needs:
        yield Unknown(needs[0])
    elif is_fine:
        yield FINE


def compute_queued_at_drives(facts: RunFacts) -> float | None:
    """Return the mean requests that waited at the lowest devices together or were being served, while the jobs ran;
    None when fio did not count them.
    """
    waited = [disk.in_queue_ms for disk in list_counting_disks(facts)]
    known = [one for one in waited if one is not None]
    return sum(known) / find_longest_ms(facts) if known and len(known) == len(waited) else None


def _judge_serialised(facts: RunFacts, job: Result, reached: float) -> Finding | None:
    """Judge whether I/Os wait below fio and above the drive, which Little's law cannot see: a file system that
    extends a file lets one write through at a time, and all sixteen are in flight.
    """
    thresholds = RULES["depth-not-reached"].thresholds
    queued, share = compute_queued_at_drives(facts), compute_cpu_share(job)
    if (
        queued is None
        or share is None
        or queued >= thresholds["serial"]
        or reached < thresholds["times"] * queued
    ):
        return None
    jobs = job.numjobs or job.member_count or 1
    # Where fio's own CPUs are short, its I/Os wait for them and not for a layer.
    if share * jobs >= thresholds["own time"] * min(jobs, facts.fio_cpu_count or 1):
        return None
    return Finding(
        "depth-not-reached",
        "warning",
        SERIALISED(reached=format_figures(reached), queued=f"{queued:.2g}"),
        (
            Evidence("in flight", round(reached, 2), None, "computed"),
            Evidence("at the drives", round(queued, 2), None, "counters"),
        ),
        "likely",
        ("ioengine=io_uring",),
    )


DECLARED = (
    Rule(
        "depth-ignored",
        "queue depth ignored by the engine",
        "trust",
        "A synchronous engine with iodepth above 1.",
        "fio HOWTO: iodepth",
        ("iodepth", "jobs"),
        repeat_job(
            "with ioengine=io_uring",
            "The queue depth takes effect and the result changes.",
            "If it does not change, one I/O per job was enough.",
            expects="rate_changes",
        ),
        hidden_by="job_options",
        judge=judge_depth_ignored,
        templates=(IGNORED,),
    ),
    Rule(
        "async-buffered",
        "buffered libaio",
        "trust",
        "libaio with iodepth above 1 and without direct=1.",
        "fio HOWTO: libaio, iodepth",
        ("iodepth", "direct"),
        repeat_job(
            "with direct=1",
            "The queue depth takes effect and the result changes.",
            "If it does not change, the page cache answered at once.",
            expects="rate_changes",
        ),
        hidden_by="job_options",
        judge=judge_async_buffered,
        templates=(BUFFERED,),
    ),
    Rule(
        "depth-not-reached",
        "queue not filled",
        "trust",
        "Direct I/O that reaches the drives, of an engine that queues, iodepth of at least 4, nothing that paces it, "
        "CPU below 85 %, and on "
        "average less than half of it in flight; or all of it, of which fewer than 2, and at most a quarter, were "
        "at the drives.",
        "Little's law on fio's own latencies; fio HOWTO: iodepth",
        ("in flight", "asked for", "at the drives"),
        repeat_job(
            "with ioengine=io_uring",
            "The queue fills and the result rises.",
            "If it does not change, a layer above the drive limits the queue.",
            expects="rate_rises",
        ),
        {
            "depth": 4,
            "share": 0.5,
            "busy": 0.85,
            "least ms": 5000,
            "serial": 2.0,
            "times": 4,
            "own time": 0.5,
        },
        hidden_by="job_options",
        judge=judge_depth_not_reached,
        templates=(NOT_REACHED, SERIALISED),
    ),
)
