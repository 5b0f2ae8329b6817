"""Rules about SATA and SAS drives."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "serial-link-low",
        "SATA links of the drives",
        "cause",
        "A SATA drive negotiated a slower link than it can.",
        "Serial ATA: the drive's capabilities (smartctl interface_speed.max) against the link's speed",
        ("link carries", "drive could"),
        Experiment(
            "Run the same job with the drive on another cable, bay or port",
            "The link runs at its speed.",
            "If it does not change, look in the kernel's log for a speed that was limited.",
        ),
        wrong_when="libata.force on the kernel's command line holds it there on purpose.",
    ),
    Rule(
        "write-cache-off",
        "write caches of spinning drives",
        "cause",
        "A spinning SATA or SAS drive was written to with its write cache off.",
        "Linux ABI sysfs-block: queue/write_cache",
        ("write cache",),
        Experiment(
            "Run the same job with the drive's write cache on (hdparm -W1; what it holds is lost without power)",
            "Write IOPS rise.",
            "If they stay, something above the drive asks for each flush.",
            expects="rate_rises",
        ),
        wrong_when="The kernel's view was set by hand: the file does not change the drive.",
    ),
)
