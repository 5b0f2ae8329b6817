"""Classes of devices with what each gives, and the limits that volumes are sold with: data with sources."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fioboard.engine.hardware.inventory.path import VIRTUAL, Member
from fioboard.engine.hardware.inventory.tolerant import flag, text

# How far from a stated figure a device of that class may still lie, and how far off no device of it does: proposals of
# our own, not of the sources.
TOLERANCE = 0.15
FAR = 2.0
_FOLDER = Path(__file__).parent


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ClassFigure(_Part):
    """What one device of a class gives in one workload: IOPS of 4 KiB for random I/O, bytes/s for sequential I/O, or
    the median time of a durable write of about 4 KiB in ns."""

    kind: Literal["rate", "durable"] = "rate"
    rw: Literal["read", "write", "randread", "randwrite"]
    iodepth: Annotated[int, Field(ge=1)]
    """I/Os in flight of all jobs together; sequential I/O may have more."""
    low: Annotated[int, Field(ge=0)] = 0
    """0 where a single figure is published: `high`."""
    high: Annotated[int, Field(gt=0)]
    n: Annotated[int, Field(ge=1)]
    """How many published figures the source names."""
    published_iodepth: Annotated[int, Field(ge=1)] | None = None
    """The depth it was published at, where that is not `iodepth`."""
    source: Annotated[str, Field(min_length=5, max_length=300)]

    def is_typical(self, value: float) -> bool:
        """Whether a device of the class may have given this value."""
        return self.low * (1 - TOLERANCE) <= value <= self.high * (1 + TOLERANCE)

    def is_far(self, value: float) -> bool:
        """Whether the value is so far outside that no device of the class gives it."""
        return value > FAR * self.high or value * FAR < self.low


class DeviceClass(_Part):
    """One class of devices, named as in a sentence: "a SATA SSD"."""

    title: Annotated[str, Field(pattern=r"^an? [A-Za-z0-9 ]{1,36}$")]
    is_rotational: bool
    not_behind: list[str] = []
    """Transports, as inventories name them, that no device of the class has."""
    figures: Annotated[list[ClassFigure], Field(alias="figure")]

    @property
    def bare_title(self) -> str:
        """Without its article: "SATA SSD"."""
        return self.title.partition(" ")[2]

    @property
    def heading(self) -> str:
        """The same at the beginning of a sentence: "Hard disk"."""
        return self.bare_title[0].upper() + self.bare_title[1:]


class SoldLimit(_Part):
    """A round number that volumes of a provider are limited to."""

    title: Annotated[str, Field(pattern=r"^an? [A-Za-z0-9 ]{1,36}$")]
    vendor: str
    """Who makes the machine, as DMI prints it."""
    iops: list[int] = []
    bw_bytes_per_s: list[int] = []
    source: Annotated[str, Field(min_length=5)]


class _Classes(_Part):
    classes: Annotated[list[DeviceClass], Field(alias="class")]


class _SoldLimits(_Part):
    limits: Annotated[list[SoldLimit], Field(alias="limit")]


@dataclass(frozen=True, slots=True)
class Hardware:
    """What is recorded of the drives of a run, as far as it excludes classes."""

    transports: frozenset[str] = frozenset()
    is_rotational: bool | None = None
    """None where it is not recorded, or where a hypervisor says yes: that is its default."""

    def is_excluding(self, device: DeviceClass) -> bool:
        """Whether a device of the class would contradict what is recorded."""
        if self.is_rotational is not None and self.is_rotational != device.is_rotational:
            return True
        return not self.transports.isdisjoint(device.not_behind)


def join_titles(titles: Iterable[str]) -> str:
    """Join titles of which one may be meant: `a SATA SSD, a client SSD or an Optane SSD`."""
    *others, last = dict.fromkeys(titles)
    return f"{', '.join(others)} or {last}" if others else last


def read_hardware(members: Sequence[Member]) -> Hardware:
    """Read what the inventory records of the drives."""
    transports = frozenset(known for one in members if (known := text(one.entry, "transport")) is not None)
    stated = {flag(one.entry, "rotational") for one in members}
    rotational = stated.pop() if len(stated) == 1 else None
    return Hardware(transports, None if rotational and transports & VIRTUAL else rotational)


@cache
def load_device_classes() -> Sequence[DeviceClass]:
    """Load the device classes, slowest first."""
    return _Classes.model_validate(tomllib.loads((_FOLDER / "device_classes.toml").read_text())).classes


@cache
def load_sold_limits() -> Sequence[SoldLimit]:
    """Load the limits that volumes are sold with."""
    return _SoldLimits.model_validate(tomllib.loads((_FOLDER / "sold_limits.toml").read_text())).limits
