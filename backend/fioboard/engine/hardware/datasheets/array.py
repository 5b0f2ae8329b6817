"""What several drives are rated together: the sum by the rule of the RAID level, at most what the path carries."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

Access = Literal["read", "write", "randwrite"]
Rule = tuple[int, int, int]
"""Drives that do not count, copies of each block, I/Os at the drives for one small write."""

# Reads use every member. A full stripe of parity writes loses the parity's drives; a small one costs read-modify-write.
_RULES: Mapping[str, Rule] = {
    "raid0": (0, 1, 1),
    "striped": (0, 1, 1),
    "stripe": (0, 1, 1),
    "raid1": (0, 2, 2),
    "mirror": (0, 2, 2),
    "raid10": (0, 2, 2),
    "raid4": (1, 1, 4),
    "raid5": (1, 1, 4),
    "raid6": (2, 1, 6),
}
LEVELS: frozenset[str] = frozenset(_RULES)
"""Levels that have a rule."""


def rated_of_array(
    rated: float, level: str, width: int, access: Access, ceiling: float | None = None
) -> float | None:
    """The rated figure of `width` alike drives in one array, in the unit of `rated` (IOPS or bytes/s).

    None where no rule is known: another level (of a linear array one drive may do all the work), or fewer drives than
    the level needs. `ceiling`: what the links carry in the same unit; None when unknown.
    """
    rule = _RULES.get(level)
    if rule is None or width < 2:
        return None
    parity, copies, small_write = rule
    if level == "raid1":
        copies = small_write = width
    if width <= parity or width < copies:
        return None
    if access == "read":
        share = Fraction(width)
    elif access == "write":
        share = Fraction(width - parity, copies)
    else:
        share = Fraction(width, small_write)
    total = float(share * Fraction(rated))
    return total if ceiling is None else min(total, ceiling)
