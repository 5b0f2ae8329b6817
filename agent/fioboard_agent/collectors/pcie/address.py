"""PCI addresses in the paths of /sys: the chain from host bridge to function. Pure: text in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

# Intel VMD makes domains of five digits (10001), POWER uses letters (052e), some hosts eight digits.
_ADDRESS = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]")
_BRIDGE = re.compile(r"pci[0-9a-f]{4,8}:[0-9a-f]{2}")


@dataclass(frozen=True)
class Chain:
    """The functions of a path from the host bridge down. Behind a VMD controller a second bridge begins a domain of
    its own: `vmd` is the controller, `functions` the ones after it."""

    bridge: Optional[str]
    functions: tuple[str, ...]
    vmd: Optional[str] = None
    above_vmd: tuple[str, ...] = ()

    @property
    def all_functions(self) -> tuple[str, ...]:
        """With the controller and what is above it."""
        return self.above_vmd + self.functions


def is_address(text: str) -> bool:
    """`0000:41:00.0`, `10001:84:00.0`."""
    return _ADDRESS.fullmatch(text) is not None


def parse_chain(real_path: str) -> Chain:
    """The chain in the real path of anything in /sys; without functions when it hangs on no PCI device."""
    parts = [part for part in real_path.split("/") if is_address(part) or _BRIDGE.fullmatch(part)]
    bridges = [number for number, part in enumerate(parts) if part.startswith("pci")]
    if not bridges:
        return Chain(None, tuple(parts))
    above, below = parts[bridges[0] : bridges[-1]], parts[bridges[-1] + 1 :]
    outer = tuple(part for part in above if not part.startswith("pci"))
    return Chain(parts[bridges[0]], tuple(below), outer[-1] if outer else None, outer)


def build_stable_path(chain: Chain, acpi_name: Optional[str], uid: Optional[str]) -> Optional[str]:
    """Return where the function sits, in words that do not move when a card is added: the bridge by its name and
    number in the firmware's tables, then device.function of each hop. `PCI0[uid 2]/03.1/00.0/04.0/00.0`. Without
    those tables the bridge has only its bus number, which can move; without a bridge there is no path.
    """
    bridge = f"{acpi_name}[uid {uid}]" if acpi_name and uid else acpi_name or chain.bridge
    if bridge is None:
        return None
    outer = [*(_strip_bus(address) for address in chain.above_vmd), "vmd"] if chain.vmd else []
    return "/".join([bridge, *outer, *(_strip_bus(address) for address in chain.functions)])


def strip_function(address: str) -> str:
    """Return the address without its function: what /sys/bus/pci/slots names."""
    return address.rsplit(".", 1)[0]


def split_for_sorting(name: str) -> list[tuple[int, int, str]]:
    """Split a name so that nvme10n1 sorts behind nvme2n1."""
    return [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.split(r"([0-9]+)", name) if part]


def _strip_bus(address: str) -> str:
    return address.rsplit(":", 1)[-1]
