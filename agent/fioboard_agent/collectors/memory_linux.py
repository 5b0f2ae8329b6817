"""How much memory the kernel manages (/proc/meminfo): a little less than the DIMMs hold."""

from __future__ import annotations

import re
from typing import Any

from fioboard_agent.collectors.frame import UNPARSED, Reader

_TOTAL = re.compile(r"^MemTotal:\s*(\d{1,15}) kB$", re.MULTILINE)


def collect_memory(reader: Reader) -> dict[str, Any]:
    """`total_bytes`; meminfo's kB are units of 1024."""
    text = reader.text("/proc/meminfo", optional=False)
    match = _TOTAL.search(text or "")
    if text is not None and match is None:
        reader.source.note(UNPARSED, "/proc/meminfo has no MemTotal")
    return {"total_bytes": int(match.group(1)) * 1024 if match else None}
