"""The file of a reference set: what is read is what was written, and anything else is refused by name."""

from typing import Any

import msgspec
import pytest

from fioboard.reference_sets.document import (
    LEVELS,
    MAX_FILE_BYTES,
    ReferenceSetRefused,
    read_body,
    write_body,
)
from fioboard.reference_sets.signature import sign, verify, write_fingerprint

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


def write(*cells: dict[str, Any], header: dict[str, Any] | None = None, key: bytes = KEY) -> bytes:
    """A signed file of these cells."""
    announced = HEADER | {"cells": len(cells)} | (header or {})
    return sign(write_body(announced, map(msgspec.json.encode, cells)), key)


def test_a_flipped_bit_anywhere_is_refused() -> None:
    file = write(cell())
    header, [read] = read_body(verify(file).body)
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


def test_a_fingerprint_is_of_the_key_alone() -> None:
    first, second = verify(write(cell())), verify(write(cell(firmware=None)))
    assert first.fingerprint == second.fingerprint == write_fingerprint(first.public_key)
    assert first.sha256 != second.sha256
    assert len(first.fingerprint.split("-")) == 8
