"""Arrays of the path: what one job can keep busy, and what writes cost below."""

from collections.abc import Iterator
from math import ceil

from fioboard.core.quantity import format_figures
from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.targets import list_arrays
from fioboard.engine.hardware.inventory.tolerant import text, whole
from fioboard.engine.rules.cpu import count_jobs
from fioboard.engine.rules.cpu_use import has_other_program
from fioboard.engine.rules.depth import QUEUEING, SYNCHRONOUS
from fioboard.engine.rules.drive_bytes import list_counting_disks
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.drives import BITMAP, NOT_FILLED, ONE_THREAD, PENALTY

# Drives' worth of parity, and what one small write costs: as many reads as writes.
PARITY = {"raid4": 1, "raid5": 1, "raid6": 2}
# Of which every member, or two, hold a block.
MIRRORS = frozenset({"raid1", "raid10"})


def _find_only_array(facts: RunFacts) -> Document | None:
    """Find the one array that all targets lie on; None when there is none, or more than one."""
    if facts.path is None or not facts.is_fio:
        return None
    volumes = list_arrays(facts.path.targets)
    return volumes[0] if len(volumes) == 1 else None


def judge_stripe_not_filled(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether one direct sequential job fills the stripes; several jobs, or a page cache that reads ahead, fill
    them together.
    """
    array = _find_only_array(facts)
    if array is None or len(facts.results) != 1 or text(array, "level") not in {"raid0", *PARITY}:
        return
    [result] = facts.results
    if count_jobs(result) != 1 or result.rw not in ("read", "write") or not result.direct:
        return
    chunk, width = whole(array, "chunk_bytes"), whole(array, "width")
    if not chunk or not width:
        yield Unknown("array layout")
        return
    queueing = result.ioengine in QUEUEING
    if (
        result.bs_bytes is None
        or (queueing and not result.iodepth)
        or result.ioengine not in QUEUEING | SYNCHRONOUS
    ):
        yield Unknown("engine" if result.bs_bytes else "block size")
        return
    flight = result.bs_bytes * (result.iodepth or 1 if queueing else 1)
    busy = max(1, ceil(flight / chunk))
    if busy >= width:
        yield FINE
        return
    yield Finding(
        "stripe-not-filled",
        "info",
        NOT_FILLED(flight=f"{flight / 1024:g}", chunk=f"{chunk / 1024:g}", busy=busy, width=width),
        (
            Evidence("in flight", flight, "bytes", "result"),
            Evidence("chunk", chunk, "bytes"),
            Evidence("members", width),
        ),
        "likely",
        options=(f"iodepth={4 * ceil(width * chunk / result.bs_bytes)}",) if queueing else (),
    )


def judge_parity_penalty(facts: RunFacts) -> Iterator[Judgement]:
    """Judge what parity costs small writes, by the layout: blocks of a stripe and more need not be read first."""
    array = _find_only_array(facts)
    level = text(array, "level")
    writes = [r for r in facts.results if r.direction == "write" and "rand" in (r.rw or "")]
    if array is None or level not in PARITY or not writes:
        return
    chunk, width = whole(array, "chunk_bytes"), whole(array, "width")
    sizes = [r.bs_bytes for r in writes if r.bs_bytes]
    if not chunk or not width or len(sizes) < len(writes):
        yield Unknown("array layout" if len(sizes) == len(writes) else "block size")
        return
    stripe = chunk * (width - PARITY[level])
    if min(sizes) >= stripe:
        yield FINE
        return
    ios = 2 * (1 + PARITY[level])
    yield Finding(
        "parity-penalty",
        "info",
        PENALTY(size=f"{min(sizes) / 1024:g}", ios=ios, level=f"RAID {level.removeprefix('raid')}"),
        (
            Evidence("I/Os of the drives per write", ios, None, "computed"),
            Evidence("block size", min(sizes), "bytes", "result"),
            Evidence("stripe", stripe, "bytes", "computed"),
        ),
        "likely",
        direction="write",
    )


def judge_parity_one_thread(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the one thread of md that computes parity held writes back. Only where a CPU was full: else the
    one thread was enough.
    """
    array = _find_only_array(facts)
    if array is None or text(array, "level") not in PARITY or text(array, "kind") != "md":
        return
    if not any(r.direction == "write" for r in facts.results):
        return
    threads = whole(array, "options.group_threads")
    lines = [
        s
        for s in (facts.samples.series if facts.samples else ())
        if s.metric == "cpu_busy_max_pct" and s.known
    ]
    if threads is None or not lines:
        yield Unknown("array layout" if threads is None else "samples")
        return
    if has_other_program(facts):
        return  # The busiest CPU may be theirs.
    busiest = max(sum(line.known) / len(line.known) for line in lines)
    if threads or busiest < RULES["parity-one-thread"].thresholds["busy"]:
        yield FINE
        return
    yield Finding(
        "parity-one-thread",
        "info",
        ONE_THREAD(busy=format_share(busiest / 100)),
        (
            Evidence("group_thread_cnt", threads),
            Evidence("busiest CPU", round(busiest, 1), "%", "samples"),
        ),
        "possible",
    )


def judge_bitmap_writes(facts: RunFacts) -> Iterator[Judgement]:
    """Judge what a write-intent bitmap costs. Mirrors only: of parity nobody knows how many writes are asked of a
    member.
    """
    array = _find_only_array(facts)
    bitmap, level = text(array, "options.bitmap"), text(array, "level")
    if array is None or level not in MIRRORS or not bitmap or bitmap == "none":
        return
    if not facts.results or any(r.direction != "write" or not r.direct for r in facts.results):
        return
    if any("rand" not in (r.rw or "") for r in facts.results):
        return
    disks, width = list_counting_disks(facts), whole(array, "width")
    written, asked = [d.write_ios for d in disks], [r.total_ios for r in facts.results]
    copies = width if level == "raid1" else 2
    if not disks or None in written or None in asked or not any(asked) or not copies:
        yield Unknown("counters")
        return
    total = copies * sum(one or 0 for one in asked)
    done = sum(one or 0 for one in written)
    if done <= RULES["bitmap-writes"].thresholds["more"] * total:
        yield FINE
        return
    yield Finding(
        "bitmap-writes",
        "info",
        BITMAP(ratio=format_figures(done / total)),
        (
            Evidence("writes of the members", done, None, "counters"),
            Evidence("writes asked of them", total, None, "computed"),
        ),
        "likely",
    )


DECLARED = (
    Rule(
        "stripe-not-filled",
        "RAID stripe utilization",
        "limit",
        "One sequential job has fewer bytes in flight than width times chunk: not all members can be busy at once.",
        "md(4): layout of RAID 0",
        ("in flight", "chunk", "members"),
        Experiment(
            "Run the same job with four times the iodepth that fills a stripe",
            "The result should rise.",
            "If it does not change, the stripe width was not the limit.",
            expects="rate_rises",
        ),
        hidden_by="job_options",
        judge=judge_stripe_not_filled,
        templates=(NOT_FILLED,),
    ),
    Rule(
        "parity-penalty",
        "RAID parity write penalty",
        "limit",
        "Random writes of less than a stripe to RAID 4, 5 or 6: each reads and writes data and parity.",
        "md(4): read, modify, write",
        ("I/Os of the drives per write", "block size", "stripe"),
        Experiment(
            "Run the same job on one member, or on RAID 10",
            "If the result rises, reading the old parity was the limit.",
            "If it does not change, a cache collects whole stripes.",
        ),
        wrong_when="A controller's cache, or merging of whole stripes.",
        judge=judge_parity_penalty,
        templates=(PENALTY,),
    ),
    Rule(
        "parity-one-thread",
        "parity threads of the array",
        "cause",
        "Writes to an md array with parity whose group_thread_cnt is 0, while one CPU was at least 90 % busy.",
        "Linux Documentation/admin-guide/md.rst: group_thread_cnt",
        ("group_thread_cnt", "busiest CPU"),
        Experiment(
            "Set group_thread_cnt of the array to 8 (a setting of your system), then run the same job",
            "The result should rise.",
            "If it does not change, parity is not the limit.",
            expects="rate_rises",
        ),
        {"busy": 90},
        judge=judge_parity_one_thread,
        templates=(ONE_THREAD,),
    ),
    Rule(
        "bitmap-writes",
        "write-intent bitmap",
        "cause",
        "Random direct writes to a mirror with an internal bitmap: its members wrote over 15 % more than fio asked.",
        "Linux Documentation/admin-guide/md.rst, mdadm(8): --bitmap",
        ("writes of the members", "writes asked of them"),
        Experiment(
            "Run the same job on a test array without a bitmap",
            "The result should rise.",
            "If it does not change, the bitmap costs little here.",
            expects="rate_rises",
        ),
        {"more": 1.15},
        judge=judge_bitmap_writes,
        templates=(BITMAP,),
    ),
)
