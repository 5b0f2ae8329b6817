"""Whether what was typed for `--confirm-destroy` is the device: in any spelling, but always the whole identity.

The kernel, udev, mdadm and nvme-cli write one identity differently: `naa.5000c500…`, `0x5000C500…`, `wwn-0x5000c500…`,
or an array's UUID with dashes and in mdadm's four groups. It is compared with what the device itself says.
"""

from __future__ import annotations

import re
from typing import Iterable, Optional

from fioboard_agent.safety.devices import Device

_FOLDER = "/dev/disk/by-id/"
_WWID = re.compile(r"(?:wwn-|nvme-)?(?:(naa|eui)\.|0x)?([0-9a-f]{16,32})", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{32}")
# What udev puts before an identity in a link's name, and after it: a namespace, a USB port.
_LINK = r"(?:.*[-_.])?(?:0x|3)?{identity}(?:_\d+|-\d+:\d+)?"


def confirm(stated: Iterable[str], device: Device) -> set[str]:
    """Return those of the device's own identities that were stated; empty when none was."""
    return {
        value
        for kind, value in list_identities(device).items()
        for word in stated
        if _is_same(kind, _trim(kind, word), value, device)
    }


def list_identities(device: Device) -> dict[str, str]:
    """Return the identities that distinguish the device from others: a number of zeros alone shows nothing."""
    return {
        kind: value for kind, value in device.identities.items() if re.search("[1-9a-z]", _strip_identity(kind, value))
    }


def _strip_identity(kind: str, value: str) -> str:
    return value.casefold().rpartition(".")[2] if kind == "wwid" else value.casefold()


def _trim(kind: str, word: str) -> str:
    """Leave out blanks around an identity; in the path of a backing file they are part of it."""
    return word if kind == "backing file" else word.strip()


def _is_same(kind: str, word: str, value: str, device: Device) -> bool:
    if word == value:
        return True
    link = word[len(_FOLDER) :] if word.startswith(_FOLDER) else word
    if link in device.links and _is_in_link(link, kind, value):
        return True
    if kind == "serial":
        return word.casefold() == value.casefold()
    if kind == "wwid":
        return _is_same_wwid(word, value)
    if kind == "md uuid":
        stated = _parse_uuid(link[len("md-uuid-") :] if link.startswith("md-uuid-") else link)
        return stated is not None and stated in {_parse_uuid(value), _parse_uuid(device.md_uuid or "")}
    return False


def _is_same_wwid(word: str, value: str) -> bool:
    stated, known = _WWID.fullmatch(word), _WWID.fullmatch(value)
    if stated is None or known is None:
        return word.casefold() == value.casefold()
    types = {match.group(1).lower() for match in (stated, known) if match.group(1)}
    return len(types) <= 1 and stated.group(2).lower() == known.group(2).lower()


def _parse_uuid(text: str) -> Optional[str]:
    digits = text.replace(":", "").replace("-", "").lower()
    return digits if _UUID.fullmatch(digits) else None


def _is_in_link(link: str, kind: str, value: str) -> bool:
    """Return whether a link that udev made for the device ends in this identity: others name a model or a port."""
    match = _WWID.fullmatch(value) if kind == "wwid" else None
    identity = match.group(2) if match else value
    return re.fullmatch(_LINK.format(identity=re.escape(identity)), link, re.IGNORECASE) is not None
