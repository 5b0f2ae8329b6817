"""The page cache: whether the drives did what fio counted."""

from collections.abc import Iterator, Sequence

from fioboard.core.figures import format_bytes
from fioboard.engine.formats.fio.model.reading import DiskUtil, Result
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.drive_bytes import count_drive_bytes, find_longest_ms, list_counting_disks
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
from fioboard.engine.rules.rule import RULES, Rule, repeat_job
from fioboard.engine.rules.sentences.drives import CACHED_BYTES, CACHED_READ, NOT_THE_DRIVE

# fio looks at the counters every 250 ms (DISK_UTIL_MSEC): so much of a run's end they may lack.
LOOKS_EVERY_MS = 250
# Their files take less room on the drives than fio read: fewer bytes are no proof there.
COMPRESSING = frozenset({"zfs", "btrfs", "bcachefs", "f2fs", "erofs"})


def judge_page_cache_read(facts: RunFacts) -> Iterator[Judgement]:
    """Compare buffered reads with the kernel's own counters: bytes, or requests where all were random and of one
    block.
    """
    reads = [result for result in facts.results if result.direction == "read"]
    ways = {result.direct for result in reads}
    # Where some bypassed the cache and some did not, the drives' counters hold both.
    if not reads or not facts.is_fio or ways == {True, False}:
        return
    if ways == {True} or None in ways:
        yield Unknown("direct") if None in ways else FINE
        return
    thresholds = RULES["page-cache-read"].thresholds
    both = _compare_bytes(facts, reads, thresholds["least ms"]) or _compare_requests(
        reads, list_counting_disks(facts, thresholds["least ms"])
    )
    if both is None:
        yield Unknown("counters")
        return
    asked, served, source = both
    is_bytes = source is not None
    if served >= thresholds["served"] * asked:
        yield FINE
        return
    is_fio_s = source != "samples"
    if is_fio_s and served >= (thresholds["served"] - LOOKS_EVERY_MS / find_longest_ms(facts)) * asked:
        yield Unknown("counters")  # What lacks may be what came after the last look.
        return
    compressing = is_on_compressing(facts)
    unit = "bytes" if is_bytes else None
    yield Finding(
        "page-cache-read",
        "warning",
        CACHED_BYTES(counted=format_bytes(asked), served=format_bytes(served))
        if is_bytes
        else CACHED_READ(counted=format_quantity(asked), served=format_quantity(served)),
        (
            Evidence("counted by fio", asked, unit, "result"),
            Evidence("served by the drives", served, unit, source or "counters"),
            Evidence("direct", False, None, "result"),
        ),
        "likely" if compressing else "certain",
        ("direct=1",),
        headline=None if compressing else NOT_THE_DRIVE(share=format_share(1 - served / asked)),
    )


def is_on_compressing(facts: RunFacts) -> bool:
    """Whether a target lies on a file system that may store less than was written."""
    return bool(facts.path and {text(t.filesystem, "type") for t in facts.path.targets} & COMPRESSING)


def _compare_bytes(
    facts: RunFacts, reads: Sequence[Result], least_ms: float
) -> tuple[int, int, str | None] | None:
    """Return the bytes that fio read, those that drives served, and their source; None where one is unknown."""
    served = count_drive_bytes(facts, "read", least_ms)
    amounts = [result.io_bytes for result in reads]
    if served is None or None in amounts or not any(amounts):
        return None
    return sum(a for a in amounts if a), served.bytes, served.source


def _compare_requests(
    reads: Sequence[Result], disks: Sequence[DiskUtil]
) -> tuple[int, int, str | None] | None:
    """Return the requests that fio made, those that drives served, and their source; None where one is unknown. A
    request may bring more than one block where reading goes ahead: only random reads can be counted by number.
    """
    requests = [disk.read_ios for disk in disks]
    amounts = [result.total_ios for result in reads]
    if not requests or None in requests or None in amounts or not any(amounts):
        return None
    if any("rand" not in (result.rw or "") for result in reads):
        return None
    merged = sum(disk.read_merges or 0 for disk in disks)
    return sum(a for a in amounts if a), sum(r for r in requests if r) + merged, None


DECLARED = (
    Rule(
        "page-cache-read",
        "reads from the page cache",
        "trust",
        "A buffered read of at least 5 s of which the drives served less than 90 % by the kernel's own counters.",
        "fio HOWTO: direct, invalidate; Linux Documentation/admin-guide/iostats.rst",
        ("counted by fio", "served by the drives", "direct"),
        repeat_job(
            "with direct=1",
            "The result is lower: that is the drive's own speed.",
            "If it does not change, the drives had served the reads.",
            expects="rate_falls",
        ),
        {"served": 0.90, "least ms": 1000},
        judge=judge_page_cache_read,
        templates=(CACHED_READ, CACHED_BYTES),
    ),
)
HEADLINES = (NOT_THE_DRIVE,)
