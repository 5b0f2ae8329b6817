"""Which machine an inventory is of: identifiers that stay when names, users and folders change, and their comparison.

Each is kept as a SHA-256 alone. A serial number that firmware or a hypervisor gives to many machines is none.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.tolerant import mapping, named, text

Kind = Literal["system_uuid", "system_serial", "board_serial", "machine_id", "drive", "boot"]
Likeness = Literal["same", "alike", "other"]
BOARD: Final[Mapping[Kind, str]] = {
    "system_uuid": "uuid",
    "system_serial": "serial",
    "board_serial": "board.serial",
}
"""Of board and firmware, with their places in `system`."""
MAX_DRIVES = 512
_MIN_CHARACTERS = 4
# Written in by makers who had nothing to write, without blanks and punctuation.
_PLACEHOLDERS = frozenset(
    """
    tobefilledbyoem tobefilled tobefilledbymanufacturer oem default defaultstring none notspecified notapplicable
    notavailable notpresent nodata unknown empty invalid serial serialnumber serialnum sernum systemserialnumber
    baseboardserialnumber boardserialnumber mbserialnumber chassisserialnumber assettag noassettag noassetinformation
    0123456789abcdef 123456789abcdef 0123456789 1234567890 123456789 12345678 1234567 abcdefgh test sample
    03000200040005000006000700080009 00020003000400050006000700080009 12345678123456789012123456789012
    12345678123412341234123456789012 1234567812345678abcdef1234567890 1234567812345678 12345678123456781234567812345678
    123456781234567890abcddeefaabbcc 10000000000000000000000000000000
    """.split()  # noqa: SIM905 a list of them would have a line each
)
_VIRTUAL_DRIVE = re.compile(r"^QM\d{5}$|^drive-|^0000:", re.IGNORECASE)
"""Counted up from the same number in every virtual machine."""
_DIGEST = re.compile(r"^[0-9a-f]{64}$")


class Identifier(NamedTuple):
    """One hashed identifier of a machine."""

    kind: Kind
    sha256: bytes


def is_placeholder(value: str) -> bool:
    """Whether a serial number or UUID tells nothing: a maker's filler, or a run of one or two characters."""
    bare = re.sub(r"[^0-9a-z]", "", value.lower())
    return len(bare) < _MIN_CHARACTERS or bare in _PLACEHOLDERS or len(set(bare)) < 3


def read_identifiers(document: Document, moment: Document) -> frozenset[Identifier]:
    """Return the identifiers of the machine that an inventory describes. `moment`: what was read of that moment."""
    return frozenset(
        Identifier(kind, sha256(f"{kind}\n{value}".encode()).digest())
        for kind, value in _list_values(document, moment)
    )


def _list_values(document: Document, moment: Document) -> Iterator[tuple[Kind, str]]:
    system = mapping(document, "system")
    vendor = (text(system, "vendor") or "").lower()
    for kind, path in BOARD.items():
        value = text(system, path)
        if value is not None and not is_placeholder(value):
            yield kind, f"{vendor}\n{value.strip().lower()}"
    machine_id, boot = text(document, "host.machine_id_hash"), text(moment, "boot_id_hash")
    if machine_id is not None and _DIGEST.match(machine_id):
        yield "machine_id", machine_id
    if boot is not None and _DIGEST.match(boot):
        yield "boot", boot
    for _, disk in list(named(document, "disks"))[:MAX_DRIVES]:
        serial = text(disk, "serial")
        if (
            serial
            and not is_placeholder(serial)
            and not _VIRTUAL_DRIVE.match(serial)
            and text(disk, "transport") != "usb"
        ):
            yield "drive", f"{text(disk, 'model') or ''}\n{serial.strip()}"


def compare_machines(
    mine: Collection[Identifier], theirs: Collection[Identifier], *, has_same_name: bool
) -> Likeness:
    """Decide whether two sets of identifiers are of one machine: certainly, perhaps, or not.

    Two independent kinds of evidence make it certain: board, operating system, drives. One boot of one kernel, too,
    where the name is the same. Without drives a cloned virtual machine looks like its original: then the name decides.
    """
    board, system, drives = (
        _compare_board(mine, theirs),
        _compare(mine, theirs, "machine_id"),
        _compare_drives(mine, theirs),
    )
    is_same_boot = _compare(mine, theirs, "boot") is True
    if is_same_boot and has_same_name:
        return "same"
    if board is False:
        return "alike" if system and drives else "other"
    agreeing = sum(one is True for one in (board, system, drives))
    if agreeing == 0:
        return "alike" if is_same_boot else "other"
    if agreeing >= 2 and drives is not False and (drives or has_same_name):
        return "same"
    return "alike"


def are_different(mine: Collection[Identifier], theirs: Collection[Identifier]) -> bool:
    """Whether two sets are certainly of two machines: another board, or other drives where no board was read."""
    board = _compare_board(mine, theirs)
    if board is not None:
        return not board
    return _compare_drives(mine, theirs) is False


def _select_kind(identifiers: Collection[Identifier], kind: Kind) -> set[bytes]:
    return {one.sha256 for one in identifiers if one.kind == kind}


def _compare(mine: Collection[Identifier], theirs: Collection[Identifier], kind: Kind) -> bool | None:
    """Whether both have one in common; None when one of them has none."""
    here, there = _select_kind(mine, kind), _select_kind(theirs, kind)
    return bool(here & there) if here and there else None


def _compare_board(mine: Collection[Identifier], theirs: Collection[Identifier]) -> bool | None:
    results = [_compare(mine, theirs, kind) for kind in BOARD]
    return False if False in results else True if True in results else None


def _compare_drives(mine: Collection[Identifier], theirs: Collection[Identifier]) -> bool | None:
    """True when half of the drives of the smaller set are in both, False when none is, None in between."""
    here, there = _select_kind(mine, "drive"), _select_kind(theirs, "drive")
    common = len(here & there)
    if not here or not there or 0 < 2 * common < min(len(here), len(there)):
        return None
    return common > 0
