"""Words and limits of notifications."""

from typing import Literal, get_args

DestinationKind = Literal["webhook", "mail"]
DESTINATION_KINDS: tuple[DestinationKind, ...] = get_args(DestinationKind)
DeliveryState = Literal["waiting", "delivered", "failed"]
DELIVERY_STATES: tuple[DeliveryState, ...] = get_args(DeliveryState)

MAX_ATTEMPTS = 10
MAX_CHANGES_IN_MESSAGE = 100
MAX_RULES_OF_PERSON = 50
