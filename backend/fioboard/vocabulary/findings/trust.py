"""Rules of kind trust: whether a figure can be believed."""

from fioboard.vocabulary.findings.rule import Experiment, Rule

TRUST: tuple[Rule, ...] = (
    Rule(
        "page-cache-read",
        "reads from the page cache",
        "trust",
        "A buffered read of which the drives served less than 90 % by the kernel's own counters.",
        "fio HOWTO: direct, invalidate; Linux Documentation/admin-guide/iostats.rst",
        ("counted by fio", "served by the drives", "direct"),
        Experiment(
            "The same job with direct=1",
            "The figure is lower, and it is the drive's.",
            "If it stays, the drives answered all the same.",
        ),
        {"served": 0.90},
        is_of_cache=True,
    ),
    Rule(
        "above-link-rate",
        "figures above what the links can carry",
        "trust",
        "The bandwidth is above the rate of the recorded links, one way.",
        "link rate after encoding",
        ("measured", "link rate", "narrowest hop"),
        Experiment(
            "lspci -vv under load, and the same job with direct=1",
            "The link's real speed differs from the record, or the cache answered.",
            "If neither, the data takes another path.",
        ),
    ),
    Rule(
        "depth-ignored",
        "whether the engine can queue",
        "trust",
        "A synchronous engine with iodepth above 1.",
        "fio HOWTO: iodepth",
        ("iodepth", "jobs"),
        Experiment(
            "The same job with ioengine=io_uring",
            "The depth takes effect and the figure changes.",
            "If it stays, one I/O per job was enough.",
        ),
    ),
    Rule(
        "uneven-members",
        "equal load on all drives",
        "trust",
        "The fastest drive of the target moved over 10 % more than the slowest.",
        "samples of the kernel's counters, per drive",
        (),
        Experiment(
            "The slow drive alone, in another bay",
            "It is as fast as the others: bay or cable.",
            "If it stays slow, it is the drive.",
        ),
        {"uneven": 1.10, "idle below": 1e6},
        may_name_devices=True,
    ),
    Rule(
        "array-resync",
        "rebuilding arrays of the path",
        "trust",
        "An array was rebuilding or being checked before or after the run.",
        "/proc/mdstat",
        ("before", "after"),
    ),
    Rule(
        "temperature-abort",
        "an end because of heat",
        "trust",
        "The agent ended the job because of a drive's temperature.",
        "samples",
        ("at",),
    ),
    Rule(
        "device-gone", "drives that vanished", "trust", "A drive vanished during the run.", "samples", ("at",)
    ),
    Rule(
        "md-degraded",
        "arrays that lost a member",
        "trust",
        "An array lost a member during the run.",
        "samples",
        ("at",),
    ),
)
