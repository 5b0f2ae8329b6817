"""The agent's own identity of this host: made once, kept in its state folder, never a machine id or serial number."""

from __future__ import annotations

import re
import uuid

from fioboard_agent.delivery.payload import Host
from fioboard_agent.delivery.upload import host_name
from fioboard_agent.host.durable import write_durably
from fioboard_agent.host.paths import Folders, make_private_folder
from fioboard_agent.host.sysfs import read_text

_VALID = re.compile(r"^[A-Za-z0-9-]{8,64}$")


def this_host(folders: Folders) -> Host:
    """Read the identity, or make one on the first call."""
    make_private_folder(folders.state)
    path = folders.state / "host-id"
    identity = read_text(path)
    if identity is None or not _VALID.match(identity):
        identity = str(uuid.uuid4())
        write_durably(path, identity.encode("ascii") + b"\n")
    return Host(id=identity, name=host_name())
