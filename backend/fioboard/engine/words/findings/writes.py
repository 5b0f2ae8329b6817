"""Rules about writes: caches, flushes, data."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "sync-write-cost",
        "the time of flushes",
        "limit",
        "fsync or fdatasync took at least half of the time of jobs that wait for each I/O.",
        "fio JSON: sync.lat_ns, count and mean; write latency does not hold them",
        ("flushes", "mean time of a flush", "share of the time"),
        Experiment(
            "Run the same job without fsync and fdatasync",
            "The figure rises by what the flushes took.",
            "If it does not change, the write itself waits.",
            expects="rate_rises",
        ),
        {"share": 0.5},
        hidden_by="job_options",
    ),
    Rule(
        "write-back",
        "writes left in memory",
        "trust",
        "A buffered write of at least 5 s of which the drives had taken less than 90 % by the kernel's own counters. "
        "Where no counter tells: likely, when nothing was synced and at most a tenth of memory was written.",
        "fio HOWTO: end_fsync; Linux Documentation/admin-guide/iostats.rst, sysctl/vm.rst (dirty_background_ratio)",
        ("counted by fio", "taken by the drives", "memory"),
        Experiment(
            "Run the same job with end_fsync=1",
            "The figure is lower: it holds the time to write what was in memory.",
            "If it does not change, the drives keep up with memory.",
            expects="rate_falls",
        ),
        {"served": 0.90, "of memory": 0.10},
        "A layer that compresses takes less: then, and where not all options are known, likely and no headline.",
    ),
    Rule(
        "compressible",
        "data that compresses",
        "trust",
        "zero_buffers, buffer_pattern, or at least 50 % of buffer_compress_percentage or dedupe_percentage; a warning "
        "only where the drives were given less than 90 % of direct writes.",
        "fio HOWTO: zero_buffers, buffer_pattern, buffer_compress_percentage, dedupe_percentage",
        ("counted by fio", "taken by the drives"),
        Experiment(
            "Run the same job with refill_buffers and random data",
            "The figure is lower: something had compressed.",
            "If it does not change, nothing compresses here.",
            expects="rate_falls",
        ),
        {"percent": 50, "served": 0.90},
        hidden_by="job_options",
    ),
    Rule(
        "misaligned-bs",
        "blocks of the job and of the drive",
        "cause",
        "Direct writes whose block size is no multiple of the physical block of the drives.",
        "Linux Documentation/ABI/stable/sysfs-block: physical_block_size",
        ("block size of the job", "physical block"),
        Experiment(
            "Run the same job with bs of the physical block",
            "More bytes are written in the same time.",
            "If it does not change, the drive gathers writes itself.",
            expects="rate_rises",
        ),
    ),
)
