"""Rules about loop devices between a target and its drives."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "loop-device",
        "loop devices below the target",
        "note",
        "The target lies on a loop device over a file.",
        "losetup(8): --direct-io; Linux drivers/block/loop.c",
        ("loop device", "past the page cache"),
        Experiment(
            "Run the same job on a file beside the one below the loop device",
            "The figure changes: it was one of the loop device.",
            "If it does not change, the loop device costs nothing here.",
        ),
        may_name_devices=True,
    ),
)
