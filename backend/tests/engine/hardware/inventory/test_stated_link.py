"""A link as a person states it."""

import pytest

from fioboard.engine.hardware.inventory.stated_link import read_stated_link
from fioboard.engine.rating.labels import count_drives


def test_the_slot_carries_all_and_drive_links_add_up() -> None:
    slot = read_stated_link({"slot.link": "Gen1 x4", "pcie.link": "Gen3 x4"}, 2)
    assert slot is not None
    assert (slot.link, slot.count, slot.rate) == ("Gen1 x4", 1, 1e9)
    drives = read_stated_link({"pcie.link": "Gen3 x4"}, 2)
    assert drives is not None
    assert drives.rate == pytest.approx(2 * 8e9 * 4 * 128 / 130 / 8)
    bounds = drives.compute_ceiling("read")
    assert bounds is not None
    assert bounds.low < bounds.high < drives.rate
    assert drives.compute_ceiling("trim") is None


@pytest.mark.parametrize(
    "labels", [{}, {"pcie.link": "Gen3 x4"}, {"slot.link": "fast"}, {"slot.link": "Gen9 x4"}]
)
def test_nothing_is_assumed(labels: dict[str, str]) -> None:
    assert read_stated_link(labels, None) is None


@pytest.mark.parametrize(
    ("labels", "targets", "count"),
    [
        ({"drive.count": "4"}, ["/dev/md0"], 4),
        ({}, ["/dev/nvme0n1"], 1),
        ({}, ["/dev/nvd0", "/dev/nvd1"], 2),
        ({}, ["/dev/md0"], None),
        ({}, ["/dev/nvme0n1p1"], None),
        ({}, ["/mnt/file"], None),
        ({}, [], None),
    ],
)
def test_drives_that_a_target_names_are_counted(
    labels: dict[str, str], targets: list[str], count: int | None
) -> None:
    assert count_drives(labels, targets) == count
