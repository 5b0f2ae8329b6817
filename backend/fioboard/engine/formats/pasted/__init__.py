"""Facts about the machine that people paste beside a result, and which of the results each of them describes."""

from fioboard.engine.formats.pasted.assign import PastedText, choose_labels, find_facts
from fioboard.engine.formats.pasted.facts import Confidence, Fact
from fioboard.engine.formats.pasted.hardware import build_inventory
from fioboard.engine.formats.pasted.merging import AppliedFact

__all__ = [
    "AppliedFact",
    "Confidence",
    "Fact",
    "PastedText",
    "build_inventory",
    "choose_labels",
    "find_facts",
]
