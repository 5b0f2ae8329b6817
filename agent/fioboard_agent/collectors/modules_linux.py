"""Parameters of the kernel modules between fio and the drive, as they are now (/sys/module/*/parameters)."""

from __future__ import annotations

from typing import Optional, Union

from fioboard_agent.host.reader import Reader

_MODULES = (
    *("nvme", "nvme_core", "nvme_tcp", "nvme_rdma", "vmd", "md_mod", "raid456", "dm_mod", "dm_multipath"),
    *("scsi_mod", "mpt3sas", "mpi3mr", "megaraid_sas", "smartpqi", "virtio_blk"),
)
# ZFS has some three hundred; these change what a benchmark sees.
_CHOSEN = {
    "zfs": (
        *("zfs_arc_max", "zfs_arc_min", "zfs_prefetch_disable", "zfs_dirty_data_max", "zfs_txg_timeout"),
        *("zfs_vdev_async_write_max_active", "zfs_vdev_sync_read_max_active", "zfs_compressed_arc_enabled"),
    )
}


Parameter = Optional[Union[str, int, float, bool]]


def collect_module_params(reader: Reader) -> dict[str, dict[str, Parameter]]:
    """{module: {name: value}} of those that are loaded (or built in) and have any; a value that only root may read is
    null."""
    params: dict[str, dict[str, Parameter]] = {}
    for module in (*_MODULES, *_CHOSEN):
        folder = f"/sys/module/{module}/parameters"
        names = [name for name in reader.names(folder) if name in _CHOSEN.get(module, (name,))]
        if names:
            params[module] = {name: reader.text(f"{folder}/{name}") for name in names}
    return params
