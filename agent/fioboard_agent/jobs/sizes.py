"""fio's sizes, as an upper bound in bytes: enough to say whether a file fits on its disk."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.errors import UsageError

_POWER = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}
_SIZE = re.compile(r"^(\d+)\s*([kmgtpe]?)(i?b?)$", re.IGNORECASE)


def parse_size(text: str) -> Optional[int]:
    """Bytes of `4k`, `1GiB`, `512`; None for anything else (percentages, ranges, arithmetic).

    Every suffix counts as a power of 1024: fio's default (kb_base=1024) and the larger of its two readings.
    """
    match = _SIZE.match(text.strip())
    if match is None:
        return None
    factor: int = 1024 ** _POWER[match.group(2).lower()]
    return int(match.group(1)) * factor


def parse_keep_free(text: Optional[str]) -> Optional[int]:
    """`--keep-free`, in bytes; None: the usual reserve. Raises UsageError."""
    if text is None:
        return None
    size_bytes = parse_size(text)
    if size_bytes is None:
        raise UsageError(f"--keep-free {text}: give a size such as 500m.")
    return size_bytes
