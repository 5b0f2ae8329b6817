"""Around every request: an id, safe headers, one log line, a limit on how long a body may take; its count, and the
compression of what the API answers."""

import time
from uuid import uuid4

from prometheus_fastapi_instrumentator.middleware import PrometheusInstrumentatorMiddleware
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fioboard.core import error_handlers
from fioboard.core.config import settings
from fioboard.core.errors import WrongHostHeader
from fioboard.core.host_names import is_ours
from fioboard.core.logs import logger

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SAFE_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}


class Envelope:
    """Pure ASGI: gives a request its id, sets safe headers on every answer and logs one line."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = uuid4().hex
        scope.setdefault("state", {})["request_id"] = request_id
        started = time.perf_counter()
        status = 0

        async def send_enveloped(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
                headers["x-request-id"] = request_id
                if settings().is_https:
                    headers.setdefault("strict-transport-security", "max-age=31536000")
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            host = Headers(scope=scope).get("host", "")
            if is_ours(host, settings()):
                await self.app(scope, receive, send_enveloped)
            else:
                refusal = JSONResponse(WrongHostHeader().body(request_id), WrongHostHeader.status)
                await refusal(scope, receive, send_enveloped)
        except Exception as error:
            # Here and not in a handler of the framework: its answers would go out past these headers and this log.
            if status:
                raise
            await error_handlers.unexpected(Request(scope), error)(scope, receive, send_enveloped)
        finally:
            route = scope.get("route")
            logger().info(
                "request",
                request_id=request_id,
                method=scope["method"],
                route=getattr(route, "path", None),
                status=status,
                actor=scope["state"].get("actor"),
                ms=round((time.perf_counter() - started) * 1000, 2),
            )


# Shorter answers fit into one packet as they are.
MIN_COMPRESSED_BYTES = 1024
_LEVEL = 5


class CompressedAnswers:
    """Compress what GET answers under /api/, for those who accept gzip.

    Only there: a secret is answered once, to the POST that made it, and requests of other sites carry no session (S4,
    S5). So nobody can guess a secret by the length of an answer (BREACH).
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.compressed = GZipMiddleware(app, MIN_COMPRESSED_BYTES, _LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_asked = scope["type"] == "http" and scope["method"] == "GET" and scope["path"].startswith("/api/")
        await (self.compressed if is_asked else self.app)(scope, receive, send)


class RequestMetrics(PrometheusInstrumentatorMiddleware):
    """The library's, which remembers what it handler for addresses that hold no parameter: it walks all routes anew
    for each request, and the service then does the same."""

    _literal: frozenset[str] | None = None
    _known: dict[tuple[str, str], tuple[str, bool]]

    def _get_handler(self, request: Request) -> tuple[str, bool]:
        if self._literal is None:
            paths = (route.path for route in request.app.routes if isinstance(route, Route))
            self._literal = frozenset(path for path in paths if "{" not in path)
            self._known = {}
        key = request.scope["method"], request.scope["path"]
        handler = self._known.get(key)
        if handler is None:
            handler = super()._get_handler(request)
            # As many as there are such routes and methods, whatever strangers ask for.
            if key[0] in METHODS and key[1] in self._literal:
                self._known[key] = handler
        return handler
