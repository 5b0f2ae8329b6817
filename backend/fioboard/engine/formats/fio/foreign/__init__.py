"""Outputs of other storage tools → the same values. How to add one: docs/formats.md."""

from fioboard.engine.formats.fio.foreign import (
    bonnie,
    ceph_json,
    dbench,
    dd,
    disk_mark,
    diskspd,
    diskspd_xml,
    elbencho,
    elbencho_console,
    file_copies,
    fiosynth,
    gdsio,
    hdparm,
    io_uring_test,
    iometer,
    ioping,
    ior,
    iostat,
    iozone,
    kbench,
    kubestr,
    measurement,
    metadata_rates,
    mlperf_storage,
    nvme_test,
    nvmecontrol,
    pg_test_fsync,
    phoronix,
    pveperf,
    rados_bench,
    spdk_perf,
    sysbench,
    vdbench,
    warp,
    yabs,
    yabs_text,
)  # fmt: skip
from fioboard.engine.formats.fio.foreign.adapter import Adapter

ADAPTERS: tuple[Adapter, ...] = (
    # Documents and tables, which stand alone.
    elbencho.CSV_ADAPTER,
    elbencho.JSON_ADAPTER,
    fiosynth.ADAPTER,
    diskspd_xml.ADAPTER,
    phoronix.ADAPTER,
    measurement.ADAPTER,
    yabs.ADAPTER,
    iometer.ADAPTER,
    mlperf_storage.ADAPTER,
    # Lines of a text, which may stand among others.
    yabs_text.ADAPTER,
    elbencho_console.ADAPTER,
    nvmecontrol.ADAPTER,
    nvme_test.ADAPTER,
    dd.ADAPTER,
    hdparm.ADAPTER,
    ioping.ADAPTER,
    iostat.ADAPTER,
    sysbench.ADAPTER,
    disk_mark.ADAPTER,
    diskspd.ADAPTER,
    vdbench.ADAPTER,
    kubestr.ADAPTER,
    dbench.ADAPTER,
    kbench.ADAPTER,
    rados_bench.ADAPTER,
    pg_test_fsync.ADAPTER,
    io_uring_test.ADAPTER,
    bonnie.ADAPTER,
    pveperf.ADAPTER,
    spdk_perf.ADAPTER,
    iozone.ADAPTER,
    ior.ADAPTER,
    metadata_rates.ADAPTER,
    warp.ADAPTER,
    gdsio.ADAPTER,
    ceph_json.ADAPTER,
    file_copies.ADAPTER,
)
"""In the order in which they are asked."""

TOOL_NAMES = frozenset(name for adapter in ADAPTERS for name in adapter.names)
"""How results name the tools that are read."""
TEST_NAMES = frozenset(name for adapter in ADAPTERS for name in adapter.tests)
"""What tools call their own measurements. A name that somebody gave is none of them."""

__all__ = ["ADAPTERS", "TEST_NAMES", "TOOL_NAMES", "Adapter"]
