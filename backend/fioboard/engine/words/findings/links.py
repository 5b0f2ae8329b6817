"""Rules about the PCIe links of the path."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "port-limited",
        "ports that are slower than their devices",
        "limit",
        "The device could do more than its port.",
        "LnkCap of both ends",
        ("trained", "capable", "port", "device", "device at most"),
    ),
    Rule(
        "link-downgraded-width",
        "lanes of every link",
        "cause",
        "A link runs fewer lanes than both of its ends have.",
        "PCI Express Base Specification: LnkSta and LnkCap of both ends",
        ("trained", "capable", "port", "device"),
        Experiment(
            "Reseat the card or move it to another bay, then the same job",
            "The lanes are there and the figure rises.",
            "If the lanes stay, look at bifurcation in the BIOS.",
            expects="rate_rises",
        ),
        lowers_ceiling=True,
    ),
    Rule(
        "link-downgraded-speed",
        "speed of every link under load",
        "cause",
        "A link ran slower under load than both of its ends can.",
        "PCI Express Base Specification: LnkSta and LnkCap of both ends",
        ("trained", "capable", "port", "device"),
        Experiment(
            "Set the slot to its generation, or change riser and cable, then the same job",
            "The link runs at its speed.",
            "If it does not change, compare the error counters of both ends.",
        ),
        lowers_ceiling=True,
    ),
    Rule(
        "narrow-slot",
        "connectors wider than their wiring",
        "note",
        "A connector is wider than its port.",
        "SMBIOS type 9",
        ("connector", "port", "address"),
        scope="machine",
    ),
)
