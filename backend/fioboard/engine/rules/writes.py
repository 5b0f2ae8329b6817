"""Writes: whether they reached the drives, what they were made of, and what waiting for the drive cost."""

from collections.abc import Iterator

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import format_bytes, format_latency
from fioboard.engine.formats.fio.model.options import ENGINES_WITHOUT_DATA, parse_flag
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.tolerant import texts, whole
from fioboard.engine.rules.cache import is_on_compressing
from fioboard.engine.rules.depth import SYNCHRONOUS
from fioboard.engine.rules.drive_bytes import Moved, count_drive_bytes
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import (
    FINE,
    Evidence,
    Finding,
    Judgement,
    Unknown,
    format_quantity,
    format_share,
)
from fioboard.engine.rules.rule import RULES, Experiment, Rule, repeat_job
from fioboard.engine.rules.sentences.jobs import (
    COMPRESSED,
    COMPRESSIBLE,
    FLUSHES,
    HELD_IN_MEMORY,
    MISALIGNED,
    NOT_THE_DRIVE,
    PROBABLY_MEMORY,
    SYNC_COST,
    WRITE_BACK,
)

# Any of these makes fio wait for the drive.
_SYNCING = ("fsync", "fdatasync", "sync", "end_fsync", "fsync_on_close", "sync_file_range")


def list_writes(facts: RunFacts) -> list[Result]:
    """List what fio wrote, with data."""
    if not facts.is_fio:
        return []
    return [r for r in facts.results if r.direction == "write" and r.ioengine not in ENGINES_WITHOUT_DATA]


def count_taken(facts: RunFacts, writes: list[Result]) -> tuple[int, Moved] | None:
    """Return the bytes that fio wrote, and the bytes that the drives took; None when either is unknown."""
    amounts = [result.io_bytes for result in writes]
    total = sum(amount for amount in amounts if amount)
    moved = count_drive_bytes(facts, "write")
    return None if moved is None or None in amounts or not total else (total, moved)


def write_back(facts: RunFacts) -> Iterator[Judgement]:
    """Buffered writes against the kernel's own counters. Whether the job synced at its end shows in them."""
    writes = list_writes(facts)
    if not writes:
        return
    if all(result.direct for result in writes):
        yield FINE
        return
    if any(result.direct is None for result in writes):
        yield Unknown("direct")
        return
    if any(result.direct for result in writes):
        return  # Some bypassed the cache, some did not: the drives' counters hold both.
    both = count_taken(facts, writes)
    if both is None:
        yield _judge_by_size(facts, writes)
        return
    asked, (served, source) = both
    if served >= RULES["write-back"].thresholds["served"] * asked:
        yield FINE
        return
    is_certain = not (
        is_on_compressing(facts)
        or any(_list_compressible_options(result) for result in writes)
        or not all(map(facts.has_all_flags, writes))
    )
    yield Finding(
        "write-back",
        "warning",
        WRITE_BACK(counted=format_bytes(asked), served=format_bytes(served)),
        (
            Evidence("counted by fio", asked, "bytes", "result"),
            Evidence("taken by the drives", served, "bytes", source),
        ),
        "certain" if is_certain else "likely",
        ("end_fsync=1",),
        headline=NOT_THE_DRIVE(share=format_share(1 - served / asked)) if is_certain else None,
    )


def _judge_by_size(facts: RunFacts, writes: list[Result]) -> Judgement:
    """Judge buffered writes by their size where no counter shows them: the kernel writes back by itself only once a
    tenth of memory waits to be written.
    """
    amounts = [result.io_bytes for result in writes]
    asked = sum(amount for amount in amounts if amount)
    memory = whole(facts.document, "memory.total_bytes")
    if not asked or None in amounts or not memory or not facts.has_drives:
        return Unknown("counters")
    if not all(map(facts.has_all_flags, writes)):
        return Unknown("options")
    is_synced = any(_has_sync(result) for result in writes) or any(
        "sync" in texts(target.filesystem, "options") for target in (facts.path.targets if facts.path else ())
    )
    if is_synced or asked > RULES["write-back"].thresholds["of memory"] * memory:
        return Unknown("counters")
    amount = format_bytes(asked)
    return Finding(
        "write-back",
        "warning",
        HELD_IN_MEMORY(counted=amount, memory=format_bytes(memory)),
        (
            Evidence("counted by fio", asked, "bytes", "result"),
            Evidence("memory", memory, "bytes"),
        ),
        "likely",
        ("end_fsync=1",),
        headline=PROBABLY_MEMORY(counted=amount),
    )


def _has_sync(result: Result) -> bool:
    return any(result.job_options.get(name, "0").lower() not in {"0", "none"} for name in _SYNCING)


def _list_compressible_options(result: Result) -> list[str]:
    """List the options by which the data written holds less than it takes."""
    options = result.job_options
    names = [n for n in ("zero_buffers",) if n in options and parse_flag(options[n]) is not False]
    names += [name for name in ("buffer_pattern",) if name in options]
    least = RULES["compressible"].thresholds["percent"]
    for name in ("buffer_compress_percentage", "dedupe_percentage"):
        stated = options.get(name, "0")
        if stated.isdecimal() and int(stated) >= least:
            names.append(name)
    return names


def judge_compressible(facts: RunFacts) -> Iterator[Judgement]:
    """Judge what direct writes were made of, and whether the drives were given less."""
    writes = list_writes(facts)
    if not writes:
        return
    names = sorted({name for result in writes for name in _list_compressible_options(result)})
    if not names:
        yield FINE if all(map(facts.has_all_flags, writes)) else Unknown("options")
        return
    both = count_taken(facts, writes) if all(result.direct for result in writes) else None
    if both is not None and both[1].bytes < RULES["compressible"].thresholds["served"] * both[0]:
        asked, (served, source) = both
        yield Finding(
            "compressible",
            "warning",
            COMPRESSED(names=names, counted=format_bytes(asked), served=format_bytes(served)),
            (
                Evidence("counted by fio", asked, "bytes", "result"),
                Evidence("taken by the drives", served, "bytes", source),
            ),
            "likely",
            ("refill_buffers",),
        )
    else:
        yield Finding("compressible", "info", COMPRESSIBLE(names=names), (), "possible", ("refill_buffers",))


def sync_write_cost(facts: RunFacts) -> Iterator[Judgement]:
    """fsync and fdatasync by their share of the time, for jobs that wait for each I/O."""
    is_any = False
    for result in list_writes(facts):
        sync, jobs = result.sync_lat, result.numjobs or result.member_count or 1
        waits = result.ioengine in SYNCHRONOUS or result.iodepth == 1
        if sync is None or not sync.n or not sync.mean_ns or not result.runtime_ms or not waits:
            continue
        if result.is_merged_sections:
            continue
        share = sync.n * sync.mean_ns / (result.runtime_ms * 1e6 * jobs)
        if share > 1:
            continue  # Of other jobs, too.
        is_any = True
        if share < RULES["sync-write-cost"].thresholds["share"]:
            continue
        yield Finding(
            "sync-write-cost",
            "info",
            SYNC_COST(
                share=format_share(share), flushes=format_quantity(sync.n), each=format_latency(sync.mean_ns)
            ),
            (
                Evidence("flushes", sync.n, None, "result"),
                Evidence("mean time of a flush", sync.mean_ns, "ns", "result"),
                Evidence("share of the time", round(100 * share, 1), "%", "computed"),
            ),
            options=("fsync=0", "fdatasync=0"),
            share=share,
            direction="write",
            headline=FLUSHES(share=format_share(share)),
        )
        return
    if is_any:
        yield FINE


def judge_misaligned_bs(facts: RunFacts) -> Iterator[Judgement]:
    """Compare direct writes with the physical blocks of all drives of the path."""
    writes = [r for r in list_writes(facts) if r.direct]
    members = facts.path.members if facts.path else []
    if not writes or facts.is_virtual:
        return
    if not members:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    blocks = [whole(member.entry, "physical_block_bytes") for member in members]
    sizes = [result.bs_bytes for result in writes]
    if None in blocks or None in sizes:
        yield Unknown("block size")
        return
    block = max(one for one in blocks if one is not None)
    odd = [size for size in sizes if size and block and size % block]
    if not odd:
        yield FINE
        return
    yield Finding(
        "misaligned-bs",
        "warning",
        MISALIGNED(size=spoken_size(odd[0]), block=spoken_size(block)),
        (
            Evidence("block size of the job", odd[0], "bytes", "result"),
            Evidence("physical block", block, "bytes"),
        ),
        options=(f"bs={block}",),
    )


DECLARED = (
    Rule(
        "write-back",
        "writes left in memory",
        "trust",
        "A buffered write of at least 5 s of which the drives had taken less than 90 % by the kernel's own counters. "
        "Where no counter tells: likely, when nothing was synced and at most a tenth of memory was written.",
        "fio HOWTO: end_fsync; Linux Documentation/admin-guide/iostats.rst, sysctl/vm.rst (dirty_background_ratio)",
        ("counted by fio", "taken by the drives", "memory"),
        repeat_job(
            "with end_fsync=1",
            "The result is lower: it includes the time to write back what was in memory.",
            "If it does not change, the drives keep up with memory.",
            expects="rate_falls",
        ),
        {"served": 0.90, "of memory": 0.10},
        "A layer that compresses takes less: then, and where not all options are known, likely and no headline.",
        judge=write_back,
        templates=(WRITE_BACK, HELD_IN_MEMORY),
    ),
    Rule(
        "compressible",
        "compressible data",
        "trust",
        "zero_buffers, buffer_pattern, or at least 50 % of buffer_compress_percentage or dedupe_percentage; a warning "
        "only where the drives were given less than 90 % of direct writes.",
        "fio HOWTO: zero_buffers, buffer_pattern, buffer_compress_percentage, dedupe_percentage",
        ("counted by fio", "taken by the drives"),
        repeat_job(
            "with refill_buffers and random data",
            "The result is lower: a layer had compressed the data.",
            "If it does not change, nothing compresses here.",
            expects="rate_falls",
        ),
        {"percent": 50, "served": 0.90},
        hidden_by="job_options",
        judge=judge_compressible,
        templates=(COMPRESSIBLE, COMPRESSED),
    ),
    Rule(
        "sync-write-cost",
        "flush time",
        "limit",
        "fsync or fdatasync took at least half of the time of jobs that wait for each I/O.",
        "fio JSON: sync.lat_ns, count and mean; write latency does not hold them",
        ("flushes", "mean time of a flush", "share of the time"),
        Experiment(
            "Run the same job without fsync and fdatasync",
            "The result rises by the time the flushes took.",
            "If it does not change, the write itself waits.",
            expects="rate_rises",
        ),
        {"share": 0.5},
        hidden_by="job_options",
        judge=sync_write_cost,
        templates=(SYNC_COST,),
    ),
    Rule(
        "misaligned-bs",
        "misaligned block size",
        "cause",
        "Direct writes whose block size is no multiple of the physical block of the drives.",
        "Linux Documentation/ABI/stable/sysfs-block: physical_block_size",
        ("block size of the job", "physical block"),
        Experiment(
            "Run the same job with bs equal to the physical block size",
            "More bytes are written in the same time.",
            "If it does not change, the drive gathers writes itself.",
            expects="rate_rises",
        ),
        judge=judge_misaligned_bs,
        templates=(MISALIGNED,),
    ),
)
HEADLINES = (NOT_THE_DRIVE, PROBABLY_MEMORY, FLUSHES)
