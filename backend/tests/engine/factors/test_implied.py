"""Headings that restate a factor that changed, and what a factor can follow from."""

import pytest

from fioboard.engine.factors.implied import causes, find_restated


@pytest.mark.parametrize(
    ("base", "new", "changes", "restated"),
    [
        ("NPS1", "NPS4, any CPU", {"bios.nps": (1, 4)}, "bios.nps"),
        ("Drives 2", "Drives 4", {"drive.count": (2, 4)}, "drive.count"),
        ("Slot 2 (PCIe 2.0 x16)", "Slot 3 (PCIe 1.0 x4)",
         {"slot": ("2", "3"), "label.slot.link": ("Gen2 x16", "Gen1 x4")}, "label.slot.link"),
        ("Kernel 6.1", "Kernel 6.6", {"kernel": ("6.1", "6.6")}, "kernel"),
        ("Kernel 6.1", "Kernel 6.6, file system instead of the device", {"kernel": ("6.1", "6.6")}, None),
        ("NPS1", "NPS4, socket 0", {"bios.nps": (1, 4), "cpu.affinity": ("any", "0-23")}, None),
        ("NPS1", "NPS4", {"kernel": ("6.1", "6.6")}, None),
        ("NPS1", "NPS4", {}, None),
        ("Polling on", "Polling off", {"bios.nps": (1, 4)}, None),
        (None, "NPS4", {"bios.nps": (1, 4)}, None),
    ],
)  # fmt: skip
def test_a_heading_restates_a_change_where_it_says_nothing_else(base, new, changes, restated):
    assert find_restated(base, new, changes) == restated


def test_the_link_of_a_slot_follows_from_the_slot():
    assert (causes("label.slot.link"), causes("label.mine")) == (("slot",), ())
