"""Rules about how a machine is fitted and set."""

from fioboard.vocabulary.findings.rule import Rule

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
