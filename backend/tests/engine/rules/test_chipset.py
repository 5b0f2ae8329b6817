"""Uplinks of chipsets: told where the family has a source, and of that family alone."""

from itertools import combinations

import pytest

from fioboard.engine.hardware.inventory.chipsets import UPLINKS
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import result
from tests.factories.machine import document, drive, function, targets

PORT, DRIVE = "0000:00:1d.0", "0000:03:00.0"


def told(vendor: str, device: str | None, port: str = PORT) -> str | None:
    ids = {"class": "0x060400", "vendor": vendor, "device": device}
    inventory = document({port: function(None, ids=ids), DRIVE: drive(port)})
    path = resolve(inventory, targets("nvme0n1"))
    judged = judge(RunFacts(results=[result()], path=path, document=inventory))
    return next((str(f.text) for f in judged.findings if f.id == "chipset-uplink"), None)


# The kernel's arithmetic (drivers/pci/pci.h): 3938, 15754 and 2000 MB/s.
@pytest.mark.parametrize(
    ("device", "words"),
    [
        ("0xa110", "at most Gen3 x4, 3.94 GB/s"),
        ("0xa118", "at most Gen3 x4, 3.94 GB/s"),
        ("0x7ab8", "at most Gen4 x8, 15.8 GB/s"),
        ("0x8d10", "at most Gen2 x4, 2.00 GB/s"),
        # The 300 series and C740 have no source.
        ("0xa338", "whose speed is not visible. The limits"),
        ("0x1bb8", "whose speed is not visible. The limits"),
        (None, "whose speed is not visible. The limits"),
        ("odd", "whose speed is not visible. The limits"),
    ],
)
def test_the_uplink_of_a_family(device: str | None, words: str) -> None:
    assert words in (told("0x8086", device) or "")


def test_ports_of_the_processor_and_of_others_are_no_chipset() -> None:
    assert told("0x1022", "0xa110") is None
    assert told("0x8086", "0xa110", "0000:00:01.0") is None


def test_no_device_belongs_to_two_families() -> None:
    for one, other in combinations(UPLINKS, 2):
        assert one.ports[1] < other.ports[0] or other.ports[1] < one.ports[0]
