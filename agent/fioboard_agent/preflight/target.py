"""Checks of what will be measured: its drives, their links, the arrays and the file system above them.

None = the check does not apply (a link of a file in memory).
"""

from __future__ import annotations

import os
import re
from typing import Any, Iterator, Optional

from fioboard_agent.collectors.disk_temperature_linux import collect_temperatures
from fioboard_agent.collectors.pcie.address import parse_chain
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader
from fioboard_agent.host.sysfs import read_number, read_text
from fioboard_agent.inventory_types import Disk, Document, Volume
from fioboard_agent.preflight.check import OK, UNKNOWN, WARNING, Check, Situation
from fioboard_agent.sampler.plan import list_volume_names

MAX_OTHER_BYTES_PER_S = 1_000_000
# Closer than this to its warning temperature a drive reaches it within the first minutes of a run.
MIN_MARGIN_C = 10
MAX_FILL_PCT = 90.0
_AT_WORK = re.compile(r"\b(resync|recovery|reshape|check)\s*=")
_OFF = frozenset({"off", "none", "no"})


def check_other_io(situation: Situation) -> Optional[Check]:
    """Whether anything else reads or writes the drives."""
    name = "Background I/O on the drives"
    if not situation.drives:
        return _report_no_drives(situation, "other_io", name)
    rates = situation.activity.bytes_per_s
    known = {drive: rate for drive in situation.drives if (rate := rates.get(drive)) is not None}
    busy = [f"{rate / 1e6:.1f} MB/s on {drive}" for drive, rate in known.items() if rate >= MAX_OTHER_BYTES_PER_S]
    if busy:
        return Check("other_io", WARNING, f"Background I/O on the drives: {', '.join(busy)}.")
    return _check_all_known(
        "other_io", name, "No background I/O on the drives.", situation, set(known), "keeps no counters"
    )


def check_resync(situation: Situation) -> Optional[Check]:
    """Whether an array that shares a drive with the targets is rebuilt, checked or reshaped."""
    table = read_text(situation.roots.locate("/proc/mdstat"))
    if table is None:
        return Check("resync", OK, "No RAID rebuild or check running.")
    if situation.why_no_drives:
        return _report_no_drives(situation, "resync", "RAID rebuild or check")
    layers = {name for target in situation.targets for name in list_volume_names(target)}
    working = dict(_find_arrays_at_work(table))
    ours = [
        array
        for array, members in working.items()
        if array in layers or any(_is_same_drive(member, drive) for member in members for drive in situation.drives)
    ]
    if ours:
        return Check("resync", WARNING, f"Being rebuilt, checked or reshaped: {', '.join(ours)}.")
    elsewhere = f" ({', '.join(working)}, on other drives, is busy)" if working else ""
    return Check("resync", OK, f"No RAID rebuild or check below the target{elsewhere}.")


def check_degraded_array(situation: Situation) -> Optional[Check]:
    """Whether an array that the targets lie on lacks a member: what it gives then is not what it can."""
    volumes = situation.inventory.get("volumes") or {}
    arrays = {
        name: volumes[name]
        for target in situation.targets
        for name in list_volume_names(target)
        if name in volumes and volumes[name].get("level") and volumes[name].get("level") != "linear"
    }
    if not arrays:
        return None
    degraded = [_describe_degraded(name, one) for name, one in arrays.items() if one.get("is_degraded")]
    if degraded:
        return Check("degraded_array", WARNING, f"{'; '.join(degraded)}.")
    if any(one.get("is_degraded") is None for one in arrays.values()):
        return Check("degraded_array", UNKNOWN, "Array members", "state unknown")
    return Check("degraded_array", OK, "All array members are present.")


def _describe_degraded(name: str, volume: Volume) -> str:
    failed = (volume.get("options") or {}).get("failed") or []
    return f"{name} is degraded" + (f": {', '.join(failed)} failed" if failed else "")


def _find_arrays_at_work(table: str) -> Iterator[tuple[str, list[str]]]:
    """Find name and members of /proc/mdstat's arrays with a line of progress."""
    for block in re.split(r"^(?=md\S* : )", table, flags=re.MULTILINE):
        head, _, rest = block.partition("\n")
        if head.startswith("md") and _AT_WORK.search(rest):
            yield head.split()[0], re.findall(r"(\S+)\[\d+\]", head)


def _is_same_drive(member: str, drive: str) -> bool:
    """Tell whether a member is a drive or one of its partitions: `sda1` and `nvme0n1p2` are on `sda` and
    `nvme0n1`.
    """
    return re.fullmatch(re.escape(drive) + (r"(p\d+)?" if drive[-1:].isdigit() else r"\d*"), member) is not None


def check_hot_drive(situation: Situation) -> Optional[Check]:
    """Whether a drive is near the temperature from which it warns."""
    name = "Drive temperature"
    if not situation.drives:
        return _report_no_drives(situation, "hot_drive", name)
    disks: dict[str, Disk] = {drive: {"controllers": [], **entry} for drive, entry in situation.drives.items()}
    readings = collect_temperatures(Reader(situation.roots), disks)
    degrees = {drive: degree for drive, reading in readings.items() if (degree := reading["temperature_c"]) is not None}
    limits = {drive: _get_limit_c(disks[drive]) for drive in degrees}
    hot = [
        f"{drive} is at {degree} °C; its limit is {limit:g} °C"
        for drive, degree in degrees.items()
        if (limit := limits[drive]) is not None and degree > limit - MIN_MARGIN_C
    ]
    if hot:
        return Check("hot_drive", WARNING, f"{'; '.join(hot)}.")
    judged = {drive for drive, limit in limits.items() if limit is not None}
    measured = f"Drives at {', '.join(f'{degree} °C' for degree in degrees.values())}."
    return _check_all_known("hot_drive", name, measured, situation, judged, "has no temperature sensor or limit")


def _get_limit_c(disk: Disk) -> Optional[float]:
    warning = disk.get("temperature_warning_c")
    return disk.get("temperature_critical_c") if warning is None else warning


def check_free_space(situation: Situation) -> Optional[Check]:
    """Whether a file system is nearly full: it fragments, and drives have less to spare."""
    mounted = [target["filesystem"] for target in situation.targets if target.get("filesystem")]
    if not mounted:
        return None
    shares = {
        one["mount_point"]: 100 * (1 - one["free_bytes"] / one["size_bytes"])
        for one in mounted
        if one.get("size_bytes")
    }
    full = [f"{place} is {share:.0f} % full" for place, share in shares.items() if share >= MAX_FILL_PCT]
    if full:
        return Check("free_space", WARNING, f"{'; '.join(full)}.")
    if len(shares) < len({one["mount_point"] for one in mounted}):
        return Check("free_space", UNKNOWN, "Free space on the file system", "size not reported")
    return Check("free_space", OK, f"The file system is {max(shares.values()):.0f} % full.")


def check_degraded_link(situation: Situation) -> Optional[Check]:
    """Whether a link on the way has fewer lanes than both its ends can. Its speed shows under load only."""
    name = "PCIe link width"
    if not situation.drives:
        return _report_no_drives(situation, "degraded_link", name)
    links = {drive: list(_list_links(situation.roots, entry)) for drive, entry in situation.drives.items()}
    if not any(links.values()):
        return Check("degraded_link", UNKNOWN, name, "no PCIe link with a known width behind the target")
    narrow = dict.fromkeys(
        f"{function} has {now} of {most} lanes"
        for every in links.values()
        for function, now, most in every
        if now < most
    )
    if narrow:
        return Check("degraded_link", WARNING, f"{'; '.join(narrow)}.")
    seen = {drive for drive, every in links.items() if every}
    passed = "All PCIe links run at full width."
    return _check_all_known("degraded_link", name, passed, situation, seen, "has no known PCIe link")


def _list_links(roots: Roots, disk: Disk) -> Iterator[tuple[str, int, int]]:
    """List function at the lower end, lanes now and at most (of the lesser end). Below a root bus a link joins the
    first function with the second, the third with the fourth, and so on: what is between is inside of a switch.
    """
    function = disk.get("pci")
    if not function:
        return
    real = os.path.realpath(roots.locate(f"/sys/bus/pci/devices/{function}"))
    chain = parse_chain(real).functions
    for upper, lower in zip(chain[0::2], chain[1::2]):
        most = [read_number(roots.locate(f"/sys/bus/pci/devices/{end}/max_link_width")) for end in (upper, lower)]
        now = read_number(roots.locate(f"/sys/bus/pci/devices/{lower}/current_link_width"))
        # 0: nothing is there; 255: nobody answers.
        known = [width for width in (now, *most) if width is not None and 0 < width <= 32]
        if len(known) == 3:
            yield lower, known[0], min(known[1:])


def check_power_state(situation: Situation) -> Optional[Check]:
    """Whether an NVMe drive is held in a state of less power."""
    drives = {name: disk for name, disk in situation.drives.items() if name.startswith("nvme")}
    if not drives:
        return None
    features = {name: disk.get("nvme_features") or {} for name, disk in drives.items()}
    low = [
        f"{name} is in power state {state}{_format_watts(drives[name], state)}"
        for name, one in features.items()
        if (state := one.get("power_state"))
    ]
    if low:
        return Check("power_state", WARNING, f"{'; '.join(low)}.")
    for one in features.values():
        if one.get("power_state") is None:
            why = (one.get("unknown") or {}).get("power_state") or "only root can read it"
            return Check("power_state", UNKNOWN, "Drive power state", why)
    return Check("power_state", OK, "Drives in power state 0.")


def _format_watts(disk: Disk, state: int) -> str:
    most = {one["index"]: one["max_power_w"] for one in disk.get("power_states") or []}
    return f" ({most[state]:g} of {most[0]:g} W)" if most.get(state) and most.get(0) else ""


def check_compression(situation: Situation) -> Optional[Check]:
    """Whether the file system compresses: then what fio writes is not what reaches the drives."""
    targets = [target for target in situation.targets if target.get("filesystem")]
    if not targets:
        return None
    for target in targets:
        filesystem = target["filesystem"]
        if target.get("network"):
            return Check("compression", UNKNOWN, "File system compression", "set on the server")
        if filesystem["type"] in {"zfs", "bcachefs"}:
            kind = _find_compression(situation.inventory, target)
            if kind is None:
                return Check("compression", UNKNOWN, f"{filesystem['type']} compression", "setting unknown")
        else:
            options = [option for option in filesystem["options"] if option.startswith("compress")]
            kind = (options[0].partition("=")[2] or "on") if options else "off"
        if kind.partition(":")[0] not in _OFF:
            return Check("compression", WARNING, f"{filesystem['mount_point']} compresses ({kind}).")
    return Check("compression", OK, "The file system does not compress.")


def _find_compression(inventory: Document, target: dict[str, Any]) -> Optional[str]:
    """Find the compression of the data set or pool that the target lies on."""
    volumes = inventory.get("volumes") or {}
    source = str(target["filesystem"]["source"])
    for name in (source, source.split("/", 1)[0], *list_volume_names(target)):
        value = ((volumes.get(name) or {}).get("options") or {}).get("compression")
        if value is not None:
            return str(value)
    return None


def _report_no_drives(situation: Situation, check: str, name: str) -> Optional[Check]:
    why = situation.why_no_drives
    return None if why is None else Check(check, UNKNOWN, name, why)


def _check_all_known(check: str, name: str, passed: str, situation: Situation, known: set[str], lack: str) -> Check:
    unknown = [drive for drive in situation.drives if drive not in known]
    return Check(check, UNKNOWN, name, f"{', '.join(unknown)} {lack}") if unknown else Check(check, OK, passed)
