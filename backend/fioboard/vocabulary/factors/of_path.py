"""Factors of where the I/O went: target, layers, drives, and the links between them and the CPU.

All are concluded by the room `inventory` from the run's targets and the host's inventory. Members that differ give a
list of values; a run whose targets are unknown has none of these.
"""

from fioboard.vocabulary.factors.factor import Factor, fact

TARGET: tuple[Factor, ...] = (
    fact("target.kind", "Target", "text", "Target", "file, directory, disk, partition, md, nfs, tmpfs, …"),
    fact("target.layers", "Layers", "text", "Target", "What lies between target and drives, from the top"),
    fact("fs.type", "File system", "text", "Target", "File system the target lies on"),
    fact(
        "raid.level", "RAID level", "text", "Target", "raid0, raid1, raid5, … of md, LVM, ZFS or a controller"
    ),
    fact("raid.width", "RAID width", "number", "Target", "Number of members of the array"),
    fact("raid.chunk", "RAID chunk", "bytes", "Target", "What one member holds before the next follows"),
    fact("nfs.server", "NFS server", "text", "Target", "Name or address of the file server"),
    fact("nfs.version", "NFS version", "text", "Target", "Protocol version of the mount"),
    fact("nfs.rsize", "NFS rsize", "bytes", "Target", "Largest read that the client sends"),
    fact("nfs.wsize", "NFS wsize", "bytes", "Target", "Largest write that the client sends"),
    fact("nfs.proto", "NFS transport", "text", "Target", "tcp, rdma or udp"),
    fact("nfs.nconnect", "NFS connections", "number", "Target", "TCP connections of the mount"),
    fact(
        "network.speed", "Network speed", "number", "Target", "Speed of the interface to the server", "Mb/s"
    ),
)

DRIVE: tuple[Factor, ...] = (
    fact("drive.model", "Drive model", "text", "Drives", "Model of the drives below the target"),
    fact("drive.firmware", "Drive firmware", "text", "Drives", "Firmware revision of the drives"),
    fact("drive.count", "Drives", "number", "Drives", "Number of physical drives below the target"),
    fact("drive.capacity", "Drive capacity", "bytes", "Drives", "Size of one drive"),
    fact("drive.transport", "Drive transport", "text", "Drives", "pcie, sata, sas, virtio, tcp, …"),
    fact("drive.scheduler", "I/O scheduler", "text", "Drives", "none, mq-deadline, bfq, kyber"),
    fact("drive.lba_bytes", "LBA size", "bytes", "Drives", "Logical block size in use"),
)

PATH: tuple[Factor, ...] = (
    fact("slot", "Slot", "text", "PCIe", "Slot of the drives, or of the card they sit on"),
    fact("pcie.link", "Drive link", "text", "PCIe", 'Trained link of the drives, e.g. "Gen4 x4"'),
    fact("pcie.capable", "Drive link, capable", "text", "PCIe", "Best that both ends of that link can do"),
    fact("pcie.degraded", "Link degraded", "flag", "PCIe", "Whether a link on the path trained below what it can"),
    fact("chain.limit", "Path ceiling", "number", "PCIe",
         "Most that the links can carry, reads; at 256 bytes per packet where that is unknown", "bytes/s"),
    fact("numa.local", "On the drives' node", "flag", "PCIe",
         "Whether fio's CPUs were all on the drives' NUMA node"),
)  # fmt: skip
