"""What may hold a run back and no file of it shows, by kind of target: no rule can check it, so a person must look."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, LiteralString

TargetKind = Literal["virtual", "network", "sata", "zfs", "ssd_write", "polled", "windows"]


@dataclass(frozen=True, slots=True)
class NotVisible:
    """One such thing. `command` shows it on the machine that has it; None where only a person can tell."""

    missing: LiteralString
    command: LiteralString | None


NOT_VISIBLE: Mapping[TargetKind, Mapping[str, NotVisible]] = {
    "virtual": {
        "hypervisor-limit": NotVisible(
            "the limits that the hypervisor sets on the virtual disk: ask on its host",
            "virsh blkdeviotune DOMAIN DEVICE",
        ),
    },
    "network": {
        "network-below": NotVisible("what the network to the server carries alone", "iperf3 --client SERVER"),
        "server-load": NotVisible("what the server and its other clients do meanwhile", None),
    },
    "sata": {
        "disk-scheduler": NotVisible(
            "whether the disk turns, and which I/O scheduler it has",
            "grep . /sys/block/DISK/queue/rotational /sys/block/DISK/queue/scheduler",
        ),
    },
    "zfs": {
        "record-size": NotVisible(
            "the record size of the dataset, and what its cache may hold",
            "zfs get recordsize,primarycache,compression DATASET",
        ),
    },
    "ssd_write": {
        "fast-cache": NotVisible(
            "whether the fast cache of an SSD took all that was written: write for longer",
            "fio --time_based --runtime=600 --write_bw_log=bw --log_avg_msec=1000 JOBFILE",
        ),
    },
    "polled": {
        "polled-queues": NotVisible(
            "how many queues the NVMe driver polls", "cat /sys/module/nvme/parameters/poll_queues"
        ),
    },
    "windows": {
        "no-agent": NotVisible(
            "drives, links and CPUs: fioboard has no agent for Windows, so fio's own output is all there is",
            "fio --direct=1 --output-format=json+ JOBFILE",
        ),
        "write-cache-policy": NotVisible(
            "the write cache policy of the drive",
            "powershell Get-PhysicalDisk | Get-StorageAdvancedProperty",
        ),
    },
}

BY_ID: Mapping[str, NotVisible] = {
    name: one for of_kind in NOT_VISIBLE.values() for name, one in of_kind.items()
}
