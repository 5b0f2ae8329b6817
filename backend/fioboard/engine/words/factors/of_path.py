"""Factors of where the I/O went: target, layers, drives, and the links between them and the CPU.

All are concluded by the room `inventory` from the run's targets and the host's inventory. Members that differ give a
list of values; a run whose targets are unknown has none of these.
"""

from fioboard.engine.words.factors.factor import Factor, fact

TARGET: tuple[Factor, ...] = (
    fact("target.kind", "Target type", "text", "Target", "file, directory, disk, partition, md, nfs, tmpfs, …",
        facet="path", share="form"),
    fact("target.layers", "Layers", "text", "Target", "Layers between target and drives, from the top",
        facet="path", share="form",
        follows_from=("target.kind", "raid.level", "raid.width", "fs.type", "drive.count")),
    fact("fs.type", "File system", "text", "Target", "File system of the target", facet="path", share="form",
        none_when_known="target.kind"),
    fact("raid.level", "RAID level", "text", "Target", "raid0, raid1, raid5, … of md, LVM, ZFS or a controller",
        facet="path", share="form", none_when_known="target.layers"),
    fact("raid.width", "RAID width", "number", "Target", "Number of members of the array", facet="path",
        follows_from=("raid.level",), none_when_known="target.layers"),
    fact("raid.chunk", "RAID chunk", "bytes", "Target", "Bytes on one member before the next",
        facet="path", follows_from=("raid.level",), none_when_known="target.layers"),
    fact("raid.degraded", "RAID degraded", "flag", "Target", "Whether an array in the path is missing a member",
        facet="path", none_when_known="target.layers"),
    fact("nfs.server", "NFS server", "text", "Target", "Name or address of the file server", share="name",
        none_when_known="target.kind"),
    fact("nfs.version", "NFS version", "text", "Target", "Protocol version of the mount", facet="path",
        share="form", follows_from=("nfs.server",), none_when_known="target.kind"),
    fact("nfs.rsize", "NFS rsize", "bytes", "Target", "Largest read that the client sends", facet="path",
        follows_from=("nfs.server", "nfs.version"), none_when_known="target.kind"),
    fact("nfs.wsize", "NFS wsize", "bytes", "Target", "Largest write that the client sends", facet="path",
        follows_from=("nfs.server", "nfs.version"), none_when_known="target.kind"),
    fact("nfs.proto", "NFS transport", "text", "Target", "tcp, rdma or udp", facet="path", share="form",
        follows_from=("nfs.server",), none_when_known="target.kind"),
    fact("nfs.nconnect", "NFS connections", "number", "Target", "TCP connections of the mount", facet="path",
        none_when_known="target.kind"),
    fact("network.speed", "Network speed", "number", "Target", "Speed of the interface to the server", unit="Mb/s",
        facet="path", none_when_known="target.kind"),
)  # fmt: skip

DRIVE: tuple[Factor, ...] = (
    fact("drive.model", "Drive model", "text", "Drives", "Model of the drives below the target", facet="path",
        share="fact", hidden_by="drive.model"),
    fact("drive.firmware", "Drive firmware", "text", "Drives", "Firmware revision of the drives", facet="path",
        share="fact", hidden_by="drive.firmware", follows_from=("drive.model",)),
    fact("drive.count", "Number of drives", "number", "Drives", "Physical drives below the target", facet="path",
        follows_from=("raid.width", "raid.level", "raid.degraded", "target.kind")),
    fact("drive.capacity", "Drive capacity", "bytes", "Drives", "Size of one drive", facet="path",
        follows_from=("drive.model",)),
    fact("drive.transport", "Drive transport", "text", "Drives", "pcie, sata, sas, virtio, tcp, …", share="fact",
        follows_from=("drive.model",)),
    fact("drive.scheduler", "I/O scheduler", "text", "Drives", "none, mq-deadline, bfq, kyber", facet="path",
        share="fact", follows_from=("drive.transport",)),
    fact("drive.wbt_us", "Write-back throttling", "number", "Drives",
        "Target latency of write-back throttling in µs; 0 = off",
        unit="µs", follows_from=("drive.scheduler", "drive.transport")),
    fact("drive.lba_bytes", "LBA size", "bytes", "Drives", "Logical block size in use", facet="path",
        follows_from=("drive.model",)),
)  # fmt: skip

PATH: tuple[Factor, ...] = (
    fact("slot", "Slot", "text", "PCIe", "Slot of the drives, or of the card they sit on", facet="path",
        share="fact", hidden_by="slots"),
    fact("pcie.link", "Drive link", "text", "PCIe", 'Trained link of the drives, e.g. "Gen4 x4"', facet="path",
        share="form", follows_from=("slot", "drive.model", "pcie.capable")),
    fact("pcie.capable", "Maximum drive link", "text", "PCIe", "Best that both ends of that link can do",
        facet="path", share="form", follows_from=("slot", "drive.model")),
    fact("pcie.degraded", "Link degraded", "flag", "PCIe", "Whether a link on the path runs below its capability",
        facet="path", follows_from=("slot", "pcie.link", "pcie.capable")),
    fact("chain.limit", "Link limit, reads", "number", "PCIe",
        "Limit of the links for reads; assumes 256 bytes per packet if unknown", unit="bytes/s",
        follows_from=("slot", "pcie.link", "pcie.capable", "raid.width", "drive.count")),
    fact("numa.local", "fio on the drives' NUMA node", "flag", "PCIe",
        "Whether fio's CPUs were all on the drives' NUMA node", facet="path",
        follows_from=("slot", "bios.nps", "bios.llc_as_node", "job.cpus")),
)  # fmt: skip
