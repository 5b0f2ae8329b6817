"""What the drives were asked for, beside what fio asked for."""

from collections.abc import Iterator
from typing import NamedTuple

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import format_bytes
from fioboard.core.quantity import format_figures
from fioboard.engine.rules.cache import is_on_compressing
from fioboard.engine.rules.drive_bytes import Moved, count_drive_bytes, list_counting_disks
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.drives import NOT_THE_DRIVE
from fioboard.engine.rules.sentences.jobs import NOT_DIRECT, SPLIT


def split_io(facts: RunFacts) -> Iterator[Judgement]:
    """Direct reads of large blocks. Writes are left out: parity, mirrors and journals multiply them."""
    reads = [result for result in facts.results if result.direction == "read"]
    thresholds = RULES["split-io"].thresholds
    if not facts.is_fio or not reads or not all(result.direct for result in reads):
        return
    sizes = {result.bs_bytes for result in reads}
    size = sizes.pop()
    if sizes or size is None or size < thresholds["large block bytes"]:
        return
    disks = list_counting_disks(facts)
    requests, ios = [disk.read_ios for disk in disks], [result.total_ios for result in reads]
    total = sum(count for count in ios if count)
    if not disks or None in requests or None in ios or not total:
        yield Unknown("counters")
        return
    moved = count_drive_bytes(facts, "read")
    if moved is not None and moved.bytes > thresholds["own"] * total * size:
        return  # Something else read from these drives, too.
    ratio = sum(count for count in requests if count) / total
    if ratio < thresholds["requests"]:
        yield FINE
        return
    yield Finding(
        "split-io",
        "info",
        SPLIT(size=spoken_size(size), ratio=format_figures(ratio)),
        (
            Evidence("reads of fio", total, None, "result"),
            Evidence("requests of the drives", sum(count for count in requests if count), None, "counters"),
        ),
        "certain" if moved is not None else "likely",
    )


class Served(NamedTuple):
    """Direct reads: bytes that fio counted, and what the drives moved."""

    asked: int
    moved: Moved

    @property
    def is_short(self) -> bool:
        """Whether less reached the drives than direct I/O brings there."""
        return self.moved.bytes < RULES["direct-ignored"].thresholds["served"] * self.asked


def compare_served(facts: RunFacts) -> Served | None:
    """Compare what drives served with what fio read, of all reads together; None where no counter shows it, or
    nothing was read.
    """
    moved = count_drive_bytes(facts, "read")
    amounts = [result.io_bytes for result in facts.results if result.direction == "read"]
    asked = sum(amount for amount in amounts if amount)
    return None if moved is None or not asked or None in amounts else Served(asked, moved)


def judge_direct_ignored(facts: RunFacts) -> Iterator[Judgement]:
    """Compare reads that should have reached the drives with the kernel's own counters."""
    reads = [result for result in facts.results if result.direction == "read"]
    if not facts.is_fio or not reads or not all(result.direct for result in reads):
        return
    served = compare_served(facts)
    if served is None:
        yield Unknown("counters")
        return
    if not served.is_short:
        yield FINE
        return
    asked, moved = served
    yield Finding(
        "direct-ignored",
        "warning",
        NOT_DIRECT(served=format_bytes(moved.bytes), counted=format_bytes(asked)),
        (
            Evidence("counted by fio", asked, "bytes", "result"),
            Evidence("served by the drives", moved.bytes, "bytes", moved.source),
        ),
        "likely",
        headline=None
        if is_on_compressing(facts)
        else NOT_THE_DRIVE(share=format_share(1 - moved.bytes / asked)),
    )


DECLARED = (
    Rule(
        "split-io",
        "split reads",
        "limit",
        "Direct reads of at least 128 KiB became two or more requests of the drives each.",
        "fio's disk statistics: reads of the lowest devices over fio's own",
        ("reads of fio", "requests of the drives"),
        Experiment(
            "Run the same job with blocks of one request and a proportionally larger depth",
            "CPU time per byte falls.",
            "If it does not change, splitting costs little here.",
        ),
        {"requests": 2, "large block bytes": 131072, "own": 1.15},
        "Something else read from the drives, where the counters tell requests alone.",
        judge=split_io,
        templates=(SPLIT,),
    ),
    Rule(
        "direct-ignored",
        "direct reads not served by the drives",
        "trust",
        "direct=1 for at least 5 s, and the drives served less than 90 % of the reads by the kernel's own counters.",
        "fio HOWTO: direct; Linux Documentation/admin-guide/iostats.rst",
        ("counted by fio", "served by the drives"),
        Experiment(
            "Write the whole file, then run the same job",
            "The result is lower: the job had read holes.",
            "If it does not change, a cache above the drives answers.",
        ),
        {"served": 0.90},
        "A part of the target is on a file server, which the counters do not hold.",
        judge=judge_direct_ignored,
        templates=(NOT_DIRECT,),
    ),
)
