"""Rules about what saves power."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "governor",
        "clocks of the CPUs",
        "cause",
        "One I/O in flight, or jobs at least half busy, and all CPUs are held at their lowest clock (governor "
        "powersave without a dynamic driver; a warning with one I/O in flight), or prefer power over speed.",
        "Linux admin-guide/pm/cpufreq: powersave is the lowest frequency; intel_pstate: there it is dynamic",
        ("governor", "energy preference", "clock driver", "CPUs"),
        Experiment(
            "Run the same job under the governor performance",
            "The median latency falls.",
            "If it does not change, the clock of the CPUs was not what I/Os waited for.",
            expects="latency_falls",
        ),
        {"busy": 0.5},
        "intel_pstate and amd-pstate-epp in active mode: powersave is dynamic there, and only the preference counts.",
    ),
    Rule(
        "power-state",
        "power states of the drives",
        "cause",
        "A drive is set to another power state than 0.",
        "NVM Express: Get Features 02h; data sheets rate a drive at state 0",
        ("power state", "power at most", "power at state 0"),
        Experiment(
            "Run the same job with the drive in power state 0 (nvme set-feature -f 2 -V 0)",
            "The result should rise.",
            "If it does not change, the drive did not need the power.",
            expects="rate_rises",
        ),
    ),
    Rule(
        "deep-idle",
        "CPU C-states",
        "cause",
        "At most two I/Os in flight, CPUs less than half busy, and leaving a sleep state that is on takes at least "
        "50 µs and a fifth of the median, and less than the median.",
        "Linux admin-guide/pm/cpuidle: exit latency of each state; /dev/cpu_dma_latency bounds it",
        ("leaving the state", "median latency", "I/Os in flight"),
        Experiment(
            "Run the same job while /dev/cpu_dma_latency is held at 0 (tuned profile latency-performance)",
            "The median falls by about the time that the state takes to leave.",
            "If it does not change, the CPU did not sleep that deeply.",
            expects="latency_falls",
        ),
        {"depth": 2, "busy": 0.5, "µs": 50, "share": 0.2},
        "Another load kept the CPU awake.",
    ),
    Rule(
        "apst",
        "NVMe autonomous power states (APST)",
        "cause",
        "A drive may sleep by itself, and pauses between I/Os are at least 100 ms.",
        "Linux drivers/nvme/host/core.c: the first idle time-out is 100 ms",
        ("autonomous sleep", "pause"),
        Experiment(
            "Run the same job after booting with nvme_core.default_ps_max_latency_us=0",
            "The highest latencies fall.",
            "If they stay, the drive was awake.",
        ),
        {"pause ms": 100},
        "Older kernels wait longer before the drive may sleep.",
        hidden_by="job_options",
    ),
)
