"""Settings of the kernel that cost CPU time per I/O: they tell where I/Os are many."""

from collections.abc import Iterator

from fioboard.core.figures import format_iops
from fioboard.engine.formats.fio.model.options import parse_flag
from fioboard.engine.hardware.inventory.tolerant import flag, mapping, text
from fioboard.engine.rules.cpu import compute_cpu_share
from fioboard.engine.rules.depth import SYNCHRONOUS
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.load import find_highest_iops, list_nvme_drives
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import CLOCK, IOMMU_STRICT, MITIGATED, NOT_POLLED, SCHEDULER

CLOCK_WORDS = {"hpet": "HPET", "acpi_pm": "the ACPI timer", "jiffies": "the tick"}
"""Clocks that are slow to read, or coarse, as sentences call them."""
SORTING = ("bfq", "mq-deadline", "kyber")
"""Schedulers that sort."""
STRICT = "strict"
SETTINGS = frozenset({STRICT, *CLOCK_WORDS, *SORTING})
"""What evidence says a setting is."""


def _get_high_iops(facts: RunFacts, rule: str) -> float | None:
    """Return the rate of the run where it reaches the rule's threshold."""
    iops = find_highest_iops(facts)
    return iops if facts.is_fio and iops and iops >= RULES[rule].thresholds["IOPS"] else None


def judge_scheduler(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the I/O scheduler of NVMe drives; zoned ones need theirs."""
    iops = _get_high_iops(facts, "scheduler")
    if iops is None:
        return
    drives = [m for m in list_nvme_drives(facts) if text(m.entry, "zoned") in {None, "none"}]
    if not drives:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    used = {member.disk: text(member.entry, "scheduler") for member in drives}
    by_scheduler = {word: [d for d, name in used.items() if name == word] for word in SORTING}
    findings: list[Judgement] = [
        Finding(
            "scheduler",
            "info",
            SCHEDULER(drives=disks, scheduler=word, iops=format_iops(iops)),
            (Evidence("scheduler", word), Evidence("IOPS", round(iops), "IOPS", "result")),
            "likely",
        )
        for word, disks in by_scheduler.items()
        if disks
    ]
    yield from findings or [Unknown("scheduler") if None in used.values() else FINE]


def judge_clocksource(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the kernel's clock source. The kernel leaves the processor's own counter only where that cannot be
    trusted, or where it was told to.
    """
    iops = _get_high_iops(facts, "clocksource")
    if iops is None:
        return
    clock = text(facts.document, "os.clocksource")
    if clock is None:
        yield Unknown("clock" if facts.document else "inventory")
    elif clock in CLOCK_WORDS:
        yield Finding(
            "clocksource",
            "info",
            CLOCK(clock=CLOCK_WORDS[clock], iops=format_iops(iops)),
            (Evidence("clock", clock), Evidence("IOPS", round(iops), "IOPS", "result")),
            "likely",
            ("gtod_reduce=1",),
        )
    else:
        yield FINE


def judge_iommu_strict(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the IOMMU is strict. Only where all groups of the machine are: the types do not show which group
    a drive is in.
    """
    iops = _get_high_iops(facts, "iommu-strict")
    if iops is None:
        return
    if not list_nvme_drives(facts):
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    types = set(mapping(facts.document, "os.iommu.group_types"))
    if types == {"DMA"}:
        yield Finding(
            "iommu-strict",
            "info",
            IOMMU_STRICT(iops=format_iops(iops)),
            (Evidence("IOMMU groups", STRICT), Evidence("IOPS", round(iops), "IOPS", "result")),
            "likely",
        )
    elif flag(facts.document, "os.iommu.is_active") is False or (types and "DMA" not in types):
        yield FINE
    else:
        yield Unknown("IOMMU")


def judge_mitigations(facts: RunFacts) -> Iterator[Judgement]:
    """Judge what mitigations cost jobs that enter the kernel for each I/O, many times a second, and spend their time
    there.
    """
    thresholds = RULES["mitigations"].thresholds
    iops = _get_high_iops(facts, "mitigations")
    is_entering = any(
        result.ioengine in SYNCHRONOUS
        and (result.sys_cpu_pct or 0.0) >= thresholds["kernel %"]
        and compute_cpu_share(result) is not None
        for result in facts.results
    )
    if iops is None or not is_entering:
        return
    states = [v for v in mapping(facts.document, "cpu.mitigations").values() if isinstance(v, str)]
    on = [state for state in states if state.startswith("Mitigation")]
    if on:
        yield Finding(
            "mitigations",
            "info",
            MITIGATED(iops=format_iops(iops)),
            (Evidence("mitigations", len(on)), Evidence("IOPS", round(iops), "IOPS", "result")),
            "possible",
        )
    elif states:
        yield FINE
    else:
        yield Unknown("mitigations" if facts.document else "inventory")


def poll_queues(facts: RunFacts) -> Iterator[Judgement]:
    """`hipri` of io_uring and pvsync2 on NVMe drives. Passthrough (io_uring_cmd) is not judged."""
    asked = [
        result
        for result in facts.results
        if "hipri" in result.job_options
        and parse_flag(result.job_options["hipri"])
        and result.ioengine in {"io_uring", "pvsync2"}
    ]
    if not facts.is_fio or not asked:
        return
    if not list_nvme_drives(facts):
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    queues = text(facts.document, "os.module_params.nvme.poll_queues")
    if queues is None or not queues.isdecimal():
        yield Unknown("poll queues")
    elif int(queues) == 0:
        yield Finding("poll-queues", "info", NOT_POLLED(), (Evidence("poll queues", 0),))
    else:
        yield FINE


DECLARED = (
    Rule(
        "scheduler",
        "I/O scheduler of NVMe drives",
        "cause",
        "An NVMe drive under bfq, mq-deadline or kyber, at 100,000 IOPS or more.",
        "Linux Documentation/block/switching-sched.rst; block/elevator.c: none is the default with several queues",
        ("scheduler", "IOPS"),
        Experiment(
            "Run the same job with the scheduler none (/sys/block/…/queue/scheduler)",
            "IOPS rise, or the same IOPS cost less CPU time.",
            "If neither changes, the scheduler costs nothing here.",
        ),
        {"IOPS": 100_000},
        "Zoned drives need mq-deadline: they are left out.",
        judge=judge_scheduler,
        templates=(SCHEDULER,),
    ),
    Rule(
        "clocksource",
        "kernel clock source",
        "cause",
        "HPET, the ACPI timer or the tick is the clock, at 50,000 IOPS or more.",
        "fio HOWTO: gtod_reduce, clocksource; Linux timers/timekeeping.rst",
        ("clock", "IOPS"),
        Experiment(
            "Run the same job with gtod_reduce=1, or after booting with a clock of the CPU (tsc)",
            "IOPS rise.",
            "If they do not change, reading the clock costs nothing here.",
            expects="rate_rises",
        ),
        {"IOPS": 50_000},
        "The clock of a hypervisor is no slow one.",
        judge=judge_clocksource,
        templates=(CLOCK,),
    ),
    Rule(
        "iommu-strict",
        "IOMMU mode",
        "cause",
        "All IOMMU groups are strict (type DMA), at 300,000 IOPS or more on NVMe drives.",
        "Linux kernel-parameters: iommu.strict, iommu.passthrough; ABI sysfs-kernel-iommu_groups",
        ("IOMMU groups", "IOPS"),
        Experiment(
            "Run the same job after booting with iommu.strict=0, or iommu=pt: less protection against devices",
            "IOPS rise, or CPU time per I/O falls.",
            "If neither changes, IOMMU mapping costs nothing here.",
        ),
        {"IOPS": 300_000},
        "Buffers that are bounced (SWIOTLB) cost more than either.",
        judge=judge_iommu_strict,
        templates=(IOMMU_STRICT,),
    ),
    Rule(
        "mitigations",
        "CPU vulnerability mitigations",
        "note",
        "A synchronous engine spends at least half of a CPU in the kernel, at 100,000 IOPS or more, and mitigations "
        "are on.",
        "Linux admin-guide/hw-vuln; kernel-parameters: mitigations=",
        ("mitigations", "IOPS"),
        thresholds={"IOPS": 100_000, "kernel %": 50.0},
        judge=judge_mitigations,
        templates=(MITIGATED,),
    ),
    Rule(
        "poll-queues",
        "polling queues",
        "note",
        "hipri was asked for, and the NVMe driver has no poll queues.",
        "Linux drivers/nvme/host/pci.c: nvme.poll_queues, 0 by default; fio HOWTO: hipri",
        ("poll queues",),
        Experiment(
            "Run the same job after booting with nvme.poll_queues=4",
            "Latency falls and CPU time rises to a whole CPU per job.",
            "If neither changes, check whether the queue polls (io_poll).",
        ),
        hidden_by="job_options",
        judge=poll_queues,
        templates=(NOT_POLLED,),
    ),
)
