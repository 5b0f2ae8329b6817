"""Reading a card from its file. What is not understood is refused with its place; nothing is guessed or dropped."""

import tomllib
from collections.abc import Mapping

from pydantic import ValidationError

from fioboard.specs.card import Card
from fioboard.vocabulary.limits import MAX_CARD_BYTES


class CardRefused(ValueError):
    """A card that cannot be taken; its text says what and where."""


def read_card(raw: bytes) -> Card:
    """The card of one TOML file. Raises CardRefused."""
    if len(raw) > MAX_CARD_BYTES:
        raise CardRefused(f"a card has at most {MAX_CARD_BYTES:,} bytes, this one {len(raw):,}")
    try:
        document = tomllib.loads(raw.decode())
    except UnicodeDecodeError as error:
        raise CardRefused(f"not UTF-8 text: byte {error.start}") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardRefused(f"not TOML: {error}") from None
    return check_card(document)


def check_card(document: Mapping[str, object]) -> Card:
    """The card of a document that was read already. Raises CardRefused with the first three faults."""
    try:
        return Card.model_validate(document)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        told = [f"{'.'.join(map(str, fault['loc'])) or 'card'}: {fault['msg']}" for fault in faults[:3]]
        more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
        raise CardRefused("; ".join(told) + more) from None
