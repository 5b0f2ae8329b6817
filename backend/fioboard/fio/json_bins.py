"""The bins of json+ → histograms, a whole document at a time.

Four layouts exist: midpoints in ns (2.99+), midpoints in µs (2.20–2.21), bucket indexes in µs beside three
FIO_IO_U_PLAT_… constants (2.2.12–2.19), and any of them sorted as text by another tool. All numbers of many
histograms are parsed in one call, because a Python object per bin would cost more than all the rest.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt
import orjson
import simdjson

from fioboard.fio.histogram import NS_BUCKETS, US_BUCKETS, Histogram, bucket_of, midpoint_of

# One translation turns `"100" : 5, …` into `100 , 5, …` once the quotes are deleted, and whatever is no number into
# a letter that no JSON has, so that the parser of the result refuses odd bins. Between two histograms stand
# control characters, which valid JSON cannot hold, and which become brackets.
_BETWEEN = b"\x01,\x02"
_AS_LIST = {0x01: 0x5D, 0x02: 0x5B, 0x3A: 0x2C}
_AS_LISTS = bytes(c if c in b"0123456789, \n\r\t" else _AS_LIST.get(c, ord("x")) for c in range(256))
# fio prints the constants behind the bins.
_CONSTANT = re.compile(rb',\s*"FIO_IO_U_PLAT_\w+"\s*:\s*\d+')
_INDEX_LAYOUT = b"FIO_IO_U_PLAT_"
# Small enough for the processor's cache: a batch of 1 MB takes half as long again.
_BATCH_BYTES = 1 << 17
_BRACE = ord("{")
_MOST_BINS = NS_BUCKETS + 3


@dataclass(frozen=True, slots=True)
class Bins:
    """One "bins" object as it stands in the source."""

    where: str
    raw: memoryview
    unit_ns: int


@dataclass(frozen=True, slots=True)
class ReadBins:
    """A histogram, or None with the reason; the reason may also stand beside a histogram."""

    histogram: Histogram | None
    reason: str | None = None


def read_bins(all_bins: Sequence[Bins]) -> list[ReadBins]:
    """One result per "bins" object, in order. `where` of a Bins is for the caller's use."""
    read: list[ReadBins] = []
    for batch in _batches(all_bins):
        read.extend(_read_batch(batch))
    return read


def _batches(all_bins: Sequence[Bins]) -> Iterator[list[Bins]]:
    batch: list[Bins] = []
    size = 0
    for bins in all_bins:
        batch.append(bins)
        size += len(bins.raw)
        if size > _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _read_batch(batch: list[Bins]) -> list[ReadBins]:
    """All bins of a batch in one pass of array operations, or one by one when any of them is odd."""
    if any(bins.raw[0] != _BRACE for bins in batch):
        return [_read_slowly(bins) for bins in batch]
    joined = _BETWEEN.join([bins.raw[1:-1] for bins in batch])
    is_indexed = _INDEX_LAYOUT in joined
    if is_indexed:
        joined = _CONSTANT.sub(b"", joined)
    text = joined.translate(_AS_LISTS, b'"')
    try:
        lists = simdjson.Parser().parse(b"[[%b]]" % text)
        assert isinstance(lists, simdjson.Array)  # noqa: S101 - the brackets are ours
        numbers = np.frombuffer(lists.as_buffer(of_type="i"), np.int64)
        sizes = [len(one) for one in lists if isinstance(one, simdjson.Array)]
    except (RuntimeError, TypeError, ValueError):
        return [_read_slowly(bins) for bins in batch]
    # Two quotes are one key: as many keys as pairs means that every key is one number, and every value.
    is_odd = len(joined) - len(text) != len(numbers)
    index = None if is_odd else _bucket_indexes(numbers[0::2], is_indexed, batch, sizes)
    if index is None:
        return [_read_slowly(bins) for bins in batch]
    # A copy of its own: the pairs they stand in would live as long as the counts.
    counts = numbers[1::2].astype(np.uint64)
    ends = [end >> 1 for end in accumulate(sizes)]
    return [
        _histogram(index[start:end], counts[start:end], bins.unit_ns)
        for bins, start, end in zip(batch, [0, *ends], ends, strict=False)
    ]


def _bucket_indexes(
    keys: npt.NDArray[np.int64], is_indexed: bool, batch: list[Bins], sizes: Sequence[int]
) -> npt.NDArray[np.uint16] | None:
    """The bucket of every key; None unless all are midpoints (or all indexes), each once and rising."""
    if is_indexed:
        if not all(_INDEX_LAYOUT in bytes(bins.raw) for bins in batch):
            return None
        index = keys
    else:
        index = bucket_of(keys)
        if (midpoint_of(index) != keys).any():
            return None
    buckets = US_BUCKETS if any(bins.unit_ns > 1 for bins in batch) else NS_BUCKETS
    if len(index) and int(index.max()) >= buckets:
        return None
    is_falling = index[1:] <= index[:-1]
    # Where one histogram ends and the next begins, the index may fall.
    borders = len({end for end in accumulate(sizes) if 0 < end < 2 * len(index)})
    falls = int(np.count_nonzero(is_falling))
    if falls > borders:
        return None
    if falls:
        is_falling[[(end >> 1) - 1 for end in accumulate(sizes) if 0 < end < 2 * len(index)]] = False
        if is_falling.any():
            return None
    return index.astype(np.uint16)


def _histogram(index: npt.NDArray[np.uint16], count: npt.NDArray[np.uint64], unit_ns: int) -> ReadBins:
    """Views into the batch; the index layout of 2.2.12–2.19 lists empty buckets too."""
    if not len(index):
        return ReadBins(None)
    if unit_ns > 1 and not count.all():
        kept = np.flatnonzero(count)
        if not len(kept):
            return ReadBins(None)
        index, count = index[kept], count[kept]
    return ReadBins(Histogram(index, count, unit_ns, unit_ns))


def _read_slowly(bins: Bins) -> ReadBins:  # noqa: PLR0911 - one per reason to refuse
    """Key by key: bins in any order, with values that are no counts, or of another bucket scheme."""
    raw = bytes(bins.raw)
    if raw.count(b":") > _MOST_BINS:
        return ReadBins(None, "more bins than fio has buckets")
    try:
        content = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return ReadBins(None, "bins are no JSON object")
    if not isinstance(content, dict):
        return ReadBins(None, "bins are no JSON object")
    constants = {key: value for key, value in content.items() if key.startswith("FIO_IO_U_PLAT_")}
    buckets = US_BUCKETS if bins.unit_ns > 1 else NS_BUCKETS
    pairs = []
    for key, count in content.items():
        if key in constants:
            continue
        if not key.isdecimal() or not key.isascii() or len(key) > 18:
            return ReadBins(None, f"bin {key[:40]!r} is no number")
        if type(count) is not int or not 0 <= count < 2**63:
            return ReadBins(None, f"bin {key} holds no count")
        pairs.append((int(key), count))
    keys = np.array([key for key, _ in pairs], dtype=np.int64)
    counts = np.array([count for _, count in pairs], dtype=np.int64)
    if constants:
        if len(keys) and int(keys.max()) >= buckets:
            return ReadBins(None, "bins have an index that fio does not have")
        return ReadBins(Histogram.from_buckets(keys, counts, bins.unit_ns) if counts.any() else None)
    index = bucket_of(keys, buckets)
    if (midpoint_of(index) != keys).any():
        return ReadBins(None, "bins are not at fio's bucket midpoints")
    return ReadBins(Histogram.from_buckets(index, counts, bins.unit_ns) if counts.any() else None)
