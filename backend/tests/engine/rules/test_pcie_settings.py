"""Payload, link sleep and ordering of the functions on the path."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import DRIVE, GB, ROOT, result, spoken
from tests.factories.machine import document, drive, function, targets


def facts(root: dict[str, Any], end: dict[str, Any], *results: Result, **parts: Any) -> RunFacts:
    """One Gen4 x4 drive whose port and function are set like this."""
    inventory = document({ROOT: function(None, config=root), DRIVE: drive(ROOT, config=end)}, **parts)
    return RunFacts(results=results, path=resolve(inventory, targets("nvme0n1")), document=inventory)


def reading(bw: float, **more: Any) -> Result:
    return result(rw="read", bs_bytes=2**20, iodepth=32, bw_bytes_per_s=round(bw * GB), iops=None, **more)


def payload(used: int | None, able: int | None) -> dict[str, Any]:
    return {"mps_bytes": used, "mps_supported_bytes": able}


# 7.877 GB/s × 128 / 152 = 6.63 GB/s are what Gen4 x4 carries at 128 bytes; 70 % of it 4.64.
@pytest.mark.parametrize(
    ("root", "end", "bw", "expected"),
    [
        (payload(128, 256), payload(128, 512), 4.7, "info"),
        (payload(128, 256), payload(128, 512), 4.6, "silent"),
        (payload(256, 512), payload(128, 256), 4.7, "info"),
        # The port can no more.
        (payload(128, 128), payload(128, 512), 4.7, "fine"),
        (payload(256, 256), payload(256, 512), 6.0, "fine"),
        (payload(128, None), payload(128, 512), 4.7, "unknown: payload"),
        ({}, {}, 6.0, "unknown: payload"),
    ],
)
def test_small_payload(root: dict[str, Any], end: dict[str, Any], bw: float, expected: str) -> None:
    assert spoken("small-payload", judge(facts(root, end, reading(bw)))) == expected


def test_the_gain_is_that_of_the_overhead() -> None:
    """256 / 280 over 128 / 152, by hand."""
    told = judge(facts(payload(128, 256), payload(128, 256), reading(6.0))).findings
    [text] = [f.text for f in told if f.id == "small-payload"]
    assert "carry 128 of the 256 bytes" in text and "8.6 % more" in text


@pytest.mark.parametrize(
    ("root", "end", "depth", "expected"),
    [
        ("l1", "l1", 1, "info"),
        ("l0s+l1", "l1", 4, "info"),
        ("l1", "l1", 5, "silent"),
        ("disabled", "l1", 1, "fine"),
        ("l0s", "l0s", 1, "fine"),
        (None, "disabled", 1, "fine"),
        (None, "l1", 1, "unknown: link sleep"),
        (None, None, 1, "unknown: link sleep"),
    ],
)
def test_aspm(root: str | None, end: str | None, depth: int, expected: str) -> None:
    judged = judge(facts({"aspm": root}, {"aspm": end}, result(iodepth=depth)))
    assert spoken("aspm", judged) == expected


AMD = {"cpu": {"vendor": "AuthenticAMD"}}


@pytest.mark.parametrize(
    ("parts", "is_relaxed", "run", "expected"),
    [
        (AMD, False, reading(4.0), "info"),
        (AMD, True, reading(4.0), "fine"),
        (AMD, None, reading(4.0), "unknown: ordering"),
        ({"cpu": {"vendor": "GenuineIntel"}}, False, reading(4.0), "silent"),
        (AMD, False, reading(5.6), "silent"),
        (AMD, False, result(bw_bytes_per_s=2 * GB), "silent"),
        # The CPU is the limit.
        (AMD, False, reading(4.0, sys_cpu_pct=99.0), "silent"),
    ],
)
def test_relaxed_ordering(parts: dict[str, Any], is_relaxed: bool | None, run: Result, expected: str) -> None:
    judged = judge(
        facts(payload(256, 256), payload(256, 256) | {"relaxed_ordering": is_relaxed}, run, **parts)
    )
    assert spoken("relaxed-ordering", judged) == expected
