"""The bins of json+ → histograms, a whole document at a time.

Four layouts exist: midpoints in ns (2.99+), midpoints in µs (2.20–2.21), bucket indexes in µs beside three
FIO_IO_U_PLAT_… constants (2.2.12–2.19), and any of them sorted as text by another tool. All numbers of many
histograms are parsed in one call, because a Python object per bin would cost more than all the rest.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import orjson

from fioboard.fio.histogram import NS_BUCKETS, US_BUCKETS, Histogram, bucket_of, midpoint_of

# The separator keeps its minus sign: sources have none, _EXPECTED sees to that.
_DIGITS_AND_MINUS = bytes(c if 48 <= c <= 57 or c == 45 else 32 for c in range(256))
_EXPECTED = b'0123456789":,{} \n\r\t'
_CONSTANT = re.compile(rb'"FIO_IO_U_PLAT_\w+"\s*:\s*\d+\s*,?')
_BETWEEN = b" -1 "
_BATCH_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Bins:
    """One "bins" object as it stands in the source."""

    where: str
    raw: bytes
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
    is_indexed = [b"FIO_IO_U_PLAT_" in bins.raw for bins in batch]
    sources = [
        _CONSTANT.sub(b"", bins.raw) if indexed else bins.raw
        for bins, indexed in zip(batch, is_indexed, strict=True)
    ]
    if any(source.translate(None, _EXPECTED) for source in sources):
        return [_read_slowly(bins) for bins in batch]
    text = _BETWEEN.join(sources).translate(_DIGITS_AND_MINUS)
    numbers = np.fromstring(text, dtype=np.int64, sep=" ")
    ends = [*np.flatnonzero(numbers == -1).tolist(), len(numbers)]
    if len(ends) != len(batch):
        return [_read_slowly(bins) for bins in batch]
    read = []
    start = 0
    key_buckets = bucket_of(numbers)
    is_midpoint = midpoint_of(key_buckets) == numbers
    for bins, indexed, end in zip(batch, is_indexed, ends, strict=True):
        keys, counts = slice(start, end, 2), numbers[start + 1 : end : 2]
        start = end + 1
        index = numbers[keys] if indexed else key_buckets[keys]
        buckets = US_BUCKETS if bins.unit_ns > 1 else NS_BUCKETS
        is_clean = (
            len(index) == len(counts)
            and (indexed or is_midpoint[keys].all())
            and (not len(index) or (int(index[-1]) < buckets and bool((index[1:] > index[:-1]).all())))
        )
        if not is_clean:
            read.append(_read_slowly(bins))
        elif indexed:
            kept = np.flatnonzero(counts)
            read.append(_histogram(index[kept], counts[kept], bins.unit_ns))
        else:
            read.append(_histogram(index, counts, bins.unit_ns))
    return read


def _histogram(index: npt.NDArray[np.int64], count: npt.NDArray[np.int64], unit_ns: int) -> ReadBins:
    if not len(index):
        return ReadBins(None)
    return ReadBins(Histogram(index.astype(np.uint16), count.astype(np.uint64), unit_ns, unit_ns))


def _read_slowly(bins: Bins) -> ReadBins:  # noqa: PLR0911 - one per reason to refuse
    """Key by key: bins in any order, with values that are no counts, or of another bucket scheme."""
    try:
        content = orjson.loads(bins.raw)
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
