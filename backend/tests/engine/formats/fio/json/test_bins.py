"""Bins that are almost fio's: the fast reader of whole batches must not make numbers out of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.formats.fio.json.bins import Bins, ReadBins, read_bins
from fioboard.engine.formats.fio.model.histogram import NS_BUCKETS, get_midpoint
from tests.loops import check_each

WHOLE = b'{"1" : 2, "129" : 3}'


def read_between(raw: bytes) -> ReadBins:
    """Read beside two whole ones, as a batch is."""
    read, colons = read_bins([Bins(memoryview(one), 1) for one in (WHOLE, raw, WHOLE)])
    before, found, after = read
    assert colons == 4 + raw.count(b":")
    for neighbour in (before, after):
        assert neighbour.histogram is not None
        assert neighbour.histogram.count.tolist() == [2, 3]
    return found


@check_each(
    "raw, reason",
    [
        (b'{"1":2,"3":18446744073709551615}', "bin 3 has no count"),
        (b'{"1":2,"3":99999999999999999999999}', "bin 3 has no count"),
        (b'{"1":true}', "bin 1 has no count"),
        (b'{"1":1.0}', "bin 1 has no count"),
        (b'{"1":-1}', "bin 1 has no count"),
        (b'{"1":"2"}', "bin 1 has no count"),
        (b'{"1":[2]}', "bin 1 has no count"),
        (b'{"1":{"2":3}}', "bin 1 has no count"),
        (b'{"1,2":3,"4,5":6}', "bin '1,2' is not a number"),
        (b'{"1:2,3":4}', "bin '1:2,3' is not a number"),
        (b'{"{1}":2}', "bin '{1}' is not a number"),
        (b'{"1 0":3}', "bin '1 0' is not a number"),
        (b'{"":3}', "bin '' is not a number"),
        (b'{"128":3}', "bins are not at fio's bucket midpoints"),
        (b"5", "bins are no JSON object"),
        (b"null", "bins are no JSON object"),
        (b"[1,2]", "bins are no JSON object"),
        (b'{"a":' + b"[" * 2000 + b"]" * 2000 + b"}", "bins are no JSON object"),
    ],
)
def test_odd_bins_are_refused_with_a_reason(raw: bytes, reason: str) -> None:
    found = read_between(raw)
    assert (found.histogram, found.reason) == (None, reason)


def test_bins_in_any_order_are_sorted() -> None:
    found = read_between(b'{"129":1,"2":7}').histogram
    assert found is not None
    assert (found.index.tolist(), found.count.tolist()) == ([2, 128], [7, 1])


def test_the_largest_count_is_kept_whole() -> None:
    found = read_between(b'{"1":9223372036854775807}').histogram
    assert found is not None
    assert found.count.tolist() == [2**63 - 1]


def test_no_bins_are_no_histogram() -> None:
    assert read_between(b"{}") == ReadBins(None)


@pytest.mark.parametrize("unit_ns", [1, 1_000])
@given(
    st.lists(st.tuples(st.integers(0, NS_BUCKETS - 1), st.integers(0, 2**63 - 1)), min_size=1, max_size=60),
    st.integers(-1, 1),
    st.booleans(),
)
def test_few_bins_are_read_as_many_are(unit_ns, pairs, shift, in_order) -> None:
    bins = sorted(dict(pairs).items()) if in_order else pairs
    middle = get_midpoint(np.array([index for index, _ in bins])).tolist()
    middle[-1] += shift
    raw = (
        b"{"
        + b", ".join(b'"%d" : %d' % (key, count) for key, (_, count) in zip(middle, bins, strict=True))
        + b"}"
    )
    alone, colons = read_bins([Bins(memoryview(raw), unit_ns)])
    # Beside others it is read by array operations.
    beside, _ = read_bins([Bins(memoryview(one), unit_ns) for one in (raw, WHOLE)])
    assert alone[0] == beside[0]
    assert colons == raw.count(b":")
