"""Cursors: where a page ended, as an opaque text that is refused when it is not one of ours."""

import base64
import binascii
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from fioboard.core.errors import BadCursor, Invalid, Problem
from fioboard.queries.runs import SORTS, After


def parse_sort(sort: str) -> tuple[str, str]:
    """`-started_at` → (started_at, desc). Raises Invalid naming what can be sorted by."""
    key, direction = (sort[1:], "desc") if sort.startswith("-") else (sort, "asc")
    if key not in SORTS:
        raise Invalid(
            f"Runs cannot be sorted by {key[:64]!r}; they can by {', '.join(SORTS)}.",
            problems=[Problem("/query/sort", "Invalid", "unknown sort key")],
        )
    return key, direction


def make(sort: str, value: Any, run_id: UUID) -> str:
    """The cursor behind a page's last run."""
    shown = value.isoformat() if isinstance(value, datetime) else value
    return base64.urlsafe_b64encode(orjson.dumps([sort, shown, str(run_id)])).decode().rstrip("=")


def read(cursor: str, sort: str) -> After:
    """The place a cursor names. Raises BadCursor when it is malformed or of another order."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        made_for, value, run_id = orjson.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if made_for != sort:
            raise BadCursor
        if sort.lstrip("-") == "started_at":
            value = datetime.fromisoformat(value)
            if value.tzinfo is None:
                raise BadCursor
        elif value is not None:
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise BadCursor
            value = float(value)
        return After(value, UUID(run_id))
    except (binascii.Error, orjson.JSONDecodeError, ValueError, TypeError, AttributeError, OverflowError):
        raise BadCursor from None
