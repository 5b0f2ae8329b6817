"""Routes whose body is small JSON: nothing is read beyond the limit, and the refusal has our shape.

The framework's own `max_body_size` answers in plain text, past the error handlers (FastAPI 0.165).
"""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import Message

# A run's note may have 20,000 characters; nothing else comes near.
MOST_JSON_BYTES = 256 * 1024


class BoundedRoute(APIRoute):
    """A route that takes at most MOST_JSON_BYTES of body."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's handler, behind the limit."""
        handler = super().get_route_handler()

        async def bounded(request: Request) -> Response:
            received = 0

            async def receive() -> Message:
                nonlocal received
                message = await request.receive()
                received += len(message.get("body", b""))
                if received > MOST_JSON_BYTES:
                    raise HTTPException(413)  # not an AppError: FastAPI would take that for a malformed body
                return message

            return await handler(Request(request.scope, receive))

        return bounded
