"""Rules about who serves the completions of the drives."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "irq-remote",
        "where interrupts were served",
        "cause",
        "At least a quarter of the interrupts of an NVMe drive's I/O queues were served on another socket than its own "
        "(of 10,000 or more).",
        "Linux: genirq, managed interrupts; /sys/kernel/irq before and after the run",
        ("interrupts", "on another socket"),
        Experiment(
            "Run the same job with cpus_allowed of the drives' socket",
            "The interrupts move there and the figure rises.",
            "If they stay, look at irqbalance and at the queues' own lists of CPUs.",
            expects="rate_rises",
        ),
        {"share": 0.25, "interrupts": 10_000},
        "Managed interrupts follow who submits: bound to another socket, fio is named and not they.",
    ),
    Rule(
        "few-queues",
        "I/O queues of the drives",
        "cause",
        "A drive has fewer I/O queues than the host CPUs; of a run it is told from 500,000 IOPS on.",
        "Linux blk-mq: CPUs are shared out among the queues that there are",
        ("I/O queues", "CPUs", "IOPS"),
        Experiment(
            "Run the same job with as many jobs as there are queues, each bound to a CPU of its own queue",
            "IOPS stay or rise with fewer jobs.",
            "If they fall, sharing queues is not what holds them.",
        ),
        {"IOPS": 500_000},
        "Drives that a hypervisor shows have as many queues as it likes.",
    ),
)
