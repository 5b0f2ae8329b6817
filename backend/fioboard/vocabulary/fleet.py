"""What of a drive needs a look, declared once: ids, words, and the rule as people read it."""

from typing import Literal

ProblemId = Literal[
    "warning", "array", "missing", "link", "odd", "worn", "hot", "firmware_fault", "firmware_mix"
]
PROBLEMS: dict[ProblemId, str] = {
    "warning": "The drive reports a critical warning",
    "array": "An array of its host is degraded",
    "missing": "The newest inventory of its host does not name it",
    "link": "Its PCIe link runs below what both ends can do",
    "odd": "Its figure lies far from those of its model",
    "worn": "80 % or more of its rated endurance is used",
    "hot": "At or above its own warning temperature, or 70 °C where it tells none",
    "firmware_fault": "Its firmware has a known fault",
    "firmware_mix": "Most drives of its model run another firmware",
}
"""In the order in which they are worth a look."""
WORN_PCT, HOT_C = 80, 70
"""% of the rated endurance, as the finding `drive-worn`; °C."""
