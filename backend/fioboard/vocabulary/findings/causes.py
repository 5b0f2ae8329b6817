"""Rules of kind cause and note about what a run met: links, place, errors, heat."""

from fioboard.vocabulary.findings.rule import Experiment, Rule

CAUSES: tuple[Rule, ...] = (
    Rule(
        "downgraded-width",
        "lanes of every link",
        "cause",
        "A link runs fewer lanes than both of its ends have.",
        "PCI Express Base Specification: LnkSta and LnkCap of both ends",
        ("trained", "capable", "port", "device"),
        Experiment(
            "Reseat the card or move it to another bay, then the same job",
            "The lanes are there and the figure rises.",
            "If the lanes stay, look at bifurcation in the BIOS.",
        ),
    ),
    Rule(
        "downgraded-speed",
        "speed of every link under load",
        "cause",
        "A link ran slower under load than both of its ends can.",
        "PCI Express Base Specification: LnkSta and LnkCap of both ends",
        ("trained", "capable", "port", "device"),
        Experiment(
            "Set the slot to its generation, or change riser and cable, then the same job",
            "The link runs at its speed.",
            "If it stays, compare the error counters of both ends.",
        ),
    ),
    Rule(
        "misaligned-bs",
        "blocks of the job and of the drive",
        "cause",
        "Direct writes whose block size is no multiple of the physical block of the drives.",
        "Linux Documentation/ABI/stable/sysfs-block: physical_block_size",
        ("block size of the job", "physical block"),
        Experiment(
            "The same job with bs of the physical block",
            "More bytes are written in the same time.",
            "If it stays, the drive gathers writes itself.",
        ),
    ),
    Rule(
        "not-pinned",
        "whether fio was pinned",
        "note",
        "Several NUMA nodes, and nothing says that fio was pinned.",
        "job options and launchers",
        ("drives' nodes",),
    ),
    Rule(
        "remote-numa-node",
        "the node fio ran on",
        "cause",
        "fio could run on another socket than the drives hang on.",
        "ACPI SLIT and packages; nodes of one socket share its fabric",
        ("fio's nodes", "drives' nodes"),
        Experiment(
            "The same job with cpus_allowed of the drives' socket",
            "The figure rises.",
            "If it stays, the sockets' link is wide enough for this run.",
        ),
    ),
    Rule(
        "pcie-errors",
        "errors of the links",
        "cause",
        "A function on the path counted PCIe errors during the run.",
        "Linux AER sysfs ABI",
        may_name_devices=True,
        experiment=Experiment(
            "The same job in another slot, or with another riser and cable",
            "The counters stay at rest.",
            "If they rise there too, it is the device.",
        ),
    ),
    Rule(
        "thermal-throttling",
        "counters of throttling",
        "cause",
        "A counter of the drive that only rises when it slows down because of heat rose.",
        "NVM Express Base Specification: SMART log, HCTM",
        may_name_devices=True,
        experiment=Experiment(
            "The same job with more air",
            "The counters stay and the figure rises.",
            "If not, it was not heat.",
        ),
        hidden_by="temperatures",
    ),
    Rule(
        "hot-drive",
        "temperature of the drives",
        "cause",
        "A drive reached the temperature from which it warns.",
        "NVM Express Base Specification: WCTEMP",
        ("highest", "warning from"),
        hidden_by="temperatures",
    ),
)
"""Of runs."""

MACHINE: tuple[Rule, ...] = (
    Rule("narrow-slot", "connectors wider than their wiring", "note", "A connector is wider than its port.",
         "SMBIOS type 9", ("connector", "port", "address"), scope="machine"),
    Rule("memory-below-speed", "speed of the memory", "cause", "Modules run slower than they are rated.",
         "SMBIOS type 17", scope="machine", may_name_devices=True),
    Rule("better-lba-format", "LBA formats", "cause", "Another LBA format is rated faster by the drive.",
         "NVM Express: LBAF.RP", ("in use", "rated faster"), scope="machine"),
    Rule("few-queues", "I/O queues of the drives", "cause", "A drive has fewer I/O queues than the host CPUs.",
         "blk-mq", ("I/O queues", "CPUs"), scope="machine"),
    Rule("degraded-array", "members of the arrays", "cause", "An array is degraded.", "md(4)", ("state",),
         scope="machine"),
    Rule("setting-conflict", "settings that contradict each other", "note",
         "The firmware says one thing, the system shows another.",
         "Redfish Bios", ("set", "in force"), scope="machine"),
    Rule("settings-pending", "settings that wait for a reboot", "note", "Changed settings wait for a reboot.",
         "Redfish Bios/Settings", ("source",), scope="machine"),
    Rule("drive-warning", "warnings of the drives", "cause", "A drive reports a critical warning.",
         "NVM Express: SMART log", ("critical warning",), scope="machine"),
    Rule("drive-worn", "wear of the drives", "cause", "A drive has used its rated endurance.",
         "NVM Express: SMART log", ("used", "spare"), scope="machine"),
)  # fmt: skip
"""Of machines, whatever is run on them."""
