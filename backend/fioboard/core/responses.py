"""Answers that are not a model of Pydantic: rows go out as they came, at a tenth of the time."""

from typing import Any

import orjson
from fastapi import Response


def json_response(content: Any) -> Response:
    """Any JSON; identifiers and what else orjson does not know, such as asyncpg's own UUID, as their text."""
    return Response(orjson.dumps(content, default=str), media_type="application/json")
