"""fio's buckets, merged, stored and asked for percentiles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.formats.fio import Histogram, merge_histograms
from fioboard.engine.formats.fio.model.histogram import (
    NS_BUCKETS,
    find_bucket,
    find_bucket_by_midpoint,
    get_last_midpoint_ns,
    get_midpoint,
    pack,
)
from fioboard.engine.formats.fio.model.varint import decode_varints, encode_varints

latencies = st.lists(st.integers(0, 2**40), min_size=1, max_size=300)


def histogram(values):
    return Histogram.build_from_values(np.array(values, dtype=np.int64))


@pytest.mark.parametrize(
    ("value", "index", "midpoint"),
    [
        (0, 0, 0),
        (127, 127, 127),
        (128, 128, 129),
        (129, 128, 129),
        (257, 192, 258),
        (10**12, 1855, 17_112_760_320),
    ],
)
def test_buckets_are_where_fio_has_them(value, index, midpoint):
    found = find_bucket(np.array([value]))
    assert (found[0], get_midpoint(found)[0]) == (index, midpoint)


def test_last_bucket_of_the_microsecond_era():
    assert get_last_midpoint_ns(1_000) == 16_711_680_000
    assert get_last_midpoint_ns(1) == 17_112_760_320


@given(st.integers(0, 2**34 - 1))
def test_a_bucket_holds_its_value_within_a_64th(value):
    index = find_bucket(np.array([value]))
    middle = int(get_midpoint(index)[0])
    assert abs(middle - value) <= value / 128 + 1


@given(latencies, latencies)
def test_merging_is_counting_together(first, second):
    merged = histogram(first).merge(histogram(second))
    assert merged == histogram(first + second)
    assert merged == histogram(second).merge(histogram(first))


@given(latencies)
def test_stored_form_gives_the_same_back(values):
    made = histogram(values)
    assert Histogram.from_bytes(made.to_bytes()) == made
    assert hash(Histogram.from_bytes(made.to_bytes())) == hash(made)


def leb128(value: int) -> list[int]:
    """As the DWARF standard writes it down."""
    more = [] if value < 128 else leb128(value >> 7)
    return [value & 127 | (128 if more else 0), *more]


@given(st.lists(st.lists(st.integers(0, 2**64 - 1), max_size=20), min_size=1, max_size=5))
def test_varints_are_those_of_the_standard_and_give_the_same_back(groups):
    array = np.array([value for group in groups for value in group], dtype=np.uint64)
    encoded = encode_varints(array, [len(group) for group in groups])
    assert [list(one) for one in encoded] == [[byte for v in group for byte in leb128(v)] for group in groups]
    assert [decode_varints(one).tolist() for one in encoded if one] == [group for group in groups if group]


@given(st.lists(latencies, max_size=4))
def test_stored_forms_made_together_are_those_made_alone(several):
    made = [histogram(values) for values in several]
    assert pack(made) == [one.to_bytes() for one in made]


@pytest.mark.parametrize(
    "data", [b"", b"\x01\x00", b"\x01\x00\x00\x80", b"\x02\x00\x00\x01\x01\x01", b"\x01\x00\x00\x05\x01"]
)
def test_what_is_no_stored_histogram_is_refused(data):
    with pytest.raises(ValueError, match=r"histogram|varint"):
        Histogram.from_bytes(data)


@given(latencies, st.floats(0.01, 100))
def test_percentile_bounds_hold_the_true_value(values, percentile):
    estimate = histogram(values).percentile(percentile)
    ordered = sorted(values)
    # The smallest value such that at least this share of all is at or below it.
    rank = next(i for i in range(1, len(ordered) + 1) if i * 100 >= percentile * len(ordered) - 1e-9)
    true = ordered[rank - 1]
    assert estimate.low_ns <= true
    if estimate.high_ns is None:
        assert true >= estimate.low_ns
    else:
        assert true <= estimate.high_ns
    assert estimate.low_ns <= estimate.value_ns


def test_last_bucket_gives_a_lower_bound_only():
    estimate = histogram([10**12]).percentile(50)
    assert (estimate.value_ns, estimate.high_ns) == (17_112_760_320, None)


def test_empty_histogram_has_no_percentile():
    assert merge_histograms([]).percentile(50) is None


def test_microseconds_meet_nanoseconds_with_the_coarser_resolution_marked():
    coarse = Histogram(np.array([100], np.uint16), np.array([3], np.uint64), 1_000, 1_000)
    fine = histogram([100_000, 100_000])
    merged = coarse.merge(fine)
    assert (merged.unit_ns, merged.resolution_ns, merged.n) == (1, 1_000, 5)
    assert merged.percentile(50).low_ns <= 100_000 <= merged.percentile(50).high_ns
    assert coarse.merge(coarse).unit_ns == 1_000


def test_histograms_are_equal_by_their_buckets():
    one, same, other = histogram([100, 5_000]), histogram([100, 5_000]), histogram([100, 6_000])
    assert one == same
    assert not one != same  # noqa: SIM202 - the operator itself is tested
    assert one != other
    assert not one == other  # noqa: SIM201 - the operator itself is tested
    assert {one: 1}[same] == 1
    assert one != "no histogram"


def test_cdf_ends_at_one_and_rises():
    upper, share = histogram([1, 1, 5, 1000, 50_000]).cdf()
    assert share[-1] == 1
    assert (np.diff(share) > 0).all()
    assert (np.diff(upper) > 0).all()
    assert share[0] == pytest.approx(2 / 5)


def test_every_bucket_index_is_its_own_midpoints_bucket():
    index = np.arange(NS_BUCKETS)
    assert (find_bucket(get_midpoint(index)) == index).all()


def test_only_a_midpoint_gets_a_bucket_with_this_midpoint():
    index = np.arange(NS_BUCKETS)
    middle = get_midpoint(index)
    assert (find_bucket_by_midpoint(middle) == index).all()
    others = np.setdiff1d(np.concatenate((middle - 1, middle + 1, [2**40, 2**62, 2**63 - 1])), middle)
    others = others[others >= 0]
    assert (get_midpoint(find_bucket_by_midpoint(others)) != others).all()


@given(st.integers(0, 2**63 - 1))
def test_a_value_gets_a_bucket_of_its_own_only_when_it_is_a_midpoint(value):
    values = np.array([value])
    is_midpoint = value == get_midpoint(find_bucket(values))[0]
    assert (value == get_midpoint(find_bucket_by_midpoint(values))[0]) == is_midpoint
