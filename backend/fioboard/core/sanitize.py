"""Makes foreign JSON storable: what PostgreSQL's jsonb cannot hold is replaced or refused by name (B24, B25, B34)."""

import hashlib
import math
from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

import orjson

from fioboard.core.errors import Problem

MAX_TEXT = 65_536
MAX_DEPTH = 64
MAX_VALUES = 1_000_000
INT64 = 2**63
Json = TypeVar("Json")
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
    try:
        text.encode()
    except UnicodeEncodeError:
        text = "".join("\ufffd" if 0xD800 <= ord(c) <= 0xDFFF else c for c in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def clean(value: Json) -> Json:
    """A copy of a decoded JSON value that jsonb takes and Python can read back: of the same shape.

    Raises Unstorable for numbers beyond 64 bits or double, depth beyond 64, more than a million values.
    """
    budget = iter(range(MAX_VALUES))
    return cast(Json, _clean(value, "", 0, budget))


def _clean(value: object, where: str, depth: int, budget: Iterator[int]) -> object:
    if next(budget, None) is None:
        raise Unstorable(Problem(where, "TooMany", f"More than {MAX_VALUES} values."))
    if depth > MAX_DEPTH:
        raise Unstorable(Problem(where[:200], "TooDeep", f"Nested deeper than {MAX_DEPTH}."))
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, int) and not -INT64 <= value < INT64:
        raise Unstorable(Problem(where, "OutOfRange", "A whole number beyond 64 bits."))
    if isinstance(value, float) and not math.isfinite(value):
        raise Unstorable(Problem(where, "OutOfRange", "A number beyond double precision."))
    if isinstance(value, dict):
        return {
            clean_text(str(key), 1024): _clean(item, f"{where}/{str(key)[:64]}", depth + 1, budget)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_clean(item, f"{where}/{i}", depth + 1, budget) for i, item in enumerate(value)]
    return value  # a number, true, false, null; a UUID or a time of our own


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
