"""The state of drives before the run, and re-reads of the same blocks."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Samples
from tests.engine.rules.facts import DRIVE, ROOT, result, said
from tests.factories.machine import document, drive, function

GB = 10**9
TERABYTE = 1000 * GB


def said_on_disk(rule: str, written: int | None, *results: Any, kind: str = "disk", **entry: Any) -> str:
    """What a rule says of results on one whole drive of 1 TB that hosts had written so many bytes to."""
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)})
    [name] = inventory["disks"]
    inventory["disks"][name] |= {"size_bytes": TERABYTE} | entry
    samples = Samples(before={"disks": {name: {"data_written_bytes": written}}})
    target = {"path": f"/dev/{name}", "kind": kind, "members": [name], "graph": {"root": "a", "nodes": {}}}
    path = resolve(inventory, [target], samples=samples)
    return said(rule, *results, path=path, document=inventory, samples=samples)


@pytest.mark.parametrize(
    ("written", "parts", "entry", "expected"),
    [
        (2 * TERABYTE - 1, {}, {}, "info"),
        (2 * TERABYTE, {}, {}, "fine"),
        (None, {}, {}, "unknown: health"),
        (0, {}, {"size_bytes": None}, "unknown: capacity"),
        (0, {"direction": "read"}, {}, "silent"),
        (0, {}, {"rotational": True}, "silent"),
        (0, {}, {"transport": "virtio"}, "silent"),
    ],
)
def test_a_drive_that_is_nearly_new(
    written: int | None, parts: dict[str, Any], entry: dict[str, Any], expected: str
) -> None:
    assert said_on_disk("fresh-drive", written, result(**{"direction": "write"} | parts), **entry) == expected


@pytest.mark.parametrize(
    ("written", "parts", "expected"),
    [
        (99 * GB, {"io_bytes": 100 * GB}, "warning"),
        (100 * GB, {"io_bytes": 100 * GB}, "fine"),
        # Read again and again: no more blocks than the range has.
        (60 * GB, {"io_bytes": 500 * GB, "job_options": {"size": "50g"}}, "fine"),
        (None, {}, "unknown: health"),
        (0, {"has_all_options": False}, "unknown: options"),
        (0, {"direction": "write"}, "silent"),
    ],
)
def test_blocks_that_hold_nothing(written: int | None, parts: dict[str, Any], expected: str) -> None:
    assert said_on_disk("unwritten-read", written, result(**parts)) == expected


def test_a_file_was_written_when_it_was_made() -> None:
    assert said_on_disk("unwritten-read", 0, result(io_bytes=GB), kind="file") == "silent"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"io_bytes": 2 * 2**30, "job_options": {"size": "1g"}}, "info"),
        ({"io_bytes": 2 * 2**30 - 1, "job_options": {"size": "1g"}}, "fine"),
        # Direct I/O on a range that no cache of a drive can hold.
        ({"io_bytes": 45 * 2**30, "job_options": {"size": "20g"}, "direct": True}, "fine"),
        ({"io_bytes": 45 * 2**30, "job_options": {"size": "20g"}, "direct": False}, "info"),
        ({"io_bytes": 45 * 2**30, "job_options": {"size": "4g"}, "direct": True}, "info"),
        ({"io_bytes": 4 * 2**30, "job_options": {"size": "1g"}, "numjobs": 4}, "fine"),
        ({"io_bytes": 4 * 2**30, "job_options": {"size": "50%"}}, "unknown: options"),
        ({"io_bytes": None, "job_options": {"size": "1g"}}, "unknown: options"),
        ({"io_bytes": 4 * 2**30, "job_options": {"size": "1g"}, "rw": "read"}, "silent"),
        # Nothing is moved, so nothing is met again.
        ({"io_bytes": 4 * 2**30, "job_options": {"size": "1g"}, "ioengine": "null"}, "silent"),
    ],
)
def test_blocks_that_are_met_again(parts: dict[str, Any], expected: str) -> None:
    assert said("random-repeats", result(**parts)) == expected
