"""What an NVMe controller tells only root: SMART log, formats, limits. One subject, because one permission decides."""

from __future__ import annotations

import errno
from typing import Callable, Optional, TypeVar, cast

from fioboard_agent.collectors.nvme import cli as nvme_cli
from fioboard_agent.collectors.nvme import structures as nvme_structures
from fioboard_agent.collectors.nvme.admin_linux import NvmeAdmin
from fioboard_agent.host.reader import ABSENT, DENIED, ERROR, UNPARSED, Reader
from fioboard_agent.inventory_types import Disk, DiskHealth

Disks = dict[str, Disk]
_Answer = TypeVar("_Answer")


def collect_nvme_details(reader: Reader, disks: Disks, admin: Optional[NvmeAdmin] = None) -> dict[str, DiskHealth]:
    """Fills the fields of `disks` that only the controller knows (formats, MDTS, APST, temperature limits) and returns
    the health of each NVMe disk for `moment.disks`. Of several paths to a drive the first local one that answers."""
    admin = admin or NvmeAdmin()
    local = {
        name: [controller for controller in disk["controllers"] if controller["transport"] in {None, "pcie"}]
        for name, disk in disks.items()
    }
    if not any(local.values()):
        reader.source.note(ABSENT, "no local NVMe drive")
    if not reader.roots.is_live and type(admin) is NvmeAdmin:
        # The device files of another machine's tree would be this machine's drives.
        return {}
    health: dict[str, DiskHealth] = {}
    for name, controllers in local.items():
        for controller in controllers:
            reading = _read_controller(reader, admin, f"/dev/{controller['name']}", disks[name])
            if reading is not None:
                health[name] = reading
                break
    return health


def _read_controller(reader: Reader, admin: NvmeAdmin, device: str, disk: Disk) -> Optional[DiskHealth]:
    facts = _ask(reader, device, admin.identify_controller, nvme_structures.parse_identify_controller)
    disk.update(cast(Disk, {key: value for key, value in (facts or {}).items() if value is not None}))
    nsid = disk["nsid"] or 1
    formats = _ask(
        reader,
        device,
        lambda path: admin.identify_namespace(path, nsid),
        nvme_structures.parse_identify_namespace,
    )
    disk.update(formats or {})
    health = _ask(reader, device, admin.smart_log, nvme_structures.parse_smart)
    if health is not None:
        return {"source": "ioctl", **health}
    health = nvme_cli.ask_smart_log(reader, device) if reader.source.status != DENIED else None
    return {"source": "nvme-cli", **health} if health is not None else None


def _ask(
    reader: Reader, device: str, command: Callable[[str], bytes], parse: Callable[[bytes], Optional[_Answer]]
) -> Optional[_Answer]:
    try:
        data = command(device)
    except OSError as error:
        denied = error.errno in {errno.EACCES, errno.EPERM}
        reader.source.note(DENIED if denied else ERROR, f"{device}: {error.strerror}")
        return None
    parsed = parse(data)
    if parsed is None:
        reader.source.note(UNPARSED, f"{device}: an answer of {len(data)} bytes without content")
    return parsed
