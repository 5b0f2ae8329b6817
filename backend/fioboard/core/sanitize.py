"""Makes foreign JSON storable: what PostgreSQL's jsonb cannot hold is replaced or refused by name (B24, B25, B34)."""

import hashlib
import math
from collections.abc import Mapping
from typing import TypeAlias, TypeVar, cast

import orjson

from fioboard.core import sentences
from fioboard.core.errors import Problem

MAX_TEXT = 65_536
MAX_DEPTH = 64
MAX_VALUES = 1_000_000
INT64 = 2**63
Json = TypeVar("Json")
_Place: TypeAlias = "tuple[_Place, object] | None"
Document = Mapping[str, object]
"""A JSON object that another program wrote, such as an inventory: at any key stands whatever that program put there."""


class Unstorable(Exception):
    """A value that would be stored but could never be read back, or a document beyond the limits."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


def clean_text(text: str, limit: int = MAX_TEXT) -> str:
    """Text that PostgreSQL takes: U+0000 and lone surrogates become U+FFFD, overlong text is cut with a mark."""
    if "\x00" in text:
        text = text.replace("\x00", "\ufffd")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            text = "".join("\ufffd" if 0xD800 <= ord(c) <= 0xDFFF else c for c in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def clean(value: Json) -> Json:
    """A copy of a decoded JSON value that jsonb takes and Python can read back: of the same shape.

    Raises Unstorable for numbers beyond 64 bits or double, depth beyond 64, more than a million values.
    """
    return cast(Json, _Cleaner().copied(value, None, 0))


class _Cleaner:
    """One copy: counts its values. A place is a key behind the place it is in, written out only to be complained of."""

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def copied(self, value: object, place: _Place, depth: int) -> object:
        self._left -= 1
        if self._left < 0:
            raise Unstorable(Problem(_written(place), "TooMany", sentences.TOO_MANY_VALUES(most=MAX_VALUES)))
        if depth > MAX_DEPTH:
            raise Unstorable(
                Problem(_written(place)[:200], "TooDeep", sentences.NESTED_TOO_DEEP(most=MAX_DEPTH))
            )
        if isinstance(value, str):
            return clean_text(value)
        if isinstance(value, int):
            if not -INT64 <= value < INT64:
                raise Unstorable(Problem(_written(place), "OutOfRange", "A whole number beyond 64 bits."))
            return value
        if isinstance(value, float):
            if not math.isfinite(value):
                raise Unstorable(Problem(_written(place), "OutOfRange", "A number beyond double precision."))
            return value
        if isinstance(value, dict):
            return {
                clean_text(str(key), 1024): self.copied(item, (place, key), depth + 1)
                for key, item in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.copied(item, (place, i), depth + 1) for i, item in enumerate(value)]
        return value  # null; a UUID or a time of our own


def _written(place: _Place) -> str:
    steps = []
    while place is not None:
        place, key = place
        steps.append(f"/{str(key)[:64]}")
    return "".join(reversed(steps))


def canonical(value: object) -> bytes:
    """Canonical JSON of a clean value: sorted keys, no white space. Equal content, equal bytes."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def content_sha256(value: object) -> bytes:
    """SHA-256 of the canonical JSON."""
    return hashlib.sha256(canonical(value)).digest()


def encoded(value: object) -> str:
    """JSON text of our own values for jsonb; strings that came from outside are made harmless on the way."""
    try:
        text = orjson.dumps(value, default=str)  # str: asyncpg's own UUID
    except TypeError:  # a lone surrogate
        return orjson.dumps(clean(value), default=str).decode()
    if rb"\u0000" in text:
        return orjson.dumps(clean(value), default=str).decode()
    return text.decode()
