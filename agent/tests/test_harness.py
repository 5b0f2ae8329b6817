"""The loaders and the fault check themselves: what they promise to other tests, and that the check can fail."""

from __future__ import annotations

import pytest
from faults import assert_survives_faults
from machine import Machine
from trees import captured, fixture, fixtures, tree

from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader


def test_ttar_archive_becomes_a_root(tmp_path):
    root = tree(
        fixture("sysfs/node_exporter-sys.ttar"),
        tmp_path,
        r"sys/(block/(md0|dm-0)|class/dmi|devices/virtual/dmi)",
    )
    reader = Reader(Roots(root))
    assert reader.text("/sys/block/md0/md/level") == "raid0"
    assert reader.text("/sys/class/dmi/id/bios_vendor") is not None
    assert not any(b"EOF" in path.read_bytes() for path in root.rglob("*") if path.is_file())


@pytest.mark.nightly
def test_udev_dump_becomes_a_root():
    reader = Reader(Roots(captured(fixture("udev/DELL_POWEREDGE_R820_NVME.txt"))))
    functions = [
        part for part in reader.real_path("/sys/block/nvme0n1").split("/") if part.startswith("0000:") and "." in part
    ]
    assert functions[0] == "0000:40:03.0"
    assert reader.link_name(f"/sys/bus/pci/devices/{functions[-1]}/driver") == "nvme"
    assert "E:ID_PART_TABLE_TYPE=dos" in (reader.text(f"/run/udev/data/b{reader.text('/sys/block/nvme0n1/dev')}") or "")


def test_archive_with_a_folder_on_top_becomes_a_root(tmp_path):
    for archive in fixtures("sysfs/hwloc/16em64t*.tar.bz2"):
        assert Reader(Roots(tree(archive, tmp_path))).exists("/sys/devices/system/cpu")


def collect_well(reader):
    return {"level": reader.text("/sys/level", optional=False), "size": reader.number("/sys/size")}


def test_collector_that_tells_every_fault_passes(tmp_path):
    machine = Machine(tmp_path)
    machine.put("/sys/level", "raid0\n")
    machine.put("/sys/size", "5\n")
    assert assert_survives_faults(machine.roots, collect_well) == 2


@pytest.mark.parametrize(
    "collect",
    [
        lambda reader: int(reader.text("/sys/size") or "0"),
        lambda reader: {"size": reader.text("/sys/size").upper()},
        lambda reader: {reader.number("/sys/size"): reader.source.__init__()},
    ],
    ids=["trusts a number", "trusts a file to be there", "hides its source"],
)
def test_collector_that_breaks_or_hides_a_fault_is_found(tmp_path, collect):
    machine = Machine(tmp_path)
    machine.put("/sys/size", "5\n")
    with pytest.raises((AssertionError, ValueError, AttributeError)):
        assert_survives_faults(machine.roots, collect)
