"""Rules about figures that contradict the recorded hardware."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "faster-than-possible",
        "figures above what the links can carry",
        "trust",
        "The bandwidth is above the rate of the recorded links, one way.",
        "link rate after encoding",
        ("measured", "link rate", "slowest link"),
        Experiment(
            "Check the link under load (Linux: lspci -vv; macOS: system_profiler SPPCIDataType), and repeat with "
            "direct=1",
            "The link's real speed differs from the record, or the cache answered.",
            "If neither, the data takes another path.",
        ),
    ),
)
