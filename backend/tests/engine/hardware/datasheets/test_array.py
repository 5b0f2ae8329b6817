"""What several drives are rated together."""

import pytest

from fioboard.engine.hardware.datasheets.array import Access, rated_of_array
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from tests.loops import check_each


@check_each(
    "level, width, access, drives",
    [
        ("raid0", 4, "read", 4),
        ("raid0", 4, "randwrite", 4),
        ("raid1", 2, "read", 2),
        ("raid1", 2, "write", 1),
        ("raid1", 3, "randwrite", 1),
        ("raid10", 4, "read", 4),
        ("raid10", 4, "write", 2),
        ("raid10", 5, "write", 2.5),
        ("raid5", 5, "read", 5),
        ("raid5", 5, "write", 4),
        ("raid5", 5, "randwrite", 1.25),
        ("raid6", 6, "write", 4),
        ("raid6", 6, "randwrite", 1),
        ("raid6", 2, "write", None),
        ("raid0", 1, "read", None),
        ("linear", 4, "read", None),
        ("raidz1", 4, "read", None),
    ],
)
def test_an_array_is_rated_by_its_raid_rule(
    level: str, width: int, access: Access, drives: float | None
) -> None:
    assert rated_of_array(100.0, level, width, access) == (None if drives is None else drives * 100)


def test_links_are_a_ceiling() -> None:
    assert rated_of_array(6.9e9, "raid0", 4, "read", 25e9) == 25e9
    assert rated_of_array(6.9e9, "raid0", 4, "read", 30e9) == pytest.approx(27.6e9)


@pytest.mark.parametrize(("width", "rated"), [(2, 7.0e9), (3, 10.5e9), (4, 14.0e9)])
def test_samsung_960_pro_together(width: int, rated: float) -> None:
    reads = next(r for r in built_in_cards()["samsung-960-pro-512-gb"].rating if r.rw == "read")
    assert rated_of_array(reads.value, "raid0", width, "read") == rated
