"""Uplinks of Intel's chipsets (DMI): no file of the system shows them, so they stand here, each with its source.

Recognised by the chipset's root ports (pci.ids), which tell the family and not the model: a figure is the widest that
a model of the family has. Families without a source for their uplink have no row; AMD's chipsets are switches whose
uplink the inventory shows.
"""

import re
from dataclasses import dataclass
from typing import LiteralString

from fioboard.engine.hardware.inventory.link import compute_rate
from fioboard.engine.hardware.inventory.pci import Function


@dataclass(frozen=True, slots=True)
class Uplink:
    """Of one family. `ports`: device ids of its root ports, first and last."""

    family: LiteralString
    ports: tuple[int, int]
    gts: float
    lanes: int
    source: LiteralString

    @property
    def carries(self) -> float:
        """Bytes per second one way, before the overhead of packets."""
        return compute_rate(self.gts, self.lanes)


UPLINKS: tuple[Uplink, ...] = (
    Uplink("C610, X99", (0x8D10, 0x8D1F), 5.0, 4, "Tom's Hardware, Core i9-7900X: compared with X99"),
    Uplink("100 and C230", (0xA110, 0xA11F), 8.0, 4, "Hardwareluxx, ASUS X299-E: as with 100 and 200"),
    Uplink("200, Z370 and X299", (0xA290, 0xA29F), 8.0, 4, "Hardwareluxx, ASUS X299-E: as with 100 and 200"),
    Uplink("C620", (0xA190, 0xA19F), 8.0, 4, "Tom's Hardware, Xeon Platinum 8176"),
    Uplink("C620 Super", (0xA210, 0xA21F), 8.0, 4, "Tom's Hardware, Xeon Platinum 8176"),
    Uplink("600", (0x7AB8, 0x7ABF), 16.0, 8, "Puget Systems, article 2239: Z690"),
    Uplink("700", (0x7A38, 0x7A3F), 16.0, 8, "ComputerBase, January 2023: Z790 and H770"),
    Uplink("800", (0x7F38, 0x7F3F), 16.0, 8, "Corsair, Z790 and Z890"),
)


def find_uplink(port: Function) -> Uplink | None:
    """Find the uplink of the chipset that a root port belongs to; None where it is no chipset's, or its family has
    no row.
    """
    if not port.is_chipset_port or not re.fullmatch("0x[0-9a-f]{4}", port.device or ""):
        return None
    device = int(port.device or "", 16)
    return next((row for row in UPLINKS if row.ports[0] <= device <= row.ports[1]), None)
