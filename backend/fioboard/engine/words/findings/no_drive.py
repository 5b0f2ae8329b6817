"""The rule about targets that no drive is below."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "no-drive",
        "whether a drive is below the target",
        "trust",
        "The target lies in memory (tmpfs, ramfs, brd, zram, a file system or a loop device on one of them, /dev/shm), "
        "or keeps nothing (/dev/null, the engine null).",
        "the run's targets; shm_overview(7): /dev/shm is a tmpfs; fio HOWTO: ioengine=null",
        ("lies in",),
        Experiment(
            "Run the same job on a file or a device of a drive",
            "The figure is lower, and it is the drive's.",
            "If it does not change, the drive is as fast as memory here.",
        ),
    ),
)
