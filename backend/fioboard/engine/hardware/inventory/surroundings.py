"""What surrounded a run beside its drives: limits of its control group, interrupts, memory that waited to be written,
the file system's space. Typed readings of what the agent sent; judges nothing, and what is absent is unknown.
"""

from dataclasses import dataclass
from typing import get_args

from fioboard.core.sanitize import Document
from fioboard.engine.answers.moments import PreflightCheckOut, PreflightStatus
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.hardware.inventory.targets import Target
from fioboard.engine.hardware.inventory.tolerant import flag, follow, mapping, number, objects, text, whole

MAX_CHECKS = 64
MAX_ID_CHARACTERS = 64
MAX_SENTENCE_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Rise:
    """A counter before and after the run; None where it was not told."""

    before: int | None
    after: int | None

    @property
    def by(self) -> int | None:
        """How much it rose; None when a side is unknown, or the counter began anew."""
        if self.before is None or self.after is None or self.after < self.before:
            return None
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class CpuLimit:
    """A quota of processor time on fio's control group (level 0) or one above it."""

    level: int
    cpus: float
    """Processors' worth of time."""
    periods: Rise
    throttled_periods: Rise
    throttled_us: Rise


@dataclass(frozen=True, slots=True)
class IoLimit:
    """Limits on a device, of fio's control group or one above it; None: that one is not limited."""

    level: int
    device: str
    disk: str | None
    read_bytes_per_s: int | None
    write_bytes_per_s: int | None
    read_iops: int | None
    write_iops: int | None


@dataclass(frozen=True, slots=True)
class Space:
    """Of the file system that holds a target, just before fio made its files."""

    size_bytes: int
    free_bytes: int
    available_bytes: int | None
    """What users other than root may still take."""

    @property
    def fill(self) -> float:
        """Used share, 0 to 1."""
        return 1 - self.free_bytes / self.size_bytes


@dataclass(frozen=True, slots=True)
class NvmeFeatures:
    """What an NVMe drive is set to; None: `unknown` says why, or, of a threshold without a reason, switched off."""

    power_state: int | None
    max_power_w: float | None
    """Of that power state."""
    full_power_w: float | None
    """Of power state 0."""
    apst_enabled: bool | None
    t1_c: int | None
    t2_c: int | None
    unknown: dict[str, str]


@dataclass(frozen=True, slots=True)
class PreflightCheck:
    """One thing that the agent looked at just before it started fio."""

    id: str
    status: PreflightStatus
    text: str
    reason: str | None
    """Why it could not be checked; None unless the status is unknown."""

    def serialize(self) -> PreflightCheckOut:
        """Return the check as answers have it."""
        return PreflightCheckOut(id=self.id, status=self.status, text=self.text, reason=self.reason)


def has_all_levels(samples: Samples) -> bool | None:
    """Return False inside a container: limits may be set above what could be seen, so an empty list is no proof."""
    return flag(samples.before, "cgroup.reaches_root")


def list_cpu_limits(samples: Samples) -> list[CpuLimit] | None:
    """List every quota on the way to the root group; empty: none is set; None: nobody could say."""
    if not isinstance(follow(samples.before, "cgroup.cpu"), list):
        return None
    later = {whole(entry, "level"): entry for entry in objects(samples.after, "cgroup.cpu")}
    limits = []
    for entry in objects(samples.before, "cgroup.cpu"):
        level, quota, period = (whole(entry, key) for key in ("level", "quota_us", "period_us"))
        if level is None or not quota or not period:
            continue
        after = later.get(level)
        limits.append(
            CpuLimit(
                level,
                quota / period,
                *(
                    Rise(_count(entry, key), _count(after, key))
                    for key in ("periods", "throttled_periods", "throttled_us")
                ),
            )
        )
    return limits


def list_io_limits(samples: Samples) -> list[IoLimit] | None:
    """List every limit on a device; empty: none is set; None: nobody could say."""
    if not isinstance(follow(samples.before, "cgroup.io"), list):
        return None
    limits = []
    for entry in objects(samples.before, "cgroup.io"):
        level, device = whole(entry, "level"), text(entry, "device")
        if level is not None and device is not None:
            limits.append(
                IoLimit(
                    level,
                    device,
                    text(entry, "disk"),
                    whole(entry, "read_bytes_per_s"),
                    whole(entry, "write_bytes_per_s"),
                    whole(entry, "read_iops"),
                    whole(entry, "write_iops"),
                )
            )
    return limits


def count_interrupts(samples: Samples) -> dict[str, dict[int, Rise]]:
    """Count, by PCI function and NUMA node, interrupts of the I/O queues, before and after. A function that is
    absent was not read.
    """
    functions = dict.fromkeys([*mapping(samples.before, "interrupts"), *mapping(samples.after, "interrupts")])
    return {function: _count_by_node(samples, function) for function in functions}


def _count_by_node(samples: Samples, function: str) -> dict[int, Rise]:
    sides = [
        mapping(mapping(side, "interrupts").get(function), "by_node")
        for side in (samples.before, samples.after)
    ]
    nodes = sorted({int(node) for side in sides for node in side if node.isdecimal() and len(node) < 7})
    return {node: Rise(*(_count(side, str(node)) for side in sides)) for node in nodes}


def get_dirty_bytes(samples: Samples) -> Rise:
    """Return the memory of the whole host that waited to be written."""
    return Rise(_count(samples.before, "dirty_bytes"), _count(samples.after, "dirty_bytes"))


def get_space(target: Target) -> Space | None:
    """Return the space of a target's file system; None for a device, and where the agent could not report it."""
    size, free = _count(target.filesystem, "size_bytes"), _count(target.filesystem, "free_bytes")
    if not size or free is None or free > size:
        return None
    return Space(size, free, _count(target.filesystem, "available_bytes"))


def read_ahead_bytes(target: Target) -> int | None:
    """Of the mount's backing device; None for a device, and where the mount has none of its own."""
    kib = _count(target.filesystem, "read_ahead_kb")
    return None if kib is None else kib * 1024


def read_nvme_features(disk: Document) -> NvmeFeatures | None:
    """Read an entry of `disks`; None for other drives, and where the agent might not ask."""
    features = mapping(disk, "nvme_features")
    if not features:
        return None
    watts = {whole(state, "index"): number(state, "max_power_w") for state in objects(disk, "power_states")}
    state = whole(features, "power_state")
    reasons = mapping(features, "unknown")
    return NvmeFeatures(
        state,
        None if state is None else watts.get(state),
        watts.get(0),
        flag(features, "apst_enabled"),
        whole(features, "t1_c"),
        whole(features, "t2_c"),
        {field: reason for field, reason in reasons.items() if isinstance(reason, str)},
    )


def read_preflight(stated: object) -> list[PreflightCheck] | None:
    """Read `manifest.preflight`; None when the agent checked nothing. An entry of an odd shape is left out."""
    if not isinstance(stated, list):
        return None
    checks = []
    for entry in objects({"preflight": stated}, "preflight")[:MAX_CHECKS]:
        name, sentence, status = text(entry, "id"), text(entry, "text"), follow(entry, "status")
        known: PreflightStatus | None = next(
            (one for one in get_args(PreflightStatus) if one == status), None
        )
        if name is not None and sentence is not None and known is not None:
            reason = (text(entry, "reason") or "it was not said why") if known == "unknown" else None
            checks.append(
                PreflightCheck(
                    name[:MAX_ID_CHARACTERS],
                    known,
                    sentence[:MAX_SENTENCE_CHARACTERS],
                    reason and reason[:MAX_SENTENCE_CHARACTERS],
                )
            )
    return checks


def _count(value: object, path: str) -> int | None:
    counted = whole(value, path)
    return counted if counted is not None and counted >= 0 else None
