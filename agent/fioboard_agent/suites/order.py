"""In which order the workloads of one repeat run.

A drive that warms up or fills makes everything slower that comes later. When all repeats of one workload follow each
other, that drift looks like a difference between workloads, or between their repeats. So each repeat is a block of all
workloads in a random order of its own: drift then widens the intervals and favours nobody.
"""

from __future__ import annotations

import random
from typing import Sequence

INTERLEAVED, SEQUENTIAL = "interleaved", "sequential"
# What was measured decides which step is next.
SEARCHED = "searched"
ORDERS = (INTERLEAVED, SEQUENTIAL)


def shuffle_block(workloads: Sequence[str], repeat: int, seed: int) -> list[str]:
    """Return the workloads of one repeat, shuffled by the batch's seed: the same arguments give the same order."""
    shuffled = list(workloads)
    random.Random(f"{seed}/{repeat}").shuffle(shuffled)  # noqa: S311 an order, not a secret
    return shuffled
