"""Ids: UUIDv7 (RFC 9562), so that primary keys grow with time and tables can be partitioned by id range."""

import os
import threading
import time
from datetime import datetime
from uuid import UUID

_lock = threading.Lock()
_last_ms = 0
_counter = 0


def floor_uuid7(moment: datetime) -> UUID:
    """Return the lowest UUIDv7 of a moment: ids made from then on are not below it."""
    return UUID(int=(int(moment.timestamp() * 1000) << 80) | (0x7 << 76) | (0b10 << 62))


def uuid7() -> UUID:
    """A new UUIDv7; rising within one process even inside one millisecond (12-bit counter, RFC 9562 6.2 method 1)."""
    global _last_ms, _counter  # noqa: PLW0603 -- the counter is what makes ids of one process rise
    with _lock:
        now_ms = time.time_ns() // 1_000_000
        if now_ms > _last_ms:
            _last_ms, _counter = now_ms, int.from_bytes(os.urandom(2)) & 0x7FF
        else:
            _counter += 1
            if _counter > 0xFFF:
                _last_ms, _counter = _last_ms + 1, 0
        ms, counter = _last_ms, _counter
    tail = int.from_bytes(os.urandom(8)) & 0x3FFF_FFFF_FFFF_FFFF
    return UUID(int=(ms << 80) | (0x7 << 76) | (counter << 64) | (0b10 << 62) | tail)
