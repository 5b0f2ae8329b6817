"""Words and limits of notifications."""

from collections.abc import Mapping
from typing import Literal, get_args

from fioboard.vocabulary.events import EVENT_KINDS, EventKind

DestinationKind = Literal["webhook", "mail", "chat"]
DESTINATION_KINDS: tuple[DestinationKind, ...] = get_args(DestinationKind)
DeliveryState = Literal["waiting", "delivered", "failed"]
DELIVERY_STATES: tuple[DeliveryState, ...] = get_args(DeliveryState)

ToldKind = Literal["change"] | EventKind
TOLD_KINDS: tuple[ToldKind, ...] = ("change", *EVENT_KINDS)
"""What a rule may tell: changes of figures, and each kind of events."""

PORTS: Mapping[DestinationKind, Mapping[str, int]] = {
    "webhook": {"https": 443, "http": 80},
    "mail": {"smtps": 465, "smtp": 587},
}
"""Schemes of a destination's address with their ports; those of chat are Apprise's."""
CHAT_SCHEMES = (
    *("slack", "workflow", "workflows", "tgram", "discord"),
    *("ntfy", "ntfys", "matrix", "matrixs", "gotify", "gotifys", "mmost", "mmosts"),
)
"""Of Apprise's, those that are allowed: all of them speak HTTP and read no file of this machine."""

MAX_ATTEMPTS = 10
MAX_IN_MESSAGE = 100
"""Changes and events."""
MAX_FILTER_CHARACTERS = 8_000
MAX_RULES_OF_PERSON = 50
