"""Which machine this is: its name, and a digest that stays the same when the agent's own folder is lost."""

from __future__ import annotations

import hashlib
import re
from typing import Optional

from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Host

# machine-id(5): the id itself is confidential; a digest with an application's own salt may be shown.
_SALT = b"fioboard machine id 1\n"
_BOOT_SALT = b"fioboard boot id 1\n"


def collect_host(reader: Reader) -> Host:
    """`name`, and `machine_id_hash` (SHA-256, hex); null where the machine has no id yet, as in golden images."""
    machine_id = reader.text("/etc/machine-id") or reader.text("/var/lib/dbus/machine-id") or ""
    return {
        "name": reader.text("/proc/sys/kernel/hostname", optional=False),
        "machine_id_hash": hashlib.sha256(_SALT + machine_id.encode("ascii")).hexdigest()
        if re.fullmatch(r"[0-9a-f]{32}", machine_id)
        else None,
    }


def hash_boot_id(reader: Reader) -> Optional[str]:
    """Return a digest that everything under one boot of one kernel shares; null where there is none."""
    boot_id = reader.text("/proc/sys/kernel/random/boot_id") or ""
    if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", boot_id):
        return None
    return hashlib.sha256(_BOOT_SALT + boot_id.encode("ascii")).hexdigest()
