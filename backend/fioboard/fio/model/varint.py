"""LEB128: unsigned integers in as few bytes as they need, whole arrays at a time."""

import numpy as np
import numpy.typing as npt

_MAX_BYTES = 10


def encode_varints(values: npt.NDArray[np.uint64]) -> bytes:
    """Seven bits per byte, lowest first; the high bit says that more follow."""
    rest = values.astype(np.uint64)
    length = np.ones(len(rest), dtype=np.int64)
    for k in range(1, _MAX_BYTES):
        length += rest >= np.uint64(1 << (7 * k))
    end = np.cumsum(length)
    out = np.zeros(int(end[-1]) if len(end) else 0, dtype=np.uint8)
    start = end - length
    for k in range(int(length.max(initial=0))):
        has = length > k
        more = (length[has] > k + 1).astype(np.uint8) << 7
        out[start[has] + k] = ((rest[has] >> np.uint64(7 * k)) & np.uint64(127)).astype(np.uint8) | more
    return out.tobytes()


def decode_varints(data: bytes) -> npt.NDArray[np.uint64]:
    """Back from encode_varints(). ValueError when the last number is cut or one has too many bytes."""
    raw = np.frombuffer(data, dtype=np.uint8)
    end = np.flatnonzero(raw < 128)
    if not len(end) or end[-1] != len(raw) - 1:
        raise ValueError("varints are cut short")
    start = np.concatenate((np.zeros(1, dtype=np.intp), end[:-1] + 1))
    length = end - start + 1
    if int(length.max()) > _MAX_BYTES:
        raise ValueError("varint longer than 64 bits")
    place = np.arange(len(raw)) - np.repeat(start, length)
    bits = (raw & 127).astype(np.uint64) << (place * 7).astype(np.uint64)
    return np.asarray(np.add.reduceat(bits, start), dtype=np.uint64)
