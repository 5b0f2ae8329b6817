"""Which cards a drive has."""

import pytest

from fioboard.specs.built_in import built_in_cards
from fioboard.specs.in_force import CardInForce, cards_of, in_force
from fioboard.specs.match import Drive

TB = 10**12


@pytest.mark.parametrize(
    ("drive", "cards"),
    [
        (Drive("INTEL SSDPEDMD020T4", 2_000_398_934_016), ["intel-dc-p3700"]),
        (Drive("SSDPEDMD020T4", 2_000_398_934_016), ["intel-dc-p3700"]),
        (Drive("  intel   ssdpedmd020t4 ", None), ["intel-dc-p3700"]),
        (Drive("SSDPEDMW400G4", 400_088_457_216), []),  # one letter apart: an Intel 750
        (Drive("INTEL SSDPEDMD020T401", 2 * TB), []),  # of the retail box: not known to be the same
        (Drive("INTEL SSDPEDMD020T4", 4 * TB), []),
        (Drive("Samsung SSD 960 PRO 512GB", 512_110_190_592), ["samsung-960-pro-512-gb"]),
        (Drive("Samsung SSD 960 PRO 512GB", None), []),  # figures are of a capacity
        (Drive("Samsung SSD 960 PRO 1TB", 1_024_209_543_168), []),  # its string was never read
        (Drive("Samsung SSD 980 PRO 1TB", 1_000_204_886_016), ["samsung-980-pro-1-tb", "samsung-980-pro"]),
        (Drive("PRO", 512_110_190_592), []),
        (Drive("", None), []),
    ],
)
def test_a_drive_has_the_cards_of_its_model_and_capacity(drive: Drive, cards: list[str]) -> None:
    assert [one.card.id for one in cards_of(drive, in_force())] == cards


def test_the_interface_has_to_be_the_same_where_both_tell_it() -> None:
    card = built_in_cards()["intel-dc-s3700"].model_copy(update={"interface": "SATA"})
    model = card.match[0].model
    assert [one.card for one in cards_of(Drive(model, None, "sata"), [CardInForce(card)])] == [card]
    assert [one.card for one in cards_of(Drive(model, None, None), [CardInForce(card)])] == [card]
    assert [one.card for one in cards_of(Drive(model, None, "NVMe"), [CardInForce(card)])] == []
