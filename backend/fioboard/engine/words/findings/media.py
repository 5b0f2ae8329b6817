"""Rules about what the data lies on: turning disks, virtual disks, encryption, how full and how much of it."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "hdd-seek-bound",
        "HDD seek limit",
        "limit",
        "Random direct I/O of at most 64 KiB on HDDs, 40 to 400 a second on each.",
        "rotational latency of 4.17 ms at 7,200/min, and the seek",
        ("I/Os per second", "disks"),
        Experiment(
            "Run a sequential job on the same target",
            "It moves far more bytes: seeking was the limit.",
            "If it does not, look at the layers above the disks.",
        ),
        {"largest block": 65536, "fewest": 40, "most": 400},
        "Caches and layers that gather writes go beyond it; virtual disks claim to turn: silent there.",
    ),
    Rule(
        "virtual-device",
        "whether the disk is a virtual one",
        "note",
        "The target lies on a disk that a hypervisor shows: links and drives behind it are not visible.",
        "transport and virtualization as the kernel names them",
        ("transport",),
        may_name_devices=True,
    ),
    Rule(
        "crypt-layer",
        "encryption above the drives",
        "limit",
        "dm-crypt lies between, and the figure is under 70 % of the path's ceiling.",
        "Linux Documentation/admin-guide/device-mapper/dm-crypt.rst",
        ("measured", "path limit"),
        Experiment(
            "cryptsetup benchmark, and the same job below the encryption",
            "Below it the figure is higher.",
            "If it does not change, encryption is not the limit.",
        ),
        {"below": 0.7},
    ),
    Rule(
        "filesystem-full",
        "space left on the file system",
        "cause",
        "A file system that was written to was at least 90 % full before.",
        "statvfs(3) just before fio made its files",
        ("used", "free"),
        Experiment(
            "Run the same job with a quarter of the file system free",
            "The result should rise.",
            "If it does not change, the lack of space costs nothing here.",
            expects="rate_rises",
        ),
        {"full": 0.90},
    ),
    Rule(
        "too-little-data",
        "bytes written to each drive",
        "trust",
        "An SSD was written with less than 5 % of its size and less than 100 GB: a fast cache inside it can hold that.",
        "SNIA Solid State Storage Performance Test Specification: fresh against steady state",
        ("written to each drive", "size of a drive"),
        Experiment(
            "The whole range once, then the same job for ten minutes",
            "The figure falls to what the drive sustains.",
            "If it does not change, it has no such cache, or it is larger still.",
        ),
        {"share": 0.05, "bytes": 100e9},
        "Drives of data centres have no such cache: only a datasheet tells, so this is never more than possible.",
        depends_on_speed=True,
    ),
    Rule(
        "narrow-span",
        "the part of the drive that was touched",
        "trust",
        "Random I/O on a whole drive touched less than 10 % of it: its mapping tables stay in its cache, where "
        "datasheets use all of it.",
        "SNIA Solid State Storage Performance Test Specification: ActiveRange",
        ("touched", "size of the drive"),
        Experiment(
            "Run the same job over the whole drive (size=100%)",
            "The result should fall.",
            "If it does not change, the drive keeps its tables at hand.",
            expects="rate_falls",
        ),
        {"share": 0.10},
        hidden_by="job_options",
        depends_on_speed=True,
    ),
)
