"""Experiments: batches that `fioboard-agent experiment` made, of conditions that differ in one thing."""

from typing import Final

EXPERIMENT: Final = "experiment"
"""What the agent calls such a batch."""
CONDITION_LABEL: Final = "experiment_condition"
CONDITION_KEY: Final = f"label.{CONDITION_LABEL}"
"""As a factor. It names a setting of the machine: where that is recorded, the label follows from it."""
CONDITION_WORD: Final = "Condition"
