"""The rule about what no other rule explains."""

from fioboard.engine.words.findings.limits import NEAR
from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "below-link-limit",
        "unexplained gap to the link limit",
        "limit",
        "No other limit was found, blocks are at least 128 KiB, and the figure is under 85 % of the path's ceiling.",
        "last resort: names what was excluded, never a cause",
        ("measured", "path limit", "rated", "drives", "CPU of the jobs"),
        Experiment(
            "Run the same job on one drive alone",
            "If it is faster alone, a shared component is the limit.",
            "If it is not faster alone, check the drive, the queue depth and the I/O engine.",
        ),
        {"well below": NEAR, "large block bytes": 131072},
        "A drive whose own ceiling is below its link, and nothing states it.",
        further=(
            Experiment(
                "Run the same job at twice the depth",
                "It rises: too little was in flight.",
                "If it does not change, depth is not the limit.",
                expects="rate_rises",
            ),
            Experiment(
                "Run the same job with twice the jobs",
                "It rises: one job's thread was the limit.",
                "If it does not change, the CPU is not the limit.",
                expects="rate_rises",
            ),
        ),
    ),
)
