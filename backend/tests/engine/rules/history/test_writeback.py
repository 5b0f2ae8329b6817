"""Buffered writes beside direct ones, while the kernel throttles what it writes back."""

from typing import Any

import pytest

from fioboard.engine.rules.history import Measured
from tests.engine.rules.history.alone import measured, said


def wrote(
    number: int, gb: float, *, direct: bool, setting: dict[str, Any] | None = None, **more: Any
) -> Measured:
    told = {"direct": direct, "drive.wbt_us": 2000} | (setting or {})
    plain: dict[str, Any] = {
        "direction": "write",
        "rw": "write",
        "bs_bytes": 2**20,
        "bw_bytes_per_s": int(gb * 1e9),
        "cpu_pct": 20.0,
    }
    return measured(number, None, setting=told, **(plain | more))


FLUSHED = {"job.sync": "end_fsync=1"}


def test_what_is_said() -> None:
    here = wrote(0, 0.25, direct=False, setting=FLUSHED)
    assert said("wbt", here, wrote(1, 0.5, direct=True), wrote(2, 0.52, direct=True)) == (
        "Buffered writes give 49 % of direct ones: 250 MB/s of 510 MB/s, 1 MiB sequential writes. The kernel throttles write-back above 2 ms of drive latency."
    )


@pytest.mark.parametrize(
    ("here", "other", "expected"),
    [
        (wrote(0, 0.299, direct=False), wrote(1, 0.5, direct=True), "found"),
        (wrote(0, 0.301, direct=False, setting=FLUSHED), wrote(1, 0.5, direct=True), "fine"),
        # What the cache took and nobody flushed shows nothing that is well.
        (wrote(0, 0.301, direct=False), wrote(1, 0.5, direct=True), "silent"),
        (wrote(0, 0.2, direct=True), wrote(1, 0.5, direct=True), "silent"),
        (wrote(0, 0.2, direct=False), wrote(1, 0.5, direct=False), "silent"),
        (
            wrote(0, 0.2, direct=False, setting={"drive.wbt_us": 0}),
            wrote(1, 0.5, direct=True, setting={"drive.wbt_us": 0}),
            "silent",
        ),
        # Set otherwise in between: these two do not differ in the cache alone.
        (wrote(0, 0.2, direct=False), wrote(1, 0.5, direct=True, setting={"drive.wbt_us": 0}), "silent"),
        (wrote(0, 0.2, direct=False, cpu_pct=86.0), wrote(1, 0.5, direct=True), "silent"),
        (wrote(0, 0.2, direct=False, cpu_pct=None), wrote(1, 0.5, direct=True), "silent"),
        (wrote(0, 0.9, direct=False), wrote(1, 2.1, direct=True), "silent"),
        (wrote(0, 0.2, direct=False), wrote(1, 0.5, direct=True, setting={"kernel": "6.1"}), "silent"),
        (
            wrote(0, 0.2, direct=False, setting={"job.sync": "fsync=1"}),
            wrote(1, 0.5, direct=True),
            "silent",
        ),
        (
            wrote(0, 0.2, direct=False, direction="read", rw="read"),
            wrote(1, 0.5, direct=True, direction="read", rw="read"),
            "silent",
        ),
    ],
)
def test_when_it_fires(here: Measured, other: Measured, expected: str) -> None:
    told = said("wbt", here, other)
    assert told == expected or (expected == "found" and told.startswith("Buffered writes give 60 %"))
