"""Lists what the file of a run cannot show of such a target, with commands that run where the target is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, LiteralString

from fioboard.engine.answers.answer import UnknownCheck
from fioboard.engine.formats.fio.model.options import ENGINES_THAT_POLL, split_filename
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.cpu import is_polling
from fioboard.engine.rules.facts import RunFacts

TargetKind = Literal["virtual", "network", "sata", "zfs", "ssd_write", "polled", "windows"]


@dataclass(frozen=True, slots=True)
class NotVisible:
    """One such thing. `command` shows it on the machine that has it; None where only a person can tell."""

    missing: LiteralString
    command: LiteralString | None


NOT_VISIBLE: Mapping[TargetKind, Mapping[str, NotVisible]] = {
    "virtual": {
        "hypervisor-limit": NotVisible(
            "limits that the hypervisor sets on the virtual disk, readable on its host",
            "virsh blkdeviotune DOMAIN DEVICE",
        ),
    },
    "network": {
        "network-below": NotVisible("the limit of the network to the server", "iperf3 --client SERVER"),
        "server-load": NotVisible("load from the server's other clients", None),
    },
    "sata": {
        "disk-scheduler": NotVisible(
            "whether the disk is rotational, and its I/O scheduler",
            "grep . /sys/block/DISK/queue/rotational /sys/block/DISK/queue/scheduler",
        ),
    },
    "zfs": {
        "record-size": NotVisible(
            "record size of the dataset, and what its cache may hold",
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
            "number of polling queues of the NVMe driver", "cat /sys/module/nvme/parameters/poll_queues"
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

_NETWORK_ENGINES = frozenset(
    {
        "rbd",
        "rados",
        "http",
        "libhdfs",
        "gfapi",
        "gfapi_async",
        "nbd",
        "nfs",
        "dfs",
        "libiscsi",
        "net",
        "rdma",
    }
)
_VIRTUAL_DISK = re.compile(r"(vd[a-z]+|xvd[a-z]+)\d*")
_NETWORK_DISK = re.compile(r"(nbd|rbd|drbd)\d+.*")
_SATA_DISK = re.compile(r"sd[a-z]+\d*")
_FAST_DISK = re.compile(r"(sd[a-z]+\d*|nvme\d+.*)")
# Writes for longer than this show what an SSD sustains.
_LONG_MS = 600_000


def list_not_visible(facts: RunFacts) -> list[UnknownCheck]:
    """Each thing once; none where the agent read the hardware that shows it."""
    return [
        {"id": name, "missing": one.missing, "command": one.command}
        for kind in dict.fromkeys(_list_kinds(facts))
        for name, one in NOT_VISIBLE[kind].items()
    ]


def _list_kinds(facts: RunFacts) -> Iterator[TargetKind]:
    """List the kinds of target that hide something from this run's file."""
    if not facts.has_moved:
        return
    if facts.is_windows:
        yield "windows"
        return
    names = _list_disk_names(facts)
    is_seen = facts.path is not None
    if facts.is_virtual or any(map(_VIRTUAL_DISK.fullmatch, names)):
        yield "virtual"
    is_network = bool(facts.path and any(target.network for target in facts.path.targets))
    engines = {result.ioengine for result in facts.results}
    if is_network or engines & _NETWORK_ENGINES or any(map(_NETWORK_DISK.fullmatch, names)):
        yield "network"
    if facts.path and "zfs" in {text(target.filesystem, "type") for target in facts.path.targets}:
        yield "zfs"
    if is_seen:
        return
    if any(map(_SATA_DISK.fullmatch, names)):
        yield "sata"
    if any(map(_FAST_DISK.fullmatch, names)) and any(
        result.direction == "write" and (result.runtime_ms or 0) < _LONG_MS for result in facts.results
    ):
        yield "ssd_write"
    if any(is_polling(result) and result.ioengine in ENGINES_THAT_POLL for result in facts.results):
        yield "polled"


def _list_disk_names(facts: RunFacts) -> set[str]:
    """List kernel names of disks: of the path, of fio's disk statistics, of devices that the jobs name."""
    if facts.path is not None:
        return {member.disk for member in facts.path.members}
    named = {disk.name for disk in facts.disks or () if not disk.is_aggregate}
    for result in facts.results:
        for path in split_filename(result.job_options.get("filename", "")):
            if path.startswith("/dev/"):
                named.add(path.removeprefix("/dev/"))
    return named
