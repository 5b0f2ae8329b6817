"""Known faults of firmware: exact model and version, and nothing beside them."""

import re

import pytest

from fioboard.engine.rules import judge
from fioboard.engine.words.known_firmware import KNOWN_FIRMWARE, KnownFirmware
from tests.engine.rules.facts import facts_on_machine, result, said_on_machine
from tests.loops import check_each


@check_each(
    "model, version, expected",
    [
        ("Samsung SSD 990 PRO 2TB", "3B2QJXD7", "info"),
        ("Samsung SSD 990 PRO 2TB", "4B2QJXD7", "fine"),
        ("Samsung SSD 980 PRO 1TB", "3B2QGXA7", "warning"),
        ("Samsung SSD 980 PRO 1TB", "4B2QGXA7", "fine"),
        ("Samsung SSD 980 PRO 1TB", "5B2QGXA7", "fine"),
        # Another model with a version of the same spelling.
        ("SAMSUNG MZVL21T0HCLR-00B00", "3B2QGXA7", "fine"),
        ("Samsung SSD 840 EVO 250GB", "EXT0BB6Q", "warning"),
        ("Samsung SSD 840 EVO 250GB", "EXT0CB6Q", "fine"),
        ("Samsung SSD 840 PRO 256GB", "DXM06B0Q", "fine"),
        ("KINGSTON SA2000M81000G", "S5Z42105", "warning"),
        ("KINGSTON SA2000M81000G", "S5Z42109", "fine"),
        ("KINGSTON SA2000M81000G", "S5Z42103", "fine"),
        ("Micron_2400_MTFDKBA1T0QFM", "V3MA003", "warning"),
        ("MO1600JVYPR", "HPD6", "warning"),
        ("MO1600JVYPR", "HPD7", "fine"),
        ("M4-CT128M4SSD2", "0009", "warning"),
        # It came after 0309.
        ("M4-CT128M4SSD2", "000F", "fine"),
        ("C300-CTFDDAC128M", "0001", "warning"),
        ("ST31500341AS", "SD17", "warning"),
        ("ST31500341AS", "SD1A", "fine"),
        (None, "SD17", "unknown: firmware"),
        ("ST31500341AS", None, "unknown: firmware"),
    ],
)
def test_firmware_known(model: str | None, version: str | None, expected: str) -> None:
    assert said_on_machine("firmware-known", {}, result(), model=model, firmware=version) == expected


def test_the_finding_names_fault_repair_and_source() -> None:
    drive = {"model": "KINGSTON SA2000M81000G", "firmware": "S5Z42105"}
    [found] = [f for f in judge(facts_on_machine({}, result(), **drive)).findings if f.id == "firmware-known"]
    assert found.text == (
        "nvme0n1 runs firmware S5Z42105, which is known to stop answering on Linux; S5Z42109 is not affected."
    )
    assert found.evidence[-1].source == "https://github.com/acidanthera/NVMeFix/pull/4"


@pytest.mark.parametrize("row", KNOWN_FIRMWARE, ids=lambda row: re.sub(r"\W+", "-", row.model))
def test_every_row_has_an_address_and_leaves_its_repair_alone(row: KnownFirmware) -> None:
    assert row.source.startswith(("https://", "http://"))
    assert row.fixed_in is None or not re.fullmatch(row.versions, row.fixed_in)
