"""collectors/disk_linux.py and scsi_linux.py: what a disk is, on captured and built machines."""

from __future__ import annotations

import json

import pytest
from faults import assert_survives_faults
from golden import assert_golden
from machine import Machine
from probe_dumps import probe_tree
from trees import captured, fixture, fixtures

from fioboard_agent.collectors import disk_linux, disk_temperature_linux
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader

PROBES = fixtures("storage-probe/*.json")
HBA = "pci0000:80/0000:80:01.0/0000:81:00.0/host0"


def collect(machine):
    return disk_linux.collect_disks(Reader(machine.roots))


@pytest.mark.parametrize(
    "name",
    ["sda", "nvme0n1", "vda", "xvda", "pmem0", "mmcblk0", "dasda", "nvme10n12"],
)
def test_disks(name):
    assert disk_linux.is_disk(name)


@pytest.mark.parametrize(
    "name",
    [
        "md0",
        "md_d127",
        "dm-3",
        "loop0",
        "zram0",
        "sr0",
        "fd0",
        "ram1",
        "nbd0",
        "rbd0",
        "drbd0",
        "bcache0",
        "zd16",
        "nvme0c1n1",
    ]
    + ["mmcblk0boot0", "mmcblk1rpmb"],
)
def test_not_disks(name):
    assert not disk_linux.is_disk(name)


def test_queue_settings(tmp_path):
    machine = Machine(tmp_path)
    machine.disk(
        "sda",
        queue__scheduler="none [mq-deadline] kyber",
        queue__fua="1",
        queue__zoned="host-managed",
        queue__nomerges="2",
        queue__rq_affinity="1",
        queue__io_poll="0",
        queue__wbt_lat_usec="75000",
        queue__iostats="0",
        queue__max_hw_sectors_kb="32767",
        wwid="naa.5000c500a1b2c3d4",
    )
    disk = collect(machine)["sda"]
    wanted = {
        "scheduler": "mq-deadline",
        "fua": True,
        "zoned": "host-managed",
        "nomerges": 2,
        "rq_affinity": 1,
        "io_poll": False,
        "wbt_lat_us": 75000,
        "has_iostats": False,
        "max_hw_sectors_kb": 32767,
        "wwid": "naa.5000c500a1b2c3d4",
    }
    assert {key: disk[key] for key in wanted} == wanted


def test_size_is_in_units_of_512_whatever_the_block_size(tmp_path):
    machine = Machine(tmp_path)
    machine.disk("sda", queue__logical_block_size="4096")
    assert collect(machine)["sda"]["size_bytes"] == 7814037168 * 512


def test_partitions_in_order(tmp_path):
    machine = Machine(tmp_path)
    folder = machine.disk("nvme0n1")
    for number in (1, 2, 10):
        machine.partition("nvme0n1", f"nvme0n1p{number}")
        machine.put(f"{folder}/nvme0n1p{number}/partition", f"{number}\n")
        machine.put(f"{folder}/nvme0n1p{number}/start", f"{2048 * number}\n")
    parts = collect(machine)["nvme0n1"]["partitions"]
    assert [part["number"] for part in parts] == [1, 2, 10]
    assert parts[2]["start_bytes"] == 20480 * 512


def test_link_of_a_sata_disk(tmp_path):
    machine = Machine(tmp_path)
    machine.disk("sda", parent="pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0", device__scsi_level="6")
    machine.put("/sys/class/ata_link/link3/sata_spd", "6.0 Gbps\n")
    disk = collect(machine)["sda"]
    assert (disk["negotiated_link"], disk["transport"], disk["pci"]) == ("6.0 Gbps", "sata", "0000:00:17.0")


def test_link_of_a_sas_disk_with_two_lanes(tmp_path):
    machine = Machine(tmp_path)
    machine.disk("sda", parent=f"{HBA}/port-0:0/end_device-0:0/target0:0:0/0:0:0:0", device__scsi_level="7")
    for lane in ("phy-0:0", "phy-0:1"):
        machine.put(f"/sys/devices/{HBA}/port-0:0/{lane}/x", "")
        machine.put(f"/sys/class/sas_phy/{lane}/negotiated_linkrate", "12.0 Gbit\n")
    disk = collect(machine)["sda"]
    assert (disk["negotiated_link"], disk["transport"]) == ("2 x 12.0 Gbit", "sas")


def test_link_that_is_not_up_is_unknown(tmp_path):
    machine = Machine(tmp_path)
    machine.disk("sda", parent="pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0")
    machine.put("/sys/class/ata_link/link3/sata_spd", "<unknown>\n")
    assert collect(machine)["sda"]["negotiated_link"] is None


def test_serial_of_a_scsi_disk_without_udev(tmp_path):
    machine = Machine(tmp_path)
    folder = machine.disk("sda", serial="", device__scsi_level="6")
    machine.root.joinpath(folder.lstrip("/"), "device/vpd_pg80").write_bytes(b"\x00\x80\x00\x0aZC12345678  ")
    assert collect(machine)["sda"]["serial"] == "ZC12345678"


def test_temperature_of_a_sata_disk(tmp_path):
    machine = Machine(tmp_path)
    machine.disk("sda", device__hwmon__hwmon3__temp1_input="31000")
    disks = collect(machine)
    assert disk_temperature_linux.collect_temperatures(Reader(machine.roots), disks) == {
        "sda": {"source": "hwmon", "temperature_c": 31}
    }


@pytest.mark.quick(6)
@pytest.mark.parametrize("path", PROBES, ids=lambda path: path.stem)
def test_every_probed_machine(path, tmp_path):
    reader = Reader(Roots(probe_tree(path, tmp_path)))
    disks = disk_linux.collect_disks(reader)
    assert disks
    assert reader.source.status == "ok", reader.source
    assert all(disk["size_bytes"] is not None for disk in disks.values())
    json.dumps(disks, allow_nan=False)


def test_two_drives_can_share_one_bogus_name(tmp_path):
    """Identity is the serial number: a WWN of zeros is no identity."""
    root = probe_tree(fixture("storage-probe/curtin-probert_storage_bogus_wwn.json"), tmp_path)
    disks = disk_linux.collect_disks(Reader(Roots(root)))
    serials = [disk["serial"] for disk in disks.values() if disk["serial"]]
    assert len(serials) == len(set(serials)) > 1


def test_namespace_over_tcp(tmp_path):
    disks = disk_linux.collect_disks(
        Reader(Roots(probe_tree(fixture("storage-probe/subiquity-nvme-over-tcp.json"), tmp_path)))
    )
    assert disks["nvme1n1"]["pci"] is None


def test_drive_behind_vmd(tmp_path):
    disks = disk_linux.collect_disks(Reader(Roots(probe_tree(fixture("storage-probe/subiquity-imsm.json"), tmp_path))))
    assert disks["nvme0n1"]["pci"] == "10000:01:00.0"


@pytest.mark.parametrize(("name", "disks"), [("simple-nvme", {"nvme0n1"}), ("simple-lvm", {"sda"})])
def test_trees_of_lsblk(name, disks):
    root = captured(fixture(f"sysfs/lsblk/{name}.tar.xz"))
    assert disks <= set(disk_linux.collect_disks(Reader(Roots(root))))


def test_every_file_may_be_missing(tmp_path):
    machine = Machine(tmp_path)
    machine.disk("nvme0n1", queue__scheduler="[none]", queue__nr_requests="8", device__firmware_rev="1", nsid="1")
    machine.disk("sda", parent=f"{HBA}/port-0:0/end_device-0:0/target0:0:0/0:0:0:0", device__scsi_level="7")
    machine.partition("sda", "sda1")
    machine.put(f"/run/udev/data/b{machine.number('sda')}", "E:ID_SERIAL_SHORT=ZC1234\n")
    assert assert_survives_faults(machine.roots, disk_linux.collect_disks) > 15


DISK_TREES = {
    "node_exporter": (
        "sysfs/node_exporter-sys.ttar",
        r"sys/(block|class/(nvme|block)|devices/pci|devices/virtual/block)",
    ),
    "numa-nvme": (
        "sysfs/hwloc/32em64t-2n8c+dax+nvme+mic+dimms.tar.bz2",
        "",
    ),
    "laptop": ("../snapshots/ghw-laptop-nvme.tar.gz", ""),
}


@pytest.mark.parametrize("name", sorted(DISK_TREES))
def test_captured_disks(name):
    archive, wanted = DISK_TREES[name]
    root = captured(fixture(archive), wanted)
    reader = Reader(Roots(root))
    assert_golden(f"disks/{name}", disk_linux.collect_disks(reader))
    assert reader.source.status == "ok"


@pytest.mark.nightly
@pytest.mark.parametrize("path", fixtures("udev/*.txt"), ids=lambda path: path.stem)
def test_every_udev_dump(path):
    reader = Reader(Roots(captured(path)))
    disks = disk_linux.collect_disks(reader)
    assert any(disk["transport"] in {"pcie", "sata"} and disk["pci"] for disk in disks.values())
    assert reader.source.status == "ok"
    json.dumps(disks, allow_nan=False)
