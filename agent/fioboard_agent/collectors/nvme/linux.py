"""NVMe controllers from /sys/class/nvme: which ones lead to a namespace, and what the kernel says of them.

With native multipath a namespace lives below a virtual subsystem and has several controllers; each is a path.
"""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.pcie.address import is_address, parse_chain, split_for_sorting
from fioboard_agent.host.reader import Reader, drop_filler
from fioboard_agent.inventory_types import Controller, Disk

CLASS = "/sys/class/nvme"
SUBSYSTEMS = "/sys/class/nvme-subsystem"
_NAMESPACE = re.compile(r"nvme([0-9]+)n([0-9]+)")
_CONTROLLER = re.compile(r"nvme[0-9]+")


def read_controllers(reader: Reader, disk: str, real_path: str) -> list[Controller]:
    """The controllers of a namespace, `name`, `pci`, `serial`, `model`, `firmware`, `transport`, `address`,
    `numa_node`, `ana_state` each; empty for disks that are not NVMe. `real_path` is that of /sys/block/<disk>."""
    if _NAMESPACE.fullmatch(disk) is None:
        return []
    subsystem = re.search(r"/nvme-subsystem/([^/]+)", real_path)
    if subsystem:
        names = _list_subsystem_controllers(reader, subsystem.group(1))
    else:
        inside = [part for part in real_path.split("/") if _CONTROLLER.fullmatch(part)]
        # Pre-4.x kernels: <bdf>/block/nvme0n1, the controller's name is not in the path.
        names = inside[-1:] or [disk[: disk.rindex("n")]]
    controllers = [_read_controller(reader, name, disk) for name in names]
    functions = parse_chain(real_path).functions
    if len(controllers) == 1 and functions and controllers[0]["transport"] is None:
        # Kernels and captured trees without the controller's own folder: the disk's path leads through it.
        controllers[0]["pci"] = controllers[0]["pci"] or functions[-1]
    return controllers


def read_nqn(reader: Reader, folder: str) -> Optional[str]:
    """Qualified name of the subsystem; of drives sold under another name it often holds the retail one."""
    return reader.text(f"{folder}/device/subsysnqn")


def read_queues(reader: Reader, controller: Optional[Controller]) -> Disk:
    """`io_queues` without the admin queue, `queue_entries` of each (the file's number counts from zero)."""
    folder = f"{CLASS}/{controller['name']}" if controller else None
    queues = reader.number(f"{folder}/queue_count") if folder else None
    entries = reader.number(f"{folder}/sqsize") if folder else None
    return {
        "io_queues": queues - 1 if queues is not None and queues > 0 else None,
        "queue_entries": entries + 1 if entries is not None and entries > 0 else None,
    }


def find_hwmon_folder(reader: Reader, controller: str) -> Optional[str]:
    """Find where the kernel shows the composite temperature; older kernels have it one level deeper."""
    for base in (
        f"{CLASS}/{controller}",
        f"{CLASS}/{controller}/hwmon",
        f"{CLASS}/{controller}/device/hwmon",
    ):
        for name in reader.names(base):
            if re.fullmatch(r"hwmon[0-9]+", name) and reader.exists(f"{base}/{name}/temp1_input"):
                return f"{base}/{name}"
    return None


def read_critical_temperature(reader: Reader, controller: Controller) -> Optional[int]:
    """Celsius; the kernel keeps it, so that no command goes to the drive. temp1_max would be a Get Features."""
    folder = find_hwmon_folder(reader, controller["name"])
    milli = reader.number(f"{folder}/temp1_crit") if folder else None
    # A drive without a limit reports 0 K or the largest number there is.
    return milli // 1000 if milli is not None and 0 < milli < 1_000_000 else None


def _list_subsystem_controllers(reader: Reader, subsystem: str) -> list[str]:
    names = [name for name in reader.names(f"{SUBSYSTEMS}/{subsystem}") if _CONTROLLER.fullmatch(name)]
    return sorted(names, key=split_for_sorting)


def _read_controller(reader: Reader, name: str, disk: str) -> Controller:
    folder = f"{CLASS}/{name}"
    address = reader.text(f"{folder}/address")
    transport = reader.text(f"{folder}/transport")
    pci = _find_function(reader, folder, address, transport)
    node = reader.number(f"{folder}/numa_node")
    if node is None and pci:
        node = reader.number(f"/sys/bus/pci/devices/{pci}/numa_node")
    return {
        "name": name,
        "pci": pci,
        "serial": drop_filler(reader.text(f"{folder}/serial")),
        "model": drop_filler(reader.text(f"{folder}/model")),
        "firmware": drop_filler(reader.text(f"{folder}/firmware_rev")),
        "transport": transport,
        "address": address,
        "numa_node": node if node is not None and node >= 0 else None,
        "ana_state": _read_ana_state(reader, folder, name, disk),
    }


def _find_function(reader: Reader, folder: str, address: Optional[str], transport: Optional[str]) -> Optional[str]:
    if transport not in {None, "pcie"}:
        return None
    if address and is_address(address):
        return address
    functions = parse_chain(reader.real_path(f"{folder}/device")).functions
    return functions[-1] if functions else None


def _read_ana_state(reader: Reader, folder: str, controller: str, disk: str) -> Optional[str]:
    """Read `optimized`, `non-optimized`, …: of the hidden path device nvme<subsystem>c<controller>n<namespace>."""
    namespace = _NAMESPACE.fullmatch(disk)
    if namespace is None:
        return None
    path = f"nvme{namespace.group(1)}c{controller[len('nvme') :]}n{namespace.group(2)}"
    return reader.text(f"{folder}/{path}/ana_state") or reader.text(f"{folder}/{disk}/ana_state")
