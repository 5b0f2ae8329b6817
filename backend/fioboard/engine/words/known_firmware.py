"""Firmware that is known to slow a drive down, to hang it or to lose it: one row per fault, each with its source.

Versions have no common order, so the bad ones are listed, or matched within one vendor's scheme; a drive that a
system's vendor sells under another part number is another model. Faults that show on other systems only, or that one
weak source tells of, have no row.
"""

import re
from dataclasses import dataclass
from typing import LiteralString

from fioboard.engine.words.findings import Confidence, Severity


@dataclass(frozen=True, slots=True)
class KnownFirmware:
    """One fault. Patterns are held against the whole text as the drive tells it."""

    model: LiteralString
    versions: LiteralString
    fault: LiteralString
    """What the drive does, as the end of "… is known to"."""
    fixed_in: LiteralString | None
    source: LiteralString
    """An address."""
    severity: Severity = "warning"
    confidence: Confidence = "likely"

    def matches(self, model: str, version: str) -> bool:
        """Whether a drive of that model and firmware has the fault."""
        return bool(re.fullmatch(self.model, model) and re.fullmatch(self.versions, version))


_LIBATA = "https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/drivers/ata/libata-core.c"

KNOWN_FIRMWARE: tuple[KnownFirmware, ...] = (
    KnownFirmware(
        r"Samsung SSD 990 PRO .*", r"[0-3]B2QJXD7",
        "report 84 °C for ever and slow down", "4B2QJXD7",
        "https://github.com/openzfs/zfs/issues/16658",
        severity="info", confidence="possible",  # one report, of an older version that it does not name
    ),
    KnownFirmware(
        r"Samsung SSD 980 PRO .*", r"3B2QGXA7",
        "gather media errors until it can only be read", "5B2QGXA7",
        "https://nascompares.com/2023/02/02/"
        "samsung-980-pro-970-evo-plus-pm9a1-and-more-reporting-failures-everything-we-know-so-far/amp",
    ),
    KnownFirmware(
        r"Samsung SSD 840 .*", r"EXT0[AB]B[0-9]Q",
        "read data that was written long ago at 50 to 100 MB/s", "EXT0CB6Q",
        "http://techreport.com/review/27212/samsung-840-evo-update-fixes-slow-reads-with-old-data",
    ),
    KnownFirmware(
        r"KINGSTON SA2000M8.*", r"S5Z42105",
        "stop answering on Linux", "S5Z42109",
        "https://github.com/acidanthera/NVMeFix/pull/4",
    ),
    KnownFirmware(
        r"Micron_2400_MTFDK.*", r"V3MA003",
        "hang when it sleeps by itself", None,
        "https://github.com/omacom/omarchy/pull/11917",
    ),
    KnownFirmware(
        r"EK0800JVYPN|EO1600JVYPP|MK0800JVYPQ|MO1600JVYPR", r"HPD[0-6]",
        "fail after 40,000 hours of operation", "HPD7",
        "https://www.tomshardware.com/news/hpe-ssds-firmware-patch-brick-40000",
    ),
    KnownFirmware(
        r"C400-MTFDDA[ACK](064|128|256|512)MAM|M4-CT(032|064|128|256|512)M4SSD[123]", r"000[129]",
        "hang every hour after 5,184 hours of operation", "0309",
        "https://www.tomshardware.com/news/Crucial-m4-Firmware-BSOD,14544.html",
    ),
    KnownFirmware(
        r"C300-CTFDDAC128M(AG)?", r"0001",
        "be given one command at a time by Linux (no NCQ)", "0002",
        _LIBATA,
    ),
    KnownFirmware(
        r"ST31500341AS|ST31000333AS|ST3640[36]23AS|ST3320[68]13AS", r"SD1[5-9]",
        "be given one command at a time by Linux (no NCQ)", None,
        _LIBATA,
    ),
)  # fmt: skip
"""By model; of several that match, all hold."""
