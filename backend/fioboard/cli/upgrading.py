"""What a worker answers while the tables are brought up to date: a page that looks again by itself, 503 to programs.

Nothing of this is there at a start that has no step to take: such a start takes no longer than it did.
"""

import asyncio
import socket
from http import HTTPStatus
from types import TracebackType
from typing import Self

import orjson
import uvicorn
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from fioboard.cli import sentences
from fioboard.core.errors import Unavailable
from fioboard.core.middleware import SAFE_HEADERS
from fioboard.core.migrate import Step

AGAIN_S = 3
MAX_BODY_S = 10
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="{again_s}">
<title>fioboard is being upgraded</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto 0; padding: 0 1rem; }}
progress {{ width: 100%; }}
</style>
<h1>fioboard is being upgraded</h1>
<p role="status">The tables are brought up to date: step {number} of {count}.{waits}</p>
<progress max="{count}" value="{done}" aria-label="Steps done"></progress>
<p>This page looks again every {again_s} seconds and opens by itself when it is done. What agents send waits on
their hosts meanwhile.</p>
</html>
"""


# Who it is stands in the log alone: this page is open to everyone.
WAITS = " It waits for another session of the database, which the service's log names."


class Upgrading(Unavailable):
    """The service answers again when its tables are this version's."""


class Meanwhile:
    """Answers on these sockets from the first `tell` on, until the block ends."""

    def __init__(self, sockets: list[socket.socket]) -> None:
        self._sockets = sockets
        self._step: Step | None = None
        self._opening: asyncio.Task[uvicorn.Server] | None = None

    def tell(self, step: Step) -> None:
        """Where the upgrade is."""
        self._step = step
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._opening is not None:
            server = await self._opening
            await server.shutdown()

    async def _open(self) -> uvicorn.Server:
        config = uvicorn.Config(
            self._answer,
            interface="asgi3",
            http="httptools",
            ws="none",
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        config.load()
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        # Copies: the sockets themselves go on taking requests, which wait for whoever answers next.
        await server.startup(sockets=[one.dup() for one in self._sockets])
        return server

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        # An answer before the end of a body would reach nobody: the connection breaks off under whoever still sends.
        try:
            async with asyncio.timeout(MAX_BODY_S):
                async for _ in request.stream():
                    pass
        except TimeoutError:
            return
        answer = self._build_response(request)
        answer.headers.update(
            {**SAFE_HEADERS, **answer.headers, "cache-control": "no-store", "connection": "close"}
        )
        await answer(scope, receive, send)

    def _build_response(self, request: Request) -> Response:
        """Build the answer to a request: a page that looks again by itself, or 503 for programs."""
        step = self._step or Step(1, 1, "")
        waits = WAITS if step.waits_for is not None else ""
        if request.url.path == "/healthz":
            return Response(orjson.dumps({"status": "alive"}), media_type="application/json")
        again = {"retry-after": str(AGAIN_S)}
        if "text/html" in request.headers.get("accept", ""):
            page = PAGE.format(
                again_s=AGAIN_S, number=step.number, count=step.count, done=step.number - 1, waits=waits
            )
            again["content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'"
            return HTMLResponse(page, HTTPStatus.SERVICE_UNAVAILABLE, again)
        refusal = Upgrading(sentences.UPGRADING(step=step.number, steps=step.count) + waits)
        return Response(orjson.dumps(refusal.body("")), refusal.status, again, media_type="application/json")
