"""Headers of everything a link or the address of a feed answers: kept by nobody between, found by no search engine,
passed on to no other site (L6)."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FEEDS = "/api/v1/feeds/"
PATHS = ("/s/", "/api/v1/shared/", FEEDS)
HEADERS = {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
}
# A reader asks whether it has the newest; nobody between keeps what a secret address opens.
OF_FEEDS = {"cache-control": "private, no-cache"}
# Of answers that are not the page, errors among them; the page and the files say it themselves.
NOTHING = "default-src 'none'; frame-ancestors 'none'"


class ShareHeaders:
    """Pure ASGI, around everything else: no answer below a link's or feed's address goes out without these headers."""

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
                if scope["path"].startswith(FEEDS):
                    headers.update(OF_FEEDS)
                headers.setdefault("content-security-policy", NOTHING)
                del headers["set-cookie"]
            await send(message)

        await self.app(scope, receive, send_guarded)
