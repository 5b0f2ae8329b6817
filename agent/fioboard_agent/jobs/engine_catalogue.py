"""fio's engines, and what each may touch: an allow list, like the options beside it.

`external:…`, a path, and any name that fio was not built with make fio load a library (ioengines.c, load_ioengine);
whatever is not listed here therefore counts as a program.
"""

from __future__ import annotations

import enum
from typing import Mapping, Optional


class Touches(enum.Enum):
    """What an engine reads and writes."""

    TARGETS = "the files and block devices named by the job"
    NOTHING = "no storage"
    DEVICE_READ = "a device or store that only read jobs may name, because where it would write cannot be checked"
    NETWORK = "the network; it may wait forever for the other side"
    PROGRAM = "whatever the program or library it runs does"
    FILES_MADE = "files that it creates, cuts or removes, also in read jobs"


_ENGINES: Mapping[Touches, str] = {
    Touches.TARGETS: "sync psync vsync pvsync pvsync2 libaio io_uring posixaio mmap splice solarisaio windowsaio",
    Touches.NOTHING: "null cpuio",
    Touches.DEVICE_READ: """
        sg io_uring_cmd mtd dev-dax libpmem libzbc libcufile libhipfile xnvme libblkio rbd nbd http libiscsi ime_psync
        ime_psyncv ime_aio
    """,
    Touches.NETWORK: """
        net netsplice rdma librpma_apm_client librpma_apm_server librpma_gpspm_client librpma_gpspm_server
    """,
    # binject (fio 3.1) has a kernel module make a device for the target.
    Touches.PROGRAM: "exec binject",
    # fio's read-only switch does not know these. rados writes an object before it reads it, gfapi, nfs, dfs and libhdfs
    # create the file on their server, pmemblk its pool.
    Touches.FILES_MADE: """
        filecreate filedelete filestat ftruncate falloc e4defrag dircreate dirdelete dirstat rados gfapi gfapi_async nfs
        dfs libhdfs pmemblk
    """,
}
ENGINES: Mapping[str, Touches] = {name: touches for touches, names in _ENGINES.items() for name in names.split()}


def find_touched(engine: Optional[str]) -> Touches:
    """Return what an engine touches; None is fio's default (psync). An engine that is not listed is foreign code."""
    return ENGINES.get(engine, Touches.PROGRAM) if engine is not None else Touches.TARGETS
