"""Which disks fio counted I/O on, in words: the one thing that an output without an inventory tells of its drives."""

from collections.abc import Sequence

from fioboard.fio.model.reading import DiskUtil

_MAX_CHARS = 400


def measured_disks(disks: Sequence[DiskUtil] | None) -> str | None:
    """`nvme2n1`, or `md127 of nvme1n1 and nvme2n1`; None where fio counted nothing.

    Only names of the kernel: after a restart, or on another host, one name may be another drive.
    """
    members: dict[str, list[str]] = {}
    for disk in disks or ():
        if disk.member_of is None:
            members.setdefault(disk.name, [])
    for disk in disks or ():
        if disk.member_of is not None:
            members.setdefault(disk.member_of, []).append(disk.name)
    words = [
        f"{name} of {_joined(sorted(set(below)))}" if below else name
        for name, below in sorted(members.items())
    ]
    spoken = _joined(words)
    if len(spoken) > _MAX_CHARS:
        count = sum(max(1, len(set(below))) for below in members.values())
        spoken = f"{count} disks: {spoken[: _MAX_CHARS - 20]}…"
    return spoken or None


def _joined(words: Sequence[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
