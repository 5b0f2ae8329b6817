"""Rules about settings of the kernel."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "scheduler",
        "I/O schedulers of NVMe drives",
        "cause",
        "An NVMe drive under bfq, mq-deadline or kyber, at 100,000 IOPS or more.",
        "Linux Documentation/block/switching-sched.rst; block/elevator.c: none is the default with several queues",
        ("scheduler", "IOPS"),
        Experiment(
            "Run the same job with the scheduler none (/sys/block/…/queue/scheduler)",
            "IOPS rise, or the same IOPS cost less CPU time.",
            "If both stay, the scheduler is not what costs.",
        ),
        {"IOPS": 100_000},
        "Zoned drives need mq-deadline: they are left out.",
    ),
    Rule(
        "clocksource",
        "the kernel's clock",
        "cause",
        "HPET, the ACPI timer or the tick is the clock, at 50,000 IOPS or more.",
        "fio HOWTO: gtod_reduce, clocksource; Linux timers/timekeeping.rst",
        ("clock", "IOPS"),
        Experiment(
            "Run the same job with gtod_reduce=1, or after booting with a clock of the CPU (tsc)",
            "IOPS rise.",
            "If they stay, reading the clock is not what costs.",
            expects="rate_rises",
        ),
        {"IOPS": 50_000},
        "The clock of a hypervisor is no slow one.",
    ),
    Rule(
        "iommu-strict",
        "how the IOMMU unmaps",
        "cause",
        "All IOMMU groups are strict (type DMA), at 300,000 IOPS or more on NVMe drives.",
        "Linux kernel-parameters: iommu.strict, iommu.passthrough; ABI sysfs-kernel-iommu_groups",
        ("IOMMU groups", "IOPS"),
        Experiment(
            "Run the same job after booting with iommu.strict=0, or iommu=pt: less protection against devices",
            "IOPS rise, or CPU time per I/O falls.",
            "If both stay, mapping is not what costs.",
        ),
        {"IOPS": 300_000},
        "Buffers that are bounced (SWIOTLB) cost more than either.",
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
    ),
    Rule(
        "poll-queues",
        "queues to poll",
        "note",
        "hipri was asked for, and the NVMe driver has no poll queues.",
        "Linux drivers/nvme/host/pci.c: nvme.poll_queues, 0 by default; fio HOWTO: hipri",
        ("poll queues",),
        Experiment(
            "Run the same job after booting with nvme.poll_queues=4",
            "Latency falls and CPU time rises to a whole CPU per job.",
            "If both stay, look whether the queue polls (io_poll).",
        ),
        hidden_by="job_options",
    ),
)
