"""A machine whose names change: drives, arrays and file systems that stay, under names that a reboot deals anew."""

import random
import string
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

SLOTS = ("SLOT1", "SLOT2", "SLOT3", "SLOT4", "SLOT5", "SLOT6")
KINDS = ("disk", "partition", "folder", "own file", "md", "folder on md", "lvm", "loop", "several")


@dataclass
class Names:
    """What the kernel, scripts and the clock call things at one moment."""

    drives: list[str]
    addresses: list[str]
    slots: list[str]
    md: str = "md0"
    dm: str = "dm-0"
    loop: str = "loop0"
    mount: str = "/mnt/bench"
    folder: str = ""
    file: str = "test.dat"
    batch: str = "0d4f7c1e-3a53"


@dataclass
class Machine:
    """Six drives with serials; two md arrays, two logical volumes and two loop files on them."""

    chance: random.Random
    serials: list[str] = field(default_factory=list)
    arrays: list[str] = field(default_factory=list)
    volumes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        letters = string.ascii_uppercase + string.digits
        self.serials = ["S4" + "".join(self.chance.choices(letters, k=10)) for _ in SLOTS]
        self.arrays = [str(UUID(int=self.chance.getrandbits(128))) for _ in range(2)]
        self.volumes = ["LVM-" + "".join(self.chance.choices(letters, k=64)) for _ in range(2)]

    def names(self) -> Names:
        """As they are after the first boot."""
        return Names(
            drives=[f"nvme{n}n1" for n in range(len(SLOTS))],
            addresses=[f"0000:{0x41 + n:02x}:00.0" for n in range(len(SLOTS))],
            slots=list(SLOTS),
        )

    def inventory(self, names: Names) -> dict[str, Any]:
        """The document that the agent makes of it."""
        pci = {
            address: {
                "ids": {"class": "0x010802", "vendor": "0x144d", "device": "0xa80a"},
                "parent": None,
                "port_type": "endpoint",
                "slot": {"name": slot, "source": "smbios", "is_verified": True},
                "stable_path": f"root {slot}",
            }
            for address, slot in zip(names.addresses, names.slots, strict=True)
        }
        disks = {
            name: {
                "model": "ACME X1 960GB",
                "serial": serial,
                "transport": "pcie",
                "pci": address,
                "partitions": [{"name": f"{name}p{n}", "number": n} for n in (1, 2)],
            }
            for name, serial, address in zip(names.drives, self.serials, names.addresses, strict=True)
        }
        backing = f"{_folder(names)}/{{}}.img"
        volumes = {
            **{
                name: {"kind": "md", "level": "raid0", "uuid": uuid, "members": members, "options": {}}
                for name, uuid, members in zip(
                    (names.md, f"{names.md}9"),
                    self.arrays,
                    (names.drives[:2], names.drives[2:4]),
                    strict=True,
                )
            },
            **{
                name: {"kind": "lvm", "uuid": uuid, "members": [member], "options": {"name": f"vg-{name}"}}
                for name, uuid, member in zip(
                    (names.dm, f"{names.dm}9"), self.volumes, names.drives[:2], strict=True
                )
            },
            **{
                name: {"kind": "loop", "members": [], "options": {"backing_file": backing.format(file)}}
                for name, file in ((names.loop, "one"), (f"{names.loop}9", "two"))
            },
        }
        return {"schema": 1, "pci": pci, "disks": disks, "volumes": volumes, "network": []}

    def targets(self, kind: str, which: int, names: Names) -> list[dict[str, Any]]:
        """`manifest.targets` of a test on the first (0) or second (1) thing of its kind."""
        drive, other = names.drives[which], names.drives[which + 2]
        partition = f"{drive}p1"
        md, dm, loop = (name + "9" * which for name in (names.md, names.dm, names.loop))
        on_partition = {partition: _node("partition", partition, drive), drive: _node("disk", drive)}
        on_array = {
            md: _node("volume", md, *names.drives[2 * which : 2 * which + 2]),
            **{name: _node("disk", name) for name in names.drives[2 * which : 2 * which + 2]},
        }
        lvm = {dm: _node("volume", dm, drive), drive: _node("disk", drive)}
        first = f"{names.drives[0]}p1"
        loops = {
            loop: _node("volume", loop, "file 1"),
            "file 1": _node("file", None, "filesystem 1"),
            "filesystem 1": _node("filesystem", None, first),
            first: _node("partition", first, names.drives[0]),
            names.drives[0]: _node("disk", names.drives[0]),
        }
        devices = {
            "disk": (drive, {drive: _node("disk", drive)}),
            "partition": (partition, on_partition),
            "md": (md, on_array),
            "lvm": (dm, lvm),
            "loop": (loop, loops),
        }
        if kind in devices:
            root, nodes = devices[kind]
            return [_target(f"/dev/{root}", kind, root, nodes)]
        if kind == "several":
            return [
                _target(f"/dev/{one}", "disk", one, {one: _node("disk", one)})
                for one in sorted((drive, other))
            ]
        if kind == "folder on md":
            return [_file(names, names.file, md, on_array)]
        own = f"fioboard-{names.batch}.dat"
        file = {"own file": own, "private folder": f"fioboard-{names.batch}/{own}"}.get(kind, names.file)
        return [_file(names, file, partition, on_partition)]


def _node(kind: str, name: str | None, *children: str) -> dict[str, Any]:
    return {"kind": kind, "name": name, "children": list(children)}


def _target(path: str, kind: str, root: str, nodes: dict[str, Any]) -> dict[str, Any]:
    members = [name for name, node in nodes.items() if node["kind"] == "disk"]
    return {
        "path": path,
        "real_path": path,
        "kind": kind,
        "filesystem": None,
        "network": None,
        "graph": {"root": root, "nodes": nodes},
        "members": members,
        "reason": None,
    }


def _folder(names: Names) -> str:
    return f"{names.mount}/{names.folder}".rstrip("/")


def _file(names: Names, file: str, device: str, below: dict[str, Any]) -> dict[str, Any]:
    nodes = {
        "file": _node("file", None, "filesystem"),
        "filesystem": _node("filesystem", None, device),
        **below,
    }
    filesystem = {"type": "ext4", "mount_point": names.mount, "source": f"/dev/{device}", "options": ["rw"]}
    return _target(f"{_folder(names)}/{file}", "file", "file", nodes) | {"filesystem": filesystem}
