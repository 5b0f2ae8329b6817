"""Rules about how PCIe functions on the path are set."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "small-payload",
        "payload of the packets",
        "cause",
        "Packets carry less than every function on the way can, and the figure is at least 70 % of what the path "
        "carries.",
        "PCI Express Base Specification: Max_Payload_Size; Linux kernel-parameters: pci=pcie_bus_perf",
        ("payload", "payload possible", "link carries", "link would carry"),
        Experiment(
            "Run the same job after one boot with pci=pcie_bus_perf",
            "The figure rises by what the packets carry more.",
            "If it falls, the largest read request was lowered with the payload: measure both.",
            expects="rate_rises",
        ),
        {"share": 0.7},
        "Ports for hot plug are held at 128 bytes on purpose; functions that speak to each other need the same.",
    ),
    Rule(
        "aspm",
        "sleep of the links between I/Os",
        "cause",
        "ASPM L1 is on at both ends of a drive's link, and at most four I/Os were in flight.",
        "PCI Express Base Specification: Link Control; Linux kernel-parameters: pcie_aspm.policy",
        ("port", "I/Os in flight"),
        Experiment(
            "Run the same job under pcie_aspm.policy=performance (pcie_aspm=off leaves what the firmware switched on)",
            "The median latency falls.",
            "If it does not change, the link was awake.",
            expects="latency_falls",
        ),
        {"depth": 4},
        "The link is used by others and never sleeps.",
    ),
    Rule(
        "relaxed-ordering",
        "ordering of the drives' packets",
        "cause",
        "An AMD processor, blocks of at least 128 KiB, under 70 % of the path with no limit found, and relaxed "
        "ordering is off.",
        "PCI Express Base Specification: Device Control; AMD's tuning guides",
        ("function", "relaxed ordering", "measured"),
        Experiment(
            "Run the same job with relaxed ordering (or Preferred I/O) on in the BIOS",
            "The result should rise.",
            "If it does not change, ordering is not what holds it.",
            expects="rate_rises",
        ),
        {"share": 0.7, "large block bytes": 131_072},
        "Some chipsets keep it off on purpose.",
    ),
)
