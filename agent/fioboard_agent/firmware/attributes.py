"""What one source says about the firmware settings, and which of it may leave the host."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Mapping, Optional, Union

from fioboard_agent import inventory_types

Scalar = Union[str, int, bool]
MAX_VALUE_CHARACTERS = 1000

# Compared without case and without anything but letters and digits. Passwords and people first, then what names this
# very machine or its network.
_PRIVATE = re.compile(
    r"password|passphrase|secret|privatekey|credential|token|certificate|kms|chap"
    r"|admin|email|phone|owner|username|contact|custompost|otherinfo"
    r"|servername|address|gateway|subnet|primarydns|secondarydns|iscsi|asset|servicetag|serialnumber|uuid|hostname|dnsname"
)
_URL = re.compile(r"(^|[^A-Za-z])url|Url|URL")


@dataclass(frozen=True)
class FirmwareSettings:
    """`raw`: attribute → value. `registry`: attribute → {value: what the vendor displays for it}, only where that says
    more than the value. `is_pending`: values are set that come into force with the next start; None = not told."""

    source: str
    raw: Mapping[str, Scalar]
    registry: Optional[Mapping[str, Mapping[str, str]]] = None
    is_pending: Optional[bool] = None

    def build_document(self, manual: Mapping[str, Scalar]) -> inventory_types.FirmwareSettings:
        """Build the `firmware_settings` part of the inventory."""
        return {
            "source": self.source,
            "is_pending": self.is_pending,
            "raw": dict(sorted(self.raw.items())),
            "registry": {name: dict(shown) for name, shown in sorted(self.registry.items())} if self.registry else None,
            "manual": dict(sorted(manual.items())),
        }


@dataclass
class Collector:
    """Takes attributes one by one and leaves out what is private, empty, or no plain value."""

    raw: dict[str, Scalar] = field(default_factory=dict)

    def add(self, name: str, value: object) -> None:
        """Keep a text, a whole number or a truth value; the first of two attributes of one name stays."""
        if is_private(name):
            return
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str):
            value = value.strip()[:MAX_VALUE_CHARACTERS]
        if isinstance(value, (str, int, bool)) and value != "":
            self.raw.setdefault(name.strip(), value)


def is_private(name: str) -> bool:
    """Whether an attribute may hold a secret, a person's data, or the identity of the machine or its network."""
    plain = re.sub(r"[^a-z0-9]", "", name.lower())
    return not plain or bool(_PRIVATE.search(plain) or _URL.search(name))
