"""A PCIe link as a person states it: `Gen2 x4` of the slot, or of each of several drives."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.engine.hardware.inventory.link import (
    GENERATION,
    Direction,
    Range,
    compute_ceiling,
    compute_rate,
    find_payload_range,
)

SLOT_LINK, DRIVE_LINK = "slot.link", "pcie.link"
_LINK = re.compile(r"Gen([1-6]) x(1|2|4|8|16)")
_SPEED = {generation: gts for gts, generation in GENERATION.items()}


@dataclass(frozen=True, slots=True)
class StatedLink:
    """A link, and how many of it carry the data side by side."""

    link: str
    count: int
    gts: float
    lanes: int

    def compute_ceiling(self, direction: str) -> Range | None:
        """What the links carry one way, for the payloads that are usual; None for other directions."""
        way: Direction | None = "read" if direction == "read" else "write" if direction == "write" else None
        if way is None:
            return None
        low, high = (
            self.count * compute_ceiling(self.gts, self.lanes, size, way)
            for size in find_payload_range([None])
        )
        return Range(low, high)

    @property
    def rate(self) -> float:
        """The rate of the links: no one-way figure can be above it."""
        return self.count * compute_rate(self.gts, self.lanes)


def read_stated_link(labels: Mapping[str, str], drives: int | None) -> StatedLink | None:
    """Read the link that labels state: that of the slot, which all data takes, else that of the drives times their
    number. None where none is stated, or where drives are not counted."""
    for key, count in ((SLOT_LINK, 1), (DRIVE_LINK, drives)):
        match = _LINK.fullmatch(labels.get(key, ""))
        if match and count:
            return StatedLink(match[0], count, _SPEED[int(match[1])], int(match[2]))
    return None
