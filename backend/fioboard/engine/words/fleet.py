"""What of a drive needs a look, declared once: ids, words, and the rule as people read it."""

from typing import Literal

ProblemId = Literal[
    "warning", "array", "missing", "link", "odd", "worn", "hot", "firmware_fault", "firmware_mix"
]
PROBLEMS: dict[ProblemId, str] = {
    "warning": "The drive reports a critical warning",
    "array": "An array of the drive's host is degraded",
    "missing": "The drive is missing from the newest inventory of its host",
    "link": "The drive's PCIe link runs slower or narrower than both ends support",
    "odd": "The drive's result is far from those of its model",
    "worn": "At least 80 % of the drive's rated endurance is used",
    "hot": "The drive is at or above its warning temperature (70 °C if it reports none)",
    "firmware_fault": "The drive's firmware has a known fault",
    "firmware_mix": "Most drives of the model run another firmware",
}
"""In the order in which they are worth a look."""
WORN_PCT, HOT_C = 80, 70
"""% of the rated endurance, as the finding `drive-worn`; °C."""
