"""Which metric speaks for a workload when nobody chose one: the one its kind is talked about in.

Large blocks and sequential I/O are talked about in GB/s, small random I/O in IOPS, and where the next I/O waits for the
one before, in the latency of the slow ones: at depth 1, and where every write is made durable.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from fioboard.engine.words.factors.registry import FACTORS

LARGE_BLOCK_BYTES = 64 * 1024
# Of a kind the first that was measured speaks, then the others in their order, then any that was asked for.
WAITING = ("clat_p99_ns", "lat_p99_ns")
# Through the page cache a write returns at once: the sync waits for the drive.
SYNCING = ("sync_lat_p99_ns", *WAITING)
LARGE_OR_SEQUENTIAL = ("bw_bytes_per_s", "iops")
SMALL_RANDOM = ("iops", "bw_bytes_per_s")
ANY = ("clat_mean_ns", "lat_mean_ns", "clat_p99_ns")
# In a shared document of a version that did not name it.
UNNAMED = (*SMALL_RANDOM, *ANY)
# Those of the factor that hold up each write; not what is done once at the end, nor for reads.
SYNCED = frozenset(FACTORS["job.sync"].options) - {"end_fsync", "fsync_on_close", "readfua"}


def rank_metrics(options: Mapping[str, object], direction: str) -> tuple[str, ...]:
    """Rank the names of metrics, the one that speaks for such a workload first.

    `options` as factors.workload.comparable gives them: bs in bytes, null or absent what is not known; an option that
    states what fio does anyway is not there.
    """
    shape = LARGE_OR_SEQUENTIAL if _is_large(options) or _is_sequential(options) else SMALL_RANDOM
    is_synced = direction != "read" and not SYNCED.isdisjoint(options)
    if is_synced and not options.get("direct"):
        return (*SYNCING, *shape, *ANY)
    if _is_alone(options) or is_synced:
        return (*WAITING, *shape, *ANY)
    return (*shape, *ANY)


def rank_rates(options: Mapping[str, object], direction: str) -> tuple[str, ...]:
    """Rank those of them that say how much was done a second: a larger one is better."""
    return tuple(name for name in rank_metrics(options, direction) if name in SMALL_RANDOM)


def headline_metric(
    workloads: Iterable[tuple[Mapping[str, object], str, Collection[str]]], asked: str | None = None
) -> str | None:
    """The metric that speaks for several workloads: the one asked for if any measured it, else that of most of them.

    Of each its options, direction and the metrics it has a ratio of. Where two kinds are equally many the first
    workload decides. None when nothing was measured.
    """
    votes: Counter[str] = Counter()
    for options, direction, measured in workloads:
        if asked is not None and asked in measured:
            return asked
        first = next(
            (name for name in (*rank_metrics(options, direction), *measured) if name in measured), None
        )
        votes.update([first] if first is not None else [])
    return votes.most_common(1)[0][0] if votes else None


def _is_large(options: Mapping[str, object]) -> bool:
    size = options.get("bs")
    return isinstance(size, int) and size >= LARGE_BLOCK_BYTES


def _is_sequential(options: Mapping[str, object]) -> bool:
    pattern = options.get("rw")
    return isinstance(pattern, str) and not pattern.startswith("rand")


def _is_alone(options: Mapping[str, object]) -> bool:
    """Whether only one I/O is under way; unknown is not alone."""
    return options.get("iodepth") == 1 and options.get("numjobs") == 1
