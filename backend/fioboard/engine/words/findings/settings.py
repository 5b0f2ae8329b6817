"""Rules about how a machine is fitted and set."""

from fioboard.engine.words.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "memory-below-speed",
        "speed of the memory",
        "cause",
        "Modules run slower than they are rated.",
        "SMBIOS type 17",
        scope="machine",
        may_name_devices=True,
    ),
    Rule(
        "memory-channels",
        "memory channels that carry modules",
        "cause",
        "Fewer channels carry a module than the CPUs have, on boards that name their places after channels and CPUs "
        "whose maker's documents tell the channels.",
        "SMBIOS type 17; engine/hardware/inventory/memory_channels.py",
        ("channels with a module", "channels of the CPUs"),
        scope="machine",
        wrong_when="The board has fewer places than the CPU has channels.",
    ),
    Rule(
        "better-lba-format",
        "LBA formats",
        "cause",
        "Another LBA format is rated faster by the drive.",
        "NVM Express: LBAF.RP",
        ("in use", "rated faster"),
        scope="machine",
    ),
    Rule(
        "degraded-array",
        "members of the arrays",
        "cause",
        "An array is degraded.",
        "md(4)",
        ("state",),
        scope="machine",
    ),
    Rule(
        "setting-conflict",
        "settings that contradict each other",
        "note",
        "The firmware says one thing, the system shows another.",
        "Redfish Bios",
        ("set", "in force"),
        scope="machine",
    ),
    Rule(
        "settings-pending",
        "settings that wait for a reboot",
        "note",
        "Changed settings wait for a reboot.",
        "Redfish Bios/Settings",
        ("source",),
        scope="machine",
    ),
)
