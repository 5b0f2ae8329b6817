"""The agent's own identity of this host: made once, kept in its state folder, never a machine id or serial number."""

from __future__ import annotations

import re
import uuid
from typing import Any

from fioboard_agent.delivery.payload import Host
from fioboard_agent.delivery.upload import get_host_name
from fioboard_agent.errors import UsageError
from fioboard_agent.host.durable import write_durably
from fioboard_agent.host.paths import Folders, make_private_folder
from fioboard_agent.host.plain_file import read_plain_file
from fioboard_agent.inventory_types import Document

_FILE = "host-id"
_VALID = re.compile(r"^[A-Za-z0-9-]{8,64}$")


def identify_host(folders: Folders) -> Host:
    """Read the identity of this host, or make one on the first call."""
    make_private_folder(folders.state)
    try:
        identity = read_plain_file(folders.state / _FILE, "The file", 1024).decode("ascii").strip()
    except (OSError, ValueError, UsageError):
        identity = ""
    if not _VALID.match(identity):
        return make_identity(folders)
    return Host(id=identity, name=get_host_name())


def make_identity(folders: Folders) -> Host:
    """Make a new identity, in place of one that was copied from another machine."""
    make_private_folder(folders.state)
    identity = str(uuid.uuid4())
    write_durably(folders.state / _FILE, identity.encode("ascii") + b"\n")
    return Host(id=identity, name=get_host_name())


def describe_machine(inventory: Document) -> dict[str, Any]:
    """Return the parts of an inventory by which a service recognises a machine; it keeps hashes of them alone."""
    system, moment = inventory.get("system") or {}, inventory.get("moment") or {}
    return {
        "host": {"machine_id_hash": (inventory.get("host") or {}).get("machine_id_hash")},
        "system": {
            **{key: system.get(key) for key in ("vendor", "uuid", "serial")},
            "board": {"serial": (system.get("board") or {}).get("serial")},
        },
        "disks": {
            name: {key: disk.get(key) for key in ("model", "serial", "transport")}
            for name, disk in (inventory.get("disks") or {}).items()
        },
        "moment": {"boot_id_hash": moment.get("boot_id_hash")},
    }
