"""Model strings of real drives, read by hand: the cards they belong to, and what only looks like one of them."""

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.in_force import find_cards, merge_cards
from fioboard.engine.hardware.datasheets.match import Drive, find_reported_model
from tests.loops import check_each

GB = 10**9


def _cards(model: str, capacity_bytes: int | None) -> list[str]:
    return [one.card.id for one in find_cards(Drive(model, capacity_bytes), merge_cards())]


@check_each(
    "model, capacity_bytes, cards",
    [
        ("Samsung SSD 950 PRO 512GB", 512_110_190_592, ["samsung-950-pro-512-gb"]),
        ("Samsung SSD 960 EVO 250GB", 250_059_350_016, ["samsung-960-evo-250-gb"]),
        ("Samsung SSD 960 PRO 1TB", 1_024_209_543_168, ["samsung-960-pro-1-tb"]),
        ("Samsung SSD 970 EVO 500GB", 500_107_862_016, ["samsung-970-evo"]),
        ("Samsung SSD 970 EVO 1TB", 1_000_204_886_016, ["samsung-970-evo-1-tb", "samsung-970-evo"]),
        (
            "Samsung SSD 970 EVO Plus 250GB",
            250_059_350_016,
            ["samsung-970-evo-plus-250-gb", "samsung-970-evo-plus"],
        ),
        ("Samsung SSD 970 PRO 512GB", 512_110_190_592, ["samsung-970-pro-512-gb", "samsung-970-pro"]),
        ("Samsung SSD 980 1TB", 1_000_204_886_016, ["samsung-980-1-tb"]),
        ("Samsung SSD 980 500GB", 500_107_862_016, ["samsung-980-500-gb"]),
        ("Samsung SSD 980 PRO 2TB", 2_000_398_934_016, ["samsung-980-pro-2-tb", "samsung-980-pro"]),
        ("Samsung SSD 990 PRO 1TB", 1_000_204_886_016, ["samsung-990-pro-1-tb", "samsung-990-pro"]),
        ("WD_BLACK SN850X 1000GB", 1_000_204_886_016, ["wd-black-sn850x-1-tb"]),
        ("WD_BLACK SN850X 4000GB", 4_000_787_030_016, ["wd-black-sn850x-4-tb"]),
        ("WD_BLACK SN770 1TB", 1_000_204_886_016, ["wd-black-sn770-1-tb"]),
        ("CT2000T500SSD8", 2_000_398_934_016, ["crucial-t500-2-tb"]),
        ("CT4000T700SSD3", 4_000_787_030_016, ["crucial-t700-4-tb"]),
        ("KINGSTON SEDC600M960G", 960_197_124_096, ["kingston-dc600m-960-gb"]),
        ("SAMSUNG MZPLJ6T4HALA-00007", 6_401_252_745_216, ["samsung-pm1735-hhhl"]),
    ],
)
def test_a_model_string_that_was_read_has_its_card(model: str, capacity_bytes: int, cards: list[str]) -> None:
    assert _cards(model, capacity_bytes) == cards
    # The same drive resized, or another with a string that lies: the figures are of a capacity.
    assert _cards(model, capacity_bytes // 2) == []


@check_each(
    "model, capacity_bytes",
    [
        ("Samsung SSD 970 EVO Plus 4TB", 4_000_787_030_016),
        ("Samsung SSD 980", 1_000_204_886_016),
        ("Samsung SSD 980 1TB", 2_000_398_934_016),
        ("Samsung SSD 990 EVO 1TB", 1_000_204_886_016),
        ("Samsung SSD 990 EVO Plus 2TB", 2_000_398_934_016),
        ("Samsung SSD 990 PRO with Heatsink 1TB", 1_000_204_886_016),
        ("Samsung SSD 970 1TB", 1_000_204_886_016),
        ("Samsung SSD 960 EVO 512GB", 512_110_190_592),
        ("WD_BLACK SN850 1TB", 1_000_204_886_016),
        ("WD_BLACK SN850 1000GB", 1_000_204_886_016),
        ("WD_BLACK SN850XE 1000GB", 1_000_204_886_016),
        ("WD_BLACK SN770M 1TB", 1_000_204_886_016),
        ("WD_BLACK SN7100 1TB", 1_000_204_886_016),
        ("CT1000T705SSD3", 1_000_204_886_016),
        ("CT1000T700SSD5", 1_000_204_886_016),  # with a heatsink
        ("CT2000P5PSSD8", 2_000_398_934_016),
        ("KINGSTON SEDC600M3840G", 3_840_755_982_336),
        ("KINGSTON SEDC500M960G", 960_197_124_096),
        ("SAMSUNG MZPLJ6T4HALA-00AD3", 6_401_252_745_216),  # of a server maker: another firmware
        ("SAMSUNG MZQL21T9HCJR-00B7C", 1_920_383_410_176),
        ("SAMSUNG MZQLB1T9HAJR-00007", 1_920_383_410_176),  # PM983
        ("SAMSUNG MZVL21T0HCLR-00B00", 1_024_209_543_168),  # PM9A1
        ("INTEL SSDPE2KE016T8", 1_600_321_314_816),  # P4610
        ("INTEL SSDPF2KX038T1", 3_840_755_982_336),  # P5520
    ],
)
def test_what_only_looks_like_it_has_none(model: str, capacity_bytes: int) -> None:
    assert _cards(model, capacity_bytes) == []


# As real machines printed them (bsdhw/SMART and test data of smartctl's readers), each read by hand.
@check_each(
    "model, capacity_bytes, cards",
    [
        ("INTEL SSDPEDMD016T4", 1_600_321_314_816, ["intel-dc-p3700"]),
        ("INTEL SSDPE2KX040T7", 4_000_787_030_016, ["intel-dc-p4500-4-tb"]),
        ("INTEL SSDPE2KX040T8", 4_000_787_030_016, []),  # P4510: no card
        ("INTEL SSDPE2MX450G7", 450_098_159_616, []),
        ("INTEL SSDSC2BB016T4", 1_600_321_314_816, []),
        ("INTEL MEMPEK1W032GA", 29_260_513_280, []),
        ("Samsung 980 PRO with Heatsink 2TB", 2_000_398_934_016, []),
        ("SAMSUNG MZPLL3T2HAJQ-00005", 3_200_631_791_616, []),
        ("Micron_9300_MTFDHAL3T8TDP", 3_840_755_982_336, []),
        ("Micron_7450_MTFDKCC3T8TFR", 3_840_755_982_336, []),
        ("Seagate FireCuda 530 ZP4000GM30023", 4_000_787_030_016, []),
        ("KXG80ZN84T09 NVMe KIOXIA 4096GB", 4_096_805_658_624, []),
        ("PC SN820 NVMe WD 4096GB", 4_096_805_658_624, []),
        ("ST16000NM001G-2KK103", 16_000_900_661_248, []),
        ("ATA VBOX HARDDISK", 10 * GB, []),
    ],
)
def test_drives_of_real_machines(model: str, capacity_bytes: int, cards: list[str]) -> None:
    assert _cards(model, capacity_bytes) == cards


def test_one_string_and_capacity_is_of_one_capacity_card() -> None:
    """Two cards of one capacity for one drive would leave the choice to their order."""
    for card in built_in_cards().values():
        for match in card.match:
            sized = [
                one
                for one in _cards(match.model, match.capacity_bytes)
                if built_in_cards()[one].capacity_bytes
            ]
            assert len(sized) <= 1, (match.model, sized)


def test_a_name_and_a_capacity_tell_what_the_drive_reports() -> None:
    cards = list(built_in_cards().values())
    for name, capacity_bytes, model in (
        ("Samsung SSD 970 PRO", 512 * GB, "Samsung SSD 970 PRO 512GB"),
        ("Intel SSD DC P3700", 2_000 * GB, "INTEL SSDPEDMD020T4"),
        ("Crucial T500", None, "Crucial T500"),
        ("Samsung SSD 980", 3_000 * GB, "Samsung SSD 980"),
    ):
        assert find_reported_model(cards, name, capacity_bytes) == model
