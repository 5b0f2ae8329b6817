"""Units and rounding by property: what fio's printers write must come back inside the bounds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.formats.fio import FioFormatError, read_output
from fioboard.engine.formats.fio.model.options import parse_size
from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.formats.fio.model.version import parse_version
from fioboard.engine.formats.fio.results.clones import merge_latencies
from fioboard.engine.formats.fio.text.numbers import Rounding, parse_latency, parse_printed


def read_or_refuse(data):
    """The reading, or None for a refusal; anything else escapes and fails the test."""
    try:
        return read_output(data)
    except FioFormatError:
        return None


def print_rounded(value, base, digits=4):
    """fio 3.26+: at most `digits` significant digits, correctly rounded."""
    power = 0
    while value >= base and len(str(int(value))) > digits - 1 and power < 5:
        value /= base
        power += 1
    decimals = max(0, digits - 1 - len(str(int(value)))) if power else 0
    suffix = ["", "K" if base == 1024 else "k", "M", "G", "T", "P"][power] + (
        "i" if base == 1024 and power else ""
    )
    return f"{value:.{decimals}f}{suffix}" if decimals else f"{round(value)}{suffix}"


@given(st.integers(1, 10**15), st.sampled_from([1000, 1024]))
def test_a_rounded_number_holds_the_truth_in_its_bounds(value, base):
    printed = parse_printed(print_rounded(value, base), 1000, Rounding.HALF_STEP)
    assert printed.low * (1 - 1e-12) <= value <= printed.high * (1 + 1e-12)
    assert printed.high - printed.low <= max(1, 0.011 * value)


@given(st.integers(0, 999_999), st.integers(0, 1023))
def test_the_fraction_of_old_releases_is_not_believed(whole, remainder):
    """≤ 2.16 printed the remainder's leading digit, not a decimal fraction."""
    printed = parse_printed(
        f"{whole}.{min(9, remainder // 100)}M", 1024, Rounding.WHOLE_PART, is_old_style=True
    )
    value = (whole + remainder / 1024) * 2**20
    assert printed.low <= value <= printed.high


@given(st.integers(1, 2**40), st.sampled_from(["", "k", "m", "g"]))
def test_sizes_multiply_as_fio_does(number, suffix):
    power = {"": 0, "k": 1, "m": 2, "g": 3}[suffix]
    assert parse_size(f"{number}{suffix}") == number * 1024**power
    if suffix:
        assert parse_size(f"{number}{suffix}iB") == number * 1000**power


@given(st.integers(0, 10**9), st.sampled_from([1, 1_000, 1_000_000]))
def test_whole_latencies_are_exact_in_their_unit(value, unit_ns):
    assert parse_latency(str(value), unit_ns) == (value * unit_ns, unit_ns)


@given(st.lists(st.lists(st.floats(1, 1e9), min_size=2, max_size=20), min_size=2, max_size=5))
def test_pooled_mean_and_deviation_are_those_of_all_samples(groups):
    def moments(values):
        mean = sum(values) / len(values)
        return mean, (sum((value - mean) ** 2 for value in values) / (len(values) - 1)) ** 0.5

    parts = []
    for values in groups:
        mean, stddev = moments(values)
        parts.append(
            Latency(
                n=len(values),
                min_ns=int(min(values)),
                max_ns=int(max(values)),
                mean_ns=mean,
                stddev_ns=stddev,
            )
        )
    together = merge_latencies(parts, [None] * len(parts))
    mean, stddev = moments([value for values in groups for value in values])
    assert together.mean_ns == pytest.approx(mean)
    assert together.stddev_ns == pytest.approx(stddev, rel=1e-6, abs=1e-3)
    assert together.n == sum(len(values) for values in groups)


@given(st.tuples(*[st.integers(0, 999)] * 3))
def test_versions_sort_by_their_numbers(numbers):
    text = "fio-" + ".".join(map(str, numbers))
    assert parse_version(text).release == (*numbers, 0)


@pytest.mark.nightly
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=20,
    ),
    st.sampled_from(
        ["jobs", "read", "clat_ns", "iops", "bins", "percentile", "job options", "disk_util", "prios"]
    ),
)
def test_any_value_in_any_place_is_read_or_refused(value, key):
    direction = {
        "io_bytes": 4096,
        "runtime": 10,
        "total_ios": 1,
        "iops": 100.0,
        "clat_ns": {"N": 1, "max": 5},
    }
    job = {"jobname": "j", "groupid": 0, "error": 0, "job options": {}, "read": direction}
    document = {"fio version": "fio-3.42", "jobs": [job], "disk_util": []}
    if key in document:
        document[key] = value
    elif key in job:
        job[key] = value
    elif key in direction:
        direction[key] = value
    else:
        direction["clat_ns"][key] = value
    body = json.dumps(document).encode("utf-8", "surrogatepass")
    reading = read_or_refuse(body)
    assert reading is None or reading.invocations
    # A blank before it, and it is no longer taken for a document alone.
    found = read_or_refuse(b" " + body)
    assert (found and found.invocations) == (reading and reading.invocations)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    reading = read_or_refuse(data)
    assert reading is None or reading.invocations
