"""Headers of everything a link answers: kept by nobody, found by no search engine, passed on to no other site (L6)."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PATHS = ("/s/", "/api/v1/shared/")
HEADERS = {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
}
# Of answers that are not the page, errors among them; the page and the files say it themselves.
NOTHING = "default-src 'none'; frame-ancestors 'none'"


class ShareHeaders:
    """Pure ASGI, around everything else: no answer below a link's addresses goes out without these headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(PATHS):
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("content-security-policy", NOTHING)
                del headers["set-cookie"]
            await send(message)

        await self.app(scope, receive, send_guarded)
