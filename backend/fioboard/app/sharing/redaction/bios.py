"""Which BIOS settings a share shows: neutral names and listed values (R2). A value that a vendor may word freely, or a
name with a free part, is shown only when it is one of those known here."""

import re

from fioboard.engine.hardware.inventory.firmware import Setting

# Keys whose value is the vendor's own word.
WORDED = frozenset({"power.profile", "pcie.lclk_dpm"})
WORDS = frozenset(
    {
        "custom", "auto", "enabled", "disabled", "high", "low", "performance", "balanced", "powersaving", "none",
        "perfoptimized", "perfperwattoptimizeddapc", "perfperwattoptimizedos", "perfworkstationoptimized",
        "densecfgoptimized", "performanceperwattdapc", "performanceperwattos", "performanceperwatt",
        "generalpowerefficientcompute", "generalpeakfrequencycompute", "generalthroughputcompute",
        "virtualizationpowerefficient", "virtualizationmaxperformance", "lowlatency", "missioncritical",
        "transactionalapplicationprocessing", "highperformancecompute", "highperformancecomputehpc", "decisionsupport",
        "graphicprocessing", "iothroughput", "maximumperformance", "maxperformance", "maximumefficiency",
        "minimumpower", "staticlow", "statichigh", "staticlowpower", "statichighperf", "dynamicpower", "osmode",
        "oscontrol", "efficiency", "energyefficient", "dynamicpowersavingsmode", "statichighperformancemode",
        "staticlowpowermode", "oscontrolmode",
    }
)  # fmt: skip
VALUES = re.compile(
    r"on|off|auto|power|performance|fixed|bus|enhanced|l0s|l1|l0sl1|c[1-9]|gen[1-6]|(x1?\d){1,8}|-?\d{1,6}"
)
PART = re.compile(
    r"\d{1,3}|(config)?iou\d{1,2}(br\d{1,2})?|slot\d{1,3}|port\d{1,3}[a-z]?|all|nvme\d{1,3}", re.IGNORECASE
)


def is_listed(setting: Setting) -> bool:
    """Whether its name has no free part and its value, and what the running system shows, are listed ones."""
    name, _, part = setting.key.partition("[")
    if part and not PART.fullmatch(part.removesuffix("]")):
        return False
    return all(_is_value(name, value) for value in (setting.value, setting.inferred))


def _is_value(name: str, value: object) -> bool:
    if not isinstance(value, str):
        return value is None or isinstance(value, bool | int)
    if name in WORDED:
        return re.sub(r"[^a-z0-9]", "", value.lower()) in WORDS
    return VALUES.fullmatch(value) is not None
