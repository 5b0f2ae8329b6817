"""fio's own reading of sizes and times, as measured on 2.16, 3.7 and 3.42."""

import pytest

from fioboard.engine.formats.fio.model.options import (
    get_block_size,
    get_rw,
    list_directions,
    parse_duration_us,
    parse_flag,
    parse_size,
    split_filename,
)
from fioboard.engine.formats.fio.model.percentile import normalize_percentile
from fioboard.engine.formats.fio.model.version import parse_version
from tests.loops import check_each


@check_each(
    "text, size",
    [
        ("4k", 4096), ("4kb", 4096), ("4KB", 4096), ("4ki", 4096), ("4K", 4096), ("4096", 4096), ("4096b", 4096),
        ("4KiB", 4000), ("4kib", 4000), ("1MiB", 1_000_000), ("1m", 1 << 20), ("16g", 16 << 30), ("1t", 1 << 40),
        ("0x1000", 4096), ("0.5k", None), ("50%", None), ("4z", None), ("", None), ("k", None), ("-4k", None),
    ],
)  # fmt: skip
def test_sizes_with_the_default_base(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize(("text", "size"), [("4k", 4000), ("4ki", 4000), ("4KiB", 4096), ("1m", 1_000_000)])
def test_sizes_with_kb_base_1000(text, size):
    assert parse_size(text, 1000) == size


@pytest.mark.parametrize(
    ("text", "unit", "microseconds"),
    [("30", "s", 30_000_000), ("30s", "s", 30_000_000), ("1m", "s", 60_000_000), ("500ms", "s", 500_000),
     ("500", "us", 500), ("500us", "us", 500), ("1h", "s", 3_600_000_000), ("x", "s", None)],
)  # fmt: skip
def test_times(text, unit, microseconds):
    assert parse_duration_us(text, unit) == microseconds


@pytest.mark.parametrize(
    ("text", "direction", "expected"),
    [
        ("8k,4k", "read", (8192, "8k,4k")), ("8k,4k", "write", (4096, "8k,4k")), ("8k,4k", "trim", (4096, "8k,4k")),
        ("8k", "trim", (8192, None)), ("64k-128k", "read", (None, "64k-128k")), ("8k,4k", "mixed", (None, "8k,4k")),
        ("many", "read", (None, "many")),
    ],
)  # fmt: skip
def test_block_sizes_per_direction(text, direction, expected):
    assert get_block_size({"bs": text}, direction) == expected


def test_rw_without_its_suffix_in_canonical_spelling():
    assert get_rw({"rw": "randrw:4"}) == "randrw"
    assert get_rw({"rw": "readwrite"}) == "rw"
    assert get_rw({}) is None
    assert list_directions("trimwrite") == ("write", "trim")
    assert list_directions("sideways") is None


def test_flags_and_file_lists():
    assert parse_flag("")
    assert parse_flag("1")
    assert not parse_flag("0")
    assert not parse_flag(None)
    assert split_filename(r"/dev/sda:/dev/disk/by-path/pci-0000\:01") == (
        "/dev/sda",
        "/dev/disk/by-path/pci-0000:01",
    )


def test_versions_are_ordered_as_releases():
    names = [
        "2.0.8",
        "fio-2.1.9",
        "fio-2.2.13",
        "fio-2.3",
        "fio-2.9",
        "fio-2.10",
        "fio-2.21",
        "fio-2.99",
        "fio-3.0",
        "fio-3.10",
    ]
    versions = [parse_version(name) for name in names]
    assert versions == sorted(versions)
    snapshot = parse_version("fio-3.28-261-gc3773-dirty")
    assert snapshot.is_at_least(3, 28)
    assert not snapshot.is_at_least(3, 29)
    assert not snapshot.is_older_than(3, 29)
    assert parse_version("fio-3.28").is_older_than(3, 29)
    assert parse_version("nonsense") is None


@pytest.mark.parametrize(
    ("text", "key"),
    [("99.000000", "99"), ("99.00", "99"), ("99.900000", "99.9"), ("50", "50"), ("0.00", None), ("100.0", "100"),
     ("100.1", None), ("99.9x", None), ("-1", None), ("1e2", None), ("", None), ("0.010000", "0.01")],
)  # fmt: skip
def test_percentile_keys(text, key):
    assert normalize_percentile(text) == key
