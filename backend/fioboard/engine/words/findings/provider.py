"""Rules about what a provider sells."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "provisioned-cap",
        "the limit a volume is sold with",
        "limit",
        "On one volume of Amazon, Google or Azure, with at least 4 in flight, the rate spread by less than 1 % over 10 "
        "readings and more of the run, within 2 % of a figure that the provider publishes for such a volume.",
        "the cards of cloud volumes in backend/fioboard/engine/hardware/datasheets/cards, "
        "each with its source and date",
        ("measured", "spread", "published limit", "volume"),
        Experiment(
            "Run the same job with blocks four times as large",
            "Bytes rise and IOPS stand, or the other way round: one of the two is capped. The provider's console says "
            "what the volume has.",
            "If both change alike, it was no such limit.",
        ),
        {"in flight": 4, "spread": 0.01, "near": 0.02, "readings": 10},
        "A figure of another size, or one that was bought since; rates and pauses of the job's own are left out. "
        "Limits change: each has the date on which it was read.",
    ),
)
