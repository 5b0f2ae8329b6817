"""Devices that a job named, against those that fio measured."""

import re
from collections.abc import Sequence

from fioboard.engine.formats.fio.model.options import USER_SPACE_ENGINES, parse_flag, split_filename
from fioboard.engine.formats.fio.model.reading import DiskUtil, Problem, Result
from fioboard.engine.formats.fio.results import sentences

_LINUX_DISK = re.compile(
    r"^/dev/(nvme\d+n\d+|sd[a-z]+|hd[a-z]+|vd[a-z]+|xvd[a-z]+|mmcblk\d+|md\d+|dm-\d+|loop\d+|ram\d+|pmem\d+(?:s|\.\d+)?"
    r"|zram\d+|nullb\d+|rbd\d+|nbd\d+|sr\d+)(p?\d+)?$"
)

# FreeBSD gives this name too, to disks in memory, and fio prints no disk statistics there.
_ALSO_OF_FREEBSD = re.compile(r"^/dev/md\d+$")


def check_devices(results: Sequence[Result], disks: Sequence[DiskUtil] | None) -> list[Problem]:
    """Devices that a job named and fio measured nothing of: most likely mistyped.

    fio creates missing files, in /dev too: there they lie in memory and "deliver" hundreds of thousands of
    IOPS with error 0. Only names that Linux alone gives to disks are judged; others print no disk statistics.
    """
    measured = {disk.name for disk in disks or ()}
    problems: dict[str, Problem] = {}
    seen_before: set[str] = set()
    for result in results:
        options = result.job_options
        if result.ioengine in USER_SPACE_ENGINES or (
            "disk_util" in options and not parse_flag(options["disk_util"])
        ):
            continue
        if (result.ioengine or "").startswith("external:"):
            continue
        filename = options.get("filename")
        if not filename or filename in seen_before:
            continue
        seen_before.add(filename)
        for name in split_filename(filename):
            if name not in problems and _is_unmeasured(name, measured):
                seen = f"only {', '.join(sorted(measured)[:4])}" if measured else "no disk at all"
                detail = sentences.OTHER_TARGET(name=name[:80], seen=seen)
                problems[name] = Problem(result.where, "MistypedDevice", detail)
    return list(problems.values())


def _is_unmeasured(name: str, measured: set[str]) -> bool:
    if not name.startswith("/dev/"):
        return False
    match = _LINUX_DISK.match(name)
    if match and (measured or _ALSO_OF_FREEBSD.match(name) is None):
        disk = name.removeprefix("/dev/")
        return not ({disk, match.group(1), *_list_multipath_names(disk)} & measured)
    # An alias may stand for any disk, also for one that is not listed.
    return False


def _list_multipath_names(disk: str) -> set[str]:
    """List the names under which native NVMe multipath counts: nvme0c1n1 for what was opened as nvme0n1."""
    match = re.match(r"^nvme(\d+)n(\d+)", disk)
    return {f"nvme{match.group(1)}c{path}n{match.group(2)}" for path in range(16)} if match else set()
