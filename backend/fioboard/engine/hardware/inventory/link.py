"""One PCIe link: its rate, what of it data can use, and what class it falls into.

All figures are bytes per second in one direction. Sources: PCI Express Base Specification (encodings, packet overhead)
as summed up in docs/inventory.md; Linux `pcie_bandwidth_available` uses the same encodings.
"""

from dataclasses import dataclass
from typing import Literal

Direction = Literal["read", "write"]
LinkClass = Literal[
    "full",
    "downgraded-width",
    "downgraded-speed",
    "idle-downshift",
    "port-limited",
    "device-limited",
    "unknown",
]
Severity = Literal["none", "info", "warning"]
GENERATION = {2.5: 1, 5.0: 2, 8.0: 3, 16.0: 4, 32.0: 5, 64.0: 6}
# Bytes beside the payload of a packet: framing, sequence number and LCRC 8 (Gen1-5), header 16 or 12. Data from the
# drive are memory writes with 64-bit addresses, data to the drive are completions.
OVERHEAD_BYTES: dict[Direction, int] = {"read": 24, "write": 20}
GEN6_OVERHEAD_BYTES: dict[Direction, int] = {"read": 16, "write": 12}
# FLIT mode: 236 of 256 bytes carry packets.
GEN6_SHARE = 236 / 256
# What the payload per packet may be when the configuration space could not be read (not root).
MIN_PAYLOAD_BYTES, USUAL_PAYLOAD_BYTES = 128, 256


@dataclass(frozen=True, slots=True)
class Range:
    """Lowest and highest value a figure may have; equal when it is known exactly."""

    low: float
    high: float

    def whole(self) -> list[int]:
        """[low, high] in whole bytes per second, as the API shows it."""
        return [round(self.low), round(self.high)]


@dataclass(frozen=True, slots=True)
class End:
    """What one end of a link says: trained now and able to do. None is unknown."""

    current_gts: float | None = None
    current_lanes: int | None = None
    max_gts: float | None = None
    max_lanes: int | None = None


def get_generation(gts: float | None) -> int | None:
    """Return 1 to 6; None for a speed that no generation has."""
    return None if gts is None else GENERATION.get(gts)


def compute_rate(gts: float, lanes: int) -> float:
    """Return the link rate after encoding: 8b/10b up to 5 GT/s, 128b/130b up to 32, none in FLIT mode."""
    encoding = 0.8 if gts <= 5 else 128 / 130 if gts <= 32 else 1.0
    return gts * 1e9 * encoding * lanes / 8


def compute_ceiling(gts: float, lanes: int, payload_bytes: int, direction: Direction) -> float:
    """Return what data can use of a link when every packet is full. ACKs, skips and read requests are not counted
    (1-10 %).
    """
    if gts > 32:
        overhead = GEN6_OVERHEAD_BYTES[direction]
        return compute_rate(gts, lanes) * GEN6_SHARE * payload_bytes / (payload_bytes + overhead)
    return compute_rate(gts, lanes) * payload_bytes / (payload_bytes + OVERHEAD_BYTES[direction])


def find_payload_range(payloads: list[int | None]) -> tuple[int, int]:
    """Return least and most payload per packet along a chain, from the maximum payload size of each of its
    functions.
    """
    known = [p for p in payloads if p is not None and p >= MIN_PAYLOAD_BYTES]
    if payloads and len(known) == len(payloads):
        return min(known), min(known)
    return MIN_PAYLOAD_BYTES, min([USUAL_PAYLOAD_BYTES, *known])


@dataclass(frozen=True, slots=True)
class Link:
    """The link between a port and what is plugged into it, both ends considered."""

    gts: float | None
    lanes: int | None
    capable_gts: float | None
    """Best that both ends can do; None unless that is known for certain."""
    capable_lanes: int | None
    kind: LinkClass
    is_under_load: bool

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        if self.kind.startswith("downgraded"):
            return "warning"
        return "info" if self.kind == "port-limited" else "none"

    @property
    def rate(self) -> float | None:
        """Link rate as trained; None when speed or width is unknown."""
        return None if self.gts is None or self.lanes is None else compute_rate(self.gts, self.lanes)

    def ceiling(self, payload: tuple[int, int], direction: Direction) -> Range | None:
        """Usable rate for the least and the most payload per packet."""
        if self.gts is None or self.lanes is None:
            return None
        low, high = (compute_ceiling(self.gts, self.lanes, p, direction) for p in payload)
        return Range(low, high)

    def __str__(self) -> str:
        return format_link(self.gts, self.lanes) or "unknown"


def format_link(gts: float | None, lanes: int | None) -> str | None:
    """Return `Gen4 x4`, as people say it; None when speed or width is unknown."""
    if gts is None or lanes is None:
        return None
    number = get_generation(gts)
    return f"Gen{number} x{lanes}" if number else f"{gts:g} GT/s x{lanes}"


def classify(port: End | None, device: End, seen: tuple[float | None, int | None] | None) -> Link:
    """Judges a link. `port` is None when the other end is not in the inventory; `seen`: GT/s and lanes under load."""
    upper = port or End()
    under_load = seen is not None
    gts, lanes = seen if seen is not None else (None, None)
    gts = gts or device.current_gts or upper.current_gts
    lanes = lanes or device.current_lanes or upper.current_lanes
    capable_gts = _find_capable(gts, upper.max_gts, device.max_gts)
    capable_lanes = _find_capable(lanes, upper.max_lanes, device.max_lanes)
    kind: LinkClass
    if lanes is not None and capable_lanes is not None and lanes < capable_lanes:
        kind = "downgraded-width"
    elif gts is not None and capable_gts is not None and gts < capable_gts:
        kind = "downgraded-speed" if under_load else "idle-downshift"
    elif None in (gts, lanes, capable_gts, capable_lanes):
        kind = "unknown"
    elif _is_greater(device.max_gts, upper.max_gts) or _is_greater(device.max_lanes, upper.max_lanes):
        kind = "port-limited"
    elif _is_greater(upper.max_gts, device.max_gts) or _is_greater(upper.max_lanes, device.max_lanes):
        kind = "device-limited"
    else:
        kind = "full"
    return Link(
        gts,
        lanes,
        capable_gts,
        None if capable_lanes is None else int(capable_lanes),
        kind,
        under_load,
    )


def _find_capable(trained: float | None, port: float | None, device: float | None) -> float | None:
    """Return the smaller of both ends. With one end unknown it is certain only when the link has reached the
    other's most.
    """
    known = [value for value in (port, device) if value is not None]
    if len(known) == 2:
        return min(known)
    if known and trained is not None and trained >= known[0]:
        return trained
    return None


def _is_greater(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and one > other
