"""How many bytes the drives moved: by fio's own statistics of its disks, else by what the agent sampled of them."""

from collections.abc import Sequence
from operator import mul, sub
from typing import NamedTuple

from fioboard.engine.formats.fio.model.reading import DiskUtil
from fioboard.engine.hardware.inventory.samples import Sampled
from fioboard.engine.hardware.inventory.targets import WITHOUT_DRIVES
from fioboard.engine.rules.facts import RunFacts, derive_once

SECTOR_BYTES = 512
MIN_COUNTED_MS = 5000
# Layers that answer without a drive.
_NO_DRIVE = WITHOUT_DRIVES | {"network"}


class Moved(NamedTuple):
    """Bytes, and where they were counted: `counters` of fio or `samples` of the agent."""

    bytes: int
    source: str


def list_lowest_disks(disks: Sequence[DiskUtil] | None) -> list[DiskUtil]:
    """List the lowest devices of fio's statistics: members instead of their array. Empty where none is a drive: a
    loop device over a cached file passes for one.
    """
    lowest = [disk for disk in disks or () if not disk.is_aggregate]
    return [] if any(disk.name.startswith(("loop", "zram", "ram")) for disk in lowest) else lowest


def list_counting_disks(facts: RunFacts, least_ms: float = MIN_COUNTED_MS) -> list[DiskUtil]:
    """List the lowest devices whose counters can be trusted: none of several hosts, or of so short a run that what
    fio 3.33 read of them can lack most of it.
    """
    disks = list_lowest_disks(facts.disks)
    return [] if find_longest_ms(facts) < least_ms or any(disk.hostname for disk in disks) else disks


def find_longest_ms(facts: RunFacts) -> int:
    """Return the run time of the result that ran longest, ms; 0 when none is known."""
    return max((result.runtime_ms or 0 for result in facts.results), default=0)


def count_drive_bytes(facts: RunFacts, direction: str, least_ms: float = MIN_COUNTED_MS) -> Moved | None:
    """Count the bytes that all drives below the targets read or wrote, whoever asked; None where no counter shows it,
    or where less than all of the targets lies on drives. fio reports sectors from 3.36 on.
    """
    disks = list_counting_disks(facts, least_ms)
    sectors = [disk.read_sectors if direction == "read" else disk.write_sectors for disk in disks]
    known = [count for count in sectors if count is not None]
    # A device that keeps no statistics proves nothing.
    if known and len(known) == len(disks) and any(disk.read_sectors or disk.write_sectors for disk in disks):
        return Moved(SECTOR_BYTES * sum(known), "counters")
    return _count_sampled_bytes(facts, direction)


@derive_once
def _count_sampled_bytes(facts: RunFacts, direction: str) -> Moved | None:
    """Count a direction's bytes by the agent's samples, from just before fio was started until just after it ended,
    so with what it laid out first.
    """
    path = facts.path
    if path is None or facts.samples is None or not path.members or find_longest_ms(facts) < MIN_COUNTED_MS:
        return None
    kinds = {target.kind for target in path.targets} | {
        layer.kind for target in path.targets for layer in target.layers
    }
    if kinds & _NO_DRIVE:
        return None
    wanted = {f"disk:{member.disk}" for member in path.members}
    series = {
        (one.subject, one.direction): one
        for one in facts.samples.series
        if one.metric == "bw_bytes_per_s" and one.subject in wanted
    }
    own = [series.get((subject, direction)) for subject in wanted]
    totals = [None if one is None else _sum_rate(one) for one in own]
    known = [total for total in totals if total is not None]
    is_kept = any(any(one.known) for one in series.values())
    return Moved(round(sum(known)), "samples") if is_kept and len(known) == len(wanted) else None


def _sum_rate(series: Sampled) -> float | None:
    """Sum a rate over its steps; None with a gap."""
    known = series.known
    if len(known) < len(series.values):
        return None
    lengths_ms = map(sub, series.times_ms, (0, *series.times_ms))
    return float(sum(map(mul, known, lengths_ms))) / 1000
