"""What of a drive needs a look, declared once: ids, words, and the rule as people read it."""

from typing import Literal

ProblemId = Literal[
    "warning", "array", "missing", "link", "odd", "worn", "hot", "firmware_fault", "firmware_mix"
]
PROBLEMS: dict[ProblemId, str] = {
    "warning": "The drive reports a critical warning",
    "array": "An array of its host is degraded",
    "missing": "Missing from the newest inventory of its host",
    "link": "Its PCIe link runs slower or narrower than both ends support",
    "odd": "Its result is far from those of its model",
    "worn": "At least 80 % of its rated endurance is used",
    "hot": "At or above its warning temperature (70 °C if it reports none)",
    "firmware_fault": "Its firmware has a known fault",
    "firmware_mix": "Most drives of its model run another firmware",
}
"""In the order in which they are worth a look."""
WORN_PCT, HOT_C = 80, 70
"""% of the rated endurance, as the finding `drive-worn`; °C."""
