"""Rules about what happened during the run: errors, heat, arrays."""

from fioboard.engine.words.findings.rule import Experiment, Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "array-resync",
        "rebuilding arrays of the path",
        "trust",
        "An array was rebuilding or being checked before or after the run.",
        "/proc/mdstat",
        ("before", "after"),
        is_disturbance=True,
    ),
    Rule(
        "temperature-abort",
        "an end because of heat",
        "trust",
        "The agent ended the job because of a drive's temperature.",
        "samples",
        ("at",),
        hidden_by="temperatures",
    ),
    Rule(
        "device-gone", "drives that vanished", "trust", "A drive vanished during the run.", "samples", ("at",)
    ),
    Rule(
        "md-degraded",
        "arrays that lost a member",
        "trust",
        "An array of the target lacked a member before the run (the verdict, then), or lost one during it.",
        "md(4), lvs(8), zpool-status(8) and RAID controllers, as in the inventory; samples",
        ("at", "array", "failed member", "members"),
        may_name_devices=True,
    ),
    Rule(
        "pcie-errors",
        "errors of the links",
        "cause",
        "A function on the path counted PCIe errors during the run.",
        "Linux AER sysfs ABI",
        may_name_devices=True,
        experiment=Experiment(
            "Run the same job in another slot, or with another riser and cable",
            "The counters stay at rest.",
            "If they rise there too, it is the device.",
        ),
    ),
    Rule(
        "thermal-throttling",
        "counters of throttling",
        "cause",
        "A counter of the drive that only rises when it slows down because of heat rose. Or it came within 2 °C of its "
        "own warning and within 30 s moved at least 10 % less than before, where it had moved steadily: then likely.",
        "NVM Express Base Specification: SMART log, HCTM, WCTEMP",
        ("from", "temperature", "warning from", "before", "after"),
        may_name_devices=True,
        experiment=Experiment(
            "Run the same job with more air",
            "The counters stay and the figure rises.",
            "If not, it was not heat.",
            expects="rate_rises",
        ),
        thresholds={"below warning": 2, "window s": 30, "drop": 0.10},
        wrong_when="A job that does less by itself at that very moment; jobs one after another are left out.",
        hidden_by="temperatures",
    ),
    Rule(
        "hot-drive",
        "temperature of the drives",
        "cause",
        "A drive reached the temperature from which it warns; info where 30 readings and more of at least 80 °C were "
        "all equal: a stuck sensor.",
        "NVM Express Base Specification: WCTEMP; openzfs/zfs#16658: a drive that told 84 °C for ever",
        ("highest", "warning from", "equal readings"),
        thresholds={"stuck from": 80.0, "readings": 30},
        hidden_by="temperatures",
    ),
)
