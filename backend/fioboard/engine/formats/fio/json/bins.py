"""The bins of json+ → histograms, a whole document at a time.

Four layouts exist: midpoints in ns (2.99+), midpoints in µs (2.20–2.21), bucket indexes in µs beside three
FIO_IO_U_PLAT_… constants (2.2.12–2.19), and any of them sorted as text by another tool. All numbers of many
histograms are parsed in one call, because a Python object per bin would cost more than all the rest.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, compress

import msgspec
import numpy as np
import numpy.typing as npt
import orjson
import simdjson
from msgspec import Struct

from fioboard.engine.formats.fio.json import sentences
from fioboard.engine.formats.fio.json.shape import Nat
from fioboard.engine.formats.fio.model.histogram import (
    NS_BUCKETS,
    US_BUCKETS,
    Histogram,
    find_bucket,
    find_bucket_by_midpoint,
    get_midpoint,
)

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
_MAX_BINS = NS_BUCKETS + 3
# So few bins, about 150 as fio indents them, are read faster one by one than by two dozen array operations.
_MAX_FEW_BYTES = 4_000
_few_decoder = msgspec.json.Decoder(dict[str, Nat])
_INDEX_BY_KEY = {str(key): i for i, key in enumerate(get_midpoint(np.arange(NS_BUCKETS)).tolist())}
# Below it no sum of 64 bits has wrapped around.
_MAX_SAMPLES = 2**63


class Bins(Struct, frozen=True):
    """One "bins" object as it stands in the source."""

    raw: memoryview
    unit_ns: int


class ReadBins(Struct, frozen=True):
    """A histogram, or None with the reason; the reason may also stand beside a histogram."""

    histogram: Histogram | None
    reason: str | None = None


_NO_BINS = ReadBins(None)


def read_bins(all_bins: Sequence[Bins]) -> tuple[list[ReadBins], int]:
    """One result per "bins" object, in order, and how many colons there are in all of them."""
    if len(all_bins) == 1 and len(all_bins[0].raw) <= _MAX_FEW_BYTES:
        few = _read_few(all_bins[0])
        if few is not None:
            return [ReadBins(few)], len(few.index)
    read: list[ReadBins] = []
    colons = 0
    for batch in _split_batches(all_bins):
        results, colons_in_batch = _read_batch(batch)
        read += results
        colons += colons_in_batch
    return read, colons


def _read_few(bins: Bins) -> Histogram | None:
    """A histogram of fio's midpoints, each once and rising, none without a count; None when it is any other."""
    raw = bytes(bins.raw)
    try:
        count_by_key = _few_decoder.decode(raw)
        index = [_INDEX_BY_KEY[key] for key in count_by_key]
    except (KeyError, msgspec.MsgspecError):
        return None
    counts = list(count_by_key.values())
    n = sum(counts)
    is_usual = index and len(index) == raw.count(b":") and index == sorted(index)
    if not is_usual or 0 in counts or n >= _MAX_SAMPLES or (bins.unit_ns > 1 and index[-1] >= US_BUCKETS):
        return None
    return Histogram(np.array(index, np.uint16), np.array(counts, np.uint64), bins.unit_ns, bins.unit_ns, n)


def _split_batches(all_bins: Sequence[Bins]) -> Iterator[Sequence[Bins]]:
    """Split bins into batches of a bounded size."""
    if sum([len(bins.raw) for bins in all_bins]) <= _BATCH_BYTES:
        if all_bins:
            yield all_bins
        return
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


def _read_batch(batch: Sequence[Bins]) -> tuple[list[ReadBins], int]:
    """All bins of a batch in one pass of array operations, or one by one when any of them is odd."""
    joined = _BETWEEN.join([bins.raw[1:-1] for bins in batch])
    text = joined.translate(_AS_LISTS, b'"')
    numbers, sizes = _parse_lists(text)
    is_indexed = numbers is None and _INDEX_LAYOUT in joined
    if is_indexed:
        joined = _CONSTANT.sub(b"", joined)
        text = joined.translate(_AS_LISTS, b'"')
        numbers, sizes = _parse_lists(text)
    # Two quotes are one key: as many keys as pairs means that every key is one number, and every value.
    if numbers is None or len(joined) - len(text) != len(numbers) or {b.raw[0] for b in batch} != {_BRACE}:
        return _read_each(batch)
    index = _find_buckets(numbers[0::2], is_indexed, batch, sizes)
    if index is None:
        return _read_each(batch)
    # A copy of its own: the pairs they stand in would live as long as the counts.
    counts = numbers[1::2].astype(np.uint64)
    colons = _count_colons(batch) if is_indexed else len(counts)
    return _build_histograms(index, counts, batch, sizes), colons


def _parse_lists(text: bytes) -> tuple[npt.NDArray[np.int64] | None, list[int]]:
    """All numbers, and how many of them are in each list; None when they are not all integers."""
    try:
        lists = simdjson.Parser().parse(b"[[%b]]" % text)
        assert isinstance(lists, simdjson.Array)  # noqa: S101 - the brackets are ours
        numbers = np.frombuffer(lists.as_buffer(of_type="i"), np.int64)
        return numbers, [len(one) for one in lists]  # type: ignore[arg-type]  # brackets stand between lists only
    except (RuntimeError, TypeError, ValueError):
        return None, []


def _read_each(batch: Sequence[Bins]) -> tuple[list[ReadBins], int]:
    return [_read_slowly(bins) for bins in batch], _count_colons(batch)


def _count_colons(batch: Sequence[Bins]) -> int:
    return sum(bytes(bins.raw).count(b":") for bins in batch)


def _find_buckets(
    keys: npt.NDArray[np.int64], is_indexed: bool, batch: Sequence[Bins], sizes: Sequence[int]
) -> npt.NDArray[np.uint16] | None:
    """Return the bucket of every key; None unless all are midpoints (or all indexes), each once and rising."""
    index: npt.NDArray[np.integer]
    if is_indexed:
        if not all(_INDEX_LAYOUT in bytes(bins.raw) for bins in batch):
            return None
        index = keys
    else:
        index = find_bucket_by_midpoint(keys)
        if np.count_nonzero(get_midpoint(index) != keys):
            return None
    is_coarse = max([bins.unit_ns for bins in batch]) > 1
    # The bucket of a midpoint in ns exists.
    if (is_indexed or is_coarse) and len(index):
        buckets = US_BUCKETS if is_coarse else NS_BUCKETS
        if int(index.max()) >= buckets:
            return None
    is_falling = index[1:] <= index[:-1]
    if np.count_nonzero(is_falling):
        # Where one histogram ends and the next begins, the index may fall.
        is_falling[[(end >> 1) - 1 for end in accumulate(sizes) if 0 < end < 2 * len(index)]] = False
        if np.count_nonzero(is_falling):
            return None
    return index.astype(np.uint16)


def _build_histograms(
    index: npt.NDArray[np.uint16],
    count: npt.NDArray[np.uint64],
    batch: Sequence[Bins],
    sizes: Sequence[int],
) -> list[ReadBins]:
    """Build histograms as views into the batch; the index layout of 2.2.12–2.19 lists empty buckets too."""
    ends = [end >> 1 for end in accumulate(sizes)]
    starts = [0, *ends]
    is_filled = [start < end for start, end in zip(starts, ends, strict=False)]
    filled = list(compress(starts, is_filled))
    totals = iter(np.add.reduceat(count, filled).tolist() if filled else ())
    read: list[ReadBins] = []
    for bins, start, end in zip(batch, starts, ends, strict=False):
        if start == end:
            read.append(_NO_BINS)
            continue
        n: int = next(totals)
        own_index, own_count = index[start:end], count[start:end]
        if bins.unit_ns > 1 and not own_count.all():
            kept = np.flatnonzero(own_count)
            own_index, own_count = own_index[kept], own_count[kept]
        if len(own_index):
            read.append(ReadBins(Histogram(own_index, own_count, bins.unit_ns, bins.unit_ns, n)))
        else:
            read.append(_NO_BINS)
    return read


def _read_slowly(bins: Bins) -> ReadBins:  # noqa: PLR0911 - one per reason to refuse
    """Key by key: bins in any order, with values that are no counts, or of another bucket scheme."""
    raw = bytes(bins.raw)
    if raw.count(b":") > _MAX_BINS:
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
            return ReadBins(None, sentences.BIN_WITHOUT_NUMBER(key=repr(key[:40])))
        if type(count) is not int or not 0 <= count < 2**63:
            return ReadBins(None, sentences.BIN_WITHOUT_COUNT(key=key))
        pairs.append((int(key), count))
    keys = np.array([key for key, _ in pairs], dtype=np.int64)
    counts = np.array([count for _, count in pairs], dtype=np.int64)
    if constants:
        if len(keys) and int(keys.max()) >= buckets:
            return ReadBins(None, "bins have an index that fio does not have")
        return ReadBins(Histogram.build_from_buckets(keys, counts, bins.unit_ns) if counts.any() else None)
    index = find_bucket(keys, buckets)
    if (get_midpoint(index) != keys).any():
        return ReadBins(None, "bins are not at fio's bucket midpoints")
    return ReadBins(Histogram.build_from_buckets(index, counts, bins.unit_ns) if counts.any() else None)
