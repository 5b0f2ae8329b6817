"""Health of the drives of a run: what fires, what just does not, where nothing may be said."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import DRIVE, ROOT, result, said, spoken
from tests.factories.machine import document, drive, function, targets

SOUND = {"critical_warning": 0, "percentage_used": 3, "available_spare_pct": 100, "media_errors": 7}


def judged(rule: str, before: dict[str, Any], after: dict[str, Any], disk: str = "nvme0n1") -> str:
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)})
    samples = Samples(before={"disks": {disk: before}}, after={"disks": {disk: after}})
    path = resolve(inventory, targets("nvme0n1"), samples=samples)
    return spoken(rule, judge(RunFacts(results=[result()], path=path, document=inventory, samples=samples)))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, "fine"),
        ({"critical_warning": 4}, "warning"),
        ({"media_errors": 8}, "warning"),
        # The log began anew.
        ({"media_errors": 0}, "fine"),
        ({"critical_warning": None}, "unknown: health"),
    ],
)
def test_drive_warning(change: dict[str, Any], expected: str) -> None:
    assert judged("drive-warning", SOUND, SOUND | change) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, "fine"),
        ({"percentage_used": 79}, "fine"),
        ({"percentage_used": 80}, "info"),
        ({"percentage_used": 100}, "warning"),
        ({"available_spare_pct": 11, "attributes": {"available_spare_threshold_pct": 10}}, "fine"),
        ({"available_spare_pct": 10, "attributes": {"available_spare_threshold_pct": 10}}, "warning"),
        # No threshold is none that was reached.
        ({"available_spare_pct": 0, "attributes": {"available_spare_threshold_pct": 0}}, "fine"),
        ({"percentage_used": None}, "unknown: health"),
    ],
)
def test_drive_worn(change: dict[str, Any], expected: str) -> None:
    assert judged("drive-worn", SOUND, SOUND | change) == expected


@pytest.mark.parametrize("rule", ["drive-warning", "drive-worn"])
def test_only_drives_of_the_run_are_judged(rule: str) -> None:
    bad = SOUND | {"critical_warning": 4, "percentage_used": 120}
    assert judged(rule, bad, bad, disk="nvme7n1") == "unknown: health"
    assert said(rule, result()) == "unknown: inventory"
