"""Rules about the arrays of the path: stripes, parity, bitmaps."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "stripe-not-filled",
        "whether one job reaches all members",
        "limit",
        "One sequential job has fewer bytes in flight than width times chunk: not all members can be busy at once.",
        "md(4): layout of RAID 0",
        ("in flight", "chunk", "members"),
        Experiment(
            "Run the same job with four times the iodepth that fills a stripe",
            "The result should rise.",
            "If it does not change, the members were not what it waited for.",
            expects="rate_rises",
        ),
        hidden_by="job_options",
    ),
    Rule(
        "parity-penalty",
        "random writes to an array with parity",
        "limit",
        "Random writes of less than a stripe to RAID 4, 5 or 6: each reads and writes data and parity.",
        "md(4): read, modify, write",
        ("I/Os of the drives per write", "block size", "stripe"),
        Experiment(
            "Run the same job on one member, or on RAID 10",
            "It gives its share without the reading.",
            "If it does not change, a cache gathers whole stripes.",
        ),
        wrong_when="A controller's cache, or merging of whole stripes.",
    ),
    Rule(
        "parity-one-thread",
        "threads of the array's parity work",
        "cause",
        "Writes to an md array with parity whose group_thread_cnt is 0, while one CPU was at least 90 % busy.",
        "Linux Documentation/admin-guide/md.rst: group_thread_cnt",
        ("group_thread_cnt", "busiest CPU"),
        Experiment(
            "Write 8 to group_thread_cnt of the array (it is yours to decide), then the same job",
            "The result should rise.",
            "If it does not change, parity is not the limit.",
            expects="rate_rises",
        ),
        {"busy": 90},
    ),
    Rule(
        "bitmap-writes",
        "writes of the array's bitmap",
        "cause",
        "Random direct writes to a mirror with an internal bitmap: its members wrote over 15 % more than fio asked.",
        "Linux Documentation/admin-guide/md.rst, mdadm(8): --bitmap",
        ("writes of the members", "writes asked of them"),
        Experiment(
            "Run the same job on a test array without a bitmap",
            "The result should rise.",
            "If it does not change, the bitmap costs little here.",
            expects="rate_rises",
        ),
        {"more": 1.15},
    ),
)
