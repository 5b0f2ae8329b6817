"""Where Linux shows the firmware's tables: one file, or one per record. Both are for root only (mode 0400)."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.smbios.records import Record, parse_table
from fioboard_agent.host.reader import ABSENT, UNPARSED, Reader

TABLE = "/sys/firmware/dmi/tables/DMI"
ENTRIES = "/sys/firmware/dmi/entries"


def read_tables(reader: Reader) -> Optional[list[Record]]:
    """All records in the table's order; null when they may not be read or there are none."""
    if reader.exists(TABLE):
        content = reader.binary(TABLE)
        records = parse_table(content) if content is not None else []
        if content is not None and not records:
            reader.source.note(UNPARSED, f"{TABLE} holds no record")
        return records or None
    names = [name for name in reader.names(ENTRIES) if re.fullmatch(r"\d{1,3}-\d{1,5}", name)]
    if not names:
        reader.source.note(ABSENT, f"neither {TABLE} nor {ENTRIES} has anything")
    numbers = sorted(tuple(map(int, name.split("-"))) for name in names)
    raw = [reader.binary(f"{ENTRIES}/{kind}-{instance}/raw") for kind, instance in numbers]
    return [record for content in raw if content for record in parse_table(content)] or None
