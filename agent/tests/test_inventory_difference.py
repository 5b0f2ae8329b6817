"""What is different between two inventories of one machine; what passes by itself, or is not known, is not."""

import json

import pytest

from fioboard_agent.inventory.difference import list_changes


def test_kernel_names_and_passing_readings_are_no_change():
    before = {
        "collected_at": "then", "moment": {"temperature": 40}, "os": {"kernel": "6.1", "cmdline": ["quiet"]},
        "disks": {"nvme0n1": {"serial": "S1", "pci": "0000:01:00.0"}, "nvme1n1": {"serial": "S2", "pci": "x"}},
    }  # fmt: skip
    now = json.loads(json.dumps(before))
    now["collected_at"], now["moment"] = "now", {"temperature": 55}
    now["disks"] = {"nvme1n1": now["disks"]["nvme0n1"], "nvme0n1": now["disks"]["nvme1n1"]}
    assert list_changes(before, now) == []
    now["disks"]["nvme1n1"]["pci"] = "0000:41:00.0"
    now["os"]["cmdline"] = ["quiet", "pci=nommconf"]
    assert [*map(str, list_changes(before, now))] == [
        "disks[S1].pci: 0000:01:00.0 -> 0000:41:00.0",
        "os.cmdline[pci]: none -> pci=nommconf",
    ]


def test_a_mounted_image_that_comes_or_goes_is_no_change():
    loop = {"kind": "loop", "options": {"backing_file": "/tmp/image", "is_direct": False}}
    before = {"volumes": {"loop0": loop, "md0": {"kind": "md", "level": "raid0"}}}
    assert list_changes(before, {"volumes": {"md0": {"kind": "md", "level": "raid0"}}}) == []
    assert list_changes({"volumes": {}}, {"volumes": {"loop1": loop}}) == []
    (change,) = list_changes(before, {"volumes": {"md0": {"kind": "md", "level": "raid1"}}})
    assert str(change) == "volumes[md0].level: raid0 -> raid1"


@pytest.mark.parametrize(("now", "count"), [(990, 0), (940, 1), (None, 0)])
def test_memory_of_a_virtual_machine_breathes(now, count):
    assert len(list_changes({"memory": {"total_bytes": 1000}}, {"memory": {"total_bytes": now}})) == count
