"""Writes: in memory, compressed, flushed, off the drive's blocks."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import DiskUtil, Latency
from fioboard.engine.rules import RunFacts, build_answer
from tests.engine.rules.facts import GB, disk, facts_on_machine, result, said, said_on_drive, said_on_machine

BUFFERED: dict[str, Any] = {"direction": "write", "rw": "write", "direct": False, "io_bytes": 10 * GB}
DIRECT = BUFFERED | {"direct": True}


def took(share: float, **more: Any) -> list[DiskUtil]:
    return [disk(write_sectors=round(share * 10 * GB / 512), **more)]


@pytest.mark.parametrize(
    ("changes", "disks", "expected"),
    [
        ({}, took(0.62), "warning"),
        ({}, took(0.91), "fine"),
        ({"direct": True}, took(0.1), "fine"),
        ({"direct": None}, took(0.1), "unknown: direct"),
        ({}, None, "unknown: counters"),
        ({}, took(0.1, name="loop0"), "unknown: counters"),
        ({}, took(0.1, hostname="a"), "unknown: counters"),
        ({}, took(0.0, read_ios=0, write_ios=0), "unknown: counters"),
        ({"runtime_ms": 4_999}, took(0.1), "unknown: counters"),
        ({"ioengine": "null"}, took(0.1), "silent"),
        ({"direction": "read", "rw": "read"}, took(0.1), "silent"),
    ],
)
def test_writes_left_in_memory(changes: dict[str, Any], disks: list[DiskUtil] | None, expected: str) -> None:
    assert said("write-back", result(**BUFFERED | changes), disks=disks) == expected


SMALL: dict[str, Any] = {"direction": "write", "rw": "write", "direct": False, "io_bytes": 512 * 2**20}
# A tenth of it is what the kernel lets wait before it writes back by itself.
SIXTEEN_GB = {"memory": {"total_bytes": 16 * GB}}


@pytest.mark.parametrize(
    ("changes", "parts", "expected"),
    [
        ({}, SIXTEEN_GB, "warning"),
        ({"runtime_ms": 300}, SIXTEEN_GB, "warning"),
        ({"io_bytes": 1_600_000_001}, SIXTEEN_GB, "unknown: counters"),
        ({"io_bytes": None}, SIXTEEN_GB, "unknown: counters"),
        ({}, {}, "unknown: counters"),
        ({"job_options": {"end_fsync": "1"}}, SIXTEEN_GB, "unknown: counters"),
        ({"job_options": {"fsync": "0"}}, SIXTEEN_GB, "warning"),
        ({"job_options": {"sync": "dsync"}}, SIXTEEN_GB, "unknown: counters"),
        ({"has_all_options": False}, SIXTEEN_GB, "unknown: options"),
        ({"direct": True}, SIXTEEN_GB, "fine"),
    ],
)
def test_a_small_write_that_nobody_synced_is_likely_in_memory(
    changes: dict[str, Any], parts: dict[str, Any], expected: str
) -> None:
    assert said_on_machine("write-back", parts, result(**SMALL | changes)) == expected


def test_the_likely_memory_of_a_small_write_is_the_verdict_and_no_best() -> None:
    answer = build_answer(facts_on_machine(SIXTEEN_GB, result(**SMALL)))
    verdict = answer["verdict"]
    assert (verdict["kind"], verdict["id"], verdict["confidence"]) == ("trust", "write-back", "likely")
    assert verdict["sentence"] == "Probably memory speed: 537 MB were written to memory and never synced."


def test_members_count_and_their_array_does_not() -> None:
    disks = [disk(name="md0", is_aggregate=True, write_sectors=20 * GB // 512), *took(0.5)]
    assert said("write-back", result(**BUFFERED), disks=disks) == "warning"


def test_the_verdict_names_memory_only_when_it_is_certain() -> None:
    def verdict(**more: Any) -> tuple[str, str]:
        told = build_answer(RunFacts(results=[result(**BUFFERED | more)], disks=took(0.62)))["verdict"]
        return told["kind"], told["sentence"]

    assert verdict() == ("trust", "Not the drive's speed: 38 % of the writes had not reached it.")
    for doubt in ({"job_options": {"zero_buffers": "1"}}, {"has_all_options": False}):
        assert verdict(**doubt)[0] != "trust"


@pytest.mark.parametrize(
    ("options", "share", "expected"),
    [
        ({"zero_buffers": "1"}, 0.1, "warning"),
        ({"zero_buffers": "1"}, 1.0, "info"),
        ({"zero_buffers": "0"}, 0.1, "fine"),
        ({"buffer_pattern": "0xdeadbeef"}, 1.0, "info"),
        ({"buffer_compress_percentage": "49"}, 1.0, "fine"),
        ({"dedupe_percentage": "50"}, 1.0, "info"),
    ],
)
def test_data_that_compresses(options: dict[str, str], share: float, expected: str) -> None:
    assert said("compressible", result(**DIRECT, job_options=options), disks=took(share)) == expected


def test_what_was_written_is_unknown_without_options() -> None:
    assert said("compressible", result(**DIRECT, has_all_options=False)) == "unknown: options"
    assert said("compressible", result()) == "silent"


@pytest.mark.parametrize(
    ("changes", "mean_ns", "expected"),
    [
        ({}, 600_000.0, "info"),
        ({}, 400_000.0, "fine"),
        ({"iodepth": 1}, 600_000.0, "info"),
        ({"iodepth": 8}, 600_000.0, "silent"),
        ({}, 1_200_000.0, "silent"),  # More than the time there was.
        ({"sync_lat": None}, 0.0, "silent"),
        ({"runtime_ms": None}, 600_000.0, "silent"),
    ],
)
def test_the_time_of_flushes(changes: dict[str, Any], mean_ns: float, expected: str) -> None:
    flushed = DIRECT | {"sync_lat": Latency(n=60_000, mean_ns=mean_ns)} | changes
    assert said("sync-write-cost", result(**flushed)) == expected


@pytest.mark.parametrize(
    ("bs_bytes", "block", "expected"),
    [(512, 4096, "warning"), (4096, 4096, "fine"), (512, 512, "fine"), (512, None, "unknown: block size")],
)
def test_blocks_that_are_not_the_drives(bs_bytes: int, block: int | None, expected: str) -> None:
    job = result(**DIRECT | {"bs_bytes": bs_bytes})
    assert said_on_drive("misaligned-bs", job, physical_block_bytes=block) == expected


def test_reads_and_buffered_writes_do_not_care_for_blocks() -> None:
    for job in (result(bs_bytes=512), result(**BUFFERED | {"bs_bytes": 512})):
        assert said_on_drive("misaligned-bs", job, physical_block_bytes=4096) == "silent"
    assert said("misaligned-bs", result(**DIRECT)) == "unknown: inventory"


def test_zeros_that_old_fio_does_not_print_are_not_called_fine() -> None:
    """Before 3.39 it leaves out what was typed without a value."""
    assert said("compressible", result(direction="write"), shows_flags=False) == "unknown: options"
    typed = result(direction="write", are_options_typed=True)
    assert said("compressible", typed, shows_flags=False) == "fine"
