"""Volumes from sysfs and from the programs of LVM and ZFS, on captured machines and recorded answers."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from faults import assert_survives_faults
from golden import assert_golden
from machine import Machine
from probe_dumps import probe_tree
from recorded_programs import RecordedPrograms
from trees import captured, fixture, fixtures, tree

from fioboard_agent.collectors import dm_linux, volume_linux, zfs
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader

UUID = "f91c2d44-3b6a-4b0e-9a55-0f2b6d8c7e11"


def collect(machine):
    return volume_linux.collect_volumes(Reader(machine.roots))


def test_captured_arrays(tmp_path):
    root = tree(fixture("sysfs/node_exporter-sys.ttar"), tmp_path, r"sys/(block|fs|class/block|devices/virtual/block)")
    assert_golden("volumes/node_exporter", volume_linux.collect_volumes(Reader(Roots(root))))


def array(machine, name="md0", level="raid0", members=("sda", "sdb"), **facts):
    folder = f"/sys/devices/virtual/block/{name}"
    machine.disk(name, serial="", parent="virtual", md__level=level, **facts)
    for slot, member in enumerate(members):
        machine.put(f"{folder}/md/dev-{member}/slot", f"{slot}\n")
    return folder


def test_members_are_in_the_order_of_their_slots(tmp_path):
    machine = Machine(tmp_path)
    folder = array(machine, members=("sdc", "sda", "sdb"), md__chunk_size="131072", md__raid_disks="3")
    machine.put(f"{folder}/md/dev-sdd/slot", "none\n")
    volume = collect(machine)["md0"]
    assert volume["members"] == ["sdc", "sda", "sdb", "sdd"]
    assert volume["options"]["spares"] == ["sdd"]
    assert (volume["width"], volume["chunk_bytes"], volume["is_degraded"]) == (3, 131072, False)


def test_a_failed_member_is_told_from_a_spare(tmp_path):
    machine = Machine(tmp_path)
    folder = array(machine, level="raid1", members=("sda",), md__raid_disks="2", md__degraded="1")
    for member, state in (("sdb", "faulty"), ("sdc", "spare")):
        machine.put(f"{folder}/md/dev-{member}/slot", "none\n")
        machine.put(f"{folder}/md/dev-{member}/state", f"{state}\n")
    volume = collect(machine)["md0"]
    assert (volume["options"]["failed"], volume["options"]["spares"]) == (["sdb"], ["sdc"])
    assert (volume["is_degraded"], volume["width"]) == (True, 2)


@pytest.mark.parametrize(
    ("segment", "attributes", "expected"),
    [
        ("raid5", "rwi-aor-p-", True),
        ("raid1", "rwi-aor-r-", True),
        ("mirror", "mwi-aom---", False),
        ("raid5", "rwi-aor---", False),
        ("raid5", "rwi-a-r", None),
        ("raid0", "rwi-aor-p-", None),
        ("linear", "-wi-a---p-", None),
    ],
)
def test_lvs_tells_whether_an_array_lacks_a_member(segment, attributes, expected):
    entry = {"lv_name": "a", "vg_name": "v", "segtype": segment, "lv_attr": attributes}
    [row] = dm_linux.parse_lvs(json.dumps({"report": [{"lv": [entry]}]}))
    assert row["is_degraded"] is expected


@pytest.mark.parametrize("state", ["clean", "active", "active-idle", "write-pending", "read-auto"])
def test_states_that_change_by_themselves_are_one(tmp_path, state):
    machine = Machine(tmp_path)
    array(machine, md__array_state=state)
    assert collect(machine)["md0"]["state"] == "active"


@pytest.mark.parametrize(("degraded", "expected"), [("0", False), ("1", True)])
def test_degraded(tmp_path, degraded, expected):
    machine = Machine(tmp_path)
    array(machine, level="raid6", md__degraded=degraded)
    assert collect(machine)["md0"]["is_degraded"] is expected


def test_redundant_array_that_does_not_say_is_unknown(tmp_path):
    machine = Machine(tmp_path)
    array(machine, level="raid5")
    assert collect(machine)["md0"]["is_degraded"] is None


def test_reshape_shows_the_new_width(tmp_path):
    machine = Machine(tmp_path)
    array(machine, level="raid5", md__raid_disks="4 (3)")
    assert collect(machine)["md0"]["width"] == 4


def test_volume_of_a_vroc_container(tmp_path):
    machine = Machine(tmp_path)
    array(machine, "md127", level="", members=(), md__metadata_version="external:imsm", md__raid_disks="0")
    for member in ("nvme0n1", "nvme1n1"):
        machine.put(f"/sys/devices/virtual/block/md127/md/dev-{member}/slot", "none\n")
    array(machine, "md126", members=("nvme0n1", "nvme1n1"), md__metadata_version="external:/md127/0")
    volumes = collect(machine)
    assert (volumes["md127"]["level"], volumes["md127"]["container"]) == ("container", None)
    assert volumes["md127"]["members"] == ["nvme0n1", "nvme1n1"]
    assert "spares" not in volumes["md127"]["options"]
    assert (volumes["md126"]["level"], volumes["md126"]["container"]) == ("raid0", "md127")


def test_array_known_to_udev_only(tmp_path):
    root = probe_tree(fixture("storage-probe/subiquity-imsm.json"), tmp_path)
    volumes = volume_linux.collect_volumes(Reader(Roots(root)))
    assert (volumes["md126"]["level"], volumes["md126"]["members"]) == ("raid0", ["nvme0n1", "nvme1n1"])
    assert volumes["md127"]["metadata"] == "imsm"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("vg0-root", ("vg0", "root")),
        ("ubuntu--vg-my--storage", ("ubuntu-vg", "my-storage")),
        ("a--b--c-d", ("a-b-c", "d")),
        ("plain", (None, "plain")),
        ("vg-lv_rimage_0", ("vg", "lv_rimage_0")),
    ],
)
def test_names_of_logical_volumes(name, parts):
    assert dm_linux.split_lvm_name(name) == parts


@pytest.mark.parametrize(
    ("uuid", "kind"),
    [
        ("LVM-abc", "lvm"),
        ("CRYPT-LUKS2-abc-x", "crypt"),
        ("mpath-3600", "multipath"),
        ("part1-mpath-3600", "dm"),
        ("", "dm"),
    ],
)
def test_kinds_of_mapped_devices(tmp_path, uuid, kind):
    machine = Machine(tmp_path)
    machine.disk("sda")
    machine.layer("dm-0", "sda", dm__name="x", dm__uuid=uuid)
    volume = collect(machine)["dm-0"]
    assert (volume["kind"], volume["members"]) == (kind, ["sda"])


@pytest.mark.parametrize(
    ("dump", "expected"),
    [
        ("curtin-probert_storage_lvm", {"dm-2": ("lvm", "my-storage")}),
        ("curtin-probert_storage_multipath", {"dm-0": ("multipath", None), "dm-1": ("dm", None)}),
    ],
)
def test_mapped_devices_of_probed_machines(tmp_path, dump, expected):
    root = probe_tree(fixture(f"storage-probe/{dump}.json"), tmp_path)
    volumes = volume_linux.collect_volumes(Reader(Roots(root)))
    for name, (kind, logical) in expected.items():
        assert (volumes[name]["kind"], volumes[name]["options"].get("lv")) == (kind, logical)


@pytest.mark.quick(6)
@pytest.mark.parametrize("path", fixtures("storage-probe/*.json"), ids=lambda path: path.stem)
def test_every_probed_machine(path, tmp_path):
    reader = Reader(Roots(probe_tree(path, tmp_path)))
    json.dumps(volume_linux.collect_volumes(reader), allow_nan=False)
    assert reader.source.status == "ok"


def lvs_outputs():
    """What lvs printed on the machines of libstorage's tests."""
    for path in fixtures("storage-probe/libstorage-*.xml"):
        for command in ElementTree.parse(path).getroot().iter("Command"):
            if "lvs --reportformat json" in (command.findtext("name") or ""):
                yield pytest.param("\n".join(line.text or "" for line in command.findall("stdout")), id=path.stem)


@pytest.mark.parametrize("text", list(lvs_outputs()))
def test_every_report_of_lvs(text):
    assert isinstance(dm_linux.parse_lvs(text), list)


LVS = """{"report":[{"lv":[
 {"lv_name":"data","vg_name":"vg-0","lv_attr":"-wi-a","segtype":"striped","stripes":"2","stripe_size":"65536",
  "chunk_size":"0","devices":"/dev/nvme1n1p1(0),/dev/nvme0n1p1(0)"},
 {"lv_name":"[data_x]","vg_name":"vg-0","segtype":"linear","stripes":"1","stripe_size":"0","devices":"/dev/sda(0)"}]}]}"""


def striped(tmp_path, answer):
    machine = Machine(tmp_path)
    machine.disk("nvme0n1")
    machine.disk("nvme1n1", parent="pci0000:00/0000:02:00.0")
    machine.partition("nvme0n1", "nvme0n1p1")
    machine.partition("nvme1n1", "nvme1n1p1")
    machine.layer("dm-0", "nvme0n1p1", "nvme1n1p1", dm__name="vg--0-data", dm__uuid="LVM-a")
    volumes = collect(machine)
    reader = Reader(machine.roots, RecordedPrograms({"lvs": answer} if answer is not None else {}))
    dm_linux.add_lvs(reader, volumes)
    return volumes["dm-0"], reader.source


def test_lvs_tells_stripes_and_order(tmp_path):
    volume, source = striped(tmp_path, LVS)
    assert (volume["level"], volume["width"], volume["chunk_bytes"]) == ("striped", 2, 65536)
    assert volume["members"] == ["nvme1n1p1", "nvme0n1p1"]
    assert source.status == "ok"


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (
            Answer(5, b"", "  WARNING: Running as a non-root user. Functionality may be unavailable."),
            "denied",
        ),
        (Answer(5, b"", "  Volume group not found"), "error"),
        ("nonsense", "unparsed"),
        ('{"report": 5}', "unparsed"),
        (None, "absent"),
    ],
)
def test_without_lvs_the_order_is_the_kernels(tmp_path, answer, status):
    volume, source = striped(tmp_path, answer)
    assert (volume["level"], volume["members"]) == (None, ["nvme0n1p1", "nvme1n1p1"])
    assert source.status == status


def test_small_volumes(tmp_path):
    machine = Machine(tmp_path)
    machine.disk("loop0", serial="", parent="virtual")
    machine.disk("loop1", serial="", parent="virtual", loop__backing_file="/srv/image", loop__dio="1")
    machine.disk("zram0", serial="", parent="virtual", disksize="8589934592", comp_algorithm="lzo [zstd] lz4")
    machine.disk("sda")
    machine.disk("nvme0n1", parent="pci0000:00/0000:02:00.0")
    machine.layer("bcache0", "sda", "nvme0n1", bcache__cache_mode="writethrough [writeback] none")
    machine.put("/sys/fs/bcache/set/x", "")
    machine.link("/sys/devices/virtual/block/bcache0/bcache/cache", "/sys/fs/bcache/set")
    machine.put("/sys/devices/pci0000:00/0000:02:00.0/block/nvme0n1/bcache/x", "")
    machine.link("/sys/fs/bcache/set/cache0", "/sys/devices/pci0000:00/0000:02:00.0/block/nvme0n1/bcache")
    volumes = collect(machine)
    assert set(volumes) == {"loop1", "zram0", "bcache0"}
    assert volumes["loop1"]["options"] == {"backing_file": "/srv/image", "is_direct": True}
    assert volumes["zram0"]["options"]["algorithm"] == "zstd"
    assert volumes["bcache0"]["members"] == ["sda", "nvme0n1"]
    assert volumes["bcache0"]["options"]["cache_mode"] == "writeback"


def test_btrfs_of_two_devices(tmp_path):
    machine = Machine(tmp_path)
    folder = f"/sys/fs/btrfs/{UUID}"
    for member in ("nvme1n1", "nvme0n1"):
        machine.put(f"{folder}/devices/{member}/x", "")
    machine.put(f"{folder}/allocation/data/raid0/x", "")
    machine.put(f"{folder}/allocation/metadata/raid1/x", "")
    machine.put("/sys/fs/btrfs/features/x", "")
    volumes = collect(machine)
    assert list(volumes) == ["btrfs:nvme0n1"]
    volume = volumes["btrfs:nvme0n1"]
    assert (volume["level"], volume["members"], volume["uuid"]) == ("raid0", ["nvme0n1", "nvme1n1"], UUID)
    assert volume["options"]["metadata_profile"] == "raid1"


def test_bcachefs_of_a_captured_machine(tmp_path):
    root = captured(fixture("sysfs/lsblk/multi-devs-bcachefs.tar.xz"))
    volumes = volume_linux.collect_volumes(Reader(Roots(root)))
    assert volumes["bcachefs:sdc1"]["members"] == ["sdc1", "sdc2"]


def test_logical_volume_on_loop_devices_of_a_captured_machine(tmp_path):
    root = captured(fixture("sysfs/lsblk/simple-lvm.tar.xz"))
    volumes = volume_linux.collect_volumes(Reader(Roots(root)))
    assert volumes["dm-0"]["members"] == ["loop0", "loop1", "loop2", "loop3"]
    assert volumes["dm-0"]["options"]["vg"] == "vg_foo.4059"


def test_unknown_field_is_a_mistake_of_ours():
    with pytest.raises(TypeError):
        make_volume("md", [], chunk=5)


def test_every_file_may_be_missing(tmp_path):
    machine = Machine(tmp_path)
    array(
        machine,
        level="raid5",
        members=("sda", "sdb"),
        md__raid_disks="2",
        md__chunk_size="65536",
        md__degraded="0",
    )
    machine.put(f"/sys/fs/btrfs/{UUID}/devices/sda/x", "")
    machine.layer("dm-0", dm__name="vg-lv", dm__uuid="LVM-x")
    assert assert_survives_faults(machine.roots, volume_linux.collect_volumes) > 8


POOL = {"tank": ("mirror", ["sdh", "sdk", "sdl", "sdj", "sdn", "sdm", "sdg", "sdi"])}


def pools(answers):
    reader = Reader(Roots(), RecordedPrograms(answers))
    return zfs.collect_zfs(reader), reader


def test_pool_of_mirrors_with_a_spare():
    volumes, reader = pools(
        {
            "zpool status -P -L": fixture("zfs/zpool-status-spares.txt").read_text(),
            "zpool get": "tank\tashift\t12\tlocal\n",
            "zfs get": "tank\trecordsize\t131072\tdefault\ntank\tcompression\tlz4\tlocal\n",
        }
    )
    tank = volumes["tank"]
    assert {"tank": (tank["level"], tank["members"])} == POOL
    assert tank["options"]["spares"] == ["sdf"]
    assert (tank["options"]["ashift"], tank["options"]["compression"]) == (12, "lz4")
    assert (tank["state"], tank["is_degraded"]) == ("ONLINE", False)
    assert reader.source.status == "ok"


JSON_STATUS = {
    "output_version": {"command": "zpool status", "vers_major": 0, "vers_minor": 1},
    "pools": {
        "tank": {
            "name": "tank",
            "state": "DEGRADED",
            "vdevs": {
                "tank": {
                    "vdev_type": "root",
                    "vdevs": {
                        "raidz2-0": {
                            "name": "raidz2-0",
                            "vdev_type": "raidz",
                            "vdevs": {
                                "/dev/sda1": {"name": "/dev/sda1", "vdev_type": "disk", "path": "/dev/sda1"},
                                "/dev/sdb1": {"name": "/dev/sdb1", "vdev_type": "disk", "path": "/dev/sdb1"},
                            },
                        }
                    },
                }
            },
            "logs": {"/dev/nvme0n1": {"name": "/dev/nvme0n1", "vdev_type": "disk", "path": "/dev/nvme0n1"}},
        }
    },
}


def test_pool_in_json():
    tank = pools({"zpool status -j": json.dumps(JSON_STATUS)})[0]["tank"]
    assert (tank["level"], tank["members"], tank["is_degraded"]) == ("raidz2", ["sda1", "sdb1"], True)
    assert tank["options"]["logs"] == ["nvme0n1"]


def test_pool_with_log_and_cache_in_a_list():
    found = zfs.parse_list_text(fixture("zfs/zpool-list-vdev-logs-cache.txt").read_text())
    state, devices = found["rpool"]
    assert state == "DEGRADED"
    assert devices[0] == ("data", "mirror", ["sdc2", "sdd2"])
    assert {role for role, _, _ in devices} == {"data", "logs", "l2cache"}


@pytest.mark.parametrize("path", fixtures("zfs/zpool-*.txt"), ids=lambda path: path.stem)
def test_every_output_of_zpool(path):
    parse = zfs.parse_status_text if "status" in path.name else zfs.parse_list_text
    found = parse(path.read_text())
    assert found
    names = re.findall(r"^\s*pool: (\S+)", path.read_text(), re.MULTILINE)
    assert not names or list(found) == names


@pytest.mark.parametrize("text", ["", "no pools available", '{"pools": 5}', "\x00\xff", "pool: \nconfig:\n"])
def test_other_answers_of_zpool(text):
    volumes, reader = pools({"zpool status -j": text, "zpool status": text, "zpool list": text})
    assert all(volume["kind"] == "zfs" for volume in volumes.values())
    assert reader.source.status in {"ok", "unparsed"}


def test_host_without_zfs():
    volumes, reader = pools({})
    assert (volumes, reader.source.status) == ({}, "ok")
