"""Rules about the limits of fio's control group."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "cgroup-cpu",
        "CPU time of the control group",
        "limit",
        "The kernel stopped fio's control group, or one above it, in at least a tenth of the periods of its quota; "
        "from half of them on it is the limit.",
        "Linux Documentation/admin-guide/cgroup-v2.rst: cpu.max, cpu.stat nr_throttled",
        ("periods", "of them stopped", "CPUs allowed"),
        Experiment(
            "Run the same job outside the control group, or with a larger cpu.max",
            "The result should rise.",
            "If it does not change, CPU time was not what it lacked.",
            expects="rate_rises",
        ),
        {"found": 0.1, "full": 0.5},
    ),
    Rule(
        "cgroup-io",
        "limits of the control group on drives",
        "limit",
        "The control group limits a device of this run, and direct I/O reached at least 90 % of that.",
        "Linux Documentation/admin-guide/cgroup-v2.rst: io.max",
        ("limit", "measured", "device"),
        Experiment(
            "Run the same job outside the control group, or with a larger io.max",
            "The result should rise.",
            "If it does not change, another limit lies close.",
            expects="rate_rises",
        ),
        {"full": 0.9, "most": 1.1},
        "Requests are split below fio: then fewer of them reach a limit of IOPS.",
        may_name_devices=True,
    ),
)
