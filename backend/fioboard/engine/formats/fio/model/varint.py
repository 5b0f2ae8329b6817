"""LEB128: unsigned integers in as few bytes as they need, whole arrays at a time."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

_MAX_BYTES = 10
_LONGER = np.array([1 << (7 * k) for k in range(1, _MAX_BYTES)], dtype=np.uint64)
"""The first numbers that take a byte more."""


def encode_varints(values: npt.NDArray[np.uint64], sizes: Sequence[int]) -> list[bytes]:
    """Seven bits per byte, lowest first; the high bit says that more follow.

    Of the first `sizes[0]` values, the next `sizes[1]`, and so on, which are all: numpy takes as long to begin with
    one number as to go through hundreds.
    """
    length = np.searchsorted(_LONGER, values, side="right") + 1
    end = np.cumsum(length)
    out = np.zeros(int(end[-1]) if len(end) else 0, dtype=np.uint8)
    place, rest, left = end - length, values, length
    while len(rest):
        more = left > 1
        out[place] = (rest & np.uint64(127)).astype(np.uint8) | (more.astype(np.uint8) << 7)
        place, rest, left = place[more] + 1, rest[more] >> np.uint64(7), left[more] - 1
    stops = [0, *(int(end[count - 1]) if count else 0 for count in accumulate(sizes))]
    return [out[first:last].tobytes() for first, last in pairwise(stops)]


def decode_varints(data: bytes) -> npt.NDArray[np.uint64]:
    """Back from one of encode_varints(). ValueError when the last number is cut or one has too many bytes."""
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
