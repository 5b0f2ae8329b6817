"""Cursors: where a page ended, as an opaque text that is refused when it is not one of ours."""

import base64
import binascii
from datetime import datetime
from uuid import UUID

import orjson

from fioboard.core.errors import BadCursor
from fioboard.engine.filters.values import Value
from fioboard.store.queries.runs.lists import Place

RECEIVED = "received"
"""In a cursor of the order of time: its run states no start, the time is when it was received."""


def make(sort: str, *values: object) -> str:
    """The cursor behind a page's last run: its sort values and its id, in the order of the sort."""
    shown = [v.isoformat() if isinstance(v, datetime) else v for v in values]
    return base64.urlsafe_b64encode(orjson.dumps([sort, *shown], default=str)).decode().rstrip("=")


def _decode_values(cursor: str, sort: str, *numbers: int) -> list[Value | None]:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        made_for, *values = orjson.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, orjson.JSONDecodeError, ValueError, TypeError):
        raise BadCursor from None
    if made_for != sort or len(values) not in numbers:
        raise BadCursor
    if not all(value is None or isinstance(value, str | int | float | bool) for value in values):
        raise BadCursor
    return list(values)


def read(cursor: str, sort: str) -> Place:
    """The place a cursor of an order by time or metric names. Raises BadCursor when it is malformed or another's."""
    if sort.lstrip("-") == "started_at":
        return _read_place(cursor, sort)
    value, run_id = _decode_values(cursor, sort, 2)
    try:
        return Place(None if value is None else _require_number(value), _require_id(run_id))
    except (ValueError, TypeError, AttributeError, OverflowError):
        raise BadCursor from None


def _read_place(cursor: str, sort: str) -> Place:
    moment, run_id, *received = _decode_values(cursor, sort, 2, 3)
    if received not in ([], [RECEIVED]):
        raise BadCursor
    try:
        return Place(_require_moment(moment), _require_id(run_id), is_received=bool(received))
    except (ValueError, TypeError, AttributeError, OverflowError):
        raise BadCursor from None


def read_factor(cursor: str, sort: str) -> tuple[Value | None, Place]:
    """The place a cursor of an order by a factor names: the factor's value, then time and id."""
    value, moment, run_id = _decode_values(cursor, sort, 3)
    try:
        return value, Place(_require_moment(moment), _require_id(run_id))
    except (ValueError, TypeError, AttributeError, OverflowError):
        raise BadCursor from None


def read_position(cursor: str, order: str) -> int:
    """The position that a cursor names. Raises BadCursor."""
    (position,) = _decode_values(cursor, order, 1)
    if isinstance(position, bool) or not isinstance(position, int) or not -1 <= position < 2**31:
        raise BadCursor
    return position


def _require_id(value: Value | None) -> UUID:
    if not isinstance(value, str):
        raise BadCursor
    return UUID(value)


def _require_moment(value: Value | None) -> datetime:
    if not isinstance(value, str):
        raise BadCursor
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise BadCursor
    return moment


def _require_number(value: Value) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadCursor
    return float(value)
