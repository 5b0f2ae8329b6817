"""targets/: from fio's path to the disks, per layer, on built machines and on this one."""

from __future__ import annotations

import json
import random
import shutil
import stat
from pathlib import Path

import pytest
from machine import Machine
from probe_dumps import probe_tree
from trees import fixture

from fioboard_agent.collectors import disk_linux, volume_linux
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.targets import resolve_targets
from fioboard_agent.targets.mounts import find_mount, parse_mountinfo
from fioboard_agent.targets.network import find_interface
from fioboard_agent.targets.resolution import resolve_path

UUID = "f91c2d44-3b6a-4b0e-9a55-0f2b6d8c7e11"
TARGET_KEYS = {"path", "real_path", "kind", "filesystem", "network", "graph", "members", "reason"}


def inventory(roots):
    return {
        "disks": disk_linux.collect_disks(Reader(roots)),
        "volumes": volume_linux.collect_volumes(Reader(roots)),
    }


def resolve(machine, path):
    target = resolve_path(machine.roots, path, inventory(machine.roots))
    assert set(target) == TARGET_KEYS
    nodes = target["graph"]["nodes"]
    assert target["graph"]["root"] in nodes
    assert {child for node in nodes.values() for child in node["children"]} <= set(nodes)
    json.dumps(target, allow_nan=False)
    return target


def edges(target):
    return {name: node["children"] for name, node in target["graph"]["nodes"].items()}


def mount(machine, source, where, fstype="ext4", number="0:99", options="rw,relatime", extra="rw"):
    file = machine.root / "proc/self/mountinfo"
    file.write_text(file.read_text() + f"40 27 {number} / {where} {options} shared:1 - {fstype} {source} {extra}\n")
    machine.root.joinpath(where.lstrip("/")).mkdir(parents=True, exist_ok=True)


@pytest.fixture
def machine(tmp_path):
    """Four drives with three partitions each."""
    machine = Machine(tmp_path)
    for number in range(4):
        machine.disk(f"nvme{number}n1", serial=f"S{number}", parent=f"pci0000:17/0000:1{number}:00.0")
        for part in (1, 2, 3):
            machine.partition(f"nvme{number}n1", f"nvme{number}n1p{part}")
    return machine


def stripe(machine, name, members):
    folder = f"/sys/devices/virtual/block/{name}"
    machine.layer(name, *sorted(members), md__level="raid0", md__chunk_size="131072", md__raid_disks=str(len(members)))
    for slot, member in enumerate(members):
        machine.put(f"{folder}/md/dev-{member}/slot", f"{slot}\n")


def test_whole_disk(machine):
    target = resolve(machine, "/dev/nvme2n1")
    assert (target["kind"], target["members"], target["reason"]) == ("disk", ["nvme2n1"], None)


def test_partition(machine):
    target = resolve(machine, "/dev/nvme2n1p3")
    assert (target["kind"], target["members"]) == ("partition", ["nvme2n1"])
    assert edges(target) == {"nvme2n1p3": ["nvme2n1"], "nvme2n1": []}


def test_link_by_id_is_followed_and_kept(machine):
    place = machine.root / "dev/disk/by-id/nvme-X"
    place.parent.mkdir(parents=True)
    place.symlink_to("../../nvme1n1")
    target = resolve(machine, "/dev/disk/by-id/nvme-X")
    assert (target["path"], target["real_path"]) == ("/dev/disk/by-id/nvme-X", "/dev/nvme1n1")
    assert target["members"] == ["nvme1n1"]


def test_members_of_an_array_are_in_slot_order(machine):
    stripe(machine, "md3", ["nvme2n1p2", "nvme0n1p2", "nvme1n1p2"])
    target = resolve(machine, "/dev/md3")
    assert target["kind"] == "md"
    assert target["members"] == ["nvme2n1", "nvme0n1", "nvme1n1"]
    assert edges(target)["md3"] == ["nvme2n1p2", "nvme0n1p2", "nvme1n1p2"]


def test_file_on_ext4_on_lvm_on_crypt_on_md(machine):
    stripe(machine, "md0", ["nvme0n1", "nvme1n1"])
    machine.layer("dm-0", "md0", dm__name="secret", dm__uuid="CRYPT-LUKS2-x")
    machine.layer("dm-1", "dm-0", dm__name="vg-data", dm__uuid="LVM-x")
    mount(machine, "/dev/mapper/vg-data", "/mnt/data", number=machine.number("dm-1"))
    target = resolve(machine, "/mnt/data/job.0.0")
    assert (target["kind"], target["members"]) == ("file", ["nvme0n1", "nvme1n1"])
    assert target["filesystem"]["mount_point"] == "/mnt/data"
    assert list(edges(target)) == ["file", "filesystem", "dm-1", "dm-0", "md0", "nvme0n1", "nvme1n1"]


def test_drive_used_twice_is_one_node_with_two_parents(machine):
    stripe(machine, "md0", ["nvme0n1p1", "nvme0n1p2"])
    target = resolve(machine, "/dev/md0")
    assert target["members"] == ["nvme0n1"]
    assert edges(target)["nvme0n1p1"] == ["nvme0n1"] == edges(target)["nvme0n1p2"]


def test_folder_is_a_directory(machine):
    mount(machine, "/dev/nvme0n1p1", "/mnt/data", number=machine.number("nvme0n1p1"))
    assert resolve(machine, "/mnt/data")["kind"] == "directory"


def test_deepest_and_last_mount_wins(machine):
    mount(machine, "/dev/nvme0n1p1", "/", number=machine.number("nvme0n1p1"))
    mount(machine, "/dev/nvme1n1p1", "/mnt", number=machine.number("nvme1n1p1"))
    mount(machine, "/dev/nvme2n1p1", "/mnt", number=machine.number("nvme2n1p1"))
    assert resolve(machine, "/mnt/x")["members"] == ["nvme2n1"]
    assert resolve(machine, "/mntx")["members"] == ["nvme0n1"]


def test_btrfs_has_all_its_devices(machine):
    for member in ("nvme0n1", "nvme3n1"):
        machine.put(f"/sys/fs/btrfs/{UUID}/devices/{member}/x", "")
    machine.put(f"/sys/fs/btrfs/{UUID}/allocation/data/raid0/x", "")
    mount(machine, "/dev/nvme3n1", "/mnt/b", "btrfs", number="0:39")
    target = resolve(machine, "/mnt/b/f")
    assert target["members"] == ["nvme0n1", "nvme3n1"]
    assert edges(target)["filesystem"] == ["btrfs:nvme0n1"]


def test_zfs_pool_and_its_volumes(machine):
    known = inventory(machine.roots)
    known["volumes"]["tank"] = {"kind": "zfs", "members": ["nvme1n1p1", "nvme0n1p1"]}
    mount(machine, "tank/bench", "/tank/bench", "zfs", number="0:77")
    target = resolve_path(machine.roots, "/tank/bench/f", known)
    assert target["members"] == ["nvme1n1", "nvme0n1"]
    machine.disk("zd0", serial="", parent="virtual")
    machine.put(f"/run/udev/data/b{machine.number('zd0')}", "S:zvol/tank/vol1\nE:X=1\n")
    zvol = resolve_path(machine.roots, "/dev/zd0", known)
    assert (zvol["kind"], zvol["members"], zvol["reason"]) == ("zvol", ["nvme1n1", "nvme0n1"], None)


def test_pool_that_is_not_known_says_so(machine):
    mount(machine, "tank/bench", "/tank", "zfs", number="0:77")
    target = resolve(machine, "/tank/f")
    assert target["members"] == []
    assert "tank/bench" in target["reason"]


def test_loop_device_leads_to_the_file_and_its_disk(machine):
    mount(machine, "/dev/nvme1n1p1", "/srv", number=machine.number("nvme1n1p1"))
    machine.disk("loop0", serial="", parent="virtual", loop__backing_file="/srv/image")
    target = resolve(machine, "/dev/loop0")
    assert (target["kind"], target["members"]) == ("loop", ["nvme1n1"])
    assert [node["kind"] for node in target["graph"]["nodes"].values()] == [
        "volume",
        "file",
        "filesystem",
        "partition",
        "disk",
    ]


def test_loop_device_on_its_own_file_ends(machine):
    mount(machine, "/dev/loop0", "/srv")
    machine.disk("loop0", serial="", parent="virtual", loop__backing_file="/srv/image")
    assert resolve(machine, "/dev/loop0")["members"] == []


def test_array_built_on_itself_ends(machine):
    machine.disk("md0", serial="", parent="virtual", md__level="raid0", md__raid_disks="1")
    machine.put("/sys/devices/virtual/block/md0/md/dev-md0/slot", "0\n")
    assert resolve(machine, "/dev/md0")["members"] == []


def test_memory(machine):
    mount(machine, "tmpfs", "/tmp", "tmpfs", extra="rw,size=1024k")
    target = resolve(machine, "/tmp/f")
    assert (target["kind"], target["members"], target["reason"]) == ("tmpfs", [], None)
    assert target["filesystem"]["options"] == ["rw", "relatime", "size=1024k"]


def test_overlay_in_a_container(machine):
    mount(machine, "overlay", "/", "overlay", extra="rw,lowerdir=/l,upperdir=/var/lib/docker/x,workdir=/w")
    target = resolve(machine, "/bench/f")
    assert (target["members"], target["filesystem"]["options"]) == ([], ["rw", "relatime"])
    assert "overlay" in target["reason"]


def test_overlay_with_a_visible_upper_folder(machine):
    mount(machine, "/dev/nvme0n1p1", "/", number=machine.number("nvme0n1p1"))
    mount(machine, "overlay", "/merged", "overlay", extra="rw,lowerdir=/l,upperdir=/upper,workdir=/w")
    machine.root.joinpath("upper").mkdir()
    assert resolve(machine, "/merged/f")["members"] == ["nvme0n1"]


def test_file_system_in_user_space(machine):
    mount(machine, "mergerfs", "/pool", "fuse.mergerfs")
    target = resolve(machine, "/pool/f")
    assert target["members"] == []
    assert "user space" in target["reason"]


def test_read_ahead_is_that_of_the_mounts_own_backing_device(machine):
    machine.put("/sys/class/bdi/0:50/read_ahead_kb", "15360\n")
    mount(machine, "server:/export", "/mnt/nfs", "nfs4", number="0:50")
    mount(machine, "/dev/nvme0n1", "/mnt/pool", "btrfs", number="0:51")
    assert resolve(machine, "/mnt/nfs/file")["filesystem"]["read_ahead_kb"] == 15_360
    assert resolve(machine, "/mnt/pool/file")["filesystem"]["read_ahead_kb"] is None


def test_space_of_another_machines_file_system_is_not_that_of_this_one(machine):
    mount(machine, "/dev/nvme0n1", "/mnt/data")
    filesystem = resolve(machine, "/mnt/data/file")["filesystem"]
    assert {filesystem[name] for name in ("size_bytes", "free_bytes", "available_bytes")} == {None}


def test_nfs_with_options_and_interface(machine):
    machine.put(
        "/proc/net/route",
        "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\n"
        "eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\n"
        "ens1f0\t0000000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\n",
    )
    options = "rw,vers=4.2,rsize=1048576,wsize=1048576,hard,proto=tcp,nconnect=8,clientaddr=10.0.0.7,addr=10.0.0.9"
    mount(machine, "nas:/export/bench", "/mnt/nas", "nfs4", extra=options)
    target = resolve(machine, "/mnt/nas/f")
    assert (target["kind"], target["members"], target["reason"]) == ("nfs", [], None)
    assert target["network"] == {
        "server": "nas",
        "protocol": "nfs",
        "version": "4.2",
        "options": {"rsize": 1048576, "wsize": 1048576, "hard": True, "proto": "tcp", "nconnect": 8},
        "interface": "ens1f0",
    }
    assert target["graph"]["nodes"]["network"] == {"kind": "network", "name": "ens1f0", "children": []}
    assert not any("addr" in option for option in target["filesystem"]["options"])


def test_smb_share_without_its_user(machine):
    extra = "rw,vers=3.1.1,cache=strict,username=bob,domain=CORP,addr=192.168.1.4,password=x"
    mount(machine, "//nas/share", "/mnt/smb", "cifs", extra=extra)
    target = resolve(machine, "/mnt/smb/f")
    assert (target["kind"], target["network"]["server"], target["network"]["version"]) == (
        "smb",
        "nas",
        "3.1.1",
    )
    assert "bob" not in json.dumps(target)
    assert "CORP" not in json.dumps(target)


@pytest.mark.parametrize(
    ("address", "interface"),
    [
        ("10.0.0.9", "ens1f0"),
        ("192.168.1.4", "eth0"),
        ("127.0.0.1", "lo"),
        ("fe80::9", "ens1f0"),
        ("nas.example", None),
        ("", None),
    ],
)
def test_interface_of_the_most_specific_route(tmp_path, address, interface):
    machine = Machine(tmp_path)
    machine.put(
        "/proc/net/route",
        "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n"
        "eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\n"
        "ens1f0\t0000000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\n",
    )
    machine.put(
        "/proc/net/ipv6_route",
        f"fe80{'0' * 28} 40 {'0' * 32} 00 {'0' * 32} 00000100 00000001 00000000 00000001 ens1f0\n",
    )
    assert find_interface(Reader(machine.roots), address) == interface


@pytest.mark.parametrize("path", ["/dev/null", "/dev/zero"])
def test_devices_that_are_nothing(machine, path):
    assert resolve(machine, path)["kind"] == "null_device"


def test_namespace_as_a_character_device(machine):
    machine.put("/dev/ng1n1", "")
    assert resolve(machine, "/dev/ng1n1")["members"] == ["nvme1n1"]


def test_two_controllers_are_below_their_drive(machine):
    known = inventory(machine.roots)
    known["disks"]["nvme0n1"]["controllers"] = [{"name": "nvme0"}, {"name": "nvme1"}]
    nodes = resolve_path(machine.roots, "/dev/nvme0n1", known)["graph"]["nodes"]
    assert [node["kind"] for node in nodes.values()] == ["disk", "controller", "controller"]


def test_several_paths_to_one_drive_are_one_member(machine):
    machine.layer("dm-0", "nvme0n1", "nvme1n1", dm__name="mpatha", dm__uuid="mpath-3600")
    machine.layer("dm-1", "dm-0", dm__name="mpatha-part1", dm__uuid="part1-mpath-3600")
    target = resolve(machine, "/dev/dm-1")
    assert target["members"] == ["nvme0n1"]
    assert edges(target)["dm-0"] == ["nvme0n1", "nvme1n1"]


def test_array_of_a_raid_controller_is_behind_its_disk(machine):
    machine.disk("sda", parent="pci0000:00/0000:02:00.0/host0/target0:2:0/0:2:0:0")
    known = inventory(machine.roots)
    known["volumes"]["raid:c0/v0"] = {"kind": "hardware_raid", "members": [], "options": {"os_device": "sda"}}
    target = resolve_path(machine.roots, "/dev/sda", known)
    assert (target["kind"], target["members"], target["reason"]) == ("hardware_raid", ["sda"], None)
    assert edges(target) == {"sda": ["raid:c0/v0"], "raid:c0/v0": []}


def test_bogus_inventories_and_mount_tables_never_raise(machine):
    chance = random.Random(3)
    for document in ({}, {"volumes": None, "disks": None}, {"volumes": {"md0": {}}}, {"volumes": 5}):
        for path in ("/dev/md0", "/dev/nvme0n1", "/x", "", "/dev/", "relative", "/dev/nvme0n1p1/x"):
            assert resolve_path(machine.roots, path, document)["members"] in ([], ["nvme0n1"])
    for _ in range(50):
        machine.put("/proc/self/mountinfo", "".join(chr(chance.randrange(32, 300)) for _ in range(400)) + "\n")
        resolve_path(machine.roots, "/mnt/x", {})


def test_mount_point_with_a_blank():
    found = parse_mountinfo(
        "36 35 98:0 /m /mnt\\040two rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue\n"
    )
    assert (found[0].point, found[0].number, found[0].option("errors")) == ("/mnt two", "98:0", "continue")


def jobs(*arguments):
    return parse_arguments(["--name=a", "--rw=read", "--size=1m", *arguments])


def test_several_names_with_an_escaped_colon(machine):
    by_path = machine.root / "dev/disk/by-path/pci-0000:10:00.0"
    by_path.parent.mkdir(parents=True)
    by_path.symlink_to("../../nvme0n1")
    name = "/dev/disk/by-path/pci-0000\\:10\\:00.0:/dev/nvme1n1"
    targets = resolve_targets(machine.roots, jobs(f"--filename={name}"), inventory(machine.roots))
    assert [target["members"] for target in targets] == [["nvme0n1"], ["nvme1n1"]]
    assert targets[0]["path"] == "/dev/disk/by-path/pci-0000:10:00.0"


def test_files_of_one_folder_are_one_target(machine):
    mount(machine, "/dev/nvme0n1p1", "/mnt/data", number=machine.number("nvme0n1p1"))
    section = jobs("--directory=/mnt/data", "--numjobs=100")
    targets = resolve_targets(machine.roots, section, inventory(machine.roots))
    assert [(target["path"], target["kind"]) for target in targets] == [("/mnt/data", "directory")]


def test_job_that_opens_nothing_has_no_target(machine):
    assert resolve_targets(machine.roots, jobs("--ioengine=null"), {}) == []


def test_job_whose_targets_cannot_be_listed_says_so(machine):
    targets = resolve_targets(machine.roots, jobs("--filename=/mnt/data/a:b"), {})
    assert [target["kind"] for target in targets] == ["unknown"]
    assert "mixes absolute and relative" in targets[0]["reason"]


def test_relative_names_are_relative_to_the_callers_folder(machine):
    mount(machine, "/dev/nvme0n1p1", "/mnt/data", number=machine.number("nvme0n1p1"))
    targets = resolve_targets(machine.roots, jobs("--filename=x"), inventory(machine.roots), Path("/mnt/data"))
    assert (targets[0]["path"], targets[0]["members"]) == ("/mnt/data/x", ["nvme0n1"])


def test_this_machines_own_file(tmp_path):
    live = Roots()
    target = resolve_path(live, str(tmp_path / "new" / "file"), inventory(live))
    mounted = find_mount(Reader(live), str(tmp_path))
    assert (target["filesystem"]["mount_point"], target["filesystem"]["type"]) == (
        mounted.point,
        mounted.fstype,
    )
    told = shutil.disk_usage(tmp_path)
    assert target["filesystem"]["size_bytes"] == told.total
    # Others write to it meanwhile.
    assert target["filesystem"]["free_bytes"] >= target["filesystem"]["available_bytes"] > 0
    device = Path(mounted.source)
    if device.is_absolute() and device.exists() and stat.S_ISBLK(device.stat().st_mode):
        assert target["members"]
    assert target["members"] or target["reason"] or target["kind"] in {"tmpfs", "memory"}


def test_this_machines_memory_and_nothing():
    assert resolve_path(Roots(), "/dev/shm/x", {})["kind"] == "tmpfs"
    assert resolve_path(Roots(), "/dev/null", {})["kind"] == "null_device"
    assert resolve_path(Roots(), "/dev/tty", {})["kind"] == "unknown"


@pytest.mark.parametrize(
    ("dump", "path", "members"),
    [
        ("subiquity-imsm", "/dev/md126", ["nvme0n1", "nvme1n1"]),
        ("curtin-probert_storage_nvme_multipath", "/dev/nvme0n1p2", ["nvme0n1"]),
    ],
)
def test_probed_machines(dump, path, members, tmp_path):
    root = probe_tree(fixture(f"storage-probe/{dump}.json"), tmp_path)
    machine = Machine(root)
    machine.put(path, "")
    assert resolve(machine, path)["members"] == members
