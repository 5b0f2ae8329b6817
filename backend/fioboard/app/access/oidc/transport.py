"""The only way by which this service makes requests: to the hosts that the settings name, and to no other (W5)."""

import asyncio
import ssl
from functools import cache
from urllib.parse import urlsplit

import httpx2

from fioboard.app.access import sentences
from fioboard.core.config import Settings, is_private_url, listed

MAX_ANSWER_BYTES = 1024 * 1024
PATIENCE_S = 5.0


class Refused(httpx2.RequestError):
    """A request or an answer that goes beyond what the settings allow."""


class Guarded(httpx2.AsyncHTTPTransport):
    """Connects to the named hosts only, over https (http on this machine), and reads a bounded answer."""

    def __init__(self, hosts: frozenset[str]) -> None:
        super().__init__(verify=_authorities())
        self._hosts = hosts

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """The whole answer. Raises Refused, TimeoutError."""
        require_allowed(str(request.url), self._hosts)
        request.headers["accept-encoding"] = "identity"  # a packed megabyte can be a gigabyte
        async with asyncio.timeout(PATIENCE_S):
            answer = await super().handle_async_request(request)
            try:
                content = bytearray()
                async for piece in answer.aiter_raw():
                    content += piece
                    if len(content) > MAX_ANSWER_BYTES:
                        raise Refused("The answer is too long.")
            finally:
                await answer.aclose()
        kind = answer.headers.get("content-type", "")
        return httpx2.Response(answer.status_code, headers={"content-type": kind}, content=bytes(content))


@cache
def _authorities() -> ssl.SSLContext:
    """Whose certificates are believed. Reading them takes 40 ms in which no page is answered: done once."""
    return httpx2.create_ssl_context()


def list_allowed_hosts(settings: Settings) -> frozenset[str]:
    """List `host:port` of the issuer, and of what FIOBOARD_OIDC_HOSTS adds."""
    issuer = urlsplit(settings.oidc_issuer or "")
    return frozenset(
        {_place(issuer.scheme, issuer.netloc), *(_place("https", h) for h in listed(settings.oidc_hosts))}
    )


def require_allowed(url: str, hosts: frozenset[str]) -> None:
    """Raises Refused for an address that is not of these hosts, or that others on the network could read along."""
    parts = urlsplit(url)
    if not is_private_url(url) or "@" in parts.netloc or _place(parts.scheme, parts.netloc) not in hosts:
        raise Refused(sentences.FOREIGN_ADDRESS(url=repr(url[:200])))


def _place(scheme: str, netloc: str) -> str:
    parts = urlsplit(f"{scheme}://{netloc.lower()}")
    return f"{parts.hostname}:{parts.port or (443 if scheme == 'https' else 80)}"
