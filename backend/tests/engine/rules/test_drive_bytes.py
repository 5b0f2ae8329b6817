"""Bytes of the drives: by fio's statistics, else by the agent's samples."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Sampled, Samples
from fioboard.engine.rules import RunFacts, judge
from fioboard.engine.rules.drive_bytes import count_drive_bytes
from tests.engine.rules.facts import DRIVE, ROOT, disk, result, spoken
from tests.factories.machine import document, drive, function, targets

MB = 10**6


def series(subject: str, direction: str, *values: float | None) -> Sampled:
    """Of readings at 1 s, 2 s, and 2.5 s."""
    return Sampled(subject, "bw_bytes_per_s", direction, [1000, 2000, 2500], list(values))


def facts(*sampled: Sampled, kind: str = "file", layer: str = "disk", **more: Any) -> RunFacts:
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)})
    stated = targets("nvme0n1")
    stated[0] |= {"kind": kind, "graph": {"root": "a", "nodes": {"a": {"kind": layer, "children": []}}}}
    samples = Samples(series=list(sampled))
    path = resolve(inventory, stated, samples=samples)
    return RunFacts(**{"results": [result()], "path": path, "document": inventory, "samples": samples} | more)


READS = series("disk:nvme0n1", "read", 10 * MB, 20 * MB, 4 * MB)


def test_the_samples_are_summed_over_their_steps() -> None:
    assert count_drive_bytes(facts(READS), "read") == (32 * MB, "samples")


def test_what_fio_counted_goes_before() -> None:
    told = facts(READS, disks=[disk(read_sectors=1000)])
    assert count_drive_bytes(told, "read") == (512_000, "counters")
    assert count_drive_bytes(facts(READS, disks=[disk(read_sectors=None, write_sectors=None)]), "read") == (
        32 * MB,
        "samples",
    )


@pytest.mark.parametrize(
    "told",
    [
        facts(),
        facts(series("disk:nvme0n1", "read", 10 * MB, None, 4 * MB)),
        facts(series("disk:sda", "read", 10 * MB, 20 * MB, 4 * MB)),
        facts(READS, layer="memory"),
        facts(READS, kind="tmpfs"),
        facts(READS, samples=None),
        # Counters that never moved may not be kept.
        facts(series("disk:nvme0n1", "read", 0, 0, 0)),
        facts(READS, results=[result(runtime_ms=4999)]),
    ],
    ids=["none", "a gap", "another drive", "memory below", "memory", "no samples", "nothing moved", "short"],
)
def test_nothing_is_claimed_where_no_counter_tells(told: RunFacts) -> None:
    assert count_drive_bytes(told, "read") is None


def test_holes_are_told_without_sectors_of_fio() -> None:
    """As fio 3.33 prints it: requests alone."""
    more = {"disks": [disk(read_sectors=None, write_sectors=None)]}
    wrote = series("disk:nvme0n1", "write", 0, 1 * MB, 0)
    judged = judge(facts(READS, wrote, **more))
    assert spoken("direct-ignored", judged) == "warning"
    none_read = series("disk:nvme0n1", "read", 0, 0, 0)
    assert spoken("direct-ignored", judge(facts(none_read, wrote, **more))) == "warning"
    assert spoken("direct-ignored", judge(facts(none_read, **more))) == "unknown: counters"


@pytest.mark.parametrize(("sampled_mb", "expected"), [(140, "info"), (160, "silent")])
def test_requests_of_a_neighbour_are_no_split_reads(sampled_mb: int, expected: str) -> None:
    """1000 reads of 128 KiB, 131 MB, became 6000 requests: unless another read, too, which fio 3.33 does not tell."""
    reads = series("disk:nvme0n1", "read", sampled_mb * MB, 0, 0)
    large = result(bs_bytes=131_072, total_ios=1000, io_bytes=131_072_000)
    counters = [disk(read_ios=6000, read_sectors=None, write_sectors=None)]
    assert spoken("split-io", judge(facts(reads, results=[large], disks=counters))) == expected
