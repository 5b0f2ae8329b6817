"""The demand that bodies say they are JSON (B2)."""

from fastapi import Request

from fioboard.core import errors


def require_json(request: Request) -> None:
    """Raises UnsupportedMediaType: a form of another site can send anything but this without asking first."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise errors.UnsupportedMediaType("Send application/json.")
