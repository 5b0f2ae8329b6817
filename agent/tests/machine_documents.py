"""Builds data/machines/*.json: what the agent would have said about the machines of the five real cases.

`python agent/tests/machine_documents.py` writes them; a test compares. What the case does not tell is null; where a
name had to be chosen (kernel names, bus numbers), README.md beside the files says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Optional

from machine_parts import (
    Document,
    cpu,
    disk,
    function,
    idema_bytes,
    link,
    md_raid0,
    node,
    nvme,
    partition,
    target,
)

FOLDER = Path(__file__).parent / "data" / "machines"
GEN3, GEN4 = 8.0, 16.0
GIB = 1 << 30


def machine(name: str, targets: list[Document], pinned: Optional[str] = None, **subjects: Any) -> Document:
    """A whole document with its run's targets; subjects that the case says nothing of are null."""
    absent = {"status": "absent", "detail": "not in the demo data"}
    empty = dict.fromkeys(["virtualized", "container", "system", "cpu", "memory", "os", "firmware_settings", "fio"])
    told = {subject: {"status": "ok", "detail": None} for subject in ("cpu", "pci", "disks", "volumes")}
    document = {
        "schema": 1,
        "collected_at": "2026-11-21T12:00:00.000Z",
        "collector": {"version": "0.0.0", "privileged": False, "duration_ms": 0},
        "sources": {
            **told,
            **dict.fromkeys(("dmi", "smbios", "memory", "os", "pci_config", "nvme_smart"), absent),
        },
        "host": {"name": name, "machine_id_hash": None},
        **empty,
        "network": [],
        "pci": {},
        "disks": {},
        "volumes": {},
        **subjects,
    }
    document["moment"] = {"disks": {}, "aer": {}, "links": {}, **subjects.get("moment", {})}
    return {
        "inventory": document,
        "targets": targets,
        "fio_cpus": {"cpus_allowed": pinned, "numa_cpu_nodes": None},
    }


def workstation(slot: int, slot_3_gts: float = 2.5) -> Document:
    """Two drives on a carrier with a switch; slot 2 or 3 of a tower, under macOS. Links as its owner took them."""
    port, uplink = {2: ("0000:00:03.0", link(5.0, 16)), 3: ("0000:00:05.0", link(slot_3_gts, 4))}[slot]
    hops = ("PCI0", *(part[8:] for part in (port,)))
    root = function(
        "0x060400",
        parent=None,
        host_bridge="pci0000:00",
        port_type="root",
        link=uplink,
        stable_path="/".join(hops),
        slot={"name": f"Slot-{slot}", "source": "label", "is_verified": False},
    )
    at_upper_end = {**uplink, "max_gts": None, "max_lanes": None}
    up = function(
        "0x060400",
        parent=port,
        host_bridge="pci0000:00",
        port_type="upstream",
        link=at_upper_end,
        stable_path="/".join((*hops, "00.0")),
    )
    pci = {port: root, "0000:05:00.0": up}
    disks, members = {}, []
    for number in range(2):
        down, drive, name = f"0000:06:0{number + 1}.0", f"0000:0{number + 7}:00.0", f"disk{number + 2}"
        below = (*hops, "00.0", down[8:])
        pci[down] = function(
            "0x060400",
            parent="0000:05:00.0",
            host_bridge="pci0000:00",
            port_type="downstream",
            stable_path="/".join(below),
        )
        pci[drive] = function(
            "0x010802",
            parent=down,
            host_bridge="pci0000:00",
            port_type="endpoint",
            stable_path="/".join((*below, "00.0")),
        )
        disks[name] = nvme(f"nvme{number}", drive)
        members.append(name)
    nodes = {"file": node("file", None, "filesystem"), "filesystem": node("filesystem", None, *members)}
    nodes.update({name: node("disk", name) for name in members})
    return machine(
        "workstation",
        [
            target(
                "/Volumes/Carrier/fio.bin",
                "file",
                "file",
                nodes,
                members,
                filesystem={"type": None, "mount_point": "/Volumes/Carrier", "source": None, "options": []},
                reason="how the two drives are joined is not known",
            )
        ],
        system={
            **dict.fromkeys(["product", "version", "sku", "serial", "uuid", "chassis", "board", "bios", "has_bmc"]),
            "vendor": "Apple Inc.",
            "family": "MacPro",
            "slots": [],
            "onboard": [],
        },
        cpu=cpu(sockets=2, vendor="GenuineIntel"),
        os={"name": "macOS", "version": None, "kernel": None, "cmdline": []},
        fio={"version": "fio-3.19", "path": None},
        pci=pci,
        disks=disks,
        # 39 degrees idle in both slots, with and without the carrier's fan.
        moment={"disks": {name: {"source": "smartctl", "temperature_c": 39} for name in members}},
    )


def switch_card(
    bus: int, port: str, bridge: str, uid: str, gts: float, numa_node: Optional[int], slot: Optional[Document]
) -> tuple[Document, list[str]]:
    """A card with a switch and four drives of four lanes below a port of sixteen; the addresses of the drives."""
    on_bridge = {"host_bridge": bridge, "host_bridge_uid": uid, "numa_node": numa_node}
    path = [f"PCI0[uid {uid}]", port[8:]]
    up = f"0000:{bus:02x}:00.0"
    pci = {
        port: function(
            "0x060400",
            port_type="root",
            driver="pcieport",
            link=link(gts, 16),
            slot=slot,
            stable_path="/".join(path),
            **on_bridge,
        ),
        up: function(
            "0x060400",
            port_type="upstream",
            driver="pcieport",
            parent=port,
            link=link(gts, 16),
            stable_path="/".join([*path, "00.0"]),
            **on_bridge,
        ),
    }
    drives = []
    for number in range(4):
        down, drive = f"0000:{bus + 1:02x}:{number * 4:02x}.0", f"0000:{bus + 2 + number:02x}:00.0"
        below = [*path, "00.0", down[8:]]
        pci[down] = function(
            "0x060400",
            port_type="downstream",
            driver="pcieport",
            parent=up,
            link=link(gts, 4),
            stable_path="/".join(below),
            **on_bridge,
        )
        pci[drive] = function(
            "0x010802",
            port_type="endpoint",
            driver="nvme",
            parent=down,
            link=link(gts, 4),
            stable_path="/".join([*below, "00.0"]),
            **on_bridge,
        )
        drives.append(drive)
    return pci, drives


def gpu_server() -> Document:
    """One Xeon; md2, md3, md4 of 2, 3, 4 partitions of the same four drives, and the GPU that received the data."""
    pci, drives = switch_card(0x18, "0000:17:00.0", "pci0000:17", "17", GEN3, None, None)
    pci["0000:3a:00.0"] = function(
        "0x060400",
        port_type="root",
        driver="pcieport",
        host_bridge="pci0000:3a",
        host_bridge_uid="3a",
        stable_path="PCI0[uid 3a]/00.0",
    )
    pci["0000:3b:00.0"] = function(
        "0x030200",
        port_type="endpoint",
        driver="nvidia",
        ids={"vendor": "0x10de"},
        parent="0000:3a:00.0",
        host_bridge="pci0000:3a",
        host_bridge_uid="3a",
        stable_path="PCI0[uid 3a]/00.0/00.0",
    )
    disks, volumes, targets = {}, {}, []
    for number, address in enumerate(drives):
        parts = [partition(f"nvme{number}n1p{part}", part) for part in (1, 2, 3)]
        disks[f"nvme{number}n1"] = nvme(f"nvme{number}", address, size_bytes=idema_bytes(512), partitions=parts, nsid=1)
    for part, width in enumerate((2, 3, 4), start=1):
        members = [f"nvme{number}n1p{part}" for number in range(width)]
        volumes[f"md{width}"] = md_raid0(members, 128 * 1024)
        nodes = {f"md{width}": node("volume", f"md{width}", *members)}
        for member in members:
            nodes[member] = node("partition", member, member[:-2])
            nodes[member[:-2]] = node("disk", member[:-2])
        targets.append(target(f"/dev/md{width}", "md", f"md{width}", nodes, [member[:-2] for member in members]))
    return machine(
        "gpu-server",
        targets,
        cpu=cpu(sockets=1, vendor="GenuineIntel"),
        os={"name": None, "version": None, "kernel": None, "cmdline": []},
        pci=pci,
        disks=disks,
        volumes=volumes,
    )


def nas_client() -> Document:
    """The client of a three-node cluster: a file on an NFS mount, over 10 GbE."""
    interface = {
        **dict.fromkeys(["mac", "duplex", "mtu", "driver", "driver_version", "pci", "numa_node", "bond"]),
        "name": "eth0",
        "speed_mbps": 10_000,
        "is_up": True,
    }
    nodes = {
        "file": node("file", None, "filesystem"),
        "filesystem": node("filesystem", None, "network"),
        "network": node("network", "eth0"),
    }
    return machine(
        "nas-client",
        [
            target(
                "/mnt/cluster/fio.bin",
                "nfs",
                "file",
                nodes,
                [],
                filesystem={
                    "type": "nfs",
                    "mount_point": "/mnt/cluster",
                    "source": "cluster:/export",
                    "options": [],
                },
                network={
                    "server": "cluster",
                    "protocol": "nfs",
                    "version": None,
                    "options": {},
                    "interface": "eth0",
                },
            )
        ],
        cpu=cpu(sockets=2, cores=16),
        memory={"total_bytes": 128 * GIB, "dimms": None},
        network=[interface],
    )


def freebsd_box() -> Document:
    """Eight PCIe SSDs, twelve SATA SSDs and 24 hard disks behind a SAS HBA; the parents of the SSDs are not known."""
    pci, disks = {}, {}
    for number in range(8):
        address = f"0000:{0x81 + number:02x}:00.0"
        pci[address] = function(
            "0x010802",
            port_type="endpoint",
            driver="nvme",
            link=link(GEN3, 4),
            ids={"vendor": "0x8086", "device": "0x0953"},
        )
        disks[f"nvd{number}"] = nvme(
            f"nvme{number}", address, model="INTEL SSDPEDMD020T4", nsid=1, size_bytes=idema_bytes(2000)
        )
    pci["0000:03:00.0"] = function("0x010700", port_type="endpoint", ids={"vendor": "0x1000"})
    behind_hba = {"pci": "0000:03:00.0", "logical_block_bytes": 512}
    for number in range(12):
        disks[f"da{number}"] = disk(transport="sata", rotational=False, size_bytes=idema_bytes(800), **behind_hba)
    for number in range(12, 36):
        disks[f"da{number}"] = disk(rotational=True, size_bytes=idema_bytes(6000), **behind_hba)
    # The drives that its owner's fio lines name.
    targets = [target(f"/dev/{name}", "disk", name, {name: node("disk", name)}, [name]) for name in ("nvd7", "da11")]
    return machine(
        "freebsd-box",
        targets,
        os={"name": "FreeBSD", "version": None, "kernel": None, "cmdline": []},
        fio={"version": "fio-2.1.9", "path": None},
        pci=pci,
        disks=disks,
    )


def epyc(nodes_per_socket: int) -> Document:
    """Two sockets of 24 cores; four Gen4 drives behind a switch in slot PCIE_1_A, joined to md0. With NPS4 the slot is
    on node 1, with NPS1 on node 0."""
    own_node = 1 if nodes_per_socket == 4 else 0
    slot = {"name": "PCIE_1_A", "source": "smbios", "is_verified": True}
    pci, drives = switch_card(0x21, "0000:20:03.1", "pci0000:20", "1", GEN4, own_node, slot)
    width = 24 // nodes_per_socket
    numa_nodes = [
        {
            "id": number,
            "cpus": f"{number * width}-{(number + 1) * width - 1}",
            "memory_bytes": None,
            "distances": None,
        }
        for number in range(2 * nodes_per_socket)
    ]
    packages = [
        {
            "id": package,
            "cpus": f"{package * 24}-{package * 24 + 23}",
            "nodes": [package * nodes_per_socket + number for number in range(nodes_per_socket)],
        }
        for package in range(2)
    ]
    for entry in pci.values():
        entry["local_cpus"] = numa_nodes[own_node]["cpus"]
    members = [f"nvme{number}n1" for number in range(4)]
    disks = {
        name: nvme(name[:-2], address, size_bytes=idema_bytes(15360), nsid=1) for name, address in zip(members, drives)
    }
    nodes = {"md0": node("volume", "md0", *members), **{name: node("disk", name) for name in members}}
    board = "GIGABYTE", "MZ72-HB0-00"
    return machine(
        "epyc",
        [target("/dev/md0", "md", "md0", nodes, members)],
        system={
            **dict.fromkeys(["version", "sku", "serial", "uuid", "chassis", "has_bmc"]),
            "vendor": board[0],
            "product": board[1],
            "family": "Server",
            "board": {"vendor": board[0], "product": board[1], "version": None, "serial": None},
            "bios": {"vendor": board[0], "version": "M10", "date": "05/30/2022", "release": None},
            # As this board's firmware prints it: the segment holds the bus number. The slot above is the re-reading.
            "slots": [
                {
                    "designation": "PCIE_1_A",
                    "id": 1,
                    "type": "PCI Express",
                    "width_lanes": 16,
                    "usage": "In Use",
                    "address": "0020:03:00.1",
                }
            ],
            "onboard": [],
        },
        cpu=cpu(
            vendor="AuthenticAMD",
            family=25,
            sockets=2,
            cores=48,
            packages=packages,
            numa={
                "nodes": numa_nodes,
                "nodes_per_socket": nodes_per_socket,
                "llc_per_socket": None,
                "nodes_per_socket_is_ambiguous": False,
            },
        ),
        fio={"version": "fio-3.30", "path": None},
        pci=pci,
        disks=disks,
        volumes={"md0": md_raid0(members, None)},
    )


def laptop() -> Document:
    """One Gen4 drive in a port of Gen3: the PCI part of node_exporter's captured tree; nothing else of it is known."""
    on_bridge = {"host_bridge": "pci0000:00", "host_bridge_uid": "0", "local_cpus": "0-15"}
    pci = {
        "0000:00:02.1": function(
            "0x060400",
            port_type="root",
            driver="pcieport",
            link=link(GEN3, 4, GEN3, 8),
            ids={"vendor": "0x1022", "device": "0x1634", "subsystem_vendor": "0x17aa"},
            stable_path="PCI0[uid 0]/02.1",
            **on_bridge,
        ),
        "0000:01:00.0": function(
            "0x010802",
            port_type="endpoint",
            driver="nvme",
            parent="0000:00:02.1",
            link=link(GEN3, 4, GEN4, 4),
            ids={"vendor": "0xc0a9", "device": "0x540a"},
            stable_path="PCI0[uid 0]/02.1/00.0",
            **on_bridge,
        ),
    }
    drive = nvme(
        "nvme0",
        "0000:01:00.0",
        model="CT2000P3SSD8",
        firmware="P9CR30A",
        nsid=1,
        size_bytes=idema_bytes(2000),
        partitions=[partition("nvme0n1p2", 2)],
    )
    nodes = {
        "file": node("file", None, "filesystem"),
        "filesystem": node("filesystem", None, "nvme0n1p2"),
        "nvme0n1p2": node("partition", "nvme0n1p2", "nvme0n1"),
        "nvme0n1": node("disk", "nvme0n1"),
    }
    filesystem = {
        "type": "ext4",
        "mount_point": "/",
        "source": "/dev/nvme0n1p2",
        "options": ["rw", "relatime"],
    }
    return machine(
        "laptop",
        [target("/home/bench/fio.bin", "file", "file", nodes, ["nvme0n1"], filesystem=filesystem)],
        cpu=cpu(sockets=1, threads=16, vendor="AuthenticAMD"),
        pci=pci,
        disks={"nvme0n1": drive},
        moment={"disks": {"nvme0n1": {"source": "hwmon", "temperature_c": 43}}},
    )


def vm() -> Document:
    """What a small virtual machine shows: a virtio disk without link, slot, node or model."""
    on_bridge = {"host_bridge": "pci0000:00", "driver": "virtio-pci", "local_cpus": "0-1"}
    pci = {
        address: function(pci_class, ids={"vendor": "0x1af4"}, stable_path=f"PCI0/{address[8:]}", **on_bridge)
        for address, pci_class in (("0000:00:02.0", "0x018000"), ("0000:00:03.0", "0x020000"))
    }
    drive = disk(
        transport="virtio",
        pci="0000:00:02.0",
        size_bytes=256 * GIB,
        logical_block_bytes=512,
        physical_block_bytes=4096,
        rotational=True,
        write_cache="write back",
        scheduler="mq-deadline",
        nr_requests=256,
    )
    nodes = {
        "file": node("file", None, "filesystem"),
        "filesystem": node("filesystem", None, "vda"),
        "vda": node("disk", "vda"),
    }
    filesystem = {"type": "ext4", "mount_point": "/", "source": "/dev/vda", "options": ["rw", "relatime"]}
    interface = {
        **dict.fromkeys(["mac", "speed_mbps", "duplex", "driver_version", "numa_node", "bond"]),
        "name": "eth0",
        "mtu": 1500,
        "driver": "virtio_net",
        "pci": "0000:00:03.0",
        "is_up": True,
    }
    return machine(
        "vm",
        [target("/root/fio.bin", "file", "file", nodes, ["vda"], filesystem=filesystem)],
        virtualized="unknown-hypervisor",
        cpu=cpu(
            model="AMD EPYC",
            vendor="AuthenticAMD",
            family=25,
            sockets=1,
            cores=2,
            threads=2,
            packages=[{"id": 0, "cpus": "0-1", "nodes": [0]}],
            numa={
                "nodes": [{"id": 0, "cpus": "0-1", "memory_bytes": 25276502016, "distances": [10]}],
                "nodes_per_socket": 1,
                "llc_per_socket": 2,
                "nodes_per_socket_is_ambiguous": False,
            },
        ),
        memory={"total_bytes": 25276502016, "dimms": None},
        os={"name": "Debian GNU/Linux", "version": "12", "kernel": "6.18.44", "cmdline": []},
        network=[interface],
        pci=pci,
        disks={"vda": drive},
        fio={"version": "fio-3.33", "path": "/usr/bin/fio"},
    )


def server() -> Document:
    """Build a database server with one Gen4 drive in its M.2 slot; no machine in particular."""
    on_bridge = {"host_bridge": "pci0000:00", "host_bridge_uid": "0", "local_cpus": "0-15", "numa_node": 0}
    pci = {
        "0000:00:01.1": function(
            "0x060400",
            port_type="root",
            driver="pcieport",
            link=link(GEN4, 4),
            ids={"vendor": "0x1022", "device": "0x1483"},
            slot={"name": "M.2 1", "source": "label", "is_verified": False},
            stable_path="PCI0[uid 0]/01.1",
            **on_bridge,
        ),
        "0000:01:00.0": function(
            "0x010802",
            port_type="endpoint",
            driver="nvme",
            parent="0000:00:01.1",
            link=link(GEN4, 4),
            ids={"vendor": "0x144d", "device": "0xa80c"},
            stable_path="PCI0[uid 0]/01.1/00.0",
            **on_bridge,
        ),
    }
    drive = nvme(
        "nvme0",
        "0000:01:00.0",
        model="Samsung SSD 990 PRO 2TB",
        firmware="4B2QJXD7",
        nsid=1,
        size_bytes=2_000_398_934_016,
        logical_block_bytes=512,
        physical_block_bytes=512,
        scheduler="none",
        write_cache="write back",
        temperature_warning_c=82,
        temperature_critical_c=85,
    )
    nodes = {
        "file": node("file", None, "filesystem"),
        "filesystem": node("filesystem", None, "nvme0n1"),
        "nvme0n1": node("disk", "nvme0n1"),
    }
    filesystem = {
        "type": "xfs",
        "mount_point": "/mnt/bench",
        "source": "/dev/nvme0n1",
        "options": ["rw", "relatime"],
    }
    return machine(
        "db",
        [target("/mnt/bench", "file", "file", nodes, ["nvme0n1"], filesystem=filesystem)],
        cpu=cpu(
            model="AMD Ryzen 9 5950X 16-Core Processor",
            vendor="AuthenticAMD",
            family=25,
            sockets=1,
            cores=16,
            threads=32,
            packages=[{"id": 0, "cpus": "0-31", "nodes": [0]}],
        ),
        memory={"total_bytes": 64 * GIB, "dimms": None},
        os={"name": "Debian GNU/Linux", "version": "12", "kernel": "6.1.0-28-amd64", "cmdline": []},
        pci=pci,
        disks={"nvme0n1": drive},
        fio={"version": "fio-3.36", "path": "/usr/bin/fio"},
        moment={"disks": {"nvme0n1": {"source": "nvme", "temperature_c": 44}}},
    )


def build_all() -> dict[str, Document]:
    """Every document by the name of its file."""
    return {
        "workstation-slot2": workstation(2),
        "workstation-slot3": workstation(3),
        "workstation-slot3-gen2": workstation(3, slot_3_gts=5.0),
        "gpu-server": gpu_server(),
        "nas-client": nas_client(),
        "freebsd-box": freebsd_box(),
        "epyc-nps1": epyc(1),
        "epyc-nps4": epyc(4),
        "laptop": laptop(),
        "vm": vm(),
        "server": server(),
    }


def as_text(document: Document) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for stem, built in build_all().items():
        (FOLDER / f"{stem}.json").write_text(as_text(built), encoding="utf-8")
