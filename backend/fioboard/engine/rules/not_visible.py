"""Lists what the file of a run cannot show of such a target, with commands that run where the target is."""

import re
from collections.abc import Iterator

from fioboard.engine.answers.answer import UnknownCheck
from fioboard.engine.formats.fio.model.options import ENGINES_THAT_POLL, split_filename
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.cpu import is_polling
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.words.findings.not_visible import NOT_VISIBLE, TargetKind

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
