"""Limits of fio's control group: by the kernel's counters before and after."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.rules import RunFacts, build_answer
from tests.engine.rules.facts import DRIVE, ROOT, result, said
from tests.factories.machine import document, drive, function, targets


def quota(stopped: object, periods: int = 100, reaches_root: bool = True) -> Samples:
    """Half a CPU; `stopped` of `periods` periods."""
    before = {"level": 0, "quota_us": 50_000, "period_us": 100_000, "periods": 0, "throttled_periods": 0}
    after = before | {"periods": periods, "throttled_periods": stopped}
    root = {"reaches_root": reaches_root}
    return Samples(before={"cgroup": root | {"cpu": [before]}}, after={"cgroup": root | {"cpu": [after]}})


NO_QUOTA: dict[str, Any] = {"cgroup": {"reaches_root": True, "cpu": [], "io": []}}


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        (quota(50), "warning"),
        (quota(49), "info"),
        (quota(10), "info"),
        (quota(9), "fine"),
        (quota(None), "unknown: control group"),
        (Samples(before=NO_QUOTA, after=NO_QUOTA), "fine"),
        (Samples(before={"cgroup": {"reaches_root": False, "cpu": []}}, after={}), "unknown: control group"),
        (Samples(before={"cgroup": {"reaches_root": True, "cpu": None}}, after={}), "unknown: control group"),
        (None, "unknown: control group"),
    ],
)
def test_a_quota_of_cpu_time(samples: Samples | None, expected: str) -> None:
    assert said("cgroup-cpu", result(), samples=samples) == expected


def test_a_group_that_was_mostly_stopped_is_the_verdict() -> None:
    verdict = build_answer(RunFacts(results=[result()], samples=quota(87)))["verdict"]
    assert verdict["sentence"] == (
        "The control group's CPU quota is the limit: 0.5 CPUs, throttled in 87 % of the periods."
    )
    assert verdict["confidence"] == "certain"


def capped(disk: str, **limits: int) -> Samples:
    entry = {"level": 0, "device": "259:0", "disk": disk} | limits
    return Samples(before={"cgroup": {"reaches_root": True, "io": [entry]}})


def said_of(samples: Samples, **parts: Any) -> str:
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)})
    [name] = inventory["disks"]
    path = resolve(inventory, targets(name), samples=samples)
    return said("cgroup-io", result(**parts), path=path, document=inventory, samples=samples)


DISK = next(iter(document({ROOT: function(None), DRIVE: drive(ROOT)})["disks"]))


@pytest.mark.parametrize(
    ("samples", "parts", "expected"),
    [
        (capped(DISK, read_bytes_per_s=4_500_000), {}, "warning"),
        (capped(DISK, read_bytes_per_s=4_600_000), {}, "fine"),
        # More than the limit: it is not this one that held.
        (capped(DISK, read_bytes_per_s=3_000_000), {}, "fine"),
        (capped(DISK, read_iops=1_050), {}, "warning"),
        (capped(DISK, write_iops=1_000), {}, "fine"),
        (capped("sdz", read_bytes_per_s=4_100_000), {}, "fine"),
        # Buffered reads may come from memory, which no such limit holds.
        (capped(DISK, read_bytes_per_s=4_100_000), {"direct": False}, "fine"),
        (Samples(), {}, "unknown: control group"),
        (Samples(before={"cgroup": {"reaches_root": False, "io": []}}), {}, "unknown: control group"),
    ],
)
def test_a_limit_of_a_device(samples: Samples, parts: dict[str, Any], expected: str) -> None:
    assert said_of(samples, **parts) == expected
