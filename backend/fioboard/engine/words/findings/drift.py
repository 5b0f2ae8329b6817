"""Rules about how a run went on: steps and trends of its bandwidth."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "cliff",
        "a step in the bandwidth",
        "trust",
        "The drives' bandwidth fell once by at least 30 %, was steady before and after (each at least 5 s, spread "
        "under 15 %), and did not come back.",
        "two segments by least squares over the agent's samples, one a second",
        ("before", "after", "at", "moved until then", "hottest before", "hottest after"),
        Experiment(
            "Run the same job again after the drive was idle for ten minutes",
            "It falls after the same number of bytes: a cache of the drive was full.",
            "If it falls at the same temperature instead, it was heat.",
        ),
        {"drop": 0.30, "spread": 0.15, "least points": 30, "least s": 5},
        hidden_by="temperatures",
    ),
    Rule(
        "not-steady",
        "whether the bandwidth was steady",
        "trust",
        "Over the last five sixths of a run of at least 50 s, five windows differ by more than 20 % of their mean, or "
        "their trend is more than 10 % of it.",
        "SNIA Solid State Storage Performance Test Specification: five rounds, range 20 %, slope 10 %",
        ("range", "trend", "mean"),
        Experiment(
            "Run the same job for four times as long",
            "It becomes steady: that is its lasting figure.",
            "If it never does, something beside the job changes.",
        ),
        {"range": 0.20, "trend": 0.10, "least s": 50},
    ),
)
