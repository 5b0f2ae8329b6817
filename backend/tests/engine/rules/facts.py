"""Facts of runs for rules that need results and counters alone."""

from typing import Any

from fioboard.engine.formats.fio.model.reading import DiskUtil, Latency, Result
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import Judged, RunFacts, judge
from tests.factories.machine import document, drive, function, targets

GB = 10**9
ROOT, DRIVE = "0000:40:01.1", "0000:41:00.0"


def result(**more: Any) -> Result:
    """A whole direct read of a minute, all options known."""
    plain: dict[str, Any] = {
        "direction": "read",
        "where": "",
        "job_name": "job",
        "group": 0,
        "rw": "randread",
        "bs_bytes": 4096,
        "iops": 1000.0,
        "bw_bytes_per_s": 4_096_000,
        "io_bytes": 245_760_000,
        "total_ios": 60_000,
        "short_ios": 0,
        "drop_ios": 0,
        "runtime_ms": 60_000,
        "ioengine": "libaio",
        "iodepth": 1,
        "numjobs": 1,
        "direct": True,
        "has_all_options": True,
        "usr_cpu_pct": 1.0,
        "sys_cpu_pct": 1.0,
        "lat": Latency(mean_ns=1e6),
    }
    return Result(**plain | more)


def disk(**more: Any) -> DiskUtil:
    """One drive that did other things, too."""
    plain: dict[str, Any] = {
        "name": "sda",
        "read_ios": 10,
        "write_ios": 10,
        "read_sectors": 0,
        "write_sectors": 0,
    }
    return DiskUtil(**plain | more)


def said(rule: str, *results: Result, disks: list[DiskUtil] | None = None, **more: Any) -> str:
    """What one rule says: "warning", "info", "fine", "unknown: need" or "silent"."""
    return spoken(rule, judge(RunFacts(results=results, disks=disks, **more)))


def said_on_drive(rule: str, *results: Result, **entry: Any) -> str:
    """The same where the target is one NVMe drive of the machine."""
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)})
    [name] = inventory["disks"]
    inventory["disks"][name] |= entry
    path = resolve(inventory, targets(name))
    return said(rule, *results, path=path, document=inventory)


def spoken(rule: str, judged: Judged) -> str:
    for finding in judged.findings:
        if finding.id == rule:
            return finding.severity
    for other, need in judged.unknown:
        if other == rule:
            return f"unknown: {need}"
    return "fine" if rule in judged.fine else "silent"


def said_on_machine(rule: str, parts: dict[str, Any], *results: Result, **entry: Any) -> str:
    """The same with parts of the inventory: `{"os": …, "cpu": …}`."""
    return spoken(rule, judge(facts_on_machine(parts, *results, **entry)))


def facts_on_machine(parts: dict[str, Any], *results: Result, **entry: Any) -> RunFacts:
    """One NVMe drive, with these fields of its own, in a machine with these parts."""
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)}, **parts)
    [name] = inventory["disks"]
    inventory["disks"][name] |= entry
    return RunFacts(results=results, path=resolve(inventory, targets(name)), document=inventory)
