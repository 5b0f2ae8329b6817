"""Routes of the API: no query key that the route does not declare (B32), no small JSON body beyond its limit.

Every route below /api/v1 becomes one (main.py), so that none can forget it.
"""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from fastapi import Depends, Request, Response, params
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_parameterless_sub_dependant
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import Message

from fioboard.core import sentences
from fioboard.core.errors import Invalid, Problem, UnknownKey, quoted
from fioboard.core.responses import skip_validation

# A run's note may have 20,000 characters; nothing else comes near.
MAX_JSON_BYTES = 256 * 1024

Reader = TypeVar("Reader", bound=Callable[..., object])
# Dependencies that read the address themselves, and refuse by themselves what they do not know in it.
_READERS_OF_ADDRESSES: set[Callable[..., object]] = set()


def reads_address(dependency: Reader) -> Reader:
    """Marks a dependency that answers for every query key that the route does not declare, such as a filter."""
    _READERS_OF_ADDRESSES.add(dependency)
    return dependency


def declared_keys(request: Request) -> list[str]:
    """The query keys that the request's route declares."""
    return [parameter.alias for parameter in request.scope["route"].dependant.query_params]


def require_no_nul(request: Request) -> None:
    """Raises Invalid for a query value with U+0000, which PostgreSQL takes nowhere."""
    for key, value in request.query_params.multi_items():
        if "\x00" in value:
            raise Invalid(
                sentences.NUL_CHARACTER(key=key[:64]),
                problems=[Problem(f"/query/{key[:64]}", "Invalid", "NUL character")],
            )


async def _require_known_keys(request: Request) -> None:
    """Raises UnknownKey for the first query key that the route does not declare, Invalid for a value with U+0000."""
    known = declared_keys(request)
    for key, _ in request.query_params.multi_items():
        if key not in known:
            raise UnknownKey(
                sentences.NO_PARAMETER(key=quoted(key), known=", ".join(known) or "none"),
                problems=[Problem(f"/query/{key[:64]}", "UnknownKey", "unknown")],
            )
    require_no_nul(request)


class StrictRoute(APIRoute):
    """A route that refuses unknown query keys, and JSON bodies of more than MAX_JSON_BYTES.

    After the caller was asked for: strangers learn nothing about what is declared. Bodies that the framework does not
    read, uploads and imports, are limited where they are read (app/ingest/body.py).
    """

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Awaitable[object]],
        *,
        dependencies: Sequence[params.Depends] | None = None,
        **options: Any,
    ) -> None:
        endpoint = skip_validation(endpoint)
        given = list(dependencies or ())
        super().__init__(path, endpoint, dependencies=given, **options)
        if not _reads_address(self.dependant):
            # After the route's own, before what its function asks for. Putting it together anew takes as long again.
            known = get_parameterless_sub_dependant(
                depends=Depends(_require_known_keys), path=self.path_format
            )
            self.dependant.dependencies.insert(len(given), known)

    def get_route_handler(self) -> Callable[[Request], Coroutine[object, object, Response]]:
        """FastAPI's handler, behind the limit.

        Its own `max_body_size` answers in plain text, past the error handlers (FastAPI 0.165).
        """
        handler = super().get_route_handler()
        if self.body_field is None:
            return handler

        async def bounded(request: Request) -> Response:
            received = 0

            async def receive() -> Message:
                nonlocal received
                message = await request.receive()
                received += len(message.get("body", b""))
                if received > MAX_JSON_BYTES:
                    raise HTTPException(413)  # not an AppError: FastAPI would take that for a malformed body
                return message

            return await handler(Request(request.scope, receive))

        return bounded


def _reads_address(dependant: Dependant) -> bool:
    return any(
        inner.call in _READERS_OF_ADDRESSES or _reads_address(inner) for inner in dependant.dependencies
    )
