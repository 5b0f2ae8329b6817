"""How often a byte occurs: bytes.count costs a call per hit, which hurts where every tenth byte is one."""

import numpy as np

_CHUNK = 1 << 20
# Below this the few array operations cost more than the hits.
_SMALL = 1 << 14


def count_byte(data: bytes, byte: bytes, start: int = 0, end: int | None = None) -> int:
    """Occurrences of one byte in data[start:end]."""
    stop = len(data) if end is None else min(end, len(data))
    if stop - start <= _SMALL:
        return data.count(byte, start, stop)
    wanted = byte[0]
    total = 0
    for at in range(start, stop, _CHUNK):
        chunk = np.frombuffer(data, np.uint8, min(_CHUNK, stop - at), at)
        total += int(np.count_nonzero(chunk == wanted))
    return total


def count_containers(data: bytes) -> int:
    """Opening braces and brackets of JSON, also those inside strings: 0x5B and 0x7B differ in one bit."""
    total = 0
    for at in range(0, len(data), _CHUNK):
        chunk = np.frombuffer(data, np.uint8, min(_CHUNK, len(data) - at), at)
        total += int(np.count_nonzero((chunk | 0x20) == ord("{")))
    return total
