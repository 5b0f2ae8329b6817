"""safety/devices.py, in_use.py, contents.py: every kind of use of a device stops a writing job, on built machines."""

import errno
import os

import pytest
from machine import Machine

from fioboard_agent.errors import RefusedError
from fioboard_agent.safety.contents import find_contents
from fioboard_agent.safety.devices import find_same_drive, read_device
from fioboard_agent.safety.in_use import open_device, require_unused


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path / "machine")


def refuse(machine, name, sentence):
    with pytest.raises(RefusedError, match=sentence):
        require_unused(machine.roots, read_device(machine.roots, name))


def test_idle_drive_is_not_in_use(machine):
    machine.disk("nvme0n1")
    machine.partition("nvme0n1", "nvme0n1p1")
    require_unused(machine.roots, read_device(machine.roots, "nvme0n1"))
    require_unused(machine.roots, read_device(machine.roots, "nvme0n1p1"))


@pytest.mark.parametrize("target", ["nvme0n1", "nvme0n1p1", "nvme0n1p2"])
def test_disk_is_in_use_when_any_of_its_partitions_is_mounted(machine, target):
    machine.disk("nvme0n1")
    machine.partition("nvme0n1", "nvme0n1p1")
    machine.partition("nvme0n1", "nvme0n1p2")
    machine.mount("/dev/nvme0n1p1", "/home", machine.number("nvme0n1p1"))
    refuse(machine, target, "mounted on /home")


def test_mount_is_found_by_number_when_the_source_is_spelled_otherwise(machine):
    machine.disk("sda")
    machine.mount("/dev/root", "/", machine.number("sda"))
    refuse(machine, "sda", "mounted on /")


def test_mount_is_found_by_source_when_the_number_is_the_file_systems_own(machine):
    """btrfs mounts have numbers of no device."""
    machine.disk("sda")
    machine.link("/dev/disk/by-uuid/1234", "/dev/sda")
    machine.mount("/dev/disk/by-uuid/1234", "/data", "0:45")
    refuse(machine, "sda", "mounted on /data")


def test_neighbour_with_a_similar_name_is_another_disk(machine):
    """TKperf's substring search takes /dev/sda for /dev/sdaa1."""
    machine.disk("sda")
    machine.disk("sdaa", serial="S2", parent="pci0000:00/0000:02:00.0")
    machine.partition("sdaa", "sdaa1")
    machine.mount("/dev/sdaa1", "/", machine.number("sdaa1"))
    require_unused(machine.roots, read_device(machine.roots, "sda"))


@pytest.mark.parametrize("target", ["sda", "sda1"])
def test_swap_partition_stops_its_disk(machine, target):
    machine.disk("sda")
    machine.partition("sda", "sda1")
    machine.put("/proc/swaps", "Filename Type Size Used Priority\n/dev/sda1 partition 1 0 -2\n")
    refuse(machine, target, "swap")


@pytest.mark.parametrize("target", ["sda", "sda1", "sdb"])
def test_members_of_an_array_are_in_use(machine, target):
    machine.disk("sda")
    machine.partition("sda", "sda1")
    machine.disk("sdb", serial="S2", parent="pci0000:00/0000:02:00.0")
    machine.layer("md0", "sda1", "sdb", md__uuid="U")
    refuse(machine, target, "part of md0")


def test_layers_are_followed_to_the_top(machine):
    machine.disk("sda")
    machine.layer("md0", "sda")
    machine.layer("dm-0", "md0")
    refuse(machine, "sda", "part of dm-0, md0")
    refuse(machine, "md0", "part of dm-0")


def test_idle_array_may_be_written_and_mounted_array_may_not(machine):
    machine.disk("sda")
    machine.layer("md0", "sda", md__uuid="U")
    require_unused(machine.roots, read_device(machine.roots, "md0"))
    machine.mount("/dev/md0", "/data", machine.number("md0"))
    refuse(machine, "md0", "mounted on /data")


def test_array_whose_member_carries_something_else_is_in_use(machine):
    machine.disk("sda")
    machine.layer("md0", "sda")
    machine.layer("md1", "sda")
    refuse(machine, "md0", "members of md0 are also part of md1")


def test_second_member_of_a_btrfs_is_in_use_without_mount_or_holder(machine):
    machine.disk("sda")
    folder = machine.disk("sdb", serial="S2", parent="pci0000:00/0000:02:00.0")
    machine.link("/sys/fs/btrfs/some-uuid/devices/sdb", folder)
    refuse(machine, "sdb", "btrfs")
    require_unused(machine.roots, read_device(machine.roots, "sda"))


def test_other_path_to_a_mounted_multipath_drive_is_in_use(machine):
    for name, parent in (("sda", "0000:01:00.0"), ("sdb", "0000:02:00.0")):
        machine.disk(name, serial="SAME", parent=f"pci0000:00/{parent}", wwid="naa.5000cca01234")
    machine.mount("/dev/sdb", "/data", machine.number("sdb"))
    refuse(machine, "sda", "mounted on /data")


def test_two_drives_that_both_say_wwn_zero_are_two_drives(machine):
    for name, serial in (("sda", "S1"), ("sdb", "S2")):
        machine.disk(name, serial=serial, parent=f"pci0000:00/{name}", wwid="naa.0000000000000000")
    assert find_same_drive(machine.roots, read_device(machine.roots, "sda")) == set()


@pytest.mark.parametrize("facts", [{"ro": "1"}, {"ro": ""}])
def test_read_only_drive_and_drive_that_does_not_say_are_not_written(machine, facts):
    machine.disk("sda", **facts)
    refuse(machine, "sda", "read-only")


def test_drive_without_capacity_is_not_written(machine):
    machine.disk("sda", size="0")
    refuse(machine, "sda", "no capacity")


def test_unreadable_mount_table_stops_everything(machine):
    machine.disk("sda")
    (machine.root / "proc/self/mountinfo").unlink()
    refuse(machine, "sda", "mount table")


@pytest.mark.parametrize("code", [errno.EBUSY, errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENXIO])
@pytest.mark.parametrize("failing", ["sda", "sda1"])
def test_device_that_cannot_be_claimed_is_not_written(machine, code, failing):
    machine.disk("sda")
    machine.partition("sda", "sda1")

    def opener(path):
        if path.endswith(f"/{failing}"):
            raise OSError(code, os.strerror(code))
        return os.open(path, os.O_RDONLY)

    with pytest.raises(RefusedError, match="in use" if code == errno.EBUSY else "so nothing is written"):
        open_device(machine.roots, read_device(machine.roots, "sda"), opener)


def test_claim_opens_each_partition_and_keeps_the_disk(machine):
    machine.disk("sda")
    machine.partition("sda", "sda1")
    opened = []

    def opener(path):
        opened.append((path.rsplit("/", 1)[1], os.open(path, os.O_RDONLY)))
        return opened[-1][1]

    kept = open_device(machine.roots, read_device(machine.roots, "sda1"), opener)
    assert [name for name, _ in opened] == ["sda1", "sda"]
    assert kept == opened[-1][1]
    os.close(kept)


def test_what_is_on_the_drive_is_told(machine, tmp_path):
    machine.disk("sda")
    machine.partition("sda", "sda1")
    machine.put(f"/run/udev/data/b{machine.number('sda')}", "E:ID_PART_TABLE_TYPE=gpt\n")
    machine.put(f"/run/udev/data/b{machine.number('sda1')}", "E:ID_FS_TYPE=linux_raid_member\n")
    first_mib = tmp_path / "first"
    first_mib.write_bytes(bytes(1000) + b"x")
    with first_mib.open("rb") as file:
        found = find_contents(machine.roots, read_device(machine.roots, "sda"), file.fileno())
    assert found == ["sda: gpt", "sda1: linux_raid_member", "sda: its first MiB is not empty"]


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ({"device__serial": "A"}, "serial"),
        ({"../sda/serial": "A"}, "serial"),
        ({"wwid": "A"}, "wwid"),
        ({"md__uuid": "A"}, "md uuid"),
        ({"dm__uuid": "A"}, "dm uuid"),
        ({"loop__backing_file": "A"}, "backing file"),
    ],
)
def test_confirmation_can_be_bound_to(machine, facts, kind):
    machine.disk("sda", serial="", **facts)
    assert read_device(machine.roots, "sda").identities == {kind: "A"}


def test_partition_is_confirmed_by_the_serial_of_its_drive(machine):
    machine.disk("sda", serial="DRIVE")
    machine.partition("sda", "sda1")
    assert read_device(machine.roots, "sda1").identities == {"serial": "DRIVE"}
