"""A loop device over a file is named; whether its file goes through the page cache, too."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import Judged, RunFacts, judge
from tests.engine.rules.facts import DRIVE, ROOT, result, spoken
from tests.factories.machine import document, drive, function, targets


def judged(kind: str, **options: Any) -> Judged:
    volume = {"kind": kind, "options": options}
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT)}, volumes={"loop0": volume})
    stated = targets("nvme0n1")
    stated[0]["graph"] = {
        "root": "file",
        "nodes": {
            "file": {"kind": "file", "children": ["loop0"]},
            "loop0": {"kind": "volume", "name": "loop0"},
        },
    }
    return judge(RunFacts(results=[result()], path=resolve(inventory, stated), document=inventory))


@pytest.mark.parametrize(
    ("is_direct", "said"),
    [
        (True, "The target is on loop0, which adds a file system and a kernel worker"),
        (None, "The target is on loop0, which adds a file system and a kernel worker"),
        (False, "The target is on loop0, whose file uses the page cache"),
    ],
)
def test_a_loop_device_is_named(is_direct: bool | None, said: str) -> None:
    told = judged("loop", is_direct=is_direct)
    [finding] = [finding for finding in told.findings if finding.id == "loop-device"]
    assert finding.text.startswith(said)
    assert finding.severity == "info"


def test_nothing_is_said_without_one() -> None:
    assert spoken("loop-device", judged("raid")) == "silent"
    assert spoken("loop-device", judge(RunFacts(results=[result()]))) == "silent"
