"""Which cards a drive has."""

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.in_force import CardInForce, find_cards, merge_cards
from fioboard.engine.hardware.datasheets.match import Drive
from tests.loops import check_each

TB = 10**12


@check_each(
    "drive, cards",
    [
        (Drive("INTEL SSDPEDMD020T4", 2_000_398_934_016), ["intel-dc-p3700"]),
        (Drive("SSDPEDMD020T4", 2_000_398_934_016), ["intel-dc-p3700"]),
        (Drive("  intel   ssdpedmd020t4 ", None), ["intel-dc-p3700"]),
        (Drive("SSDPEDMW400G4", 400_088_457_216), []),  # one letter apart: an Intel 750
        (Drive("INTEL SSDPEDMD020T401", 2 * TB), []),  # of the retail box: not known to be the same
        (Drive("INTEL SSDPEDMD020T4", 4 * TB), []),
        (Drive("Samsung SSD 960 PRO 512GB", 512_110_190_592), ["samsung-960-pro-512-gb"]),
        (Drive("Samsung SSD 960 PRO 512GB", None), []),  # figures are of a capacity
        (Drive("Samsung SSD 960 PRO 1TB", 1_024_209_543_168), ["samsung-960-pro-1-tb"]),
        (Drive("Samsung SSD 960 EVO 1TB", 1_000_204_886_016), ["samsung-960-evo-1-tb"]),
        (Drive("Samsung SSD 980 1TB", 1_000_204_886_016), ["samsung-980-1-tb"]),
        (Drive("Samsung SSD 980 PRO 2TB", 2_000_398_934_016), ["samsung-980-pro-2-tb", "samsung-980-pro"]),
        (Drive("Samsung SSD 990 PRO 1TB", 1_000_204_886_016), ["samsung-990-pro-1-tb", "samsung-990-pro"]),
        (Drive("WD_BLACK SN850X 2000GB", 2_000_398_934_016), ["wd-black-sn850x-2-tb"]),
        (Drive("CT4000T700SSD3", 4_000_787_030_016), ["crucial-t700-4-tb"]),
        (Drive("WDS100T2X0C-00L350", 1_000_204_886_016), ["wd-black-nvme-2018-sandisk-extreme-pro-1-tb"]),
        (Drive("INTEL SSDPE2KX040T7", 4_000_787_030_016), ["intel-dc-p4500-4-tb"]),
        # Neighbours in name, other drives: with heatsink or without "PRO", another generation, another retail code.
        (Drive("Samsung SSD 990 PRO with Heatsink 1TB", 1_000_204_886_016), []),
        (Drive("Samsung SSD 990 EVO 1TB", 1_000_204_886_016), []),
        (Drive("Samsung SSD 970 EVO Plus 1TB", 2_000_398_934_016), []),
        (Drive("WD_BLACK SN850X HS 2000GB", 2_000_398_934_016), []),
        (Drive("WD_BLACK SN850 2TB", 2_000_398_934_016), []),
        (Drive("WD_BLACK SN770M 1TB", 1_000_204_886_016), []),
        (Drive("WDS100T3X0C-00SJG0", 1_000_204_886_016), []),
        (Drive("CT4000T705SSD3", 4_000_787_030_016), []),
        (Drive("INTEL SSDPE2KX040T8", 4_000_787_030_016), []),
        (Drive("Samsung SSD 980 PRO 1TB", 1_000_204_886_016), ["samsung-980-pro-1-tb", "samsung-980-pro"]),
        (Drive("PRO", 512_110_190_592), []),
        (Drive("", None), []),
    ],
)
def test_a_drive_has_the_cards_of_its_model_and_capacity(drive: Drive, cards: list[str]) -> None:
    assert [one.card.id for one in find_cards(drive, merge_cards())] == cards


def test_the_interface_has_to_be_the_same_where_both_tell_it() -> None:
    card = built_in_cards()["intel-dc-s3700"].model_copy(update={"interface": "SATA"})
    model = card.match[0].model
    assert [one.card for one in find_cards(Drive(model, None, "sata"), [CardInForce(card)])] == [card]
    assert [one.card for one in find_cards(Drive(model, None, None), [CardInForce(card)])] == [card]
    assert [one.card for one in find_cards(Drive(model, None, "NVMe"), [CardInForce(card)])] == []


def test_most_drives_of_the_release_can_be_known_by_what_they_report() -> None:
    """Of 80 cards of drives 59; the others are of series whose strings nobody has shown."""
    cards = [card for card in built_in_cards().values() if card.drive_class != "provisioned"]
    known = [card for card in cards if card.match]
    assert len(known) >= 59
    named = [match.model for card in known if card.capacity_bytes for match in card.match]
    assert len(named) == len(set(named)), "one string, two cards of a capacity"
