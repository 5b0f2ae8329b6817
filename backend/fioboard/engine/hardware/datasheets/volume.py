"""Which cards a provider's volume may have: by who made the machine, what it is sold as, and how the volume names
itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.match import CAPACITY_TOLERANCE

# As DMI and the volumes' own controllers print them (the inventory's `system` and a disk's `model`).
AMAZON, GOOGLE, MICROSOFT = "Amazon EC2", "Google", "Microsoft Corporation"
EBS, INSTANCE_STORE = "Amazon Elastic Block Store", "Amazon EC2 NVMe Instance Storage"
PERSISTENT_DISKS = ("nvme_card-pd", "PersistentDisk")
HYPER_V = "Virtual Machine"


@dataclass(frozen=True, slots=True)
class Volume:
    """What a machine tells of a volume. None: not known."""

    vendor: str | None
    product: str | None
    """Of the machine: at Amazon the type of the instance."""
    model: str | None
    size_bytes: int | None


def cards_of_volume(volume: Volume) -> Sequence[Card] | None:
    """Cards of everything that the volume may be; None where the provider, or the kind of volume, is unknown."""
    if volume.vendor == AMAZON and volume.model == EBS:
        return _named("aws-ebs-")
    if volume.vendor == AMAZON and volume.model == INSTANCE_STORE and volume.product:
        return [card for card in _named("aws-instance-store-") if card.title.endswith(f" {volume.product}")]
    if volume.vendor == GOOGLE and (volume.model or "").startswith(PERSISTENT_DISKS):
        return _named("gcp-")
    if volume.vendor == MICROSOFT and volume.product == HYPER_V:
        # Hyper-V names itself so on any machine: the size of the volume has to be one that is sold.
        return [card for card in _named("azure-") if _has_capacity(card, volume.size_bytes)] or None
    return None


def _named(prefix: str) -> list[Card]:
    return [card for name, card in built_in_cards().items() if name.startswith(prefix)]


def _has_capacity(card: Card, size: int | None) -> bool:
    sold = card.capacity_bytes
    return sold is not None and size is not None and abs(size - sold) <= CAPACITY_TOLERANCE * sold
