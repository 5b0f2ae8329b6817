"""Facts about the machine that people paste beside a result, and which of the results each of them describes."""

from fioboard.pasted.assign import PastedText, choose_labels, find_facts
from fioboard.pasted.facts import Confidence, Fact
from fioboard.pasted.hardware import build_inventory
from fioboard.pasted.merging import AppliedFact

__all__ = [
    "AppliedFact",
    "Confidence",
    "Fact",
    "PastedText",
    "build_inventory",
    "choose_labels",
    "find_facts",
]
