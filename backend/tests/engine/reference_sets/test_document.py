"""The file of a reference set: what is read is what was written, and anything else is refused by name."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from fioboard.engine.reference_sets.difference import list_differences
from fioboard.engine.reference_sets.document import (
    LEVELS,
    MAX_FILE_BYTES,
    Content,
    ReferenceSetRefused,
    read_body,
    write_body,
)
from fioboard.engine.reference_sets.signature import sign, verify, write_fingerprint
from fioboard.engine.reference_sets.stated import (
    describe_stated,
    list_stated_conditions,
    read_depths,
    write_value,
)

KEY = bytes(range(32))
HEADER: dict[str, Any] = {"made": "2026-Q4", "cells": 1, "maker": {"name": "Lab 7"}}


def cell(**parts: Any) -> dict[str, Any]:
    """A cell of five drives as a file has it."""
    return {
        "model": "EXAMPLE 1T",
        "capacity_bytes": 10**12,
        "firmware": "5B2Q",
        "link": "Gen4 x4",
        "layout": "single",
        "file_system": None,
        "state": "unknown",
        "runtime_class": "medium",
        "setting": {"target.layers": "disk", "drive.lba_bytes": 512, "job.size": "100%"},
        "workload": {"rw": "randread", "bs": 4096, "iodepth": 32},
        "direction": "read",
        "labs": 1,
        "drives": 5,
        "runs": 9,
        "first": "2026-Q1",
        "last": "2026-Q4",
        "cpu": ["AMD EPYC"],
        "figures": {"iops": {"quantiles": [300_000.0 + level for level in LEVELS]}},
        "sources": [],
    } | parts


def stated(**parts: Any) -> dict[str, Any]:
    """A stated figure of the same drive as a file has it."""
    return {
        "of": "model",
        "key": "EXAMPLE 1T",
        "title": "Example 1T",
        "capacity_bytes": 10**12,
        "metric": "iops",
        "high": 400_000.0,
        "claim": "up to",
        "rw": "randread",
        "bs_bytes": 4096,
        "iodepth": 32,
        "by": "Example Inc.",
        "source": {"title": "Product brief", "address": "https://example.com/brief", "dated": "2025-06"},
    } | parts


def write(
    *cells: dict[str, Any],
    header: dict[str, Any] | None = None,
    key: bytes = KEY,
    stated: Sequence[dict[str, Any]] = (),
) -> bytes:
    """A signed file of these cells and stated figures."""
    announced = HEADER | {"cells": len(cells), "stated": len(stated)} | (header or {})
    return sign(write_body(announced, map(msgspec.json.encode, (*cells, *stated))), key)


@pytest.mark.nightly
def test_a_flipped_bit_anywhere_is_refused() -> None:
    file = write(cell())
    header, [read], _ = read_body(verify(file).body)
    assert (header.maker.name, read.model, read.figures["iops"].high) == ("Lab 7", "EXAMPLE 1T", 300_100.0)
    for place in range(len(file)):
        for bit in range(8):
            changed = bytearray(file)
            changed[place] ^= 1 << bit
            with pytest.raises(ReferenceSetRefused):
                verify(bytes(changed))
    for shorter in range(0, len(file), 7):
        with pytest.raises(ReferenceSetRefused):
            verify(file[:shorter])
    with pytest.raises(ReferenceSetRefused, match="changed or is incomplete"):
        verify(file + b"\n")


def test_what_is_no_set_of_this_format_is_named() -> None:
    file = write(cell())
    for content, said in (
        (b"", "not a reference set"),
        (b'{"fio version": "fio-3.36"}', "not a reference set"),
        (
            file.replace(b"-set 1 ed25519", b"-set 2 ed448", 1),
            "format 2; this version of fioboard reads format 1",
        ),
        (b"\0" * (MAX_FILE_BYTES + 1), "at most 64 MiB"),
    ):
        with pytest.raises(ReferenceSetRefused, match=said):
            verify(content)


def test_a_signed_line_that_makes_no_sense_is_named_with_its_place() -> None:
    figure = {"quantiles": [300_000.0 + level for level in LEVELS]}
    for cells, header, said in (
        ([cell(drives=2, labs=1)], {}, "line 2: iops has quantiles of 2 drives"),
        ([cell(host="jupiter")], {}, "line 2: .*unknown field `host`"),
        ([cell(model="")], {}, "line 2: .*`model`|length >= 1"),
        ([cell(model="a\x1b[0m")], {}, "line 2: "),
        ([cell(figures={"iops": {"quantiles": figure["quantiles"][::-1]}})], {}, "line 2: iops falls"),
        ([cell(figures={"iops": {"quantiles": [1.0, 2.0]}})], {}, "line 2: iops has 2 quantiles, not 21"),
        ([cell(figures={"iops": figure | {"range": [1.0, 2.0]}})], {}, "both quantiles and a range"),
        ([cell(figures={"iops": {"range": [-1.0, 2.0]}})], {}, "line 2: "),
        ([cell(figures={"watts": figure})], {}, "line 2: "),
        ([cell(labs=6)], {}, "line 2: runs, drives and labs contradict each other"),
        ([cell(), cell()], {}, "two cells are of the same drives"),
        ([cell()], {"cells": 2}, "announces 2 cells, the file has 1"),
        ([cell()], {"made": "2026-11-28"}, "line 1: "),
        ([cell()], {"host": "jupiter"}, "line 1: .*unknown field `host`"),
    ):
        with pytest.raises(ReferenceSetRefused, match=said):
            read_body(verify(write(*cells, header=header)).body)
    for body in (
        b"",
        b"not zstd",
        write_body(HEADER, [b"[" * 100_000]),
        write_body(HEADER, [b"{}"]) + b"more",
    ):
        with pytest.raises(ReferenceSetRefused):
            read_body(body)


def test_a_stated_figure_is_read_as_it_was_written() -> None:
    file = write(
        cell(), stated=[stated(), stated(by="A reviewer", value=380_000.0, high=None, claim="measured")]
    )
    _, cells, [first, second] = read_body(verify(file).body)
    assert len(cells) == 1
    assert (write_value(first), first.source.address) == ("up to 400k IOPS", "https://example.com/brief")
    assert list_stated_conditions(first) == ["random read", "4 KiB", "QD 32"]
    assert describe_stated(second).endswith("QD 32, measured, stated by A reviewer")
    unknown = read_body(verify(write(stated=[stated(bs_bytes=None, iodepth=None)])).body).stated[0]
    assert list_stated_conditions(unknown) == ["random read", "block size not stated", "depth not stated"]
    for claim, depths in (("QD32 x 16", []), ("QD 8", []), ("deep", ["depth not stated"])):
        as_printed = read_body(verify(write(stated=[stated(iodepth=None, claim=claim)])).body).stated[0]
        assert list_stated_conditions(as_printed) == ["random read", "4 KiB", *depths]
    assert [read_depths(words) for words in ("QD32 x 16", "QD 8 × 4", "deep, QD256")] == [[512], [32], [256]]
    for values, said in (
        ({"low": 1e3, "high": 2e3}, "1.00k–2.00k IOPS"),
        ({"low": 1e3, "value": 1.5e3, "high": 2e3}, "1.00k–2.00k IOPS, typically 1.50k IOPS"),
        ({"low": 1e3, "high": None}, "at least 1.00k IOPS"),
        ({"value": 1e3, "high": None}, "1.00k IOPS"),
        ({"metric": "lat_ns", "value": 1e5, "high": None, "percentile": 50.0}, "100 µs"),
    ):
        assert write_value(read_body(verify(write(stated=[stated(**values)])).body).stated[0]) == said


@pytest.mark.parametrize(
    ("figures", "header", "said"),
    [
        ([stated(high=None)], {}, "line 2: the stated figure has no value"),
        ([stated(low=5e5)], {}, "line 2: the stated figure falls"),
        ([stated(rw="randrw")], {}, "needs read_pct for randrw"),
        ([stated(read_pct=70)], {}, "needs read_pct for randrw"),
        ([stated(percentile=99.0)], {}, "which only a latency has"),
        ([stated(of="class")], {}, "has a capacity, which only a model has"),
        ([stated(of="person")], {}, "line 2: "),
        ([stated(high=-1.0)], {}, "line 2: "),
        ([stated(high=0.0)], {}, "line 2: "),
        ([stated(drives=5)], {}, "unknown field `drives`"),
        ([stated(source={})], {}, "line 2: .*title"),
        ([stated(source={"title": "x", "address": "javascript:alert(1)"})], {}, "line 2: "),
        ([stated(source={"title": "x", "dated": "yesterday"})], {}, "line 2: "),
        ([stated(title="a\x1b[0m")], {}, "line 2: "),
        ([stated(), stated(high=5e5)], {}, "two stated figures are of the same source"),
        ([stated()], {"stated": 2}, "announces 2 stated figures, the file has 1"),
        ([cell()], {}, "line 2: "),
    ],
)
def test_a_stated_figure_that_makes_no_sense_is_named_with_its_place(
    figures: list[dict[str, Any]], header: dict[str, Any], said: str
) -> None:
    with pytest.raises(ReferenceSetRefused, match=said):
        read_body(verify(write(stated=figures, header=header)).body)


def test_what_is_stated_is_never_read_as_measured() -> None:
    # A line of either kind in the other's place is refused, so that neither can pass for the other.
    for cells, header in (([stated()], {"cells": 1, "stated": 0}), ([cell()], {"cells": 0, "stated": 1})):
        with pytest.raises(ReferenceSetRefused, match="line 2: "):
            read_body(verify(write(*cells, header=header)).body)


def test_two_files_differ_in_what_they_state() -> None:
    def read(*figures: dict[str, Any]) -> Content:
        return read_body(verify(write(stated=figures)).body)

    assert list(list_differences(read(stated()), read(stated(note="Another note")))) == []
    assert list(list_differences(read(stated()), read(stated(high=5e5), stated(by="A reviewer")))) == [
        "only in the second: Example 1T, random read, 4 KiB, QD 32, up to, stated by A reviewer",
        "Example 1T, random read, 4 KiB, QD 32, up to, stated by Example Inc.: up to 400k IOPS; up to 500k IOPS",
    ]


def test_a_fingerprint_is_of_the_key_alone() -> None:
    first, second = verify(write(cell())), verify(write(cell(firmware=None)))
    assert first.fingerprint == second.fingerprint == write_fingerprint(first.public_key)
    assert first.sha256 != second.sha256
    assert len(first.fingerprint.split("-")) == 8
