"""Which place a target is: by serial numbers and UUIDs, and by name where these are not known."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.place import join_places, list_places
from fioboard.engine.hardware.inventory.targets import read_targets

SSD = {"model": "ACME  X1", "serial": "S4ABCD0F3A"}


def node(kind: str, name: str | None, *children: str) -> dict[str, Any]:
    return {"kind": kind, "name": name, "children": list(children)}


def target(path: str, kind: str, root: str, nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"path": path, "kind": kind, "graph": {"root": root, "nodes": nodes}, "members": []} | more


def disk(name: str) -> dict[str, Any]:
    return target(f"/dev/{name}", "disk", name, {name: node("disk", name)})


def folder(path: str, mount: str = "/", below: str = "sda", **more: Any) -> dict[str, Any]:
    nodes = {
        "file": node("file", None, "fs"),
        "fs": node("filesystem", None, below),
        below: node("disk", below),
    }
    filesystem = {"type": "ext4", "mount_point": mount, "source": f"/dev/{below}"}
    return target(path, "directory", "file", nodes, filesystem=filesystem) | more


def value(document: dict[str, Any], *targets: dict[str, Any]) -> str | None:
    return join_places(list_places(document, read_targets(document, list(targets), None)))


def test_a_drive_is_known_by_its_serial_under_any_name() -> None:
    named = value({"disks": {"nvme0n1": SSD}}, disk("nvme0n1"))
    assert named == value({"disks": {"nvme3n1": SSD}}, disk("nvme3n1"))
    assert named is not None
    assert named.startswith("ACME X1 …0F3A [")
    assert named != value({"disks": {"nvme0n1": SSD | {"serial": "S4ABCE0F3A"}}}, disk("nvme0n1"))


@pytest.mark.parametrize(
    "drive",
    [
        {},
        {"model": "Virtual disk"},
        {"serial": "0000000000"},
        {"serial": "None", "wwid": ""},
        {"serial": 7},
        "sda",
        None,
    ],
)
def test_a_drive_that_tells_nothing_keeps_its_name(drive: object) -> None:
    assert value({"disks": {"sda": drive}}, disk("sda")) == "/dev/sda"


def test_two_drives_with_one_serial_keep_their_names_and_namespaces_do_not() -> None:
    twins = {"disks": {"sda": SSD, "sdb": SSD}}
    assert (value(twins, disk("sda")), value(twins, disk("sdb"))) == ("/dev/sda", "/dev/sdb")
    spaces = {"disks": {"nvme0n1": SSD | {"nsid": 1}, "nvme0n2": SSD | {"nsid": 2}}}
    first, second = (value(spaces, disk(name)) for name in ("nvme0n1", "nvme0n2"))
    assert first != second
    assert second is not None
    assert "namespace 2 [" in second


def test_an_array_is_its_uuid_else_its_drives_in_their_order() -> None:
    drives = {name: {"model": "ACME", "serial": f"SERIAL{name}"} for name in ("sda", "sdb")}

    def array(name: str, *members: str, **volume: Any) -> str | None:
        document = {"disks": drives, "volumes": {name: {"kind": "md", "level": "raid0", **volume}}}
        nodes = {name: node("volume", name, *members), **{one: node("disk", one) for one in members}}
        return value(document, target(f"/dev/{name}", "md", name, nodes))

    uuid = {"uuid": "0d4f7c1e:3a534d0c:9a7e2f6f:8f1f5c11"}
    assert array("md0", "sda", "sdb", **uuid) == array("md127", "sda", "sdb", **uuid)
    assert array("md0", "sda", "sdb", **uuid) != array("md0", "sda", "sdb")
    assert array("md0", "sda", "sdb") == array("md127", "sda", "sdb") != array("md0", "sdb", "sda")
    assert array("md0", "sda", "sdc") == "/dev/md0"


@pytest.mark.parametrize("kind", ["lvm", "dm", "crypt", "nbd", "volume"])
def test_volumes_without_a_uuid_keep_their_names_since_several_share_a_drive(kind: str) -> None:
    document = {"disks": {"sda": SSD}, "volumes": {"dm-0": {"kind": kind}}}
    nodes = {"dm-0": node("volume", "dm-0", "sda"), "sda": node("disk", "sda")}
    assert value(document, target("/dev/dm-0", kind, "dm-0", nodes)) == "/dev/dm-0"


def test_a_zvol_is_no_pool() -> None:
    document = {"disks": {"sda": SSD}, "volumes": {"tank": {"kind": "zfs"}}}
    nodes = {
        "zd0": node("volume", None, "tank"),
        "tank": node("volume", "tank", "sda"),
        "sda": node("disk", "sda"),
    }
    assert value(document, target("/dev/zd0", "zvol", "zd0", nodes)) == "/dev/zd0"


def test_a_folder_is_that_of_its_file_system() -> None:
    here = {"disks": {"sda": SSD}}
    there = {"disks": {"sdq": SSD}}
    assert value(here, folder("/mnt/2026-11-27/x", "/mnt/2026-11-27")) == value(
        there, folder("/mnt/2026-11-28/x", "/mnt/2026-11-28", "sdq")
    )
    assert value(here, folder("/mnt/a")) != value(here, folder("/mnt/b"))
    other = {"disks": {"sda": SSD | {"serial": "OTHER12345"}}}
    assert value(here, folder("/mnt/a")) != value(other, folder("/mnt/a"))
    assert value({"disks": {}}, folder("/mnt/2026-11-27/x", "/mnt/2026-11-27")) == "/mnt/2026-11-27/x"


def test_a_file_is_its_folder_and_a_linked_one_the_folder_it_lies_in() -> None:
    here = {"disks": {"sda": SSD}}
    file = folder("/mnt/a/test.dat") | {"kind": "file"}
    assert value(here, file) == value(here, folder("/mnt/a"))
    linked = folder("/home/me/test.dat", real_path="/mnt/a/other.dat") | {"kind": "file"}
    assert value(here, linked) == value(here, file)
    bare = {"path": "/mnt/a/test.dat", "kind": "file"}
    assert value({}, bare) == "/mnt/a/test.dat"


def test_file_systems_of_one_pool_are_apart() -> None:
    document = {"disks": {"sda": SSD}, "volumes": {"tank": {"kind": "zfs"}}}

    def dataset(name: str) -> str | None:
        nodes = {
            "file": node("file", None, "fs"),
            "fs": node("filesystem", None, "tank"),
            "tank": node("volume", "tank", "sda"),
            "sda": node("disk", "sda"),
        }
        filesystem = {"type": "zfs", "mount_point": "/mnt/a", "source": name}
        return value(document, target("/mnt/a", "directory", "file", nodes, filesystem=filesystem))

    assert dataset("tank/a") != dataset("tank/b")


def test_a_share_of_a_server_is_named_by_server_and_export() -> None:
    def share(source: str, path: str = "/mnt/nfs/2026-11-28/x") -> str | None:
        filesystem = {"type": "nfs4", "mount_point": "/mnt/nfs", "source": source}
        return value(
            {}, {"path": path, "kind": "nfs", "filesystem": filesystem, "network": {"server": "10.0.0.1"}}
        )

    assert share("nas:/a") == share("nas:/a", "/mnt/nfs/2026-11-29/x") != share("nas:/b")


def test_several_devices_are_one_target_in_any_order() -> None:
    document = {"disks": {f"sd{n}": {"model": "ACME", "serial": f"SERIAL{n}"} for n in "abcd"}}
    assert value(document, disk("sda"), disk("sdb")) == value(document, disk("sdb"), disk("sda"))
    four = value(document, *(disk(f"sd{n}") for n in "abcd"))
    assert four is not None
    assert four.startswith("4 targets [")
    assert value({}, disk("sdb"), disk("sda")) == "/dev/sda:/dev/sdb"


def test_an_odd_graph_gives_a_name() -> None:
    document = {"disks": {"sda": SSD}, "volumes": {"md0": {"kind": "md"}}}
    circle = {"md0": node("volume", "md0", "md0")}
    assert value(document, target("/dev/md0", "md", "md0", circle)) == "/dev/md0"
    for nodes in ({}, {"md0": None}, {"md0": {"kind": 7, "children": "x"}}, {"md0": node("volume", "md0")}):
        assert value(document, target("/dev/md0", "md", "md0", nodes)) == "/dev/md0"
    assert value(document, {"path": None, "kind": None, "graph": 7}) is None
