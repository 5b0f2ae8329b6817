"""SCSI disks (SATA, SAS, USB, iSCSI, FC): serial number and negotiated link speed from sysfs."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.host.reader import Reader


def is_scsi(reader: Reader, folder: str) -> bool:
    """Whether /sys/block/<disk> is a SCSI device."""
    return reader.exists(f"{folder}/device/scsi_disk") or reader.exists(f"{folder}/device/scsi_level")


def read_serial(reader: Reader, folder: str) -> Optional[str]:
    """Unit Serial Number page (80h): a header of four bytes, the last two the length."""
    page = reader.binary(f"{folder}/device/vpd_pg80")
    if page is None or len(page) < 5 or page[1] != 0x80:
        return None
    serial = page[4 : 4 + int.from_bytes(page[2:4], "big")]
    return serial.decode("ascii", "replace").strip(" \0") or None


def read_negotiated_link(reader: Reader, real_path: str) -> Optional[str]:
    """`6.0 Gbps` of a SATA link, `12.0 Gbit` of a SAS link; several SAS lanes as `2 x 12.0 Gbit`."""
    ata = re.search(r"/ata([0-9]+)/", real_path)
    if ata:
        return _drop_unknown(reader.text(f"/sys/class/ata_link/link{ata.group(1)}/sata_spd"))
    sas = re.search(r"^(.*/port-[^/]+)/end_device-", real_path)
    if sas is None:
        return None
    lanes = [name for name in reader.names(sas.group(1)) if name.startswith("phy-")]
    rates = [_drop_unknown(reader.text(f"/sys/class/sas_phy/{name}/negotiated_linkrate")) for name in lanes]
    known = sorted({rate for rate in rates if rate})
    if len(known) != 1:
        return ", ".join(known) or None
    return known[0] if len(rates) == 1 else f"{len(rates)} x {known[0]}"


def _drop_unknown(rate: Optional[str]) -> Optional[str]:
    return None if rate is None or "nknown" in rate or rate.startswith("<") else rate
