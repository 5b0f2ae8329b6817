"""The control group that fio ran in: what the kernel kept from it. By the kernel's own counters, so certain."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth, format_iops
from fioboard.core.quantity import format_figures
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.hardware.inventory.surroundings import (
    CpuLimit,
    IoLimit,
    has_all_levels,
    list_cpu_limits,
    list_io_limits,
)
from fioboard.engine.rules.facts import Moved, RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import (
    CPU_QUOTA,
    HELD,
    HELD_IOPS,
    IO_QUOTA,
    IO_QUOTA_IOPS,
    STOPPED,
)


def _get_samples(facts: RunFacts) -> Samples | None:
    """Return the samples of a run that hold readings taken before it; else None."""
    return facts.samples if facts.samples is not None and facts.samples.before else None


def judge_cgroup_cpu(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the CPU limit of the control group that stopped the run most."""
    if not facts.is_fio:
        return
    samples = _get_samples(facts)
    limits = list_cpu_limits(samples) if samples else None
    if samples is None or limits is None:
        yield Unknown("control group")
        return
    shares = [(share, limit) for limit in limits if (share := _compute_stopped_share(limit)) is not None]
    if len(shares) < len(limits) or (not limits and has_all_levels(samples) is False):
        yield Unknown("control group")
        return
    thresholds = RULES["cgroup-cpu"].thresholds
    if not shares:
        yield FINE
        return
    share, limit = max(shares, key=lambda one: one[0])
    if share < thresholds["found"]:
        yield FINE
        return
    words = {"share": format_share(share), "cpus": format_figures(limit.cpus)}
    yield Finding(
        "cgroup-cpu",
        "warning" if share >= thresholds["full"] else "info",
        STOPPED(**words),
        (
            Evidence("periods", limit.periods.by, None, "counters"),
            Evidence("of them stopped", limit.throttled_periods.by, None, "counters"),
            Evidence("CPUs allowed", round(limit.cpus, 3), None, "counters"),
        ),
        share=share,
        headline=CPU_QUOTA(**words) if share >= thresholds["full"] else None,
    )


def _compute_stopped_share(limit: CpuLimit) -> float | None:
    """Return the share of periods in which the group was stopped; None where the counters do not show it."""
    periods, stopped = limit.periods.by, limit.throttled_periods.by
    return stopped / periods if periods and stopped is not None else None


def judge_cgroup_io(facts: RunFacts) -> Iterator[Judgement]:
    """Compare each I/O limit on a device of this run with what it moved."""
    if not facts.is_fio or facts.path is None:
        return
    samples = _get_samples(facts)
    limits = list_io_limits(samples) if samples else None
    if samples is None or limits is None:
        yield Unknown("control group")
        return
    devices = {member.disk for member in facts.path.members} | {
        layer.name for target in facts.path.targets for layer in target.layers if layer.kind == "volume"
    }
    concerned = [limit for limit in limits if limit.disk in devices]
    if not concerned and has_all_levels(samples) is False:
        yield Unknown("control group")
        return
    findings: list[Judgement] = [
        finding
        for limit in concerned
        for direction in facts.directions()
        if (moved := facts.moved(direction)) is not None and moved.is_direct
        for finding in _judge_io_limit(limit, moved)
    ]
    yield from findings or [FINE]


def _judge_io_limit(limit: IoLimit, moved: Moved) -> Iterator[Finding]:
    """Judge whether a run moved as much as a limit on I/O allows."""
    reads = moved.direction == "read"
    for measured, most, is_bytes in (
        (moved.bw_bytes_per_s, limit.read_bytes_per_s if reads else limit.write_bytes_per_s, True),
        (moved.iops, limit.read_iops if reads else limit.write_iops, False),
    ):
        thresholds = RULES["cgroup-io"].thresholds
        if not most or measured is None or not thresholds["full"] <= measured / most <= thresholds["most"]:
            continue
        share = measured / most
        spelled = format_bandwidth if is_bytes else format_iops
        words = {"measured": spelled(measured), "limit": spelled(most), "share": format_share(share, 1)}
        device = limit.disk or limit.device
        yield Finding(
            "cgroup-io",
            "warning",
            (HELD if is_bytes else HELD_IOPS)(direction=moved.direction, device=device, **words),
            (
                Evidence("measured", measured, "bytes/s" if is_bytes else "IOPS", "result"),
                Evidence("limit", most, "bytes/s" if is_bytes else "IOPS", "counters"),
                Evidence("device", device, None, "counters"),
            ),
            share=share,
            direction=moved.direction,
            headline=(IO_QUOTA if is_bytes else IO_QUOTA_IOPS)(**words),
        )


DECLARED = (
    Rule(
        "cgroup-cpu",
        "CPU limit of the control group",
        "limit",
        "The kernel stopped fio's control group, or one above it, in at least a tenth of the periods of its quota; "
        "from half of them on it is the limit.",
        "Linux Documentation/admin-guide/cgroup-v2.rst: cpu.max, cpu.stat nr_throttled",
        ("periods", "of them stopped", "CPUs allowed"),
        Experiment(
            "Run the same job outside the control group, or with a larger cpu.max",
            "The result should rise.",
            "If it does not change, CPU time was not the limit.",
            expects="rate_rises",
        ),
        {"found": 0.1, "full": 0.5},
        judge=judge_cgroup_cpu,
        templates=(STOPPED,),
    ),
    Rule(
        "cgroup-io",
        "drive limit of the control group",
        "limit",
        "The control group limits a device of this run, and direct I/O reached at least 90 % of that.",
        "Linux Documentation/admin-guide/cgroup-v2.rst: io.max",
        ("limit", "measured", "device"),
        Experiment(
            "Run the same job outside the control group, or with a larger io.max",
            "The result should rise.",
            "If it does not change, another limit is close.",
            expects="rate_rises",
        ),
        {"full": 0.9, "most": 1.1},
        "Requests are split below fio: then fewer of them reach a limit of IOPS.",
        may_name_devices=True,
        judge=judge_cgroup_io,
        templates=(HELD, HELD_IOPS),
    ),
)
HEADLINES = (CPU_QUOTA, IO_QUOTA, IO_QUOTA_IOPS)
