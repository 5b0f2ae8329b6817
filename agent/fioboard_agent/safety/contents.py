"""What is on a device that nobody uses at the moment: the last warning before it is lost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Optional

from fioboard_agent.host.paths import Roots
from fioboard_agent.host.sysfs import read_text, read_udev_properties
from fioboard_agent.safety.devices import Device

PROBED_BYTES = 1 << 20
_SIGNATURE_KEYS = ("ID_FS_TYPE", "ID_PART_TABLE_TYPE")


def find_contents(roots: Roots, device: Device, claim_descriptor: Optional[int]) -> list[str]:
    """Signatures on the device and its partitions, and whether its first MiB holds anything. Empty = looks unused."""
    signatures: list[str] = []
    for name in dict.fromkeys((device.name, device.disk, *device.partitions)):
        number = read_text(roots.locate(f"/sys/class/block/{name}/dev"))
        udev = read_udev_properties(roots.locate(f"/run/udev/data/b{number}"))
        signatures += [f"{name}: {udev[key]}" for key in _SIGNATURE_KEYS if key in udev]
        if roots.is_live:
            signatures += [f"{name}: {kind}" for kind in _run_wipefs(f"/dev/{name.replace('!', '/')}")]
    if claim_descriptor is not None and any(os.pread(claim_descriptor, PROBED_BYTES, 0)):
        signatures.append(f"{device.disk}: its first MiB is not empty")
    return list(dict.fromkeys(signatures))


def _run_wipefs(path: str) -> list[str]:
    """Run `wipefs -J -n`, which changes nothing (-n) and exits 0 whatever it finds."""
    wipefs = shutil.which("wipefs", path="/sbin:/usr/sbin:/bin:/usr/bin")
    if wipefs is None:
        return []
    try:
        answer = subprocess.run(
            [wipefs, "-J", "-n", path],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"},
        )
        signatures = json.loads(answer.stdout or "{}").get("signatures", [])
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return []
    return [str(signature.get("type")) for signature in signatures]
