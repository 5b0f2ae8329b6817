"""Names of ARM processors, which their /proc/cpuinfo gives as numbers only. As util-linux names them (lscpu-arm.c)."""

from __future__ import annotations

import re
from typing import Optional

_IMPLEMENTERS = {
    0x41: "ARM",
    0x42: "Broadcom",
    0x43: "Cavium",
    0x46: "FUJITSU",
    0x48: "HiSilicon",
    0x4E: "NVIDIA",
    0x50: "APM",
    0x51: "Qualcomm",
    0x61: "Apple",
    0x6D: "Microsoft",
    0x70: "Phytium",
    0xC0: "Ampere",
}
_PARTS = {
    (0x41, 0xD03): "Cortex-A53",
    (0x41, 0xD05): "Cortex-A55",
    (0x41, 0xD07): "Cortex-A57",
    (0x41, 0xD08): "Cortex-A72",
    (0x41, 0xD09): "Cortex-A73",
    (0x41, 0xD0A): "Cortex-A75",
    (0x41, 0xD0B): "Cortex-A76",
    (0x41, 0xD0C): "Neoverse-N1",
    (0x41, 0xD0D): "Cortex-A77",
    (0x41, 0xD40): "Neoverse-V1",
    (0x41, 0xD41): "Cortex-A78",
    (0x41, 0xD44): "Cortex-X1",
    (0x41, 0xD47): "Cortex-A710",
    (0x41, 0xD48): "Cortex-X2",
    (0x41, 0xD49): "Neoverse-N2",
    (0x41, 0xD4A): "Neoverse-E1",
    (0x41, 0xD4D): "Cortex-A715",
    (0x41, 0xD4E): "Cortex-X3",
    (0x41, 0xD4F): "Neoverse-V2",
    (0x41, 0xD81): "Cortex-A720",
    (0x41, 0xD82): "Cortex-X4",
    (0x41, 0xD83): "Neoverse-V3AE",
    (0x41, 0xD84): "Neoverse-V3",
    (0x41, 0xD85): "Cortex-X925",
    (0x41, 0xD87): "Cortex-A725",
    (0x41, 0xD8E): "Neoverse-N3",
    (0x43, 0x0A1): "ThunderX-88XX",
    (0x43, 0x0AF): "ThunderX2-99xx",
    (0x48, 0xD01): "TaiShan-v110",
}


def find_arm_vendor(info: str) -> Optional[str]:
    """Return the implementer's name, its number where it has no name here, None on other processors."""
    codes = _parse_numbers(info, "CPU implementer")
    return _IMPLEMENTERS.get(codes[0], f"0x{codes[0]:02x}") if codes else None


def find_arm_model(info: str) -> Optional[str]:
    """Return `Neoverse-N1`; of two kinds of cores both names; None when one of them is not known here."""
    parts = sorted(set(zip(_parse_numbers(info, "CPU implementer"), _parse_numbers(info, "CPU part"))))
    names = [_PARTS.get(part) for part in parts]
    return " + ".join(sorted(filter(None, names))) if names and None not in names else None


def _parse_numbers(info: str, key: str) -> list[int]:
    return [
        int(text, 16) for text in re.findall(rf"^{key}[ \t]*:[ \t]*0x([0-9a-fA-F]{{1,4}})[ \t]*$", info, re.MULTILINE)
    ]
