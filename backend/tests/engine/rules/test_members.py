"""The slowest member of a stripe: equal bytes by construction, and only its wait shows it."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import DiskUtil
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import read_samples
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import disk, result, spoken
from tests.factories.machine import document, drive, function, targets

DRIVES = ("nvme0n1", "nvme1n1", "nvme2n1")


def stripe(waits_us: tuple[float | None, ...], rates: tuple[float, ...] = (500.0, 500.0, 500.0)) -> RunFacts:
    pci: dict[str, Any] = {}
    for bus in ("4", "6", "8"):
        pci |= {f"0000:{bus}0:01.1": function(None), f"0000:{bus}1:00.0": drive(f"0000:{bus}0:01.1")}
    inventory = document(pci)
    lines = [
        {"subject": f"disk:{name}", "metric": metric, "direction": "read", "values": [value, value]}
        for name, wait, rate in zip(inventory["disks"], waits_us, rates, strict=True)
        for metric, value in (("iops", rate), ("await_ns", wait and wait * 1000), ("bw_bytes_per_s", 2e6))
        if value is not None
    ]
    samples = read_samples({"schema": 1, "t_ms": [1000, 2000], "series": lines, "links": []})
    path = resolve(inventory, targets(*inventory["disks"]), samples=samples)
    return RunFacts(results=[result()], path=path, document=inventory, samples=samples)


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (stripe((100.0, 100.0, 151.0)), "warning"),
        (stripe((100.0, 100.0, 150.0)), "fine"),
        # The one that waits longest does more: no equal load, no claim.
        (stripe((100.0, 100.0, 300.0), (500.0, 500.0, 551.0)), "fine"),
        (stripe((100.0, 100.0, None)), "fine"),
        (stripe((100.0, 100.0, 300.0), (9.0, 9.0, 9.0)), "fine"),
    ],
)
def test_a_member_that_waits_longer(run: RunFacts, expected: str) -> None:
    assert spoken("slowest-member", judge(run)) == expected


def test_its_wait_and_that_of_the_others_are_told() -> None:
    [finding] = [f for f in judge(stripe((70.0, 470.0, 90.0))).findings if f.id == "slowest-member"]
    assert finding.text.endswith("needs 470 µs for a read, the median of the others is 80.0 µs, at equal load: "
                                 "a stripe waits for its slowest member.")  # fmt: skip
    # The slowest first: an answer shows the first few.
    assert [e.value for e in finding.evidence] == [470_000, 90_000, 70_000]


def imported(*members: DiskUtil) -> str:
    array = disk(name="md0", is_aggregate=True)
    return spoken("slowest-member", judge(RunFacts(results=[result()], disks=[array, *members])))


def member(name: str, ios: int, ticks_ms: int, array: str | None = "md0") -> DiskUtil:
    return disk(name=name, member_of=array, read_ios=ios, read_ticks_ms=ticks_ms, write_ios=0)


@pytest.mark.parametrize(
    ("slow", "expected"),
    [
        (member("sdc", 10_000, 15_100), "warning"),
        (member("sdc", 10_000, 15_000), "fine"),
        (member("sdc", 12_000, 30_000), "silent"),
        (member("sdc", 10_000, 30_000, array="md1"), "silent"),
        (member("sdc", 10_000, 0), "silent"),
    ],
)
def test_members_in_fios_own_statistics(slow: DiskUtil, expected: str) -> None:
    assert imported(member("sda", 10_000, 10_000), member("sdb", 10_000, 10_000), slow) == expected


def test_loop_devices_stand_for_the_drives_below_them() -> None:
    """btrfs in raid0 over two loop devices on one disk: 0.07 against 0.47 ms, as measured."""
    inventory = document({"0000:40:01.1": function(None), "0000:41:00.0": drive("0000:40:01.1")})
    [name] = inventory["disks"]
    nodes = {
        "top": {"kind": "filesystem", "name": "btrfs", "children": ["a", "b"]},
        "a": {"kind": "volume", "name": "loop0", "children": ["d"]},
        "b": {"kind": "volume", "name": "loop1", "children": ["d"]},
        "d": {"kind": "disk", "name": name, "children": []},
    }
    stated = [{"path": "/mnt/f", "kind": "file", "members": [name], "graph": {"root": "top", "nodes": nodes}}]
    lines = [
        {"subject": f"volume:{loop}", "metric": metric, "direction": "read", "values": [value, value]}
        for loop, wait in (("loop0", 70_000.0), ("loop1", 470_000.0))
        for metric, value in (("iops", 800.0), ("await_ns", wait))
    ]
    samples = read_samples({"schema": 1, "t_ms": [1000, 2000], "series": lines, "links": []})
    path = resolve(inventory, stated, samples=samples)
    run = RunFacts(results=[result()], path=path, document=inventory, samples=samples)
    assert spoken("slowest-member", judge(run)) == "warning"
