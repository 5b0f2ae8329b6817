"""Sizes as RAID tools write them: `256 KB` and `1.745 TB` are powers of 1024 under decimal names."""

from __future__ import annotations

import re
from typing import Any, Optional

_FACTORS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def parse_bytes(value: Any) -> Optional[int]:
    """Return 262144 of `256 KB`; a number with a fraction is rounded by the tool, so it is no exact size: None."""
    match = re.fullmatch(r"\s*([0-9]{1,15})\s*([KMGT]?)i?B\s*", str(value))
    return int(match.group(1)) * _FACTORS[match.group(2)] if match else None
