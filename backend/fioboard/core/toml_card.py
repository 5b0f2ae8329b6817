"""Reading a card from its file. What is not understood is refused with its place; nothing is guessed or dropped."""

import tomllib
from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from fioboard.core import sentences
from fioboard.core.figures import format_count

Card = TypeVar("Card", bound=BaseModel)


class CardRefused(ValueError):
    """A card that cannot be taken; its text says what and where."""


def read_toml_card(raw: bytes, model: type[Card], max_bytes: int) -> Card:
    """Read the card of one TOML file. Raises CardRefused."""
    if len(raw) > max_bytes:
        raise CardRefused(
            sentences.CARD_TOO_LARGE(most=format_count(max_bytes), given=format_count(len(raw)))
        )
    try:
        document = tomllib.loads(raw.decode())
    except UnicodeDecodeError as error:
        raise CardRefused(sentences.NOT_UTF8(byte=error.start)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardRefused(f"not TOML: {error}") from None
    return validate_card(document, model)


def validate_card(document: Mapping[str, object], model: type[Card]) -> Card:
    """Build the card of a document that was read already. Raises CardRefused with the first three faults."""
    try:
        return model.model_validate(document)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        named = [f"{'.'.join(map(str, fault['loc'])) or 'card'}: {fault['msg']}" for fault in faults[:3]]
        more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
        raise CardRefused("; ".join(named) + more) from None
