"""Quantities as people write them on labels and datasheets: `1.5M`, `1,500,000`, `6.9 GB/s`, `90 µs`.

Reads only what can mean one thing. `7 Gb/s` (bits), `1,5M` (is the comma a decimal one?) and `about 7000` are not read.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

Number = int | float

_DECIMAL = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40}
_NUMBER = re.compile(r"(\d{1,3}(?:,\d{3}){1,5}|\d{1,18})(\.\d{1,9})?\s?(.{0,12})", re.ASCII)


def _build_byte_scales() -> dict[str, Decimal]:
    """Build the scales of bytes, and of bytes a second, by how they are spelled."""
    scales = {prefix: Decimal(10) ** power for prefix, power in _DECIMAL.items()}
    scales |= {prefix: Decimal(2) ** power for prefix, power in _BINARY.items()}
    per_second = {
        f"{prefix}B{end}": scale for prefix, scale in scales.items() for end in ("/s", "/sec", "ps")
    }
    return (
        per_second
        | {prefix: scale for prefix, scale in scales.items() if "i" not in prefix}
        | {"bytes/s": Decimal(1)}
    )


# By unit of the figure: what may stand behind the number, and what it multiplies by.
_SCALES: Mapping[str, Mapping[str, Decimal]] = {
    "bytes/s": _build_byte_scales(),
    "IOPS": {
        f"{prefix}{gap}{word}".strip(): Decimal(10) ** power
        for prefix, power in _DECIMAL.items()
        for gap in ("", " ")
        for word in ("", "IOPS", "iops", "IO/s")
    },
    "ns": {"": Decimal(1), "ns": Decimal(1), "s": Decimal(10) ** 9, "ms": Decimal(10) ** 6}
    | dict.fromkeys(("us", "\N{MICRO SIGN}s", "\N{GREEK SMALL LETTER MU}s"), Decimal(1000)),
    "%": {"": Decimal(1), "%": Decimal(1)},
}


# By unit of the figure: the decimal prefixes it is shown with, largest first.
_SHOWN = {
    "ns": ((1e9, "s"), (1e6, "ms"), (1e3, "\N{MICRO SIGN}s")),
    "bytes/s": ((1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s")),
}


def scaled(value: float, unit: str) -> tuple[float, str]:
    """The number and the unit with which a figure is shown: 35_000_000 bytes/s is (35.0, "MB/s")."""
    if unit == "share":
        return 100 * value, "%"
    for factor, name in _SHOWN.get(unit, ()):
        if abs(value) >= factor:
            return value / factor, name
    return value, "B/s" if unit == "bytes/s" else unit


def format_figures(value: float, digits: int = 3) -> str:
    """Format a number with its leading digits and no exponent: `1,020`, `9.47`, `0.0000655`."""
    return f"{Decimal(f'{value:.{digits}g}'):,f}"


@dataclass(frozen=True, slots=True)
class Printed:
    """A quantity as it was written, in its base unit, and how much its digits say."""

    value: Number
    step: Number
    """What one unit of its last digit is worth: 12.9k IOPS may be anything within 100 of it."""
    unit: str
    """What stands behind the number: "", "k", "MB/s", …"""

    @property
    def bounds(self) -> tuple[float, float] | None:
        """[low, high) of what rounds to it; None where every digit was written."""
        return (
            None if self.step <= 1 else (float(self.value - self.step / 2), float(self.value + self.step / 2))
        )


def read_printed(text: str, unit: str) -> Printed | None:
    """A quantity in `unit` (IOPS, bytes/s, ns or %) with the worth of its last digit. None: not read."""
    match = _NUMBER.fullmatch(text.strip())
    scale = None if match is None else _SCALES[unit].get(match[3])
    if match is None or scale is None:
        return None
    digits = match[2] or ""
    value = Decimal(match[1].replace(",", "") + digits) * scale
    return Printed(_number(value), _number(scale.scaleb(1 - max(1, len(digits)))), match[3])


def read_quantity(text: str, unit: str) -> Number | None:
    """A quantity in `unit` (IOPS, bytes/s, ns or %), its base unit; a bare number is in it already. None: not read."""
    printed = read_printed(text, unit)
    return None if printed is None else printed.value


def _number(value: Decimal) -> Number:
    return int(value) if value == value.to_integral_value() else float(value)
