"""Around every request: an id, safe headers, one log line, a limit on how long a body may take."""

import time
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fioboard.core import error_handlers
from fioboard.core.config import settings
from fioboard.core.errors import WrongHostHeader
from fioboard.core.host_names import is_ours
from fioboard.core.logs import logger

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
