"""fio's latency histogram: merged exactly, stored sparsely, any percentile with the width of its bucket.

fio counts every latency in one of 1856 buckets (ns, since 2.99) or 1216 (µs, before): exact below 128,
then 64 buckets per power of two, so that no bucket is wider than 1/64 of its value.
Source: fio stat.h (FIO_IO_U_PLAT_*), stat.c plat_val_to_idx, plat_idx_to_val, calc_clat_percentiles.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from fioboard.engine.formats.fio.model.varint import decode_varints, encode_varints

NS_BUCKETS = 1856
US_BUCKETS = 1216
_BUCKETS = {1: NS_BUCKETS, 1_000: US_BUCKETS}
_BITS = 6
_FORMAT = 1

IndexArray = npt.NDArray[np.uint16]
CountArray = npt.NDArray[np.uint64]


def _compute_bounds(
    buckets: int,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return first value, last value and midpoint (what fio prints) of every bucket."""
    index = np.arange(buckets, dtype=np.int64)
    shift = np.maximum((index >> _BITS) - 1, 0)
    first = np.where(index < 2 << _BITS, index, ((index & 63) + 64) << shift)
    last = first + (np.int64(1) << shift) - 1
    return first, last, first + ((np.int64(1) << shift) >> 1)


_FIRST, _LAST, _MIDDLE = _compute_bounds(NS_BUCKETS)
_LAST_IN = {buckets: int(_LAST[buckets - 1]) for buckets in (NS_BUCKETS, US_BUCKETS)}
_LAST_MIDPOINT_NS = {unit_ns: int(_MIDDLE[buckets - 1]) * unit_ns for unit_ns, buckets in _BUCKETS.items()}
# Of an IEEE double: 52 bits of mantissa, an exponent that is 1023 too high.
_BELOW_BUCKET = 52 - _BITS
_BUCKET_OF_ZERO = (1023 + _BITS - 1) << _BITS
# The same of half a double.
_BELOW_BUCKET_32 = 23 - _BITS
_BUCKET_OF_ZERO_32 = (127 + _BITS - 1) << _BITS


def find_bucket(value: npt.NDArray[np.int64], buckets: int = NS_BUCKETS) -> npt.NDArray[np.int64]:
    """Return the index of the bucket that counts each value; beyond the last bucket, the last one."""
    bounded = np.minimum(value, _LAST_IN[buckets])
    # A double keeps the exponent and, behind it, the highest bits of the value: side by side they are the bucket.
    index = (bounded.astype(np.float64).view(np.int64) >> _BELOW_BUCKET) - _BUCKET_OF_ZERO
    return np.where(bounded < 1 << _BITS, bounded, index)


def find_bucket_by_midpoint(value: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Return the index of the bucket with this midpoint; of any other value an index whose midpoint is another."""
    # A midpoint has at most eight significant bits: half a double holds it, and takes half the memory.
    index = (value.astype(np.float32).view(np.int32) >> _BELOW_BUCKET_32) - _BUCKET_OF_ZERO_32
    np.copyto(index, value, where=value < 1 << _BITS, casting="unsafe")
    return index


def get_midpoint(index: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Return what fio prints for each bucket, in the unit it counts in; beyond the last bucket, of the last one."""
    return _MIDDLE.take(index, mode="clip")


@dataclass(frozen=True, slots=True)
class PercentileEstimate:
    """A percentile from bins: the true value lies between low and high (both inclusive)."""

    value_ns: int
    low_ns: int
    high_ns: int | None
    """None in the last bucket: it also holds everything slower, so `value_ns` is a lower bound."""


class Histogram(Struct, frozen=True, eq=False):
    """Non-empty buckets in rising order. Bucket `i` counts latencies in units of `unit_ns`."""

    index: IndexArray
    count: CountArray
    unit_ns: int = 1
    """1 or 1000: which of fio's two schemes `index` belongs to."""
    resolution_ns: int = 1
    """The coarsest unit that anything in it was measured in."""
    known_n: int | None = None
    """The sum of `count`, where its maker had it already."""

    @property
    def n(self) -> int:
        """Number of samples."""
        return int(self.count.sum()) if self.known_n is None else self.known_n

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        return (
            (self.unit_ns, self.resolution_ns) == (other.unit_ns, other.resolution_ns)
            and np.array_equal(self.index, other.index)
            and np.array_equal(self.count, other.count)
        )

    def __ne__(self, other: object) -> bool:
        # Struct compares identities here, where Python alone would turn __eq__ round.
        return not self == other

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    @classmethod
    def build_from_buckets(
        cls,
        index: npt.NDArray[np.integer],
        count: npt.NDArray[np.integer],
        unit_ns: int = 1,
        resolution_ns: int | None = None,
    ) -> "Histogram":
        """Build a histogram from counts per bucket in any order; equal indexes are added, empty buckets left out."""
        dense = np.zeros(_BUCKETS[unit_ns], dtype=np.uint64)
        np.add.at(dense, index.astype(np.intp), count.astype(np.uint64))
        kept = np.flatnonzero(dense)
        return cls(kept.astype(np.uint16), dense[kept], unit_ns, resolution_ns or unit_ns)

    @classmethod
    def build_from_values(cls, values_ns: npt.NDArray[np.int64]) -> "Histogram":
        """Build a histogram from single latencies, as fio would have counted them."""
        index, count = np.unique(find_bucket(values_ns), return_counts=True)
        return cls(index.astype(np.uint16), count.astype(np.uint64))

    def merge(self, *others: "Histogram") -> "Histogram":
        """Counts added bucket by bucket: exactly what fio does for a group.

        µs and ns histograms meet in the ns scheme, each µs bucket at its midpoint, and the coarser
        resolution stays marked.
        """
        return merge_histograms((self, *others))

    def percentile(self, percentile: float) -> PercentileEstimate | None:
        """The smallest bucket whose cumulative count reaches percentile/100 of all; None when empty.

        Reproduces fio's own numbers: it compares in long double, here in exact fractions.
        """
        if not 0 <= percentile <= 100:
            raise ValueError(f"percentile {percentile} is not in 0..100")
        cumulative = np.cumsum(self.count, dtype=np.uint64)
        if not len(cumulative) or not cumulative[-1]:
            return None
        share = Fraction(percentile) * int(cumulative[-1]) / 100
        needed = -(-share.numerator // share.denominator)
        position = int(np.searchsorted(cumulative, np.uint64(needed)))
        i = int(self.index[min(position, len(self.index) - 1)])
        is_last = i == _BUCKETS[self.unit_ns] - 1
        unit = self.unit_ns
        return PercentileEstimate(
            value_ns=int(_MIDDLE[i]) * unit,
            low_ns=int(_FIRST[i]) * unit,
            high_ns=None if is_last else int(_LAST[i]) * unit + unit - 1,
        )

    def cdf(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Upper edge of each bucket in ns, and the share (0..1] of samples up to it."""
        share = np.cumsum(self.count, dtype=np.float64)
        upper = (_LAST[self.index] + 1) * self.unit_ns
        return upper, share / share[-1] if len(share) else share

    def edges(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Lower and upper edge of each bucket in ns; the upper one belongs to the next."""
        return _FIRST[self.index] * self.unit_ns, (_LAST[self.index] + 1) * self.unit_ns

    def to_bytes(self) -> bytes:
        """Compact form, see `pack`."""
        return pack([self])[0]

    @classmethod
    def from_bytes(cls, data: bytes) -> "Histogram":
        """Back from to_bytes(). ValueError when it is not one."""
        if len(data) < 4 or data[0] != _FORMAT or data[1] not in (0, 3) or data[2] > 9:
            raise ValueError("not a stored histogram")
        numbers = decode_varints(data[3:])
        size = int(numbers[0])
        if len(numbers) != 2 * size + 1:
            raise ValueError("stored histogram is cut short")
        index = np.cumsum(numbers[1 : size + 1])
        unit_ns = 10 ** data[1]
        if size and int(index[-1]) >= _BUCKETS[unit_ns]:
            raise ValueError("stored histogram has a bucket that fio does not have")
        return cls(index.astype(np.uint16), numbers[size + 1 :], unit_ns, 10 ** data[2])


def pack(histograms: Sequence[Histogram]) -> list[bytes]:
    """Return compact forms: format, log10 of unit and of resolution (one byte each), then LEB128 varints: number
    of buckets, first index and the distances to the next ones, counts.
    """
    if not histograms:
        return []
    parts: list[npt.NDArray[np.uint64]] = []
    for one in histograms:
        steps = one.index.astype(np.uint64)
        steps[1:] = steps[1:] - steps[:-1]
        parts += [np.array([len(steps)], dtype=np.uint64), steps, one.count]
    sizes = [1 + 2 * len(one.index) for one in histograms]
    bodies = encode_varints(np.concatenate(parts), sizes)
    return [
        bytes((_FORMAT, len(str(one.unit_ns)) - 1, len(str(one.resolution_ns)) - 1)) + body
        for one, body in zip(histograms, bodies, strict=True)
    ]


def merge_histograms(histograms: Iterable[Histogram]) -> Histogram:
    """The sum of any number of histograms; empty when there is none."""
    parts = list(histograms)
    units = {part.unit_ns for part in parts}
    resolution_ns = max((part.resolution_ns for part in parts), default=1)
    unit_ns = units.pop() if len(units) == 1 else 1
    dense = np.zeros(_BUCKETS[unit_ns], dtype=np.uint64)
    for part in parts:
        if part.unit_ns == unit_ns:
            dense[part.index] += part.count
        else:
            np.add.at(dense, find_bucket(_MIDDLE[part.index] * part.unit_ns), part.count)
    kept = np.flatnonzero(dense)
    return Histogram(kept.astype(np.uint16), dense[kept], unit_ns, resolution_ns)


def get_last_midpoint_ns(unit_ns: int) -> int:
    """Return what fio prints for its last bucket, which also holds everything slower."""
    return _LAST_MIDPOINT_NS[unit_ns]
