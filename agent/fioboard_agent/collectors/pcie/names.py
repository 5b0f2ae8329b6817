"""Names of PCI functions from the host's own pci.ids, when it has one. The service has a newer copy."""

from __future__ import annotations

from typing import Optional

from fioboard_agent.host.reader import Reader

_PLACES = ("/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids", "/usr/share/pci.ids")


class PciNames:
    """Finds `Vendor Device`. Searches the bytes: reading 1.4 MB line by line would take longer than all the rest."""

    def __init__(self, reader: Reader) -> None:
        contents = (reader.binary(place) for place in _PLACES)
        self._data = next((content for content in contents if content), b"")

    def find(self, vendor: Optional[str], device: Optional[str]) -> Optional[str]:
        """`Samsung Electronics Co Ltd NVMe SSD Controller PM9A1`; None when either number is not in the list."""
        if not (self._data and vendor and device):
            return None
        start = self._data.find(b"\n" + _strip_prefix(vendor) + b"  ")
        if start < 0:
            return None
        end = start + 1
        # A vendor's block ends at the next line that begins with neither a tab nor a comment.
        while True:
            line_end = self._data.find(b"\n", end)
            if line_end < 0 or self._data[line_end + 1 : line_end + 2] not in {b"\t", b"#"}:
                break
            end = line_end + 1
        block = self._data[start : line_end if line_end >= 0 else None]
        device_at = block.find(b"\n\t" + _strip_prefix(device) + b"  ")
        if device_at < 0:
            return None
        vendor_name, device_name = (_read_name(block, place) for place in (0, device_at))
        return f"{vendor_name} {device_name}"


def _strip_prefix(number: str) -> bytes:
    return number.lower().replace("0x", "", 1).encode("ascii", "replace")


def _read_name(block: bytes, start: int) -> str:
    end = block.find(b"\n", start + 1)
    line = block[start : end if end >= 0 else None].decode("utf-8", "replace").strip()
    return line.split("  ", 1)[1].strip()
