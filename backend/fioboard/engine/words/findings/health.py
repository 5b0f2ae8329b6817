"""Rules about the health of the drives."""

from fioboard.engine.words.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "drive-warning",
        "warnings of the drives",
        "cause",
        "A drive reports a critical warning, or media errors rose during the run.",
        "NVM Express: SMART log",
        ("critical warning", "media errors"),
    ),
    Rule(
        "drive-worn",
        "wear of the drives",
        "cause",
        "A drive has used its rated endurance, or its spare blocks are at its own threshold (warnings); from 80 % of "
        "the endurance on it is told.",
        "NVM Express: SMART log",
        ("used", "spare", "spare threshold"),
        thresholds={"near": 80, "used up": 100},
    ),
)
