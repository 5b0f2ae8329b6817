"""In which order the workloads of one repeat run.

A drive that warms up or fills makes everything slower that comes later. When all repeats of one workload follow each
other, that drift looks like a difference between workloads, or between their repeats. So each repeat is a block of all
workloads in a random order of its own: drift then widens the intervals and favours nobody. Where as many repeats as
workloads are made, a Latin square is stricter: each workload has every place once, and follows every other as often.
"""

from __future__ import annotations

import random
from typing import Sequence

INTERLEAVED, SEQUENTIAL = "interleaved", "sequential"
# What was measured decides which step is next.
SEARCHED = "searched"
LATIN = "latin"
ORDERS = (INTERLEAVED, LATIN, SEQUENTIAL)


def shuffle_block(workloads: Sequence[str], repeat: int, seed: int) -> list[str]:
    """Return the workloads of one repeat, shuffled by the batch's seed: the same arguments give the same order."""
    shuffled = list(workloads)
    random.Random(f"{seed}/{repeat}").shuffle(shuffled)  # noqa: S311 an order, not a secret
    return shuffled


def arrange_latin(workloads: Sequence[str], repeat: int, seed: int) -> list[str]:
    """Return one row of a Latin square over a random order of the workloads (Williams 1949): in as many repeats as
    workloads each has every place once, and each follows every other once where their number is even; where it is
    odd, in twice as many."""
    count = len(workloads)
    drawn = shuffle_block(workloads, 0, seed)
    # 0, 1, n - 1, 2, n - 2, …: neighbours differ by another number every time.
    first = [(place + 1) // 2 if place % 2 else (count - place // 2) % count for place in range(count)]
    row = [drawn[(place + repeat - 1) % count] for place in first]
    return row[::-1] if count % 2 and (repeat - 1) // count % 2 else row
