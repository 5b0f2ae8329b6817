"""The figures of the five cases. Latencies were published in µs or ms, bandwidths in decimal MB/s or GB/s.

A start's year is the case's: printed by the tool (epyc), else that of the tool's version and of the hardware. Day and
hour are placed, in the order in which the runs were told; the document's version says so.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from fioboard.engine.demo.documents import Figures

US, MS = 1_000, 1_000_000
GB = 1e9
KIB, GIB = 2**10, 2**30


def _start(year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def _minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def _workstation() -> Iterator[Figures]:
    """A two-drive carrier moved from slot 2 to slot 3 of a workstation.

    Its owner took slot 3 for Gen1 x4 (1 GB/s), which the measured 1.56 GB/s contradict; the link that fits is Gen2 x4.
    """
    options = {
        "rw": "randwrite",
        "bs": "64k",
        "ioengine": "posixaio",
        "direct": "1",
        "numjobs": "8",
        "iodepth": "1",
    }
    for slot, size, after, iops, mean, percentiles, most, runtime, usr, system in (
        (2, "4g", 0, 35_544.9, 214.4, (212, 306, 498), 7_605, 14_750, 5.41, 4.33),
        (2, "512m", 4, 35_559.4, 213.0, (210, 297, 465), 21_151, 1_843, 5.17, 4.42),
        (3, "4g", 52, 23_837.8, 325.4, (322, 445, 668), 9_036, 21_994, 3.55, 2.97),
    ):
        yield Figures(
            case="workstation",
            machine="workstation-slot2" if slot == 2 else "workstation-slot3-gen2",
            title=f"Carrier in slot {slot}, {size} per job",
            started_at=_start(2020, 5, 9, 14, 5) + _minutes(after),
            direction="write",
            options=options | {"size": size, "group_reporting": "1"},
            iops=iops,
            bs_bytes=64 * KIB,
            # 8 jobs write their files once: 524,288 and 65,536 blocks, of which the published IOPS are the rounding.
            io_count=8 * (4 * GIB if size == "4g" else GIB // 2) // (64 * KIB),
            version="fio-3.19",
            runtime_ms=runtime,
            clat_mean_ns=round(mean * US),
            clat_max_ns=most * US,
            percentiles_ns={p: ns * US for p, ns in zip(("50", "99", "99.9"), percentiles, strict=True)},
            usr_cpu_pct=usr,
            sys_cpu_pct=system,
        )


def _gpu_server() -> Iterator[Figures]:
    """RAID0 of 2, 3 and 4 drives rated 3.5 GB/s, read by a vendor's SSD-to-GPU reader (no fio), 32 MB × 6 buffers."""
    for target, (width, seconds, bandwidth) in enumerate(
        ((2, 15.36, 6.51), (3, 10.73, 9.32), (4, 10.56, 9.47))
    ):
        yield Figures(
            case="gpu-server",
            machine="gpu-server",
            title=f"{width} drives, 100 GB file",
            started_at=_start(2019, 4, 17, 10) + _minutes(35 * target),
            direction="read",
            options={"rw": "read", "iodepth": "6"},
            iops=None,
            bs_bytes=32_000_000,
            bw_bytes_per_s=bandwidth * GB,
            io_bytes=round(100 * GB),
            runtime_ms=round(seconds * 1_000),
            tool="SSD-to-GPU reader",
            version="version unknown",
            labels={"rated_bw_bytes_per_s": "3500000000"},
            target=target,
        )


def _nas_client() -> Iterator[Figures]:
    """Four rows of a storage team's table over NFS; in the hand-made one read and write of 8k were swapped."""
    for step, (rw, bs, size, iops, mean, percentiles, runtime) in enumerate(
        (
            ("randwrite", "8k", 8_192, 6_004.2, 16.32, (9, 174, 422), 300_018),
            ("randread", "8k", 8_192, 12_898.8, 7.75, (7, 28, 66), 300_041),
            ("randwrite", "256k", 262_144, 3_085.1, 32.36, (30, 87, 108), 300_056),
            ("randread", "256k", 262_144, 3_376.3, 29.61, (19.3, 175, 261), 300_072),
        )
    ):
        yield Figures(
            case="nas-client",
            machine="nas-client",
            title=f"{rw} {bs}, 100 threads over NFS",
            started_at=_start(2018, 6, 12, 9, 30) + _minutes(6 * step),
            direction="write" if "write" in rw else "read",
            options={"rw": rw, "bs": bs, "ioengine": "psync", "direct": "1", "numjobs": "100", "iodepth": "1"}
            | {"thread": "1", "group_reporting": "1", "size": "1t", "runtime": "300"},
            iops=iops,
            bs_bytes=size,
            runtime_ms=runtime,
            clat_mean_ns=round(mean * MS),
            percentiles_ns={
                p: round(ns * MS) for p, ns in zip(("50", "99", "99.9"), percentiles, strict=True)
            },
        )


def _freebsd_box() -> Iterator[Figures]:
    """A PCIe SSD rated 450,000 and a SATA SSD rated 75,000 random-read IOPS; the jobs read sequentially (rw=read)."""
    for step, (device, engine, numjobs, iodepth, iops, mean, percentiles, most, usr, system) in enumerate(
        (
            ("PCIe SSD", "posixaio", 4, 32, 87_171.2, 1_362.7, (1_416, 2_352, 2_832), 5_266, 1.22, 98.70),
            ("PCIe SSD", "sync", 32, 1, 75_945.1, 420.1, (418, 540, 636), 3_515, None, 2.92),
            ("SATA SSD", "sync", 32, 1, 67_186.2, 475.1, (446, 804, 1_432), 1_137_300, None, 5.41),
        )
    ):
        yield Figures(
            case="freebsd-box",
            machine="freebsd-box",
            title=f"{device}, {engine}, QD {iodepth}, {numjobs} jobs",
            started_at=_start(2015, 3, 24, 16) + _minutes(3 * step),
            direction="read",
            options={
                "rw": "read",
                "bs": "4k",
                "ioengine": engine,
                "numjobs": str(numjobs),
                "iodepth": str(iodepth),
            }
            | {"group_reporting": "1", "runtime": "30"},
            iops=iops,
            bs_bytes=4 * KIB,
            version="fio-2.1.9",
            runtime_ms=30_000,
            clat_mean_ns=round(mean * US),
            clat_max_ns=most * US,
            percentiles_ns={p: ns * US for p, ns in zip(("50", "99", "99.9"), percentiles, strict=True)},
            usr_cpu_pct=usr,
            sys_cpu_pct=system,
            target=0 if device == "PCIe SSD" else 1,
            labels={"device": device, "rated_iops": "450000" if device == "PCIe SSD" else "75000"},
        )


def _epyc() -> Iterator[Figures]:
    """Four Gen4 drives in md RAID0: the BIOS setting NPS1 changed to NPS4, and fio bound to CPUs."""
    options = {
        **{"rw": "read", "bs": "2m", "ioengine": "libaio", "direct": "1", "numjobs": "1", "iodepth": "16"},
        "runtime": "60",
    }
    for step, (end, bandwidth) in enumerate((("lower", 7.0), ("upper", 9.0))):
        yield Figures(
            case="epyc",
            machine="epyc-nps1",
            title=f"NPS1, {end} end of the owner's range, 7–9 GB/s",
            started_at=_start(2022, 7, 22, 13) + _minutes(5 * step),
            direction="read",
            options=options,
            iops=None,
            bs_bytes=2**21,
            bw_bytes_per_s=bandwidth * GB,
            version="fio-3.30",
        )
    any_cpu = datetime(2022, 7, 25, 6, 29, 11, tzinfo=UTC)
    yield Figures(
        case="epyc",
        machine="epyc-nps4",
        title="NPS4, any CPU",
        started_at=any_cpu,
        direction="read",
        options=options,
        iops=13_539.0,
        bs_bytes=2**21,
        version="fio-3.30",
        runtime_ms=60_000,
        clat_mean_ns=1_117_600,
        clat_max_ns=4_962_000,
        percentiles_ns={"50": 1_123_000, "99": 1_434_000, "99.9": 2_024_000},
        sys_cpu_pct=88.36,
    )
    for step, (cpus, where, bandwidth) in enumerate(
        (
            ("0-23", "socket 0", 28.3),
            ("24-47", "socket 1", 23.0),
            ("6-11", "node 1, the drives' own", 26.6),
        )
    ):
        yield Figures(
            case="epyc",
            machine="epyc-nps4",
            title=f"NPS4, CPUs {cpus} ({where})",
            started_at=any_cpu + _minutes(5 * (step + 1)),
            direction="read",
            options=options | {"cpus_allowed": cpus},
            iops=None,
            bs_bytes=2**21,
            bw_bytes_per_s=bandwidth * GB,
            version="fio-3.30",
            labels={"cpus": cpus},
        )


def cases() -> list[Figures]:
    """All runs of the five cases, each case in the order in which it was measured."""
    return [*_workstation(), *_gpu_server(), *_nas_client(), *_freebsd_box(), *_epyc()]
