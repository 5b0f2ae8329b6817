"""Channels with a module: only where the CPU's family and the names of the places tell."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from fioboard.engine.hardware.inventory.memory_channels import count_channels
from tests.loops import check_each

SMBIOS = Path(__file__).resolve().parents[5] / "agent" / "tests" / "data" / "golden" / "smbios"
NAPLES, MILAN, GENOA = (
    "AMD EPYC 7251 8-Core Processor",
    "AMD EPYC 7763 64-Core Processor",
    "AMD EPYC 9474F 48-Core",
)


def machine(model: str, places: list[str], sockets: int | None = 1) -> dict[str, Any]:
    dimms = [{"locator": place} for place in places]
    return {"cpu": {"model": model, "sockets": sockets}, "memory": {"dimms": dimms}}


@check_each(
    "model, places, sockets, expected",
    [
        (NAPLES, ["DIMMC1", "DIMMG1", "DIMMH1"], 1, (3, 8)),
        (MILAN, [f"DIMM_P0_{c}0" for c in "ABCDEFGH"] + [f"DIMM_P1_{c}0" for c in "IJKLMNOP"], 2, (16, 16)),
        (MILAN, ["P1-DIMMA1", "P1-DIMMA2", "P2-DIMMA1"], 2, (2, 16)),
        (GENOA, [f"DIMM{c}1" for c in "ABCDEF"], 1, (6, 12)),
        ("Intel(R) Xeon(R) Gold 6154 CPU @ 3.00GHz", ["DIMM_A1", "DIMM_B1", "DIMM_C1", "DIMM_D1"], 1, (4, 6)),
        ("Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz", ["ChannelA-DIMM0", "ChannelB-DIMM0"], 1, (2, 8)),
        ("Intel(R) Xeon(R) Platinum 8480+", ["DIMMA1"], 1, (1, 8)),
        # Dell: A1 to A4 are places of the first CPU.
        (MILAN, ["A1", "A2", "B1"], 2, None),
        (MILAN, ["DIMMA1", "A2"], 1, None),
        (MILAN, ["DIMMA1"], None, None),
        (MILAN, [], 1, None),
        # More letters than channels are no channels.
        (MILAN, [f"DIMM{c}1" for c in "ABCDEFGHI"], 1, None),
        # Cooper Lake has six channels and Cascade Lake-AP twelve; the desktop has no row.
        ("Intel(R) Xeon(R) Gold 6328HL CPU @ 2.80GHz", ["DIMMA1"], 1, None),
        ("Intel(R) Xeon(R) Platinum 9242 CPU", ["DIMMA1"], 1, None),
        ("AMD Ryzen 9 7950X 16-Core Processor", ["DIMMA1"], 1, None),
        ("AMD EPYC 8324P 32-Core Processor", ["DIMMA1"], 1, None),
    ],
)
def test_channels_are_told_or_not(
    model: str, places: list[str], sockets: int | None, expected: tuple[int, int] | None
) -> None:
    seen = count_channels(machine(model, places, sockets))
    assert (None if seen is None else (seen.populated, seen.there)) == expected


@pytest.mark.parametrize(
    ("board", "model", "sockets", "expected"),
    [
        ("supermicro-h11ssl-nc", NAPLES, 1, (3, 8)),
        ("gigabyte-mz72-hb0-2x-epyc-7t83", "AMD EPYC 7T83 64-Core Processor", 2, (16, 16)),
        ("dell-r7525", MILAN, 2, None),
        ("dell-r740xd", "Intel(R) Xeon(R) Gold 6154 CPU @ 3.00GHz", 2, None),
    ],
)
def test_boards_as_their_firmware_names_them(
    board: str, model: str, sockets: int, expected: tuple[int, int] | None
) -> None:
    memory = {"dimms": orjson.loads((SMBIOS / f"{board}.json").read_bytes())["dimms"]}
    seen = count_channels({"cpu": {"model": model, "sockets": sockets}, "memory": memory})
    assert (None if seen is None else (seen.populated, seen.there)) == expected
