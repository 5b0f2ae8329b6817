"""Factors that only a tool's output tells: the heading over a run, and the disks that fio counted I/O on."""

from collections.abc import Sequence

from fioboard.engine.formats.fio.model.reading import DiskUtil, Invocation

_MAX_CHARS = 400


def facts_of_output(invocation: Invocation, *, has_inventory_path: bool) -> dict[str, str]:
    """Factor key → value; the disks only where no inventory says which drives they are."""
    disks = None if has_inventory_path else _measured_disks(invocation.disk_util)
    facts = {"heading": invocation.heading, "disks": disks}
    return {key: value for key, value in facts.items() if value is not None}


def _measured_disks(disks: Sequence[DiskUtil] | None) -> str | None:
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


def explain_nothing(invocation: Invocation) -> str:
    """Return why an output has no result: what the reader said of it, else that it holds none."""
    lacking = [problem.detail for problem in invocation.problems if problem.error == "NoIo"]
    return lacking[0] if lacking else "The output holds no result."
