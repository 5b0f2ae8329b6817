"""Rules about the CPUs of the host and about what else used them."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "cpu-saturated-node",
        "CPU",
        "limit",
        "The CPUs of every NUMA node that fio could run on were busy for at least 90 % of the run, and other programs "
        "took less than 10 % of them.",
        "proc(5): /proc/stat, sampled by the agent",
        ("node", "busy", "in interrupts"),
        Experiment(
            "Run the same job with blocks twice as large",
            "More bytes move in the same CPU time: the CPUs were the limit.",
            "If the bandwidth stays, the CPUs were busy and not the limit.",
            expects="rate_rises",
        ),
        {"full": 90},
        "Jobs that poll are busy by design: silent.",
    ),
    Rule(
        "cpu-core-hot",
        "the busiest single CPU",
        "limit",
        "One CPU of a node was busy for at least 95 % of the run while the node was below 50 %, and no job of fio was.",
        "proc(5): /proc/stat, sampled by the agent",
        ("node", "busiest CPU", "node busy"),
        Experiment(
            "Watch mpstat -P ALL 1 during the same job with twice the jobs",
            "Another CPU takes its part and the figure rises.",
            "If one CPU stays full, interrupts or one thread share it.",
            expects="rate_rises",
        ),
        {"hot": 95, "node below": 50, "job below": 85, "least CPUs": 4},
    ),
    Rule(
        "vm-steal",
        "CPU time taken by the hypervisor",
        "trust",
        "The hypervisor gave at least 5 % of the CPU time to others (from 25 % on it is the verdict).",
        "proc(5): steal",
        ("stolen", "most in one step"),
        Experiment(
            "Run the same job at another hour, or on the bare machine",
            "The figure changes with what is stolen.",
            "If it does not change, CPU time was not what it lacked.",
        ),
        {"found": 5, "much": 25},
        is_disturbance=True,
    ),
    Rule(
        "host-busy",
        "other work on the CPUs",
        "trust",
        "Programs other than fio used at least 10 % of all CPUs (from 25 %: warning), counted by time outside the "
        "kernel: threads of the kernel, which work for fio, are no other work. Certain, and the verdict, where the "
        "CPUs that fio could run on were at least 90 % busy, or from half of all CPUs on.",
        "proc(5): user and nice time of all CPUs, less fio's own",
        ("other work", "CPUs busy", "CPUs", "user time of fio"),
        Experiment(
            "Run the same job on an idle host",
            "The result should change.",
            "If it does not change, the other work did not matter.",
            expects="rate_changes",
        ),
        {"found": 0.10, "much": 0.25, "most": 0.5, "least ms": 5000},
        "Engines that work in threads of a library: silent for those. A FUSE file system and a network block device of "
        "the machine itself work outside the kernel, too: likely at most.",
        is_disturbance=True,
    ),
)
