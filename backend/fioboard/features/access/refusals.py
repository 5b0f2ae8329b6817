"""What every route of this feature may refuse, and the demand that bodies say they are JSON (B2)."""

from fastapi import Request

from fioboard.core import errors
from fioboard.schemas.problem import refusals

REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


def demand_json(request: Request) -> None:
    """Raises UnsupportedMediaType: a form of another site can send anything but this without asking first."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise errors.UnsupportedMediaType("Send application/json.")
