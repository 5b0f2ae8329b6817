"""SATA and SAS drives: what fires, what just does not, where nothing may be said."""

from typing import Any

import pytest

from tests.engine.rules.facts import result, said_on_machine

SATA = {"transport": "sata"}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        # smartctl of a Hitachi HDS721050DLE630: 1.5 of 6.0 Gb/s.
        (SATA | {"negotiated_link": "1.5 Gbps", "capable_link": "6.0 Gb/s"}, "warning"),
        (SATA | {"negotiated_link": "3.0 Gbps", "capable_link": "6.0 Gb/s"}, "warning"),
        (SATA | {"negotiated_link": "6.0 Gbps", "capable_link": "6.0 Gb/s"}, "fine"),
        # A WD4000FYYX of 3.0 Gb/s.
        (SATA | {"negotiated_link": "3.0 Gbps", "capable_link": "3.0 Gb/s"}, "fine"),
        (SATA | {"negotiated_link": "6.0 Gbps"}, "unknown: drive link"),
        (SATA | {"negotiated_link": None, "capable_link": "6.0 Gb/s"}, "unknown: drive link"),
        ({"transport": "sas", "negotiated_link": "3.0 Gbit"}, "silent"),
        ({}, "silent"),
    ],
)
def test_serial_link_low(entry: dict[str, Any], expected: str) -> None:
    assert said_on_machine("serial-link-low", {}, result(), **entry) == expected


SPINDLE = SATA | {"rotational": True, "write_cache": "write through"}


@pytest.mark.parametrize(
    ("direction", "entry", "expected"),
    [
        ("write", SPINDLE, "info"),
        ("read", SPINDLE, "silent"),
        ("write", SPINDLE | {"write_cache": "write back"}, "fine"),
        ("write", SPINDLE | {"write_cache": None}, "unknown: write cache"),
        ("write", SPINDLE | {"rotational": False}, "silent"),
        ("write", SPINDLE | {"transport": "virtio"}, "silent"),
    ],
)
def test_write_cache_off(direction: str, entry: dict[str, Any], expected: str) -> None:
    assert said_on_machine("write-cache-off", {}, result(direction=direction), **entry) == expected
