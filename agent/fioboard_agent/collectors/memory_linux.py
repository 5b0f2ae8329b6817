"""Memory: what the kernel manages (a little less than the modules hold), huge pages, and the modules."""

from __future__ import annotations

import re
from typing import Optional, Sequence

from fioboard_agent.collectors import dimms_linux
from fioboard_agent.collectors.smbios.records import Record
from fioboard_agent.host.reader import UNPARSED, Reader, get_selected_word
from fioboard_agent.inventory_types import Memory


def collect_memory(reader: Reader, records: Optional[Sequence[Record]] = None) -> Memory:
    """The `memory` part of the document; meminfo's kB are units of 1024."""
    text = reader.text("/proc/meminfo", optional=False)
    total, huge_page = _parse_meminfo(text, "MemTotal", " kB"), _parse_meminfo(text, "Hugepagesize", " kB")
    if text is not None and total is None:
        reader.source.note(UNPARSED, "/proc/meminfo has no MemTotal")
    return {
        "total_bytes": None if total is None else total * 1024,
        "hugepages_total": _parse_meminfo(text, "HugePages_Total"),
        "hugepage_bytes": None if huge_page is None else huge_page * 1024,
        "thp": get_selected_word(reader.text("/sys/kernel/mm/transparent_hugepage/enabled")),
        **dimms_linux.collect_dimms(reader, records),
    }


def _parse_meminfo(text: Optional[str], name: str, unit: str = "") -> Optional[int]:
    match = re.search(rf"^{name}:\s*(\d{{1,15}}){unit}$", text or "", re.MULTILINE)
    return int(match.group(1)) if match else None
