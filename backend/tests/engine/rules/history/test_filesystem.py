"""A run on a file against raw runs of the very same drives."""

from typing import Any

import pytest

from fioboard.engine.rules.history import Measured
from tests.engine.rules.history.alone import measured, said

DRIVES = frozenset({"nvme0n1", "nvme1n1"})


def on_file(gb: float, **more: Any) -> Measured:
    setting = {"target.kind": "file", "target.path": "/mnt/x", "fs.type": "btrfs", "job.size": "10g"}
    return large(0, gb, setting, **more)


def raw(gb: float, number: int = 1, setting: dict[str, Any] | None = None, **more: Any) -> Measured:
    return large(number, gb, {"target.kind": "md", "target.path": "/dev/md0"} | (setting or {}), **more)


def large(number: int, gb: float, setting: dict[str, Any], **more: Any) -> Measured:
    plain: dict[str, Any] = {
        "bw_bytes_per_s": int(gb * 1e9),
        "rw": "read",
        "bs_bytes": 2**20,
        "drives": DRIVES,
    }
    return measured(number, None, setting=setting, **(plain | more))


def test_btrfs_gives_40_percent_of_the_raw_reads() -> None:
    """Published: 5.6 of 14.1 GB/s."""
    assert said("fs-layer", on_file(5.6), raw(14.1)) == (
        "Through btrfs the drives give 40 % of the raw rate: 5.60 GB/s of 14.1 GB/s, 1 MiB sequential reads."
    )


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (raw(6.9), "fine"),
        (raw(14.1, drives=frozenset({"nvme0n1"})), "silent"),
        (raw(14.1, drives=None), "silent"),
        (raw(14.1, setting={"kernel": "7.1.0"}), "silent"),
        (raw(14.1, setting={"target.kind": "file", "fs.type": "xfs"}), "silent"),
    ],
    ids=["little", "other drives", "drives unknown", "other kernel", "another file system"],
)
def test_little_or_nothing_to_hold_it_against(other: Measured, sentence: str) -> None:
    assert said("fs-layer", on_file(5.6), other) == sentence


def test_silent_where_the_drives_of_the_file_are_unknown_and_for_the_raw_run() -> None:
    assert said("fs-layer", on_file(5.6, drives=None), raw(14.1, drives=None)) == "silent"
    assert said("fs-layer", raw(5.6), raw(14.1, 2)) == "silent"
