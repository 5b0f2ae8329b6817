"""Rules over several runs: judged when a run is read, against the runs around it on its host, and never stored."""

from fioboard.engine.words.findings.rule import Experiment, Rule

# Runs are alike when no factor, label or job option differs but those that the rule itself varies.
_ALIKE = "Alike runs only: every other factor, label and job option is the same"

RULES: tuple[Rule, ...] = (
    Rule(
        "depth-collapse",
        "whether more in flight costs",
        "limit",
        "With at least twice as many in flight as at the best depth, the rate is below 85 % of the best; of single "
        "runs below 80 %.",
        f"{_ALIKE}; measured on a FreeBSD box: 128,345 IOPS of 16 threads, 94,188 of 96",
        ("rate", "best rate", "in flight", "best in flight"),
        Experiment(
            "Run the same job with as many in flight as at the best",
            "The rate rises again.",
            "If it stays low, something else has changed in between.",
        ),
        {"steps": 2, "share": 0.85, "share of one run": 0.80, "repeats": 2},
        scope="history",
    ),
    Rule(
        "saturated-depth",
        "where more depth stops paying",
        "limit",
        "The knee is the least depth with at least 97 % of the best rate. At the knee or beyond, at least twice the "
        "depth gained less than 10 % while the mean latency grew by more than 80 % of the depth's ratio. A batch names "
        "no knee where repeats at it or next to it differ by more than ± 25 %.",
        f"{_ALIKE}; Little's law; measured on a FreeBSD box: the knee of 1 to 96 threads is at 16",
        ("knee", "rate at the knee", "in flight", "rate"),
        Experiment(
            "Run the same job at the depth of the knee",
            "The rate is the same and each I/O takes less time: use it for latency figures.",
            "If the rate falls, the knee lies deeper.",
        ),
        {"steps": 2, "knee": 0.97, "gain": 0.10, "waiting": 0.8, "noise": 0.25},
        scope="history",
    ),
    Rule(
        "latency-bound",
        "whether enough was in flight",
        "limit",
        "With k times as many in flight, k at least 2, the rate grew to at least 0.8 × k of it; not with jobs that "
        "used up their CPU.",
        f"{_ALIKE}; Little's law: in flight = rate × latency",
        ("in flight", "rate", "latency", "deeper in flight", "deeper rate"),
        Experiment(
            "Run the same job at depths 1, 2, 4, 8, 16, 32 and 64",
            "The rate grows with the depth up to the knee.",
            "If it does not grow, the latency of one I/O is not the limit.",
        ),
        {"steps": 2, "growth": 0.8, "most": 1.25, "busy": 85},
        "More jobs also bring more CPU: then the CPU may have been the limit as well.",
        scope="history",
    ),
    Rule(
        "width-knee",
        "where more drives stop paying",
        "limit",
        "One step before, each drive still gave at least 90 % of what one gives in the narrowest array; at this width "
        "less than 85 %, and the last step gained less than 25 % of one drive for each drive added.",
        f"{_ALIKE}; measured on a GPU server: 6.51, 9.32 and 9.47 GB/s of 2, 3 and 4 drives",
        ("drives", "rate", "drives before", "rate before", "rate of one drive"),
        Experiment(
            "Run the same job with as many drives, one of them elsewhere",
            "The rate rises: what the drives share is the limit.",
            "If it does not change, look at the CPU and at what receives the data.",
        ),
        {"efficiency": 0.85, "efficiency before": 0.90, "gain": 0.25},
        "Depth or block size too small to keep all drives of the array busy.",
        scope="history",
    ),
    Rule(
        "few-repeats",
        "how many repeats there are",
        "trust",
        "Fewer than 3 alike runs around this one on its host.",
        "docs/statistics.md",
        ("runs",),
        Experiment(
            "Run the same job five times, one after the other: fioboard-agent run JOBFILE",
            "The spread of the repeats is known.",
            "If they differ by more than what you want to show, look for what changes between them.",
        ),
        {"repeats": 3},
        scope="history",
    ),
    Rule(
        "noisy",
        "the spread of the repeats",
        "trust",
        "Of the at most 10 nearest alike runs, 3 or more, the highest is more than 10 % of the median above the "
        "lowest.",
        "(highest − lowest) ÷ median, as in docs/statistics.md",
        ("runs", "lowest", "median", "highest"),
        Experiment(
            "Run the same job five times in one batch, on a machine with no other load",
            "The spread shrinks: something came and went between these runs.",
            "If it does not change, the workload itself is this uneven: compare medians of many runs.",
        ),
        {"repeats": 3, "most": 10, "spread": 0.10},
        scope="history",
    ),
    Rule(
        "drift-in-batch",
        "whether repeats of a batch drift",
        "trust",
        "At least 6 alike runs of one batch rise or fall with their step: Kendall's τ, p below 5 %.",
        "M. G. Kendall, A New Measure of Rank Correlation, Biometrika 30 (1938)",
        ("runs", "tau", "p", "first", "last"),
        Experiment(
            "Run the batch again with a pause between its steps, in another order",
            "The drift is gone: heat or the fill level of the drive made it.",
            "If it does not change, what drifts does not depend on the order.",
        ),
        {"repeats": 6, "p": 0.05},
        scope="history",
    ),
    Rule(
        "changed-since",
        "the runs of the same test before",
        "note",
        "The rate differs by more than 10 % from the median of the previous 5 runs (at least 3) of the same test on "
        "this host, and something was changed in between: a factor or label has a value that none of them had.",
        "what changed is listed beside the difference, not named as its cause",
        ("rate", "median before", "runs before"),
        Experiment(
            "Run the same job with what changed set back",
            "The rate is as before: the change made the difference.",
            "If it does not change, the change only coincides with it.",
        ),
        {"runs": 5, "least runs": 3, "difference": 0.10, "names": 3},
        scope="history",
    ),
    Rule(
        "fs-layer",
        "what the file system costs",
        "note",
        "A file was measured, and a raw run of the very same drives, with the same job, gave more than 1.25 times the "
        "rate.",
        "Level1Techs 2025: btrfs gave 40 % of the raw reads of an array",
        ("rate", "raw rate", "raw runs"),
        Experiment(
            "Run the same reads of the device below the file system",
            "The raw rate is higher: the file system takes the rest.",
            "If it is not, the drives have changed since the raw run.",
        ),
        {"times": 1.25},
        "The file is smaller than what the raw run read, or was laid out by another program.",
        scope="history",
    ),
    Rule(
        "wbt",
        "what throttled writing back costs",
        "cause",
        "Buffered writes give less than 60 % of direct ones while the drive's wbt_lat_usec is above 0. Not with jobs "
        "that used 85 % and more of a CPU, nor beyond 2 GB/s: there copying, or the one thread that writes back, "
        "may be the limit.",
        f"{_ALIKE}; Linux Documentation/ABI/stable/sysfs-block: wbt_lat_usec",
        ("buffered", "direct", "direct runs", "wbt_lat_usec"),
        Experiment(
            "Run the same buffered job after echo 0 > /sys/block/DISK/queue/wbt_lat_usec",
            "It comes nearer to the direct one.",
            "If it does not change, the throttling costs nothing here.",
        ),
        {"share": 0.6, "busy": 85, "most bytes": 2e9},
        "Only buffered writes are held back; which part of the difference that is, the experiment alone tells.",
        scope="history",
    ),
)
